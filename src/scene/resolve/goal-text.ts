// Goals in a line of text, as a command takes them: the words of a scene's goals, as name=value.
//
//   body=ball passes=0,1,0 time=0.5        startsIn=x,y,z,radius or x,y,z,width,height,depth        bodies=a,b from=-1,0,0
//
// What begins with a brace is read as JSON, for names with blanks and commas.

import { Collector } from '../fault/collector.ts';
import { NameTable } from '../fault/names.ts';
import { goal as goalSchema } from '../schema/goal.ts';
import { faultsOf } from '../schema/issues.ts';
import type { Goal, Scene } from '../types.ts';
import { resolveGoal } from './goal.ts';

const VECTORS = ['from', 'passes'];
const NUMBERS = ['time', 'atMost', 'tolerance', 'weight'];

/**
 * @param scene  that they are about; its duration is the motion's
 * @throws FaultError
 */
export function readGoals(texts: readonly string[], scene: Scene): Goal[] {
  const collector = new Collector();
  const names = new NameTable(collector);
  scene.bodies.forEach(({ name }, b) => {
    names.add(name, b, `bodies[${b}]`);
  });
  const goals = texts.flatMap((text, i) => {
    const where = `--goal ${i + 1}`;
    const file = parse(text, where, collector);
    if (file === undefined) return [];
    const checked = goalSchema.safeParse(file);
    if (checked.success) return resolveGoal(checked.data, where, scene, names, collector) ?? [];
    for (const fault of faultsOf(checked.error, goalSchema, file))
      collector.addFault({ ...fault, where: `${where}: ${fault.where}` });
    return [];
  });
  collector.throwIfAny(`"${scene.name}" cannot be rewound:`);
  return goals;
}

function parse(text: string, where: string, collector: Collector): unknown {
  if (text.trim().startsWith('{')) {
    try {
      return JSON.parse(text);
    } catch {
      collector.add(
        'is no JSON',
        where,
        text,
        'write name=value pairs, or JSON such as {"body": "ball", "atMost": 2}',
      );
      return undefined;
    }
  }
  const file: Record<string, unknown> = {};
  for (const part of text.trim().split(/\s+/)) {
    const at = part.indexOf('=');
    if (at < 1) {
      collector.add(
        'is no wish',
        where,
        part,
        'write name=value pairs such as body=ball passes=0,1,0 time=0.5',
      );
      return undefined;
    }
    const name = part.slice(0, at);
    file[name] = readValue(name, part.slice(at + 1));
  }
  return file;
}

/** What the schema then looks at: text where it is no number. */
function readValue(name: string, text: string): unknown {
  const numbers = text.split(',').map((part) => (part.trim() === '' ? Number.NaN : Number(part)));
  const areNumbers = numbers.every(Number.isFinite);
  if (name === 'bodies') return text.split(',');
  if (NUMBERS.includes(name)) return areNumbers && numbers.length === 1 ? numbers[0] : text;
  if (VECTORS.includes(name)) return areNumbers ? numbers : text;
  if (name !== 'startsIn' || !areNumbers) return text;
  const center = numbers.slice(0, 3);
  return numbers.length === 4 ? { center, radius: numbers[3] } : { center, size: numbers.slice(3) };
}

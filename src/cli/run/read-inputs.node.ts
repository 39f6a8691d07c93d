// carom run --inputs file.json: what comes from outside while a scene runs, as a list of
//
//   { "time": 0.5, "kind": "enable", "target": "ball-3", "values": [0, 1, 0, 0, 0, 0, 1] }
//
// Targets are names, or places in their list. What each kind means is in docs/inputs.md.

import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { controlsOf } from '../../engines/program/index.ts';
import { INPUT_KINDS, type Input, type InputKind } from '../../record/index.ts';
import { type Fault, FaultError, spellingHint } from '../../scene/fault/index.ts';
import { readJson } from '../../scene/read/index.ts';
import type { Scene } from '../../scene/index.ts';

const MOST_INPUTS = 1_000_000;
const MOST_VALUES = 100;

const list = z
  .array(
    z.strictObject({
      time: z.number().min(0).max(1e9),
      kind: z.enum(INPUT_KINDS),
      target: z.union([z.string(), z.int().min(0)]),
      values: z.array(z.number()).max(MOST_VALUES).optional(),
    }),
  )
  .max(MOST_INPUTS);

/** Inputs in the order of their times. @throws FaultError with everything that is wrong */
export function readInputs(path: string, scene: Scene): Input[] {
  const read = list.safeParse(readJson(readFileSync(path, 'utf8'), path));
  const faults: Fault[] = [];
  if (!read.success) {
    for (const { path: at, message } of read.error.issues.slice(0, 20))
      faults.push({
        what: message.toLowerCase(),
        where: `${path} ${at.join('.')}`,
        remedy: 'write a list of { "time", "kind", "target", "values" } (docs/inputs.md)',
      });
    throw new FaultError(`"${path}" cannot be read:`, faults);
  }
  const inputs = read.data.map(({ time, kind, target, values = [] }, i): Input => {
    const names = namesOf(scene, kind);
    const index = typeof target === 'number' ? target : names.indexOf(target);
    if (index < 0 || index >= names.length)
      faults.push({
        what: `there is no such target of ${kind}`,
        where: `${path} ${i}.target`,
        value: String(target),
        remedy: names.length === 0 ? 'the scene has none' : spellingHint(String(target), names),
      });
    return { time, kind, target: index, values };
  });
  if (faults.length > 0) throw new FaultError(`"${scene.name}" cannot be driven so:`, faults);
  return inputs.sort((a, b) => a.time - b.time);
}

/** What an input of a kind may act on; deformables are counted on from the bodies. */
function namesOf(scene: Scene, kind: InputKind): string[] {
  if (kind === 'motor') return scene.joints.map(({ name }) => name);
  if (kind === 'parameter') return scene.parameters.map(({ name }) => name);
  if (kind === 'control') return controlsOf(scene).map(({ name }) => name);
  return [...scene.bodies, ...scene.deformables].map(({ name }) => name);
}

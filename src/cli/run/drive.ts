// What a command line says to a specification: --set Omega=5deg gives a parameter its value, --control UpDown=1 holds a
// control, --control UpDown=0:1,4:-1 moves it at times [s].

import { controlsOf } from '../../engines/program/index.ts';
import { unitByName } from '../../lagrange/language/index.ts';
import { type Input, type Recording, RecordingError } from '../../record/index.ts';
import { type Fault, FaultError, spellingHint } from '../../scene/fault/index.ts';
import type { Scene } from '../../scene/index.ts';
import { frameTime } from '../../sim/index.ts';

type Settings = Readonly<Record<string, string>>;

const OF_SPECIFICATION = '/specification/';

/** Settings that are parameters of the specification go into the scene; the rest are options of the engine. */
export function setParameters(scene: Scene, settings: Settings): { scene: Scene; options: Settings } {
  const options: Record<string, string> = {};
  const values = new Map<string, number>();
  const faults: Fault[] = [];
  for (const [name, text] of Object.entries(settings)) {
    if (!scene.parameters.some((one) => one.target === OF_SPECIFICATION + name)) {
      options[name] = text;
      continue;
    }
    const value = readNumber(text);
    if (value === undefined) faults.push(noNumber(`--set ${name}`, text));
    else values.set(OF_SPECIFICATION + name, value);
  }
  if (faults.length > 0) throw new FaultError(`"${scene.name}" cannot run so:`, faults);
  if (values.size === 0) return { scene, options };
  const parameters = scene.parameters.map((one) => ({ ...one, value: values.get(one.target) ?? one.value }));
  return { scene: { ...scene, parameters }, options };
}

/** Inputs in the order of their times. */
export function controlInputs(scene: Scene, settings: Settings): Input[] {
  const known = Object.keys(settings).length === 0 ? [] : controlsOf(scene).map(({ name }) => name);
  const inputs: Input[] = [];
  const faults: Fault[] = [];
  for (const [name, table] of Object.entries(settings)) {
    const where = `--control ${name}`;
    const target = known.indexOf(name);
    if (target < 0)
      faults.push({
        what: known.length === 0 ? 'the scene has no controls' : 'there is no such control',
        where,
        value: name,
        remedy:
          known.length === 0 ? 'write control … = axis(…); in its specification' : spellingHint(name, known),
      });
    for (const entry of table.split(',')) {
      const parts = entry.split(':');
      const [time, value] = parts.length === 1 ? [0, readNumber(parts[0])] : parts.map(readNumber);
      if (parts.length > 2 || value === undefined || time === undefined || time < 0)
        faults.push(noNumber(where, entry));
      else inputs.push({ time, kind: 'control', target, values: [value] });
    }
  }
  if (faults.length > 0) throw new FaultError(`"${scene.name}" cannot be driven so:`, faults);
  return inputs.sort((a, b) => a.time - b.time);
}

/** Those that take effect before frame `index`: each at the first frame that is not earlier. */
export function inputsBefore(inputs: readonly Input[], index: number, frameRateHz: number): Input[] {
  const from = index > 1 ? frameTime(index - 2, frameRateHz) : Number.NEGATIVE_INFINITY;
  const to = frameTime(index - 1, frameRateHz);
  return inputs.filter(({ time }) => time > from && time <= to);
}

/** The first frame of a recording that was driven otherwise than these inputs would, if any was. */
export async function drivenOtherwise(
  recording: Recording,
  inputs: readonly Input[],
): Promise<number | undefined> {
  const told = ({ kind, target, values }: Input) => `${kind} ${target} ${values.join()}`;
  for (let index = 1; index < recording.frameCount; index++) {
    const read = await inputsOf(recording, index);
    // From what is damaged on, frames are computed again.
    if (read === undefined) return undefined;
    const logged = read.map(told);
    const wanted = inputsBefore(inputs, index, recording.scene.frameRateHz).map(told);
    if (logged.length !== wanted.length || logged.some((one, k) => one !== wanted[k])) return index;
  }
  return undefined;
}

async function inputsOf(recording: Recording, index: number): Promise<Input[] | undefined> {
  try {
    return await recording.inputs(index);
  } catch (error) {
    if (error instanceof RecordingError) return undefined;
    throw error;
  }
}

function noNumber(where: string, value: string): Fault {
  return {
    what: 'this is no number',
    where,
    value,
    remedy: 'write a number such as 1.5 or 5deg; for a control also time:value,time:value',
  };
}

function readNumber(text: string): number | undefined {
  const match = /^\s*([-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?)\s*([a-z]+)?\s*$/i.exec(text);
  const unit = match?.[2] === undefined ? 1 : unitByName.get(match[2])?.factor;
  const value = match && unit !== undefined ? Number(match[1]) * unit : Number.NaN;
  return Number.isFinite(value) ? value : undefined;
}

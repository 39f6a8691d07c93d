// Whether a recording may be written where --out says: never over what is none, and with --resume only behind one of the
// same run.

import { existsSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { openRecordingFile } from '../../record/index.node.ts';
import type { Input } from '../../record/index.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { packScene, type Scene } from '../../scene/index.ts';
import { drivenOtherwise } from './drive.ts';
import { isRecordingFile } from './open-scene.node.ts';
import type { Keep } from './simulate.node.ts';

export interface WantedRun {
  readonly scene: Scene;
  readonly engine: string;
  readonly options: object;
  readonly keep: Keep;
  readonly inputs: readonly Input[];
  readonly resume: boolean;
}

/** Refuses to write over what is no recording, and to go on with a recording of something else. */
export async function prepareOut(out: string, run: WantedRun): Promise<void> {
  mkdirSync(dirname(out), { recursive: true });
  if (!existsSync(out)) return;
  const refuse = (what: string, remedy: string): never => {
    throw new FaultError(`"${out}" cannot be written:`, [{ what, where: '--out', value: out, remedy }]);
  };
  if (!statSync(out).isFile() || (statSync(out).size > 0 && !isRecordingFile(out)))
    refuse('there is something that is not a recording', 'give another file');
  if (!run.resume || statSync(out).size === 0) return;
  const recording = await openRecordingFile(out);
  const { header } = recording;
  const otherwise = isSameScene(recording.scene, run.scene)
    ? await drivenOtherwise(recording, run.inputs)
    : undefined;
  await recording.close();
  if (!isSameScene(recording.scene, run.scene))
    refuse('the recording is of another scene, so it cannot be resumed', 'leave out --resume to start again');
  if (header.engine !== run.engine || !isSameOptions(header.options, run.options))
    refuse(
      `the recording was made by ${header.engine} with other options, so it cannot be resumed`,
      'give the same --engine and --set, or leave out --resume to start again',
    );
  if (otherwise !== undefined)
    refuse(
      `the recording was driven otherwise before frame ${otherwise}, so it cannot be resumed`,
      'give the same --control and --inputs, or leave out --resume to start again',
    );
  if (header.keeps.path !== (run.keep === 'all'))
    refuse('the recording keeps something else', `give --keep ${header.keeps.path ? 'all' : 'frames'}`);
}

/** Packed scenes have their keys in order, so equal scenes are equal texts. */
function isSameScene(a: Scene, b: Scene): boolean {
  const [one, other] = [packScene(a), packScene(b)];
  if (JSON.stringify(one.json) !== JSON.stringify(other.json)) return false;
  return Object.entries(one.arrays).every(([name, array]) => {
    const twin = other.arrays[name];
    return twin.length === array.length && array.every((value, i) => Object.is(value, twin[i]));
  });
}

function isSameOptions(a: object, b: object): boolean {
  const text = (options: object) => JSON.stringify(Object.entries(options).sort());
  return text(a) === text(b);
}

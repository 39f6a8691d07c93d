// carom info --gaps: which bodies and deformables are nearest to each other, at the start of a scene or in a frame of a
// recording.

import { existsSync } from 'node:fs';
import { paint } from '../paint.ts';
import { type NearestPair, type NearestSide, queryWorld, type Where } from '../../query/index.ts';
import { openRecordingFile } from '../../record/index.node.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { meetingRule, type Scene } from '../../scene/index.ts';
import { metres, type Output, seconds, short } from '../output.ts';
import { isRecordingFile, openScene } from '../run/open-scene.node.ts';

/** Pairs that are listed unless all are wanted. */
const MOST_PAIRS = 20;

export interface GapFlags {
  readonly frame?: number;
  readonly all?: boolean;
}

interface Moment {
  readonly scene: Scene;
  /** Undefined: where the scene starts. */
  readonly where?: Where;
  readonly frame?: number;
  readonly time: number;
}

export async function describeGaps(argument: string, flags: GapFlags, output: Output): Promise<void> {
  const isRecording = existsSync(argument) && isRecordingFile(argument);
  const { scene, where, frame, time } = isRecording
    ? await momentOf(argument, flags.frame)
    : await startOf(argument, flags.frame);
  const world = queryWorld(scene);
  if (where) world.at(where);
  const mayTouch = meetingRule(scene);
  const stands = (item: number) => scene.bodies[item]?.motion === 'static';
  const pairs = world.nearestPairs(flags.all ? Infinity : MOST_PAIRS, {
    filter: (a, b) => mayTouch(a, b) && !(stands(a) && stands(b)),
  });
  const names = [...scene.bodies, ...scene.deformables].map(({ name }) => name);
  const when = frame === undefined ? 'at its start' : `in frame ${frame}, at ${seconds(time)}`;
  output.say(`${paint.bold(scene.name)} ${when}: ${pairs.length === 0 ? 'no two things' : 'nearest first'}`);
  for (const pair of pairs) output.say(lineOf(pair, names));
  if (!flags.all && pairs.length === MOST_PAIRS) output.say(paint.dim('  --all lists every pair'));
  const side = ({ item, element, point }: NearestSide) => ({ name: names[item], item, ...element, point });
  output.result({
    scene: scene.name,
    ...(frame === undefined ? {} : { frame }),
    time,
    pairs: pairs.map(({ distance, overlaps, a, b }) => ({ distance, overlaps, a: side(a), b: side(b) })),
  });
}

function lineOf({ distance, overlaps, a, b }: NearestPair, names: readonly string[]): string {
  const point = ({ point }: NearestSide) => `(${point.map(short).join(' ')})`;
  const apart = overlaps ? paint.red('overlap'.padEnd(8)) : metres(distance).padEnd(8);
  const where = distance === 0 ? `at ${point(a)}` : `from ${point(a)} to ${point(b)}`;
  return `  ${apart}  ${names[a.item]} – ${names[b.item]}, ${where}`;
}

async function startOf(argument: string, frame: number | undefined): Promise<Moment> {
  if (frame !== undefined)
    throw new FaultError('there are no frames:', [
      {
        what: 'this is a scene, not a recording',
        where: argument,
        remedy: 'give a .carom file, or leave --frame out',
      },
    ]);
  return { scene: (await openScene(argument)).scene, time: 0 };
}

async function momentOf(path: string, wished: number | undefined): Promise<Moment> {
  const recording = await openRecordingFile(path);
  try {
    const { frameCount, scene } = recording;
    const frame = wished ?? frameCount - 1;
    if (!(frame >= 0 && frame < frameCount))
      throw new FaultError('there is no such frame:', [
        {
          what: `the recording has ${frameCount} frames`,
          where: '--frame',
          value: String(frame),
          remedy: frameCount > 0 ? `give 0 to ${frameCount - 1}` : 'record one first',
        },
      ]);
    const where = await recording.frame(frame);
    return { scene, where, frame, time: where.time };
  } finally {
    await recording.close();
  }
}

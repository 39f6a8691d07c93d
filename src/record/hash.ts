// The content hash of a recording: equal where two runs did the same, bit for bit.
//
//   SHA-256( header, scene arrays, how bodies bend where any do, then for each stream its name and the SHA-256 of its rows )
//
// It leaves out what may differ without the motion differing: wall times, snapshots, the
// platform, the program's version, how frames were cut into chunks, and for how long the run
// was meant to go on. It is the same in Node and in browsers.

import { bendingArrays } from './bending-members.ts';
import type { RecordingHeader } from './header.ts';
import type { NumberArray } from './container/npy.ts';
import { bytesOf } from './container/npy.ts';
import type { Recording } from './recording.ts';
import { Sha256 } from './container/sha256.ts';
import { rowLength, type Stream } from './layout/stream.ts';
import type { Guarantee } from './types.ts';

/** Numbers read at a time. */
const BLOCK_NUMBERS = 1 << 17;

/** The SHA-256 of what a recording says, whenever, wherever and by however many threads it was made. */
export async function contentHash(recording: Recording): Promise<string> {
  const { header } = recording;
  const whole = new Sha256().updateText(
    `${canonicalJson(contentOf(header))}\nframes ${recording.frameCount}`,
  );
  for (let i = 0; i < header.sceneArrays.length; i++) {
    const array = await recording.sceneArray(i);
    whole.updateText(`\nscene ${i} ${array.length}`).update(bytesOf(array));
  }
  const bending = await recording.bending();
  if (bending) {
    whole.updateText(`\nbending ${canonicalJson(recording.outline)}`);
    for (const { array } of bendingArrays(bending)) whole.update(bytesOf(array));
  }
  for (const stream of recording.streams) {
    if (stream.hashed) whole.updateText(`\n${stream.name} ${await streamHash(recording, stream)}`);
  }
  return whole.digest();
}

/** Named one by one: a file from a stranger may carry more, which is no content. */
function contentOf(header: RecordingHeader): unknown {
  const { engine, options, promise, seed, frameRateHz, keeps, bodies, vertices, scene, sceneArrays } = header;
  return {
    engine,
    options,
    promise: promiseOf(promise),
    seed,
    frameRateHz,
    keeps: { path: keeps.path, contacts: keeps.contacts },
    bodies,
    vertices,
    columns: header.columns.map(({ name, unit, doc }) => ({ name, unit, doc })),
    scene,
    sceneArrays,
  };
}

function promiseOf(promise: Guarantee): Guarantee {
  if (promise.kind === 'depth') return { kind: promise.kind, limit: promise.limit };
  if (promise.kind === 'none') return { kind: promise.kind };
  const surfaces = {
    ...(promise.round ? ({ round: true } as const) : {}),
    ...(promise.thick ? ({ thick: true } as const) : {}),
  };
  if (promise.kind === 'separation') return { kind: promise.kind, least: promise.least, ...surfaces };
  return { kind: promise.kind, ...surfaces };
}

async function streamHash(recording: Recording, stream: Stream): Promise<string> {
  const hash = new Sha256();
  const step = Math.max(1, Math.floor(BLOCK_NUMBERS / rowLength(stream)));
  for (let chunk = 0; chunk < recording.firstFrames.length; chunk++) {
    const rows = await recording.chunkRowCount(stream, chunk);
    if (stream.starts) {
      // Starts count within their chunk; the counts do not depend on where chunks were cut.
      const starts = await recording.chunkRows(stream, chunk, 0, rows);
      hash.update(bytesOf(differences(starts)));
      continue;
    }
    for (let from = 0; from < rows; from += step) {
      const until = Math.min(rows, from + step);
      hash.update(bytesOf(await recording.chunkRows(stream, chunk, from, until)));
    }
  }
  return hash.digest();
}

function differences(starts: NumberArray): Uint32Array {
  const counts = new Uint32Array(Math.max(0, starts.length - 1));
  for (let i = 0; i < counts.length; i++) counts[i] = starts[i + 1] - starts[i];
  return counts;
}

/** JSON with the keys of every object in order, so that equal values are equal text. */
function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, part: unknown) => {
    if (typeof part !== 'object' || part === null || Array.isArray(part)) return part;
    const entries = Object.entries(part).sort(([a], [b]) => (a < b ? -1 : 1));
    return Object.fromEntries(entries);
  });
}

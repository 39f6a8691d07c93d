// A small recording with something in every stream, from a counter instead of physics.

import type { ContactRows, FrameRecord } from '../../src/record/frame-record.ts';
import type { RunDescription } from '../../src/record/header.ts';
import { MemorySink } from '../../src/record/container/memory-sink.ts';
import type { Bending, State } from '../../src/record/types.ts';
import { RecordingWriter } from '../../src/record/writer.ts';
import type { Scene } from '../../src/scene/index.ts';
import { tinyBody, tinyCloth, tinyScene } from '../sim/tiny.ts';

export const scene: Scene = tinyScene({
  bodies: [tinyBody({ name: 'a' }), tinyBody({ name: 'b' })],
  deformables: [tinyCloth()],
  forces: [],
});

export const description: RunDescription = {
  engine: 'synthetic',
  options: { timeStep: 0.25, exact: true, mode: 'fast' },
  promise: { kind: 'depth', limit: 1e-3 },
  columns: [
    { name: 'energy', unit: 'J', doc: 'energy' },
    { name: 'smallestGap', unit: 'm', doc: 'gap' },
  ],
  lastFrame: 11,
  frameRateHz: 30,
  seed: 7,
  keeps: { path: true, contacts: true },
  version: '0.0.0',
  platform: 'test',
};

/** The second body bends: five vertices, two modes. */
export const bending: Bending = {
  shapes: [
    {
      positions: Float64Array.from({ length: 15 }, (_, i) => i / 4),
      faces: Uint32Array.of(0, 1, 2, 2, 3, 4),
      modes: 2,
      displacements: Float32Array.from({ length: 30 }, (_, i) => (i - 15) / 8),
    },
  ],
  bodies: [{ body: 1, shape: 0 }],
};

const BODIES = 2;
const VERTICES = 4;

/**
 * Frame `index`, with index % 3 contacts of different steps, (index + 1) % 3 knots at which only the second body moves where
 * the frame's number is even, index % 2 turns and inputs, and knots of the cloth in every third frame. All numbers are
 * exact in single precision.
 */
export function syntheticFrame(index: number): FrameRecord {
  let next = 1000 * index;
  const floats = (length: number) => Float64Array.from({ length }, () => next++ / 8);
  const integers = (length: number) => Uint32Array.from({ length }, () => next++);
  const knots = (index + 1) % 3;
  const turns = index % 2;
  const poses = floats(7 * BODIES);
  return {
    index,
    frame: {
      time: index / description.frameRateHz,
      poses,
      velocities: floats(6 * BODIES),
      vertices: floats(3 * VERTICES),
    },
    steps: index,
    report: floats(2),
    stray: index === 0 ? Number.POSITIVE_INFINITY : 1e-4 * index,
    wallMs: 1.5 * index,
    path: { times: floats(knots), poses: syntheticKnots(index, poses, floats(7 * BODIES * knots)) },
    vertexKnots:
      index % 3 === 1
        ? [{ deformable: 0, firstVertex: 0, times: floats(2), positions: floats(2 * 3 * VERTICES) }]
        : [],
    turns: { vertices: integers(turns), times: floats(turns), positions: floats(3 * turns) },
    contacts: syntheticContacts(index % 3, floats, integers),
    inputs:
      index % 2 === 0
        ? []
        : [
            { time: index / 31, kind: 'force', target: 1, values: [1, 2, 3, index] },
            { time: index / 31, kind: 'control', target: 0, values: [] },
            { time: index / 31, kind: 'parameter', target: 2, values: [0.5] },
          ],
  };
}

/** In even frames the first body is at every knot where it is in the frame. */
function syntheticKnots(index: number, poses: Float64Array, knots: Float64Array): Float64Array {
  if (index % 2 === 1) return knots;
  return knots.map((value, i) => (i % (7 * BODIES) < 7 ? poses[i % 7] : value));
}

/** Both sides of so many contacts; of two, each is of a step of its own. */
function syntheticContacts(
  count: number,
  floats: (length: number) => Float64Array,
  integers: (length: number) => Uint32Array,
): ContactRows {
  const twice = (values: Float64Array): Float64Array =>
    Float64Array.from({ length: 2 * values.length }, (_, i) => values[i >> 1]);
  const opposite = (values: Float64Array): Float64Array =>
    Float64Array.from({ length: 2 * values.length }, (_, i) => {
      const contact = Math.floor(i / 6);
      return i % 6 < 3 ? values[3 * contact + (i % 6)] : -values[3 * contact + (i % 6) - 3];
    });
  const body = integers(2 * count);
  return {
    count: 2 * count,
    pair: Uint32Array.from({ length: 2 * count }, (_, i) => 7 + (i >> 1)),
    body,
    other: body.map((_, i) => body[i ^ 1]),
    feature: integers(2 * count),
    point: floats(6 * count),
    normal: opposite(floats(3 * count)),
    normalImpulse: twice(floats(count)),
    tangentialImpulse: opposite(floats(3 * count)),
    gap: twice(floats(count)),
    slip: opposite(floats(3 * count)),
    start: twice(floats(count)),
    duration: twice(floats(count)),
    friction: twice(floats(count)),
  };
}

export function stateAfter(index: number): State {
  return {
    clock: Float64Array.of(index / description.frameRateHz),
    counts: Int32Array.of(-index, index),
    seeds: Uint32Array.of(index, 0xffffffff),
    nothing: new Float64Array(0),
  };
}

export interface Synthetic {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** How many bytes there were after each commit, and how many frames then counted. */
  readonly commits: readonly { readonly bytes: number; readonly frames: number }[];
}

/** A frame of a run in which the second body bends. */
export function bentFrame(index: number): FrameRecord {
  const record = syntheticFrame(index);
  return { ...record, frame: { ...record.frame, bends: Float64Array.of(index / 3, -index) } };
}

/** @param chunks  frames of each chunk */
export function writeSynthetic(chunks: readonly number[], close = true, bent?: Bending): Synthetic {
  const sink = new MemorySink();
  const writer = RecordingWriter.create(sink, scene, description);
  if (bent) writer.bend(bent);
  const commits: { bytes: number; frames: number }[] = [];
  let index = 0;
  for (const frames of chunks) {
    for (let i = 0; i < frames; i++) writer.add(bent ? bentFrame(index++) : syntheticFrame(index++));
    writer.commit(stateAfter(index - 1));
    commits.push({ bytes: sink.bytes().length, frames: index });
  }
  if (close) writer.close();
  return { bytes: sink.bytes(), commits };
}

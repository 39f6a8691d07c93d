// Recordings whose every number is given, for exporters.

import {
  type Bending,
  bytesSource,
  type ContactRows,
  MemorySink,
  openRecording,
  type Recording,
  RecordingWriter,
} from '../../src/record/index.ts';
import type { Scene } from '../../src/scene/index.ts';
import { makeMesh } from '../../src/geometry/index.ts';
import { quaternionFromRotationVector } from '../../src/num/index.ts';
import { tetrahedron, tinyBody, tinyCloth, tinyScene } from '../sim/tiny.ts';

const none = new Uint32Array(0);
const empty = new Float64Array(0);
const noContacts: ContactRows = {
  count: 0,
  pair: none,
  body: none,
  other: none,
  feature: none,
  point: empty,
  normal: empty,
  normalImpulse: empty,
  tangentialImpulse: empty,
  gap: empty,
  slip: empty,
  start: empty,
  duration: empty,
  friction: empty,
};

/** Poses (7 a body), vertices and coordinates of bending at a time [s]. */
type Move = (time: number) => {
  poses: ArrayLike<number>;
  vertices?: ArrayLike<number>;
  bends?: ArrayLike<number>;
};

export async function madeRecording(
  scene: Scene,
  frames: number,
  move: Move,
  bending?: Bending,
): Promise<Recording> {
  return openRecording(bytesSource(madeBytes(scene, frames, move, bending)));
}

export function madeBytes(
  scene: Scene,
  frames: number,
  move: Move,
  bending?: Bending,
): Uint8Array<ArrayBuffer> {
  const sink = new MemorySink();
  const writer = RecordingWriter.create(sink, scene, {
    engine: 'made',
    options: {},
    promise: { kind: 'none' },
    columns: [],
    lastFrame: Math.max(0, frames - 1),
    frameRateHz: scene.frameRateHz,
    seed: 1,
    keeps: { path: false, contacts: false },
    version: '0.0.0',
    platform: 'test',
  });
  if (bending) writer.bend(bending);
  for (let index = 0; index < frames; index++) {
    const time = index / scene.frameRateHz;
    const { poses, vertices = [], bends } = move(time);
    writer.add({
      index,
      frame: {
        time,
        poses: Float64Array.from(poses),
        velocities: new Float64Array(6 * scene.bodies.length),
        vertices: Float64Array.from(vertices),
        ...(bends ? { bends: Float64Array.from(bends) } : {}),
      },
      steps: 1,
      report: empty,
      stray: 0,
      wallMs: 0,
      path: { times: empty, poses: empty },
      turns: { vertices: none, times: empty, positions: empty },
      contacts: noContacts,
      inputs: [],
    });
  }
  writer.commit({});
  writer.close();
  return sink.bytes();
}

/** A position and a turn about an axis [rad] as a pose. */
export function pose(position: readonly number[], turn: readonly number[] = [0, 0, 0]): number[] {
  const q = new Float64Array(4);
  quaternionFromRotationVector(q, 0, Float64Array.from(turn), 0);
  return [...position, ...q];
}

/** Faces, wires and points at once, as bodies and as deformables; names that want care. */
export const mixed = makeMesh([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 2, 2, 2], [0, 2, 1], [0, 3], [4]);
export const mixedScene: Scene = tinyScene({
  name: '2 "things"\nfall',
  up: 'z',
  meshes: [tetrahedron, mixed],
  bodies: [
    tinyBody({ name: 'Würfel 1', color: [1, 0, 0] }),
    tinyBody({ name: 'Würfel_1' }),
    tinyBody({ name: 'shapes', mesh: 1 }),
    tinyBody({ name: 'floor', motion: 'static' }),
  ],
  deformables: [
    {
      ...tinyCloth(),
      name: 'flag',
      mesh: 1,
      masses: new Float64Array(5).fill(0.1),
      velocities: new Float64Array(15),
    },
    { ...tinyCloth(), name: 'floor' },
  ],
  forces: [],
});

export function mixedMotion(time: number) {
  const poses = [
    ...pose([time, 1 / 3, -0], [0, 7 * time, 0]),
    ...pose([0, 1e-9 * time, 2], [time, 2 * time, 0]),
    ...pose([5, 5, 5 + time]),
    ...pose([0, -3, 0]),
  ];
  const vertices = [...mixed.positions, ...tetrahedron.positions].map((x, i) => x + time * (1 + (i % 5)));
  return { poses, vertices };
}

export const MIXED_FRAMES = 12;

export async function gathered(pieces: AsyncIterable<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const parts: BlobPart[] = [];
  for await (const piece of pieces) parts.push(piece.slice());
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

export async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

// What saves work from one call to the next: where every body was, and what follows from that alone. A body that has not
// moved by a bit keeps its cell, its rotation, its corners and the list of what is near it.

import { matrixFromQuaternion } from '../../../num/index.ts';
import type { Collider } from './collider.ts';
import { MovingGrid } from './moving-grid.ts';
import { NearStatics } from './near-statics.ts';
import { BALL, type Piece } from './piece.ts';
import type { Search } from './search.ts';
import { Seams } from './seams.ts';
import { seamsOf } from './body-seams.ts';
import { ContactMerger } from './merge-contacts.ts';
import { StaticTree } from './static-tree.ts';

export class Memory {
  /** The poses that the rest belongs to. */
  readonly poses: Float64Array;
  readonly rotations: Float64Array;
  /** Per body: changes when its pose does; per piece and per rotation: the change it was last brought up to. */
  readonly changes: Int32Array;
  readonly turned: Int32Array;
  readonly placed: Int32Array;
  /** Per moving piece: centre in the world, bounding radius, half margin included. */
  readonly centres: Float64Array;
  readonly reaches: Float64Array;
  /** Per moving piece: 1 where its centre is not its body's. */
  readonly offCentre: Uint8Array;
  readonly grid: MovingGrid;
  statics: StaticTree | undefined;
  readonly near: NearStatics;
  readonly merger: ContactMerger;
  readonly seams = new Seams();
  /** Per body: 1 while only some are looked at, and it is one of them. */
  readonly wanted: Uint8Array;
  search: Search | undefined;

  constructor(bodies: number, pieces: readonly Piece[], moving: readonly Piece[], reaches: Float64Array) {
    this.poses = new Float64Array(7 * bodies).fill(Number.NaN);
    this.rotations = new Float64Array(9 * bodies);
    this.changes = new Int32Array(bodies);
    this.turned = new Int32Array(bodies).fill(-1);
    this.placed = new Int32Array(pieces.length).fill(-1);
    this.centres = new Float64Array(3 * moving.length);
    this.reaches = reaches;
    this.offCentre = Uint8Array.from(moving, ({ local }) => (local.some((x) => x !== 0) ? 1 : 0));
    this.grid = new MovingGrid(reaches);
    this.near = new NearStatics(moving.length);
    this.merger = new ContactMerger(bodies, seamsOf(bodies, pieces, moving.length));
    this.wanted = new Uint8Array(bodies);
  }
}

/** Notes which bodies have moved, and takes their pieces to their cells. */
export function takePoses(collider: Collider, poses: Float64Array): void {
  const { memory, pieces, moving } = collider;
  for (let b = 0; b < collider.bodies; b++) takePose(collider, poses, b);
  if (memory.statics !== undefined) return;
  for (let p = moving; p < pieces.length; p++) placed(collider, p);
  memory.near.forget();
  memory.statics = new StaticTree(pieces.slice(moving, collider.planesFrom));
}

/** The same for one body. */
export function takePose(collider: Collider, poses: Float64Array, b: number): void {
  const { memory, pieces, pieceStart, bodyPieces: list, moving, ranks } = collider;
  const { poses: old, changes, centres, offCentre, grid } = memory;
  const at = 7 * b;
  let same = true;
  for (let k = 0; k < 7 && same; k++) same = poses[at + k] === old[at + k];
  if (same) return;
  for (let k = 0; k < 7; k++) old[at + k] = poses[at + k];
  changes[b]++;
  if (ranks[b] === 2) memory.statics = undefined;
  for (let i = pieceStart[b]; i < pieceStart[b + 1]; i++) {
    const p = list[i];
    if (p >= moving) continue;
    let x = poses[at];
    let y = poses[at + 1];
    let z = poses[at + 2];
    if (offCentre[p] === 1) {
      const { local } = pieces[p];
      const m = 9 * b;
      const r = rotationsOf(collider, b);
      x += r[m] * local[0] + r[m + 1] * local[1] + r[m + 2] * local[2];
      y += r[m + 3] * local[0] + r[m + 4] * local[1] + r[m + 5] * local[2];
      z += r[m + 6] * local[0] + r[m + 7] * local[1] + r[m + 8] * local[2];
    }
    centres[3 * p] = x;
    centres[3 * p + 1] = y;
    centres[3 * p + 2] = z;
    grid.put(p, x, y, z);
  }
}

/** All rotation matrices, that of body b up to date. */
function rotationsOf({ memory }: Collider, b: number): Float64Array {
  const { turned, changes, rotations } = memory;
  if (turned[b] !== changes[b]) {
    turned[b] = changes[b];
    matrixFromQuaternion(rotations, 9 * b, memory.poses, 7 * b + 3);
  }
  return rotations;
}

/** A piece where it is now. */
export function placed(collider: Collider, p: number): Piece {
  const piece = collider.pieces[p];
  const { memory } = collider;
  if (memory.placed[p] !== memory.changes[piece.body]) {
    memory.placed[p] = memory.changes[piece.body];
    if (piece.kind === BALL && p < collider.moving) {
      // Most of what moves in large scenes; it needs no rotation.
      const { centres } = memory;
      for (let k = 0; k < 3; k++) piece.centre[k] = centres[3 * p + k];
    } else piece.place(memory.poses, rotationsOf(collider, piece.body));
  }
  return piece;
}

// Finds all contacts of a scene at given poses. What it keeps from call to call (which cell a body is in, where its
// corners are) only saves work: contacts depend on the poses alone.

import { matrixFromQuaternion } from '../../../num/quaternion.ts';
import type { Fault } from '../../../scene/fault.ts';
import type { Body, Scene } from '../../../scene/types.ts';
import { BALL_FEATURE, ballBall } from './balls.ts';
import { bodyPieces } from './body-pieces.ts';
import type { ContactSet } from './contact-set.ts';
import { Emitter } from './emitter.ts';
import { MovingGrid } from './moving-grid.ts';
import { pieceContacts } from './narrow.ts';
import { NearStatics } from './near-statics.ts';
import { BALL, PLANE, type Piece } from './piece.ts';
import { Seams } from './seams.ts';
import { ContactSorter } from './sort-contacts.ts';
import { StaticTree } from './static-tree.ts';

/** Contacts are told up to this fraction of the smaller body's bounding radius apart. */
export const MARGIN_FACTOR = 1e-3;

export interface Collider {
  readonly bodies: number;
  /** Moving pieces first (dynamic and kinematic bodies), then static ones, then planes. */
  readonly pieces: readonly Piece[];
  readonly moving: number;
  readonly planesFrom: number;
  /** Per body: what its bounding radius about its centre adds to margins [m]; the pair's is the smaller one. */
  readonly margins: Float64Array;
  /** Per body: 0 dynamic, 1 kinematic, 2 static. */
  readonly ranks: Uint8Array;
  readonly groups: Int32Array;
  /** Pairs of bodies that never collide, as smaller × bodies + larger. */
  readonly apart: ReadonlySet<number>;
  /** Pieces of body b: bodyPieces[pieceStart[b]] … bodyPieces[pieceStart[b + 1] - 1]. */
  readonly pieceStart: Int32Array;
  readonly bodyPieces: Int32Array;
  readonly memory: Memory;
}

/** What saves work from one call to the next. */
interface Memory {
  /** The poses that the rest belongs to. */
  readonly poses: Float64Array;
  readonly rotations: Float64Array;
  /** Per body: changes when its pose does; per piece and per rotation: the change it was last brought up to. */
  readonly changes: Int32Array;
  readonly turned: Int32Array;
  readonly placed: Int32Array;
  /** Per moving piece: centre in the world, bounding radius, half margin included. */
  readonly centres: Float64Array;
  /** Per moving piece: 1 where its centre is not its body's. */
  readonly offCentre: Uint8Array;
  readonly reaches: Float64Array;
  readonly grid: MovingGrid;
  statics: StaticTree | undefined;
  readonly near: NearStatics;
  readonly sorter: ContactSorter;
  readonly seams: Seams;
  readonly wanted: Uint8Array;
  search: Search | undefined;
}

/** Every reason why the shapes of a scene cannot collide here. */
export function refusals(scene: Scene): Fault[] {
  const faults: Fault[] = [];
  scene.bodies.forEach((body, i) => {
    const pieces = bodyPieces(body, i, scene.meshes[body.mesh]);
    if (typeof pieces !== 'string') return;
    faults.push({
      what: pieces,
      where: `bodies[${i}] "${body.name}"`,
      remedy: 'make it of closed convex parts, or static',
    });
  });
  return faults;
}

export function buildCollider(scene: Scene, marginFactor = MARGIN_FACTOR): Collider {
  const count = scene.bodies.length;
  const all = scene.bodies.flatMap((body, i) => {
    const pieces = bodyPieces(body, i, scene.meshes[body.mesh]);
    if (typeof pieces === 'string') throw new Error(`body ${i} "${body.name}" ${pieces}`);
    return pieces;
  });
  const isStatic = (piece: Piece) => scene.bodies[piece.body].motion === 'static';
  const moving = all.filter((piece) => !isStatic(piece));
  const solid = all.filter((piece) => isStatic(piece) && piece.kind !== PLANE);
  const planes = all.filter((piece) => isStatic(piece) && piece.kind === PLANE);
  const pieces = [...moving, ...solid, ...planes];

  const margins = new Float64Array(count);
  for (const { body, local, reach } of pieces) {
    const far = Math.sqrt(local[0] * local[0] + local[1] * local[1] + local[2] * local[2]) + reach;
    margins[body] = Math.max(margins[body], marginFactor * far);
  }
  const reaches = Float64Array.from(moving, (piece) => piece.reach + 0.5 * margins[piece.body]);
  const byBody: number[][] = Array.from({ length: count }, () => []);
  pieces.forEach((piece, p) => {
    byBody[piece.body].push(p);
  });
  const pieceStart = new Int32Array(count + 1);
  byBody.forEach((list, b) => {
    pieceStart[b + 1] = pieceStart[b] + list.length;
  });

  return {
    bodies: count,
    pieces,
    moving: moving.length,
    planesFrom: moving.length + solid.length,
    margins,
    ranks: Uint8Array.from(scene.bodies, rankOf),
    groups: Int32Array.from(scene.bodies, (body) => body.group),
    apart: pairsApart(scene),
    pieceStart,
    bodyPieces: Int32Array.from(byBody.flat()),
    memory: {
      poses: new Float64Array(7 * count).fill(Number.NaN),
      rotations: new Float64Array(9 * count),
      changes: new Int32Array(count),
      turned: new Int32Array(count).fill(-1),
      placed: new Int32Array(pieces.length).fill(-1),
      centres: new Float64Array(3 * moving.length),
      offCentre: Uint8Array.from(moving, ({ local }) => (local.some((x) => x !== 0) ? 1 : 0)),
      reaches,
      grid: new MovingGrid(reaches),
      statics: undefined,
      near: new NearStatics(moving.length),
      sorter: new ContactSorter(count),
      seams: new Seams(),
      wanted: new Uint8Array(count),
      search: undefined,
    },
  };
}

function rankOf(body: Body): number {
  return body.motion === 'dynamic' ? 0 : body.motion === 'kinematic' ? 1 : 2;
}

function pairsApart(scene: Scene): Set<number> {
  const apart = new Set<number>();
  const count = scene.bodies.length;
  const add = (a: number, b: number) => apart.add(Math.min(a, b) * count + Math.max(a, b));
  for (const { a, b, collide } of scene.joints) if (!collide && a >= 0 && b >= 0) add(a, b);
  for (const { a, b, collide } of scene.pairs) if (!collide) add(a, b);
  return apart;
}

/** All contacts at these poses. @param poses  7 a body @param out  emptied first, then sorted */
export function findContacts(collider: Collider, poses: Float64Array, out: ContactSet): void {
  out.clear();
  takePoses(collider, poses);
  const { memory, moving } = collider;
  const search = searchInto(collider, out);
  for (let p = 0; p < moving; p++) search.ground(p);
  memory.grid.pairs(memory.centres, search.pair);
  memory.sorter.sort(out);
}

/** The contacts at these poses that one of the given bodies has part in. */
export function findContactsOf(
  collider: Collider,
  poses: Float64Array,
  bodies: Int32Array,
  out: ContactSet,
): void {
  out.clear();
  takePoses(collider, poses);
  const { memory, moving, pieceStart, bodyPieces: list } = collider;
  const { wanted, grid, centres, reaches } = memory;
  for (let i = 0; i < bodies.length; i++) wanted[bodies[i]] = 1;
  const search = searchInto(collider, out);
  const visit = (p: number, q: number) => {
    // A pair of two wanted ones is met from both sides.
    if (p < q || wanted[collider.pieces[q].body] === 0) search.pair(p, q);
  };
  for (let b = 0; b < collider.bodies; b++) {
    if (wanted[b] === 0) continue;
    for (let i = pieceStart[b]; i < pieceStart[b + 1]; i++) {
      const p = list[i];
      if (p >= moving) continue;
      search.ground(p);
      grid.near(p, reaches[p], centres, visit);
    }
  }
  for (let i = 0; i < bodies.length; i++) wanted[bodies[i]] = 0;
  memory.sorter.sort(out);
}

/** Notes which bodies have moved, and takes their pieces to their cells. */
function takePoses(collider: Collider, poses: Float64Array): void {
  const { memory, pieces, pieceStart, bodyPieces: list, moving, ranks } = collider;
  const { poses: old, changes, centres, offCentre, grid } = memory;
  for (let b = 0; b < collider.bodies; b++) {
    const at = 7 * b;
    let same = true;
    for (let k = 0; k < 7 && same; k++) same = poses[at + k] === old[at + k];
    if (same) continue;
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
  if (memory.statics === undefined) {
    for (let p = moving; p < pieces.length; p++) placed(collider, p);
    memory.near.forget();
    memory.statics = new StaticTree(pieces.slice(moving, collider.planesFrom));
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
function placed(collider: Collider, p: number): Piece {
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

/** The search of a collider, which is made once: a function that is made anew is slow at first. */
function searchInto(collider: Collider, out: ContactSet): Search {
  collider.memory.search ??= new Search(collider, out);
  collider.memory.search.out.set = out;
  return collider.memory.search;
}

/** Finds contacts piece by piece. */
class Search {
  private readonly collider: Collider;
  readonly out: Emitter;

  constructor(collider: Collider, out: ContactSet) {
    this.collider = collider;
    this.out = new Emitter(out);
  }

  /** Contacts of moving piece p with everything static. */
  ground(p: number): void {
    const { collider } = this;
    const { memory, pieces, margins, ranks, moving } = collider;
    const { centres } = memory;
    const { body, reach } = pieces[p];
    if (ranks[body] !== 0) return;
    const x = centres[3 * p];
    const y = centres[3 * p + 1];
    const z = centres[3 * p + 2];
    const margin = margins[body];
    const { set } = this.out;
    const { seams } = memory;
    seams.begin(set);
    for (let q = collider.planesFrom; q < pieces.length; q++) {
      const plane = pieces[q];
      const { normals } = plane;
      const range = reach + Math.min(margin, margins[plane.body]);
      if (normals[0] * x + normals[1] * y + normals[2] * z - plane.offsets[0] <= range) {
        this.meet(p, q);
        seams.next(set, plane);
      }
    }
    const { near } = memory;
    const count = near.near(memory.statics!, p, x, y, z, reach, margin);
    for (let i = 0; i < count; i++) {
      const q = moving + near.list[i];
      this.meet(p, q);
      seams.next(set, pieces[q]);
    }
    seams.finish(set, reach);
  }

  /** Contacts of two moving pieces. */
  readonly pair = (p: number, q: number): void => {
    const { collider } = this;
    const { memory, pieces, margins, ranks } = collider;
    const { centres } = memory;
    const one = pieces[p];
    const two = pieces[q];
    const dx = centres[3 * p] - centres[3 * q];
    const dy = centres[3 * p + 1] - centres[3 * q + 1];
    const dz = centres[3 * p + 2] - centres[3 * q + 2];
    const range = one.reach + two.reach + Math.min(margins[one.body], margins[two.body]);
    if (dx * dx + dy * dy + dz * dz > range * range) return;
    if (one.body === two.body || (ranks[one.body] !== 0 && ranks[two.body] !== 0)) return;
    this.meet(p, q);
  };

  private meet(p: number, q: number): void {
    const { collider, out } = this;
    const { pieces, margins, ranks, groups, memory, bodies, apart } = collider;
    const bodyP = pieces[p].body;
    const bodyQ = pieces[q].body;
    if (groups[bodyP] >= 0 && groups[bodyP] === groups[bodyQ]) return;
    if (apart.size > 0 && apart.has(Math.min(bodyP, bodyQ) * bodies + Math.max(bodyP, bodyQ))) return;
    const margin = Math.min(margins[bodyP], margins[bodyQ]);
    const ordered = ranks[bodyP] < ranks[bodyQ] || (ranks[bodyP] === ranks[bodyQ] && bodyP < bodyQ);
    const a = ordered ? bodyP : bodyQ;
    const b = ordered ? bodyQ : bodyP;
    if (pieces[p].kind === BALL && pieces[q].kind === BALL && q < collider.moving) {
      const { centres: c } = memory;
      const i = ordered ? p : q;
      const j = ordered ? q : p;
      out.begin(a, b, false);
      ballBall(
        out,
        margin,
        c[3 * i],
        c[3 * i + 1],
        c[3 * i + 2],
        pieces[i].radius,
        c[3 * j],
        c[3 * j + 1],
        c[3 * j + 2],
        pieces[j].radius,
        BALL_FEATURE,
        BALL_FEATURE,
      );
      return;
    }
    const one = placed(collider, p);
    const two = placed(collider, q);
    // Functions of pairs take the simpler kind first, and of one kind the body that is a.
    const swap = one.kind > two.kind || (one.kind === two.kind && !ordered);
    out.begin(a, b, swap === ordered);
    if (swap) pieceContacts(out, margin, two, one);
    else pieceContacts(out, margin, one, two);
  }
}

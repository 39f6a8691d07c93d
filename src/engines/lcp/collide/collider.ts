// Finds all contacts of a scene at given poses. What it keeps from call to call (memory.ts) only saves work: contacts
// depend on the poses alone.

import type { Fault } from '../../../scene/fault/index.ts';
import { type Body, meetingRule, type Scene } from '../../../scene/index.ts';
import { bodyPieces, type Detail, whyNoPieces } from './body-pieces.ts';
import type { ContactSet } from './contact-set.ts';
import { Memory, takePose, takePoses } from './memory.ts';
import { type Piece, PLANE } from './piece.ts';
import { searchInto } from './search.ts';

/** Contacts are told up to this fraction of the smaller body's bounding radius apart. */
const MARGIN_FACTOR = 1e-3;

export interface Collider {
  readonly bodies: number;
  /** Moving pieces first (dynamic and kinematic bodies), then static ones, then planes. */
  readonly pieces: readonly Piece[];
  readonly moving: number;
  readonly planesFrom: number;
  /** Per piece, beside each other in memory: kind, body, bounding radius. */
  readonly kinds: Uint8Array;
  readonly bodyOf: Int32Array;
  readonly reachOf: Float64Array;
  /** Per body: what its bounding radius about its centre adds to margins [m]; the pair's is the smaller one. */
  readonly margins: Float64Array;
  /** Per body: its bounding radius about its centre [m]; and how far ahead pieces are looked for at most, in radii. */
  readonly radii: Float64Array;
  readonly furthest: number;
  /** Per body: 0 dynamic, 1 kinematic, 2 static. */
  readonly ranks: Uint8Array;
  /** Whether two bodies may touch, as the scene says. */
  readonly mayTouch: (a: number, b: number) => boolean;
  /** Per body: 1 where it is not there, and touches nothing; the state has the truth. */
  readonly absent: Uint8Array;
  /** Pieces of body b: bodyPieces[pieceStart[b]] … bodyPieces[pieceStart[b + 1] - 1]. */
  readonly pieceStart: Int32Array;
  readonly bodyPieces: Int32Array;
  readonly memory: Memory;
}

/** Every reason why the shapes of a scene cannot collide here. */
export function refusals(scene: Scene): Fault[] {
  const faults: Fault[] = [];
  scene.bodies.forEach((body, i) => {
    const why = whyNoPieces(body, scene.meshes[body.mesh]);
    if (why === undefined) return;
    faults.push({
      what: why,
      where: `bodies[${i}] "${body.name}"`,
      remedy: 'close its mesh, make it of closed parts, or static',
    });
  });
  return faults;
}

/** How far ahead of a body others are looked for at most, in its bounding radius: who comes farther in a step goes through anything. */
const FURTHEST = 0.25;

/** How much the pieces of a body may exceed it unless said, as a part of its volume. */
const DETAIL = 0.02;

export function buildCollider(
  scene: Scene,
  marginFactor = MARGIN_FACTOR,
  detail: Detail = { detail: DETAIL },
  looksAhead = false,
): Collider {
  const count = scene.bodies.length;
  const all = scene.bodies.flatMap((body, i) => {
    const pieces = bodyPieces(body, i, scene.meshes[body.mesh], detail);
    if (typeof pieces === 'string') throw new Error(`body ${i} "${body.name}" ${pieces}`);
    return pieces;
  });
  const isStatic = (piece: Piece) => scene.bodies[piece.body].motion === 'static';
  const moving = all.filter((piece) => !isStatic(piece));
  const solid = all.filter((piece) => isStatic(piece) && piece.kind !== PLANE);
  const planes = all.filter((piece) => isStatic(piece) && piece.kind === PLANE);
  const pieces = [...moving, ...solid, ...planes];

  const radii = new Float64Array(count);
  for (const { body, local, reach } of pieces) {
    const far = Math.sqrt(local[0] * local[0] + local[1] * local[1] + local[2] * local[2]) + reach;
    radii[body] = Math.max(radii[body], far);
  }
  const margins = radii.map((radius) => marginFactor * radius);
  const furthest = looksAhead ? FURTHEST : 0;
  const reaches = Float64Array.from(
    moving,
    ({ body, reach }) => reach + 0.5 * margins[body] + furthest * radii[body],
  );
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
    kinds: Uint8Array.from(pieces, (piece) => piece.kind),
    bodyOf: Int32Array.from(pieces, (piece) => piece.body),
    reachOf: Float64Array.from(pieces, (piece) => piece.reach),
    margins,
    radii,
    furthest,
    ranks: Uint8Array.from(scene.bodies, rankOf),
    mayTouch: meetingRule(scene),
    absent: new Uint8Array(count),
    pieceStart,
    bodyPieces: Int32Array.from(byBody.flat()),
    memory: new Memory(count, pieces, moving, reaches),
  };
}

function rankOf(body: Body): number {
  return body.motion === 'dynamic' ? 0 : body.motion === 'kinematic' ? 1 : 2;
}

/**
 * All contacts at these poses.
 * @param poses  7 a body
 * @param out    emptied first, then sorted
 * @param ahead  by how much each body may come nearer to others: contacts are told that much farther apart
 */
export function findContacts(
  collider: Collider,
  poses: Float64Array,
  out: ContactSet,
  ahead?: Float64Array,
): void {
  out.clear();
  takePoses(collider, poses);
  const { memory, moving } = collider;
  const search = searchInto(collider, out, ahead);
  for (let p = 0; p < moving; p++) search.ground(p);
  memory.grid.pairs(memory.centres, search.pair);
  memory.merger.merge(out);
}

/** The contacts at these poses that one of the given bodies has part in. */
export function findContactsOf(
  collider: Collider,
  poses: Float64Array,
  bodies: Int32Array,
  out: ContactSet,
  ahead?: Float64Array,
): void {
  out.clear();
  takePoses(collider, poses);
  const { memory, moving, pieceStart, bodyPieces: list } = collider;
  const { wanted, grid, centres, reaches } = memory;
  for (let i = 0; i < bodies.length; i++) wanted[bodies[i]] = 1;
  const search = searchInto(collider, out, ahead);
  const visit = (p: number, q: number) => {
    // A pair of two wanted ones is met from both sides.
    if (p < q || wanted[collider.bodyOf[q]] === 0) search.pair(p, q);
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
  memory.merger.merge(out);
}

/** The contacts of one dynamic body with what is static: costs nothing for the bodies that are not asked about. */
export function findGroundContacts(
  collider: Collider,
  poses: Float64Array,
  body: number,
  out: ContactSet,
): void {
  out.clear();
  const { memory, moving, pieceStart, bodyPieces: list } = collider;
  if (memory.statics === undefined) takePoses(collider, poses);
  else takePose(collider, poses, body);
  const search = searchInto(collider, out);
  for (let i = pieceStart[body]; i < pieceStart[body + 1]; i++) if (list[i] < moving) search.ground(list[i]);
  memory.merger.merge(out);
}

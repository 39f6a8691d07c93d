// Separates bodies that touch or overlap a little, by the least motion, or by shrinking those that motion cannot free.
//
// Motion: every gap g_c below its target becomes a row n_c · (δ_a - δ_b) ≥ target - g_c, and the shortest moves that
// fulfil all rows are found by Hildreth's projections (Gauss–Seidel on the multipliers, which may not be negative).
// The gaps are then measured again, until none is too small. Only translations; static, scripted, held and jointed
// bodies stay. Rows that nothing can fulfil (a pin in a hole of its own size) are given up, pair by pair, and those
// pairs are inset: the closed ones of the two shrink, by half of what is missing each.
//
// What comes out is judged by the engine's own check, not here.

import { BroadPhase, IndexList } from '../../geometry/tree/index.ts';
import { faceNormals, insetMesh } from '../../geometry/surface/index.ts';
import { type Mesh, meshBounds } from '../../geometry/index.ts';
import { findGaps } from './gaps.ts';
import { projectMoves, type Row } from './project.ts';
import {
  collisionRule,
  cornerAngle,
  movableBodies,
  placeBody,
  placeMesh,
  type PlacedShape,
} from './shapes.ts';
import type { Scene, Vec3 } from '../types.ts';

export interface SeparateChoices {
  readonly by: 'motion' | 'inset' | 'both';
  /** Wanted between bodies that are moved apart [m]; a thousandth of the smaller of the two unless said. */
  readonly gap?: number;
  /** Insets are this much larger than the gaps say they need be. */
  readonly generosity: number;
}

export interface Separation {
  /** How far each body is moved [m], zero where it stays. */
  readonly moves: readonly Vec3[];
  /** How far the surface of each body goes inward [m]. */
  readonly insets: readonly number[];
  /** Meshes of the inset bodies, in world coordinates where the scene has the body. */
  readonly meshes: ReadonlyMap<number, Mesh>;
}

interface NearPair {
  readonly a: number;
  readonly b: number;
  readonly gap: number;
  /** Overlaps are seen down to this depth [m]. */
  readonly reach: number;
  /** Motion cannot open it. */
  jammed: boolean;
}

const MOST_ROUNDS = 60;
/** Gaps above this part of the wanted one are left alone. */
const ENOUGH = 0.1;
/** Of the smaller body's size. */
const DEEPEST = 0.02;

export function separate(scene: Scene, choices: SeparateChoices): Separation {
  const shapes = scene.bodies.map((body) => placeBody(scene, body));
  const movable = choices.by === 'inset' ? scene.bodies.map(() => false) : movableBodies(scene);
  const pairs = nearPairs(scene, shapes, choices);
  const moves = scene.bodies.map(() => [0, 0, 0] as [number, number, number]);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const rows = pairs.filter(({ jammed }) => !jammed).flatMap((pair) => rowsOf(pair, shapes, moves));
    const open = rows.filter((row) => row.urgent);
    if (open.length === 0) break;
    const { steps, stuck } = projectMoves(rows, movable);
    for (const row of stuck) row.pair.jammed = true;
    steps.forEach((step, i) => {
      for (let k = 0; k < 3; k++) moves[i][k] += step[k];
    });
    if (round === MOST_ROUNDS - 1) for (const row of open) row.pair.jammed = true;
  }
  const insets = scene.bodies.map(() => 0);
  const meshes = new Map<number, Mesh>();
  if (choices.by !== 'motion') insetJammed(pairs, shapes, moves, choices.generosity, insets, meshes);
  return { moves, insets, meshes };
}

type PairRow = Row & { readonly pair: NearPair; readonly urgent: boolean };

/** One row for each direction of nearly the same normal: a thousand vertices on one face say the same. */
function rowsOf(pair: NearPair, shapes: readonly PlacedShape[], moves: readonly Vec3[]): PairRow[] {
  const rows = new Map<string, PairRow>();
  const guesses = new Map<string, PairRow>();
  const { a, b, gap: wanted } = pair;
  const offset = [0, 1, 2].map((k) => moves[a][k] - moves[b][k]) as unknown as Vec3;
  findGaps(shapes[a], shapes[b], offset, pair.reach, (nx, ny, nz, gap, certain) => {
    if (gap >= wanted) return;
    const urgent = gap < ENOUGH * wanted;
    const missing = (urgent ? wanted : ENOUGH * wanted) - gap;
    const key = `${Math.round(500 * nx)} ${Math.round(500 * ny)} ${Math.round(500 * nz)}`;
    const list = certain ? rows : guesses;
    const known = list.get(key);
    if (known !== undefined && known.missing >= missing) return;
    list.set(key, { a, b, normal: [nx, ny, nz], missing, tolerance: 0.2 * wanted, pair, urgent });
  });
  const sure = [...rows.values()];
  return sure.some(({ urgent }) => urgent) ? sure : [...sure, ...guesses.values()];
}

function insetJammed(
  pairs: readonly NearPair[],
  shapes: PlacedShape[],
  moves: readonly Vec3[],
  generosity: number,
  insets: number[],
  meshes: Map<number, Mesh>,
): void {
  for (const pair of pairs) {
    const { a, b } = pair;
    const missing = Math.max(
      0,
      ...rowsOf(pair, shapes, moves)
        .filter(({ urgent }) => urgent)
        .map((row) => row.missing),
    );
    const closed = [a, b].filter((i) => shapes[i].closed);
    if (missing === 0 || closed.length === 0) continue;
    for (const i of closed) {
      insets[i] = Math.max(insets[i], (generosity * missing) / closed.length);
    }
  }
  insets.forEach((inset, i) => {
    if (inset === 0) return;
    const { mesh } = shapes[i];
    const angles = Float64Array.from(mesh.faces, (_, c) => cornerAngle(mesh, c));
    meshes.set(i, insetMesh(mesh, faceNormals(mesh), angles, inset));
    shapes[i] = placeMesh(meshes.get(i) as Mesh);
  });
}

/** Pairs of bodies that may not touch and whose boxes come near, with what is wanted between them. */
function nearPairs(scene: Scene, shapes: readonly PlacedShape[], { gap }: SeparateChoices): NearPair[] {
  const collide = collisionRule(scene);
  const boxes = new Float64Array(6 * shapes.length);
  shapes.forEach(({ mesh, size }, i) => {
    const bounds = meshBounds(mesh);
    // Others may be pushed towards it: stacks grow.
    const grown = 0.1 * size + (gap ?? 0);
    for (let k = 0; k < 6; k++) boxes[6 * i + k] = bounds[k] + (k < 3 ? -grown : grown);
  });
  const list = new IndexList(256);
  new BroadPhase().findPairs(list, boxes);
  const pairs: NearPair[] = [];
  for (let k = 0; k < list.length; k += 2) {
    const [a, b] = [list.data[k], list.data[k + 1]];
    if (!collide(a, b)) continue;
    const size = Math.min(shapes[a].size, shapes[b].size);
    const wanted = gap ?? 1e-3 * size;
    pairs.push({ a, b, gap: wanted, reach: wanted + DEEPEST * size, jammed: false });
  }
  return pairs;
}

// Separates things that touch or overlap a little, by the least motion, or by shrinking those that motion cannot free.
//
// Motion: every gap g_c below its target becomes a row n_c · (δ_a - δ_b) ≥ target - g_c, and the shortest moves that
// fulfil all rows are found at once (project.ts). The gaps are then measured again, until none is too small. Only
// translations; movers.ts says what moves. Pairs whose rows nothing can fulfil (a pin in a hole of its own size) are
// inset: the closed ones of the two shrink, by half of what is missing each.
//
// What comes out is judged by the engine's own check, not here.

import { faceNormals, insetMesh } from '../../geometry/surface/index.ts';
import { type Mesh, translateMesh } from '../../geometry/index.ts';
import { findGaps } from './gaps.ts';
import { type Movers, moversOf } from './movers.ts';
import { nearPairs, type NearPair } from './near-pairs.ts';
import { projectMoves, type Row } from './project.ts';
import { cornerAngle, meshAboutOrigin, originOf, placeMesh, type PlacedShape } from './shapes.ts';
import type { Scene, Vec3 } from '../types.ts';

export interface SeparateChoices {
  readonly by: 'motion' | 'inset' | 'both';
  /** Wanted between things that are moved apart [m]; a thousandth of the smaller of the two unless said. */
  readonly gap?: number;
  /** Insets are this much larger than the gaps say they need be. */
  readonly generosity: number;
  /** What the engine keeps between things besides [m]. */
  readonly separation?: number;
  /** Overlaps that are deeper than this part of the thinner thing's smallest extent are left alone. */
  readonly hair?: number;
}

export interface Separation {
  /** How far each body, and each deformable counted on from them, is moved [m], zero where it stays. */
  readonly moves: readonly Vec3[];
  /** How far the surface of each goes inward [m]. */
  readonly insets: readonly number[];
  /** Meshes of the inset ones, in world coordinates where the scene has them. */
  readonly meshes: ReadonlyMap<number, Mesh>;
}

const MOST_ROUNDS = 60;

export function separate(scene: Scene, choices: SeparateChoices): Separation {
  const { pairs, shapes } = nearPairs(scene, choices);
  const movers = moversOf(scene, choices.by === 'inset');
  const count = movers.of.length;
  const moves = Array.from({ length: count }, () => [0, 0, 0] as [number, number, number]);
  const origins = moves.map((_, i) => originOf(scene, i));
  const rowsBetween = (pair: NearPair) => rowsOf(pair, shapes, offsetOf(pair, origins, moves), movers);
  for (let round = 0; round < MOST_ROUNDS; round++) {
    const rows = pairs.flatMap(rowsBetween);
    const open = rows.filter((row) => row.urgent && !row.pair.jammed);
    if (open.length === 0) break;
    const { steps, stuck } = projectMoves(rows, movers.free);
    for (const row of stuck) row.pair.jammed = true;
    for (let i = 0; i < count; i++) {
      const mover = movers.of[i];
      if (mover >= 0) for (let k = 0; k < 3; k++) moves[i][k] += steps[3 * mover + k];
    }
    if (round === MOST_ROUNDS - 1) for (const row of open) row.pair.jammed = true;
  }
  const insets = moves.map(() => 0);
  const meshes = new Map<number, Mesh>();
  if (choices.by !== 'motion')
    insetJammed(
      pairs.filter(({ jammed }) => jammed),
      (pair) => missingOf(rowsBetween(pair)),
      scene,
      shapes,
      choices.generosity,
      insets,
      meshes,
    );
  const placed = [...meshes].map(([i, mesh]) => [i, translateMesh(mesh, origins[i])] as const);
  return { moves, insets, meshes: new Map(placed) };
}

type PairRow = Row & { readonly pair: NearPair; readonly urgent: boolean };

/** One row for each direction of nearly the same normal: a thousand vertices on one face say the same. */
function rowsOf(
  pair: NearPair,
  shapes: ReadonlyMap<number, PlacedShape>,
  offset: Vec3,
  movers: Movers,
): PairRow[] {
  const rows = new Map<string, PairRow>();
  const guesses = new Map<string, PairRow>();
  const { a, b, gap: wanted, least, deepest } = pair;
  const [first, second] = [shapes.get(a) as PlacedShape, shapes.get(b) as PlacedShape];
  let isDeep = false;
  findGaps(first, second, offset, pair.reach, (nx, ny, nz, gap, certain) => {
    if (gap >= wanted) return;
    if (gap < -deepest && certain) isDeep = true;
    const urgent = gap < least;
    const missing = (urgent ? wanted : least) - gap;
    const key = `${Math.round(500 * nx)} ${Math.round(500 * ny)} ${Math.round(500 * nz)}`;
    const list = certain ? rows : guesses;
    const known = list.get(key);
    if (known !== undefined && known.missing >= missing) return;
    const [mover, other] = [movers.of[a], movers.of[b]];
    const tolerance = 0.2 * wanted;
    list.set(key, { a: mover, b: other, normal: [nx, ny, nz], missing, tolerance, pair, urgent });
  });
  if (isDeep) return [];
  const sure = [...rows.values()];
  return sure.some(({ urgent }) => urgent) ? sure : [...sure, ...guesses.values()];
}

/** From the second to the first of a pair. */
function offsetOf({ a, b }: NearPair, origins: readonly Vec3[], moves: readonly Vec3[]): Vec3 {
  const along = (k: number) => origins[a][k] - origins[b][k] + (moves[a][k] - moves[b][k]);
  return [along(0), along(1), along(2)];
}

function missingOf(rows: readonly PairRow[]): number {
  let most = 0;
  for (const { urgent, missing } of rows) if (urgent) most = Math.max(most, missing);
  return most;
}

function insetJammed(
  pairs: readonly NearPair[],
  missingIn: (pair: NearPair) => number,
  scene: Scene,
  shapes: Map<number, PlacedShape>,
  generosity: number,
  insets: number[],
  meshes: Map<number, Mesh>,
): void {
  for (const pair of pairs) {
    const missing = missingIn(pair);
    const closed = [pair.a, pair.b].filter((i) => canShrink(shapes.get(i) as PlacedShape));
    if (missing === 0 || closed.length === 0) continue;
    for (const i of closed) {
      insets[i] = Math.max(insets[i], (generosity * missing) / closed.length);
    }
  }
  insets.forEach((inset, i) => {
    if (inset === 0) return;
    const shape = shapes.get(i) as PlacedShape;
    const mesh = shape.thickness > 0 ? meshAboutOrigin(scene, i) : shape.mesh;
    const angles = Float64Array.from(mesh.faces, (_, c) => cornerAngle(mesh, c));
    meshes.set(i, insetMesh(mesh, faceNormals(mesh), angles, inset));
    shapes.set(
      i,
      shape.thickness > inset
        ? { ...shape, thickness: shape.thickness - inset }
        : placeMesh(meshes.get(i) as Mesh),
    );
  });
}

function canShrink({ closed, thickness }: PlacedShape): boolean {
  return closed || thickness > 0;
}

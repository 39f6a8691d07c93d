// The modes of a body of revolution from its profile, one angular order at a time, shown at the nodes of its tetrahedra.
//
//   u = (u cos nθ, v sin nθ, w cos nθ) and the same turned by a quarter of its period: exact pairs
//
// A wall needs triangles across its section only, so these are as small as it is thick; tetrahedra of that size, and any longer ones
// that are curved, would be too many or too stiff. How much frequencies differ from those of sides twice as long is
// told as their error.

import type { TetraMesh, Turned } from '../../geometry/tetra/index.ts';
import { boundaryOf } from '../boundary.ts';
import type { FindOptions, Request } from '../find-modes.ts';
import { tooMany } from '../find-modes.ts';
import type { ModesReport } from '../modes.ts';
import { Orders } from './orders.ts';
import { coarseProfile, fineProfile } from './profile.ts';
import { type RingMode, searchOrders } from './search.ts';

export interface TurnedModes {
  readonly report: ModesReport;
  /** Displacement of every node of the mesh, three each, mode by mode. */
  readonly displacements: readonly Float64Array[];
}

/** The nodes of the profile that a clamp holds; undefined where it does not hold whole rings, which breaks the symmetry. */
export function heldRings(
  { nodeOf, points }: Turned,
  clamped: Uint8Array | undefined,
): Uint8Array | undefined {
  const held = new Uint8Array(points.length / 2);
  if (clamped === undefined) return held;
  const free = new Uint8Array(held.length);
  let isWide = false;
  for (let i = 0; i < nodeOf.length; i++) {
    if (clamped[i] === 1) held[nodeOf[i]] = 1;
    else free[nodeOf[i]] = 1;
    isWide ||= clamped[i] === 1 && points[2 * nodeOf[i]] > 0;
  }
  // what is held on its axis alone may still turn
  return isWide && !held.some((h, p) => h === 1 && free[p] === 1) ? held : undefined;
}

export function turnedModes(
  mesh: TetraMesh,
  turned: Turned,
  held: Uint8Array,
  request: Request,
  options: FindOptions,
): TurnedModes {
  options.progress?.(0, 'ordering');
  const orders = new Orders(fineProfile(turned, held), request.poissonRatio);
  const limit = request.upTo * request.upTo;
  const found = searchOrders(orders, request.count, limit, (done) =>
    options.progress?.(0.9 * done, 'iterating'),
  );
  const total = found.modes.reduce((sum, { order }) => sum + (order === 0 ? 1 : 2), 0);
  if (total > request.count && options.strict && request.upTo < Infinity) throw tooMany(total, request.count);
  options.progress?.(0.9, 'checking');
  const errors = errorsOf(found.modes, new Orders(coarseProfile(turned, held), request.poissonRatio));
  const shown = found.modes.flatMap((mode, m) =>
    (mode.order === 0 ? [0] : [0, 1]).map((turn) => ({ mode, turn, error: errors[m] })),
  );
  shown.length = Math.min(shown.length, request.count);
  const displacements = shown.map(({ mode, turn }) => displacementOf(mesh, turned, mode, turn === 1));
  const boundary = boundaryOf(mesh);
  const size = boundary.positions.length;
  const shapes = new Float64Array(shown.length * size);
  displacements.forEach((u, m) => {
    boundary.nodes.forEach((node, v) => {
      for (let k = 0; k < 3; k++) shapes[m * size + 3 * v + k] = u[3 * node + k];
    });
  });
  const report: ModesReport = {
    modes: {
      count: shown.length,
      omegas: Float64Array.from(shown, ({ mode }) => Math.sqrt(mode.value)),
      errors: Float64Array.from(shown, ({ error }) => error),
      residuals: Float64Array.from(shown, ({ mode }) => mode.residual),
      positions: boundary.positions,
      faces: boundary.faces,
      shapes,
      clamped: options.clamped,
      tetrahedra: mesh.elements.length / 10,
      unknowns: orders.unknowns,
    },
    orthogonality: found.orthogonality,
    rigid: options.clamped ? 0 : 6,
    complete: found.complete,
    completeBelow: Math.sqrt(found.cut),
    factorBytes: orders.factorBytes,
    solves: orders.solves,
    factorisations: orders.factorisations,
  };
  return { report, displacements };
}

/** By how much sides twice as long change each frequency, of it. */
function errorsOf(modes: readonly RingMode[], coarse: Orders): number[] {
  const most = new Map<number, number>();
  for (const { order, index } of modes) most.set(order, Math.max(most.get(order) ?? 0, index + 1));
  const values = new Map([...most].map(([order, count]) => [order, coarse.lowest(order, count).values]));
  return modes.map(({ order, index, value }) => {
    const other = values.get(order)?.[index];
    return other === undefined ? 1 : Math.abs(Math.sqrt(other / value) - 1);
  });
}

/** At every node of the mesh. @param isTurned  by a quarter of its period */
function displacementOf(
  { positions: x }: TetraMesh,
  { axes, center, nodeOf, points }: Turned,
  { order, vector }: RingMode,
  isTurned: boolean,
): Float64Array {
  const out = new Float64Array(x.length);
  const [a, b, c] = axes;
  for (let i = 0; i < nodeOf.length; i++) {
    const p = nodeOf[i];
    const [dx, dy, dz] = [x[3 * i] - center[0], x[3 * i + 1] - center[1], x[3 * i + 2] - center[2]];
    let cos = dx * a[0] + dy * a[1] + dz * a[2];
    let sin = dx * b[0] + dy * b[1] + dz * b[2];
    const r = Math.sqrt(cos * cos + sin * sin);
    const isOnAxis = points[2 * p] === 0;
    cos = isOnAxis ? 1 : cos / r;
    sin = isOnAxis ? 0 : sin / r;
    // cos nθ and sin nθ
    let [cn, sn] = [1, 0];
    for (let n = 0; n < order; n++) [cn, sn] = [cn * cos - sn * sin, sn * cos + cn * sin];
    const [even, odd] = order === 0 ? [1, 1] : isTurned ? [sn, -cn] : [cn, sn];
    const [u, v, w] = [vector[3 * p] * even, vector[3 * p + 1] * odd, vector[3 * p + 2] * even];
    for (let k = 0; k < 3; k++)
      out[3 * i + k] = (u * cos - v * sin) * a[k] + (u * sin + v * cos) * b[k] + w * c[k];
  }
  return out;
}

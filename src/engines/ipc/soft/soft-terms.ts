// What is soft in an island's potential: elements, barriers of stencils, and their friction.

import { CANDIDATE_STRIDE, EDGE_EDGE, POINT_EDGE, POINT_TRIANGLE } from '../../../geometry/ccd/index.ts';
import { edgeEdgeCrossSquared } from '../../../geometry/distance/index.ts';
import { barrier, barrierCurvature, barrierSlope } from '../contact/barrier.ts';
import type { HessianPart } from '../contact/contact-terms.ts';
import { recordSize } from '../contact/contact-set.ts';
import type { Island } from '../solve/islands.ts';
import type { Poses } from '../step/poses.ts';
import type { Work } from '../step/work.ts';
import { Carriers } from './carriers.ts';
import { stiffnessOf } from './hardness.ts';
import { enterRoom, GRADIENT, HESSIAN, room } from './room.ts';
import type { SoftContacts } from './soft-contacts.ts';
import { NO_SLOT } from '../solve/no-slot.ts';
import { slotsOf } from './soft-system.ts';
import { addSoftFriction, softFrictionEnergy } from './soft-friction.ts';
import { ENERGY, FORCE, FULL, PROJECTED } from './sheet-layout.ts';
import type { Soft, SoftItem } from './soft.ts';

/** The potential of what is soft at the given poses with the contacts there. */
export function softEnergy(work: Work, island: Island, poses: Poses, contacts: SoftContacts): number {
  const { soft } = work.model;
  if (!soft || !island.soft) return 0;
  if (contacts.energy === Infinity) return Infinity;
  const weight = work.span.h * work.span.h;
  let energy = contacts.energy + softFrictionEnergy(island.soft.friction, poses.x);
  work.softSystems?.shared.q.set(poses.q);
  for (const s of island.soft.places)
    soft.items[s].elements.forEach((elements, kind) => {
      const table = work.softSystems?.tables[s][kind];
      energy += table ? table.run(ENERGY, weight) : weight * elements.energyAt(poses.q);
    });
  return energy;
}

/** Adds to the island's gradient, and where wanted to its matrix: of elements what is asked for, of contacts what is never negative. */
export function addSoftTerms(
  work: Work,
  island: Island,
  poses: Poses,
  contacts: SoftContacts,
  part: HessianPart,
): void {
  const { soft } = work.model;
  if (!soft || !island.soft) return;
  const withHessian = part !== 'none';
  addElements(work, soft, island, poses, part);
  for (let c = 0; c < contacts.count; c++) addBarrier(work, soft, island, poses, contacts, c, part);
  addSoftFriction(work, soft, island, poses, withHessian);
}

function addElements(work: Work, soft: Soft, island: Island, { q }: Poses, part: HessianPart): void {
  const withHessian = part !== 'none';
  const own = island.soft;
  if (!own) return;
  const { gradient } = island;
  const { system } = own;
  const { place } = work.islands;
  const h2 = work.span.h * work.span.h;
  const { softSystems } = work;
  if (softSystems) {
    softSystems.shared.q.set(q);
    softSystems.shared.force.fill(0);
  }
  enterRoom();
  own.places.forEach((s, which) => {
    soft.items[s].elements.forEach((elements, kind) => {
      const { width, nodes, count } = elements;
      const slots = withHessian ? slotsOf(work, soft, island, which, kind) : noSlots;
      const table = softSystems?.tables[s][kind];
      if (table) {
        table.run(kernelPart(part), h2, withHessian ? system.values : undefined, slots);
        return;
      }
      elements.look(q);
      for (let e = 0; e < count; e++) {
        elements.gather(e, q);
        elements.writeGradient(e);
        for (let n = 0; n < width; n++) {
          const p = place[nodes[width * e + n]];
          if (p < 0) continue;
          const from = GRADIENT + 3 * n;
          for (let k = 0; k < 3; k++) gradient[6 * p + k] += h2 * room[from + k];
        }
        if (!withHessian) continue;
        elements.writeHessian(e, part === 'projected');
        const side = 3 * width;
        if (h2 !== 1) for (let k = HESSIAN; k < HESSIAN + side * side; k++) room[k] *= h2;
        for (let a = 0, i = width * width * e; a < width; a++)
          for (let b = 0; b < width; b++, i++) {
            if (b < a || slots[i] === NO_SLOT) continue;
            const block = HESSIAN + 3 * a * side + 3 * b;
            system.addAt(slots[i], room, block, side);
            // two tilts of one node: what is on the other side of the diagonal is there, too
            if (b > a && nodes[width * e + a] === nodes[width * e + b])
              system.addAt(~slots[i], room, block, side);
          }
      }
    });
    takeForces(work, soft.items[s], gradient);
  });
}

/** Adds what kernels have found the owners of an item to feel. */
function takeForces(
  work: Work,
  { first, until, firstHidden, untilHidden }: SoftItem,
  gradient: Float64Array,
): void {
  const { place } = work.islands;
  const force = work.softSystems?.shared.force;
  if (!force) return;
  const take = (i: number): void => {
    if (place[i] >= 0) for (let k = 0; k < 3; k++) gradient[6 * place[i] + k] += force[3 * i + k];
  };
  for (let i = first; i < until; i++) take(i);
  for (let i = firstHidden; i < untilHidden; i++) take(i);
}

function kernelPart(part: HessianPart): number {
  return part === 'none' ? FORCE : part === 'full' ? FULL : PROJECTED;
}

const noSlots = new Int32Array(0);

const carriers = new Carriers();
const m = new Float64Array(6);
const normal = new Float64Array(3);
const across = new Float64Array(3);

function addBarrier(
  work: Work,
  soft: Soft,
  island: Island,
  poses: Poses,
  set: SoftContacts,
  c: number,
  part: HessianPart,
): void {
  const { dHat } = soft.rules[set.rule[c]];
  const kappa = stiffnessOf(work, set.rule[c]);
  const at = CANDIDATE_STRIDE * c;
  const r = recordSize * c;
  const d = Math.sqrt(set.record[r + 7]);
  for (let k = 0; k < 3; k++) normal[k] = set.record[r + 4 + k] / d;
  const mollifier = set.mollifier[c];
  const slope = kappa * mollifier * barrierSlope(set.gap[c], dHat);
  carriers.load(work, soft, island, poses, set.list, at, set.record, r);
  carriers.addForce(island.gradient, slope * normal[0], slope * normal[1], slope * normal[2]);
  if (part === 'none') {
    if (mollifier < 1) addMollifier(work, soft, island, poses, set, c, kappa * barrier(set.gap[c], dHat));
    return;
  }
  const curvature = kappa * mollifier * barrierCurvature(set.gap[c], dHat);
  // ∇²d = (JᵀJ − ∇d∇dᵀ + turning − Z (EᵀE)⁻¹ Zᵀ) / d as in contact/contact-terms.ts: since b' is negative, the last part pushes up
  const bend = slope / d;
  const whole = part === 'full' ? bend : 0;
  let k = 0;
  for (let i = 0; i < 3; i++)
    for (let j = i; j < 3; j++) m[k++] = (curvature - whole) * normal[i] * normal[j] + (i === j ? whole : 0);
  subtractSliding(island, poses, set, c, bend);
  if (part === 'full') carriers.addTurning(island, slope * normal[0], slope * normal[1], slope * normal[2]);
  carriers.addCurvature(island, m);
  if (mollifier < 1) addMollifier(work, soft, island, poses, set, c, kappa * barrier(set.gap[c], dHat));
}

const apart = new Float64Array(3);
const e1 = new Float64Array(3);
const e2 = new Float64Array(3);
const z1 = new Float64Array(24);
const z2 = new Float64Array(24);

/** Subtracts k Z (EᵀE)⁻¹ Zᵀ for the edges along which the nearest points slide. */
function subtractSliding(
  island: Island,
  { x }: Poses,
  { list, record }: SoftContacts,
  c: number,
  k: number,
): void {
  const at = CANDIDATE_STRIDE * c;
  const r = recordSize * c;
  const kind = list[at];
  const has = (i: number, j: number): boolean => record[r + i] !== 0 && record[r + j] !== 0;
  for (let n = 0; n < 3; n++) apart[n] = record[r + 4 + n];
  let count = 0;
  const slide = (i: number, j: number, sign: number): void => {
    const e = count === 0 ? e1 : e2;
    for (let n = 0; n < 3; n++) e[n] = sign * (x[3 * list[at + 1 + j] + n] - x[3 * list[at + 1 + i] + n]);
    carriers.writeSliding(count === 0 ? z1 : z2, e, apart, i, j, sign);
    count++;
  };
  if (kind === EDGE_EDGE) {
    if (has(0, 1)) slide(0, 1, 1);
    if (has(2, 3)) slide(2, 3, -1);
  } else if (kind === POINT_TRIANGLE) {
    if (has(1, 2)) slide(1, 2, -1);
    if (has(1, 3)) slide(1, 3, -1);
    if (record[r + 1] === 0 && has(2, 3)) slide(2, 3, -1);
  } else if (kind === POINT_EDGE && has(1, 2)) slide(1, 2, -1);
  if (count === 0) return;
  const g11 = e1[0] * e1[0] + e1[1] * e1[1] + e1[2] * e1[2];
  if (!(g11 > 0)) return;
  carriers.addOuter(island, z1, -k / g11);
  if (count === 1) return;
  const g12 = e1[0] * e2[0] + e1[1] * e2[1] + e1[2] * e2[2];
  const g22 = e2[0] * e2[0] + e2[1] * e2[1] + e2[2] * e2[2];
  const rest = g22 - (g12 * g12) / g11;
  // parallel: the second edge adds no new direction
  if (rest <= 1e-12 * g22) return;
  for (let n = 0; n < 3 * carriers.count; n++) z2[n] -= (g12 / g11) * z1[n];
  carriers.addOuter(island, z2, -k / rest);
}

const weights = new Float64Array(4);

/** ∂(m(c)) of two edges, times their barrier: of c = |a × b|² = a² b² − (a·b)². Its curvature is left out. */
function addMollifier(
  work: Work,
  soft: Soft,
  island: Island,
  poses: Poses,
  { list, threshold }: SoftContacts,
  contact: number,
  plain: number,
): void {
  const at = CANDIDATE_STRIDE * contact;
  if (list[at] !== EDGE_EDGE) return;
  const { x } = poses;
  const [i, j, k, l] = [3 * list[at + 1], 3 * list[at + 2], 3 * list[at + 3], 3 * list[at + 4]];
  const u = edgeEdgeCrossSquared(x, i, j, k, l) / threshold[contact];
  const factor = (plain * (2 - 2 * u)) / threshold[contact];
  let [aa, ab, bb] = [0, 0, 0];
  for (let n = 0; n < 3; n++) {
    const a = x[j + n] - x[i + n];
    const b = x[l + n] - x[k + n];
    aa += a * a;
    ab += a * b;
    bb += b * b;
  }
  // by the first edge, then by the second: the opposite at their two ends
  for (let edge = 0; edge < 2; edge++) {
    for (let n = 0; n < 3; n++) {
      const a = x[j + n] - x[i + n];
      const b = x[l + n] - x[k + n];
      across[n] = 2 * factor * (edge === 0 ? a * bb - b * ab : b * aa - a * ab);
    }
    weights.fill(0);
    weights[2 * edge] = -1;
    weights[2 * edge + 1] = 1;
    carriers.load(work, soft, island, poses, list, at, weights, 0);
    carriers.addForce(island.gradient, across[0], across[1], across[2]);
  }
}

// Vertices that are glued to bodies which move by themselves: x = q + R r, so they are no unknowns of their own.
//
// They keep their nodes, into which elements, contacts and their own mass are added as into those of others. What is there is then
// folded into the two nodes of the body, with J = (1, −[R r]×): Jᵀ g of what they feel, Jᵀ H J of its derivative. What is left of the
// latter, as R r itself turns, is that of a force on a point of the body. As (u, ω) of such a vertex counts that of its body.

import type { HessianPart } from '../contact/contact-terms.ts';
import type { Island } from '../solve/islands.ts';
import type { Poses } from '../step/poses.ts';
import type { Work } from '../step/work.ts';

/** Calls with the places of each such vertex of an island and of its body, −1 where that is not solved for. */
function eachCarried(
  { model, islands }: Work,
  island: Island,
  call: (place: number, body: number) => void,
): void {
  if (!island.soft || !model.soft?.isAnyCarried) return;
  const { bodies } = island;
  for (let k = 0; k < bodies.length; k++) {
    const body = model.carrier[bodies[k]];
    if (body >= 0) call(k, islands.list[islands.of[body]] === island ? islands.place[body] : -1);
  }
}

const arm = new Float64Array(3);

/** R r of an owner that is carried. */
function writeArm({ model }: Work, { q }: Poses, owner: number): void {
  const body = model.carrier[owner];
  for (let k = 0; k < 3; k++) arm[k] = q[3 * owner + k] - q[3 * body + k];
}

/** What vertices feel, six numbers an owner, is felt by their bodies. */
export function foldForces(work: Work, island: Island, poses: Poses, forces: Float64Array): void {
  eachCarried(work, island, (k, b) => {
    const [x, y, z] = forces.subarray(6 * k, 6 * k + 3);
    forces.fill(0, 6 * k, 6 * k + 6);
    if (b < 0) return;
    writeArm(work, poses, island.bodies[k]);
    const to = 6 * b;
    forces[to] += x;
    forces[to + 1] += y;
    forces[to + 2] += z;
    forces[to + 3] += arm[1] * z - arm[2] * y;
    forces[to + 4] += arm[2] * x - arm[0] * z;
    forces[to + 5] += arm[0] * y - arm[1] * x;
  });
}

/** The island's gradient and matrix, after all but what is fixed. */
export function foldCarried(work: Work, island: Island, poses: Poses, part: HessianPart): void {
  const { soft, gradient } = island;
  if (part !== 'none')
    eachCarried(work, island, (k, b) => {
      writeArm(work, poses, island.bodies[k]);
      if (part === 'full' && b >= 0) soft?.system.addTurning(b, arm, gradient, 6 * k);
      soft?.system.fold(k, b, arm);
    });
  foldForces(work, island, poses, gradient);
}

/** Vertices go as their bodies do. @param way  six numbers a place in the island */
export function leadCarried(work: Work, island: Island, way: Float64Array): void {
  eachCarried(work, island, (k, b) => {
    for (let c = 0; c < 6; c++) way[6 * k + c] = b < 0 ? 0 : way[6 * b + c];
  });
}

/** The same of ways of all owners, six numbers each. */
export function leadAll({ model }: Work, way: Float64Array): void {
  if (!model.soft?.isAnyCarried) return;
  for (let i = model.bodies; i < model.carrier.length; i++) {
    const body = model.carrier[i];
    if (body >= 0) for (let c = 0; c < 6; c++) way[6 * i + c] = way[6 * body + c];
  }
}

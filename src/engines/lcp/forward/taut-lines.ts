// Distance joints that a load pulls taut, in the same way as links (taut.ts): across its line, where the pull f of the last step is as
// stiff as a spring of f/l, a joint that would swing faster than steps can follow resists changes of its ends' relative velocity,
//
//   z = −(growth(κ)/W) (u⁺ − u⁻),   κ = h² W f/l
//
// two more rows of the island's problem, W what they would be moved by a unit impulse. They act between the two bodies, so nothing is
// lost of what these do together.

import { writeTangents } from '../../../geometry/distance/index.ts';
import type { JointModel } from '../joints.ts';
import { placed, placeJoint } from './joint-rows.ts';
import type { KickStep } from './kick.ts';
import type { Problem } from './problem.ts';
import { writePointRow } from './rows.ts';
import { growth } from './taut.ts';

/** Rows that a joint may need. */
export const mostTautRows = ({ joint }: JointModel): number => (joint.kind === 'distance' ? 2 : 0);

const tangents = new Float64Array(6);
const arms = new Float64Array(6);

/** Appends the rows of an island's taut distance joints. */
export function addTautRows(
  { model, mid, islands, impulses }: KickStep,
  island: number,
  { members, rows }: Pick<Problem, 'members' | 'rows'>,
): void {
  const h = model.timeStep;
  for (let i = islands.jointStart[island]; i < islands.jointStart[island + 1]; i++) {
    const joint = model.joints[islands.joints[i]];
    if (joint.joint.kind !== 'distance') continue;
    let pull = 0;
    joint.rows.forEach(({ kind }, r) => {
      if (kind === 'distance') pull -= impulses.joint[joint.firstRow + r] / h;
    });
    if (!(pull > 0)) continue;
    placeJoint(joint, mid);
    const { apart, armA, armB } = placed;
    const length = Math.sqrt(apart[0] * apart[0] + apart[1] * apart[1] + apart[2] * apart[2]);
    if (!(length > 0)) continue;
    writeTangents(tangents, 0, apart, 0);
    arms.set(armA);
    arms.set(armB, 3);
    for (let t = 0; t < 6; t += 3) {
      const row = rows.count;
      rows.a[row] = members.slot(model, joint.a);
      rows.b[row] = members.slot(model, joint.b);
      rows.soft[row] = 0;
      rows.low[row] = Number.NEGATIVE_INFINITY;
      rows.high[row] = Number.POSITIVE_INFINITY;
      rows.lever[row] = 1;
      rows.z[row] = 0;
      writePointRow(rows.jacobian, 9 * row, arms, tangents[t], tangents[t + 1], tangents[t + 2]);
      rows.finish(members, row);
      const inertia = growth((h * h * rows.diagonal[row] * pull) / length) / rows.diagonal[row];
      if (!(inertia > 0)) continue;
      rows.soft[row] = 1 / inertia;
      rows.diagonal[row] += rows.soft[row];
      // scripted motion is in both velocities
      rows.shift[row] = -rows.speed(members.before, row);
      rows.count++;
    }
  }
}

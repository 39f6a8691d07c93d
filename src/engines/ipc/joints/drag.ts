// A body dragged from outside: a spring and a damper from a point of it to a point of the world, both implicit.
//
//   E = h² ½k|p − t|² + ½h d|p − p₀|²
//
// p is where the body's point is and p₀ where it was when the step began.

import { dragSize } from '../../../sim/index.ts';
import type { HessianPart } from '../contact/contact-terms.ts';
import { addWrench } from '../solve/blocks.ts';
import type { Island } from '../solve/islands.ts';
import type { Poses } from '../step/poses.ts';
import type { Work } from '../step/work.ts';

/** What drags each body from outside (dragSize numbers), and whether anything does. */
export interface Drags {
  readonly data: Float64Array;
  any: boolean;
}

export function createDrags(count: number): Drags {
  return { data: new Float64Array(dragSize * count), any: false };
}

const arm = new Float64Array(3);
const pull = new Float64Array(3);
const six = new Float64Array(36);
const row = new Float64Array(6);

/** Energy of body i's drag; `pull` is then its gradient over the point. */
function measureDrag(work: Work, i: number, poses: Poses): number {
  const { start } = work;
  const { data } = work.drags;
  const { h } = work.span;
  const at = dragSize * i;
  const m = 9 * i;
  let energy = 0;
  for (let k = 0; k < 3; k++) {
    let now = 0;
    let before = 0;
    for (let c = 0; c < 3; c++) {
      now += poses.r[m + 3 * k + c] * data[at + 2 + c];
      before += start.r[m + 3 * k + c] * data[at + 2 + c];
    }
    arm[k] = now;
    const stretch = poses.q[3 * i + k] + now - data[at + 5 + k];
    const moved = poses.q[3 * i + k] + now - start.q[3 * i + k] - before;
    energy += 0.5 * h * (h * data[at] * stretch * stretch + data[at + 1] * moved * moved);
    pull[k] = h * (h * data[at] * stretch + data[at + 1] * moved);
  }
  return energy;
}

export function addDragEnergy(work: Work, island: Island, poses: Poses): number {
  let energy = 0;
  if (!work.drags.any) return energy;
  for (const i of island.bodies) if (work.drags.data[dragSize * i] > 0) energy += measureDrag(work, i, poses);
  return energy;
}

export function addDragTerms(work: Work, island: Island, part: HessianPart, poses: Poses): void {
  if (!work.drags.any) return;
  const h = work.span.h;
  island.bodies.forEach((i, place) => {
    const at = dragSize * i;
    if (!(work.drags.data[at] > 0)) return;
    measureDrag(work, i, poses);
    const [rx, ry, rz] = arm;
    const [px, py, pz] = pull;
    addWrench(island.gradient, 6 * place, arm, 0, px, py, pz);
    if (part === 'none') return;
    six.fill(0);
    const stiffness = h * (h * work.drags.data[at] + work.drags.data[at + 1]);
    for (let k = 0; k < 3; k++) {
      const [x, y, z] = k === 0 ? [1, 0, 0] : k === 1 ? [0, 1, 0] : [0, 0, 1];
      row.set([x, y, z, ry * z - rz * y, rz * x - rx * z, rx * y - ry * x]);
      for (let r = 0; r < 6; r++) for (let c = r; c < 6; c++) six[6 * r + c] += stiffness * row[r] * row[c];
    }
    // the arm's turning, which only the full Hessian has: it may bend downward
    if (part === 'full') {
      const dot = px * rx + py * ry + pz * rz;
      for (let r = 0; r < 3; r++) {
        for (let c = r; c < 3; c++) {
          const both = 0.5 * (pull[r] * arm[c] + pull[c] * arm[r]);
          six[6 * (3 + r) + 3 + c] += both - (r === c ? dot : 0);
        }
      }
    }
    island.system.addBody(place, six);
  });
}

// What moving a clamp does to the modes of the body that it holds.
//
// Modes of a held body are measured in the frame of its clamp. When that frame changes its velocity by ΔV and its spin by Δω,
// inertia kicks every mode by
//
//   −∫ρ U · Rᵀ(ΔV + Δω × r) = −(Γ · RᵀΔV + Γ′ · RᵀΔω),   Γ = ∫ρ U,   Γ′ = ∫ρ r × U
//
// Shapes are known on the surface alone, so the integrals are taken over it, with the body's mass spread evenly: right for rulers, plates and
// table tops, which move through their thickness as one, and rough for what is as thick as long. Paths turn at their keys
// and are straight in between, so the kicks are there.

import { unrotateByQuaternion } from '../../../num/index.ts';
import type { ModalBody } from '../bodies/body.ts';
import { writeFaceNormal } from '../bodies/normals.ts';
import type { Model } from '../model.ts';
import { meanScripted } from '../scripted.ts';
import type { ModalState } from '../state.ts';
import type { Moment } from './flow.ts';

const before = new Float64Array(6);
const after = new Float64Array(6);

/** Γ and Γ′ of each mode, six numbers [√kg, m√kg], body axes. */
export function participationOf({ surface, shapes, modes, mass }: ModalBody): Float64Array {
  const { positions, faces } = surface;
  const areas = new Float64Array(positions.length / 3);
  const normals = new Float64Array(faces.length);
  let total = 0;
  for (let f = 0; f < faces.length; f += 3) {
    const area = 0.5 * writeFaceNormal(normals, positions, faces, f / 3);
    total += area;
    for (let c = 0; c < 3; c++) areas[faces[f + c]] += area / 3;
  }
  const out = new Float64Array(6 * modes);
  for (let v = 0; v < areas.length; v++) {
    const share = (mass * areas[v]) / total;
    const x = positions[3 * v];
    const y = positions[3 * v + 1];
    const z = positions[3 * v + 2];
    for (let m = 0; m < modes; m++) {
      const s = 3 * (v * modes + m);
      const ux = share * shapes[s];
      const uy = share * shapes[s + 1];
      const uz = share * shapes[s + 2];
      out[6 * m] += ux;
      out[6 * m + 1] += uy;
      out[6 * m + 2] += uz;
      out[6 * m + 3] += y * uz - z * uy;
      out[6 * m + 4] += z * ux - x * uz;
      out[6 * m + 5] += x * uy - y * ux;
    }
  }
  return out;
}

/** Writes the kicks [N s/√kg] of a body's modes at a time, between its last step and one of length h, into `out`. */
export function writeClampKicks(
  model: Model,
  state: ModalState,
  { rotations }: Moment,
  b: number,
  time: number,
  h: number,
  out: Float64Array,
): void {
  const first = model.bodies.firstMode[b];
  const { modes } = model.bodies.bodies[b];
  out.fill(0, first, first + modes);
  const participation = model.participations[b];
  const passed = time - state.times[b];
  // what moves from the start on has always done so
  if (participation.length === 0 || !(passed > 0)) return;
  meanScripted(model, b, state.times[b], passed, before, 0);
  meanScripted(model, b, time, h, after, 0);
  for (let k = 0; k < 6; k++) after[k] -= before[k];
  unrotateByQuaternion(after, 0, rotations, 4 * b, after, 0);
  unrotateByQuaternion(after, 3, rotations, 4 * b, after, 3);
  for (let m = 0; m < modes; m++) {
    let sum = 0;
    for (let k = 0; k < 6; k++) sum += participation[6 * m + k] * after[k];
    out[first + m] = -sum;
  }
}

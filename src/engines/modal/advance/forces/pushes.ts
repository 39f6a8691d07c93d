// What contacts push all modes of their bodies with, whether these are simulated or not: Σ Uᵀ Rᵀ f.

import { unrotateByQuaternion } from '../../../../num/index.ts';
import type { ContactSet } from '../../collide/contact-set.ts';
import type { Model } from '../../model.ts';

const local = new Float64Array(3);

/** Adds the push of a force [N] on a (its opposite on b), world axes at force[at…], to out [N/√kg], over all modes. */
export function addPush(
  model: Model,
  rotations: Float64Array,
  contacts: ContactSet,
  c: number,
  force: Float64Array,
  at: number,
  out: Float64Array,
): void {
  addSide(model, rotations, contacts, c, 1, force, at, out);
  addSide(model, rotations, contacts, c, -1, force, at, out);
}

/** One body's share: sign +1 for a, -1 for b. */
function addSide(
  model: Model,
  rotations: Float64Array,
  contacts: ContactSet,
  c: number,
  sign: number,
  force: Float64Array,
  at: number,
  out: Float64Array,
): void {
  const b = sign > 0 ? contacts.a[c] : contacts.b[c];
  const places = sign > 0 ? contacts.placesA : contacts.placesB;
  const weights = sign > 0 ? contacts.weightsA : contacts.weightsB;
  const { modes, shapes } = model.bodies.bodies[b];
  if (modes === 0) return;
  unrotateByQuaternion(local, 0, rotations, 4 * b, force, at);
  const first = model.bodies.firstMode[b];
  for (let corner = 0; corner < 3; corner++) {
    const weight = sign * weights[3 * c + corner];
    if (weight === 0) continue;
    const x = weight * local[0];
    const y = weight * local[1];
    const z = weight * local[2];
    let s = 3 * modes * places[3 * c + corner];
    for (let m = 0; m < modes; m++) {
      out[first + m] += shapes[s] * x + shapes[s + 1] * y + shapes[s + 2] * z;
      s += 3;
    }
  }
}

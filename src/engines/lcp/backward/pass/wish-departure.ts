// What is wished at the contacts of a body that starts to move, for the way it departs in.

import { dot3 } from '../../../../num/index.ts';
import type { ContactSet } from '../../collide/contact-set.ts';
import type { Model } from '../../model.ts';
import { horizontal, horizontalPart } from '../horizontal.ts';
import type { StepBack } from '../kick/wishes.ts';
import type { Departure } from './plan.ts';

/** A speed that friction never allows: as much as it can. */
const AS_MUCH_AS_CAN_BE = 1e9;

const side = new Float64Array(3);
const tilting = new Float64Array(3);
const arm = new Float64Array(3);

/** A contact that was not there in the step before has come at least this fast [m/s]. */
function slowestFrom({ collider, timeStep }: Model, { a, b, gaps }: ContactSet, c: number): number {
  const { margins } = collider;
  const margin = Math.min(
    margins[a[c]] || Number.POSITIVE_INFINITY,
    margins[b[c]] || Number.POSITIVE_INFINITY,
  );
  return Math.max(0, (1.02 * (margin - gaps[c])) / timeStep);
}

/** @param way  a direction in which its contacts let it go */
export function wishDeparture(
  { model, up, poses, contacts, wishes }: StepBack,
  body: number,
  departure: Departure,
  way: Float64Array,
): void {
  if (departure.from === undefined) horizontal(side, up, departure.angle);
  else horizontalPart(side, departure.from, up);
  let most = 1e-9;
  let reach = 1e-12;
  for (let c = 0; c < contacts.count; c++) {
    const sign = contacts.a[c] === body ? 1 : contacts.b[c] === body ? -1 : 0;
    if (sign === 0) continue;
    most = Math.max(most, sign * dot3(contacts.normals, 3 * c, way, 0));
    let square = 0;
    for (let k = 0; k < 3; k++) {
      const arm = contacts.points[3 * c + k] - poses[7 * body + k];
      square += arm * arm;
    }
    reach = Math.max(reach, Math.sqrt(square));
  }
  const speed = departure.speed > 0 ? departure.speed : AS_MUCH_AS_CAN_BE;
  horizontal(tilting, up, departure.tiltAngle);
  for (let c = 0; c < contacts.count; c++) {
    const sign = contacts.a[c] === body ? 1 : contacts.b[c] === body ? -1 : 0;
    if (sign === 0) continue;
    for (let k = 0; k < 3; k++) arm[k] = contacts.points[3 * c + k] - poses[7 * body + k];
    const parts = (sign * dot3(contacts.normals, 3 * c, way, 0)) / most;
    for (let k = 0; k < 3; k++) {
      const k1 = (k + 1) % 3;
      const k2 = (k + 2) % 3;
      switch (departure.kind) {
        case 'bounce':
          break;
        case 'slide':
          // It comes from there, so it moves away from there.
          wishes.tangential[3 * c + k] = -sign * speed * side[k];
          break;
        case 'spin':
          wishes.tangential[3 * c + k] = sign * speed * (up[k1] * arm[k2] - up[k2] * arm[k1]);
          wishes.spin[3 * c + k] = sign * speed * up[k];
          break;
        case 'roll':
          // ω = up × v for a ball that rolls with velocity v = −side
          wishes.spin[3 * c + k] = (-sign * speed * (up[k1] * side[k2] - up[k2] * side[k1])) / reach;
      }
    }
    if (departure.kind === 'bounce' && parts > 0) {
      // Uneven: corners on one side part faster; the law finds what the others do.
      const lean = departure.tilt * (dot3(tilting, 0, arm, 0) / reach);
      const uneven = 1 - Math.abs(departure.tilt) + Math.abs(departure.tilt) * 0.5 + lean;
      wishes.normal[c] = Math.min(
        0.999 * model.bounceSpeed,
        Math.max(slowestFrom(model, contacts, c), departure.speed * parts * uneven),
      );
    }
  }
}

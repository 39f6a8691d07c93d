// The parts of a lock: a scroll whose spiral slots draw bolts together when it turns, and a bolt with a stud for a slot.

import type { Mesh } from '../../../src/geometry/index.ts';
import {
  addStuds,
  circle,
  extrude,
  pushArc,
  reversedRing,
  type Ring,
  SolidBuilder,
  turned,
} from '../../../src/geometry/primitives/index.ts';
import { atan2, cos, sin } from '../../../src/num/elementary/index.ts';
import { type Rectangle, rectangle } from './solids.ts';

export interface ScrollShape {
  /** All lengths [m]. */
  readonly radius: number;
  readonly thickness: number;
  /** Radius of the slot where it begins, on the x axis, and where it ends. */
  readonly from: number;
  readonly to: number;
  /** Half the width of the slot. */
  readonly slot: number;
  /** Half the width of the square hole for the key. */
  readonly keyhole: number;
  /** How far the slot runs round [rad]. */
  readonly turn: number;
}

/** A disc on z = 0 with two spiral slots, half a turn apart. */
export function scroll(p: ScrollShape): Mesh {
  const slot = spiralSlot(p);
  const key = rectangle([-p.keyhole, p.keyhole, -p.keyhole, p.keyhole]);
  const holes = [slot, turned(slot, Math.PI), key].map(reversedRing);
  return extrude([circle(p.radius, 48), ...holes], 0, p.thickness);
}

/** A band of even width about the spiral r = from + (to − from) φ / turn, with round ends, counter-clockwise. */
function spiralSlot(p: ScrollShape): Ring {
  const steps = 15;
  const growth = (p.to - p.from) / p.turn;
  const at = (s: number) => {
    const angle = (p.turn * s) / steps;
    const r = p.from + growth * angle;
    const [c, si] = [cos(angle), sin(angle)];
    // The direction of the curve: d/dφ (r cos φ, r sin φ).
    const direction = atan2(growth * si + r * c, growth * c - r * si);
    return { x: r * c, y: r * si, direction };
  };
  const ring: number[] = [];
  const side = (s: number, sign: number) => {
    const { x, y, direction } = at(s);
    pushArc(ring, x, y, p.slot, direction + (sign * Math.PI) / 2, 0, 0);
  };
  // Along the outer side, which lies to the right of the curve, round its end, back inside, round its beginning.
  for (let s = 0; s <= steps; s++) side(s, -1);
  const end = at(steps);
  pushArc(ring, end.x, end.y, p.slot, end.direction - Math.PI / 3, end.direction + Math.PI / 3, 4);
  for (let s = steps; s >= 0; s--) side(s, 1);
  const start = at(0);
  pushArc(
    ring,
    start.x,
    start.y,
    p.slot,
    start.direction + (2 * Math.PI) / 3,
    start.direction + (4 * Math.PI) / 3,
    4,
  );
  return ring;
}

/** A bar below z = 0 with a stud on it at the origin, upwards. All lengths [m]. */
export function boltWithStud(bar: Rectangle, thickness: number, stud: number, studLength: number): Mesh {
  const builder = new SolidBuilder();
  const low = builder.ring(rectangle(bar), -thickness);
  const high = builder.ring(rectangle(bar), 0);
  builder.cap([low], 'down');
  builder.wall(low, high);
  addStuds(builder, high, [circle(stud, 16)], 0, studLength);
  return builder.mesh();
}

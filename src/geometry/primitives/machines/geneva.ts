// A Geneva drive: a pin on the driver enters a slot of the wheel, turns it by one slot and leaves;
// between two turns a locking disc on the driver holds the wheel by its hollow flanks.
//
// With n slots and crank radius a the pin enters and leaves a slot along it (no shock) when the axes
// stand c = a / sin(π/n) apart and the wheel's radius is R = c cos(π/n). The locking disc of
// radius ℓ fits hollows of radius ℓ + clearance in the wheel. It is cut away where it would
// hit the turning wheel by a circle of radius v = R ℓ / a about the point c ℓ / a towards the pin,
// which meets the disc where the wheel's hollow leaves it (classical construction, by similarity).
//
// The wheel stands about the origin with hollows, not slots, on the x axis; the driver belongs at
// (c, 0, 0), turned by π + angle, with its pin on its own +x axis.

import { asin, atan2, cos, sin } from '../../../num/elementary/index.ts';
import { MeshError } from '../../mesh-error.ts';
import { addStuds } from './cog.ts';
import { count, definePrimitive, length, quantity } from '../define.ts';
import { extrude, type Ring, reversedRing, SolidBuilder } from '../extrude.ts';
import { circle, pushArc, turned } from '../rings.ts';

const DRIVE = {
  slots: count(4, 3, 16, 'slots of the wheel'),
  crank: length(0.04, 'from the axis of the driver to its pin'),
  pinRadius: length(0.004, 'of the pin'),
  clearance: length(0.0004, 'between pin and slot, disc and hollow, wheel and plate'),
  thickness: length(0.01, 'of the wheel'),
} as const;

interface Drive {
  readonly slots: number;
  readonly crank: number;
  readonly pinRadius: number;
  readonly clearance: number;
}

/** Sizes that both parts follow from [m]. */
export function genevaLayout(p: Drive): { distance: number; wheelRadius: number; lockRadius: number } {
  const distance = p.crank / sin(Math.PI / p.slots);
  const wheelRadius = distance * cos(Math.PI / p.slots);
  // The disc must stay inside the pin's path, and leave lands beside the slots.
  const lockRadius = p.crank - 3 * p.pinRadius;
  const slotFloor = distance - p.crank - p.pinRadius - p.clearance;
  if (lockRadius < 0.2 * p.crank || slotFloor < 0.02 * distance || slotFloor > 0.9 * wheelRadius) {
    throw new MeshError(
      'the pin is too thick for the drive',
      'geneva.pinRadius',
      p.pinRadius,
      `try ${p.crank / 12} m, or other slots`,
    );
  }
  return { distance, wheelRadius, lockRadius };
}

export const genevaWheel = definePrimitive(
  'geneva-wheel',
  'the wheel of a Geneva drive about z, from the plane through the origin upwards',
  {
    ...DRIVE,
    bore: quantity(0, 0, 1e6, 'm', 'radius of the hole for the shaft; 0 for none'),
    arcSteps: count(12, 3, 64, 'corners of each arc'),
  },
  (p) => {
    const { distance, wheelRadius, lockRadius } = genevaLayout(p);
    const slotHalf = p.pinRadius + p.clearance;
    const floor = distance - p.crank;
    const hollow = lockRadius + p.clearance;
    const toHollow = halfAngleOfHollow(wheelRadius, distance, hollow);
    const toSlot = asin(slotHalf / wheelRadius);
    if (toHollow + toSlot > 0.98 * (Math.PI / p.slots)) {
      throw new MeshError(
        'nothing is left between slot and hollow',
        'geneva.pinRadius',
        p.pinRadius,
        'use a thicker pin or fewer slots',
      );
    }
    if (p.bore >= 0.9 * Math.min(floor - slotHalf, distance - hollow)) {
      throw new MeshError(
        'the bore reaches the slots',
        'geneva.bore',
        p.bore,
        `give less than ${0.9 * (floor - slotHalf)} m`,
      );
    }
    const step = (2 * Math.PI) / p.slots;
    // One round: hollow, land, slot, land.
    const part: number[] = [];
    const open = atan2(wheelRadius * sin(toHollow), distance - wheelRadius * cos(toHollow));
    pushArc(part, distance, 0, hollow, Math.PI + open, Math.PI - open, 2 * p.arcSteps);
    pushArc(part, 0, 0, wheelRadius, (toHollow + step / 2 - toSlot) / 2, 0, 0);
    const slot: number[] = [wheelRadius * cos(toSlot), -slotHalf];
    pushArc(slot, floor, 0, slotHalf, -Math.PI / 2, (-3 * Math.PI) / 2, p.arcSteps);
    slot.push(wheelRadius * cos(toSlot), slotHalf);
    part.push(...turned(slot, step / 2));
    pushArc(part, 0, 0, wheelRadius, step - (toHollow + step / 2 - toSlot) / 2, 0, 0);
    const ring = Array.from({ length: p.slots }, (_, i) => turned(part, i * step)).flat();
    const rings: Ring[] = p.bore > 0 ? [ring, reversedRing(circle(p.bore, 32))] : [ring];
    return extrude(rings, 0, p.thickness);
  },
);

export const genevaDriver = definePrimitive(
  'geneva-driver',
  'the driver of a Geneva drive about z: a plate below the wheel, with pin and locking disc at its height',
  {
    ...DRIVE,
    plate: length(0.005, 'thickness of the plate'),
    arcSteps: count(24, 6, 256, 'corners of each arc'),
  },
  (p) => {
    const { distance, wheelRadius, lockRadius } = genevaLayout(p);
    const lock = lockOutline(p.crank, distance, wheelRadius, lockRadius, p.clearance, p.arcSteps);
    const studs = [lock, circle(p.pinRadius, p.arcSteps, p.crank, 0)];
    const builder = new SolidBuilder();
    const outline = circle(p.crank + 2 * p.pinRadius, 2 * p.arcSteps);
    const low = builder.ring(outline, -p.clearance - p.plate);
    const high = builder.ring(outline, -p.clearance);
    builder.cap([low], 'down');
    builder.wall(low, high);
    addStuds(builder, high, studs, -p.clearance, p.thickness + p.clearance);
    return builder.mesh();
  },
);

/** Half of the angle, seen from the wheel's centre, that the hollow takes from the rim. */
function halfAngleOfHollow(wheelRadius: number, distance: number, hollow: number): number {
  const cosine =
    (wheelRadius * wheelRadius + distance * distance - hollow * hollow) / (2 * wheelRadius * distance);
  return atan2(Math.sqrt(Math.max(0, 1 - cosine * cosine)), cosine);
}

function lockOutline(
  crank: number,
  distance: number,
  wheelRadius: number,
  lockRadius: number,
  clearance: number,
  steps: number,
): Ring {
  const scale = lockRadius / crank;
  const centre = distance * scale;
  const cut = wheelRadius * scale + clearance;
  // Where the two circles meet, seen from the driver's axis and from the centre of the cut.
  const x = (centre * centre + lockRadius * lockRadius - cut * cut) / (2 * centre);
  const y = Math.sqrt(Math.max(0, lockRadius * lockRadius - x * x));
  const from = atan2(y, x);
  const ring: number[] = [];
  pushArc(ring, 0, 0, lockRadius, from, 2 * Math.PI - from, 2 * steps);
  const inner = atan2(y, x - centre);
  const arc: number[] = [];
  pushArc(arc, centre, 0, cut, 2 * Math.PI - inner, inner, steps);
  ring.push(...arc.slice(2, -2));
  return ring;
}

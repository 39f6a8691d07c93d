// A block on a turntable that turns ever faster: from 0.785 to 2.2 rad/s in eight seconds.
//
// The block turns with the table from the start. It lets go where ω² r reaches μ g: at 0.81 rad/s for
// μ = 0.1, at 1.81 for 0.5, and not at all below 2.56 for 1.

import { box, defineScene, type SceneFile } from '../../../src/scene/index.ts';
import { cos, sin } from '../../../src/num/elementary/index.ts';
import { bodyAngle, bodyHeight, bodyPosition, type Outcome } from '../../../src/sim/index.ts';

const [slow, fast] = [0.785, 2.2]; // [rad/s]
const ramp = 8; // [s]
const acceleration = (fast - slow) / ramp; // [rad/s²]
const blockRadius = 1.5; // from the axis [m]
const side = 0.25; // [m]
const tableTop = 0.05; // [m]

const tableRadius = 2; // [m]

/** [rad] */
function angleAt(t: number): number {
  return slow * t + 0.5 * acceleration * t * t;
}

export function turntable(name: string, friction: number): SceneFile {
  const keys = Array.from({ length: ramp * 50 + 1 }, (_, i) => ({
    time: i / 50,
    rotation: { axis: 'y' as const, radians: angleAt(i / 50) },
  }));
  return defineScene({
    name,
    engine: 'ipc',
    duration: ramp,
    frameRateHz: 50,
    bodies: [
      {
        name: 'table',
        shape: { kind: 'cylinder', radius: tableRadius, length: 2 * tableTop, axis: 'y', segments: 48 },
        path: { keys },
        friction,
        color: '#8d99ae',
      },
      {
        ...box({ size: [side, side, side], density: 500, friction, color: '#c8553d' }),
        name: 'block',
        position: [blockRadius, tableTop + side / 2 + 0.0009 * Math.sqrt(3) * side, 0],
        velocity: [0, 0, -slow * blockRadius],
        angularVelocity: [0, slow, 0],
      },
    ],
  });
}

/** How far the block is from where it would be if it turned with the table [m]. */
export function slip(r: Outcome, t: number): number {
  const angle = bodyAngle(r, 'table', [0, 1, 0], t);
  const [x, , z] = bodyPosition(r, 'block', t);
  const [dx, dz] = [x - blockRadius * cos(angle), z + blockRadius * sin(angle)];
  return Math.sqrt(dx * dx + dz * dz);
}

/** The table's speed [rad/s] when the block has slipped by 5 mm; infinite if it never does. */
export function speedAtSlip(r: Outcome): number {
  for (const t of r.times) if (slip(r, t) > 0.005) return slow + acceleration * t;
  return Number.POSITIVE_INFINITY;
}

export function isThrownOff(r: Outcome): boolean {
  return bodyHeight(r, 'block', 'last') < 0;
}

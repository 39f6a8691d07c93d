// What the examples of specifications have in common.

import { defineScene } from '../../../src/scene/index.ts';
import { bodyPosition, column, type Expectation, type Outcome } from '../../../src/sim/index.ts';
import { specifications } from './specifications.generated.ts';

/** A scene that is the specification of the same name. */
export function specified(name: keyof typeof specifications, duration: number, tolerance = 1e-10) {
  return defineScene({
    name,
    engine: 'program',
    up: 'z',
    gravity: 0,
    specification: specifications[name],
    options: { tolerance },
    duration,
    frameRateHz: 60,
  });
}

const largest = (numbers: Float64Array) => numbers.reduce((most, x) => Math.max(most, Math.abs(x)), 0);

/** Where nothing pushes and nothing rubs. */
export const keepsEnergy: Expectation = {
  says: 'energy stays, to a hundred-millionth of the largest kinetic energy',
  holds: (r) => {
    const energy = column(r, 'energy');
    const drift = largest(energy.map((value) => value - energy[0]));
    return drift < 1e-8 * largest(column(r, 'kineticEnergy'));
  },
};

/** Where air rubs and nobody pushes. */
export const losesEnergy: Expectation = {
  says: 'drag takes energy away, little by little',
  holds: (r) => {
    const energy = column(r, 'energy');
    return energy.every((value, i) => i === 0 || value <= energy[i - 1] + 1e-9 * Math.abs(value));
  },
};

export const keepsConstraints: Expectation = {
  says: 'the constraints hold to 1e-10 in every frame',
  holds: (r) => largest(column(r, 'constraintError')) < 1e-10,
};

/** Whether something is true of every frame; it is given the frame's time. */
export function always(outcome: Outcome, holds: (time: number) => boolean): boolean {
  return outcome.times.every(holds);
}

export function frames(outcome: Outcome): number[] {
  return Array.from(outcome.times);
}

/** Linear and angular velocity of a body, six numbers, in the frame at a time. */
export function motionOf(outcome: Outcome, name: string, time: number): Float64Array {
  const { scene, times, velocities } = outcome;
  const frame = times.indexOf(time);
  const body = scene.bodies.findIndex((one) => one.name === name);
  const at = 6 * (frame * scene.bodies.length + body);
  return velocities.subarray(at, at + 6);
}

/** How fast the point p of a body moves [m/s], p in the world: v + ω × (p − x). */
export function speedAt(outcome: Outcome, name: string, p: readonly number[], time: number): number {
  const [vx, vy, vz, wx, wy, wz] = motionOf(outcome, name, time);
  const [x, y, z] = bodyPosition(outcome, name, time);
  const [dx, dy, dz] = [p[0] - x, p[1] - y, p[2] - z];
  return Math.sqrt(
    (vx + wy * dz - wz * dy) ** 2 + (vy + wz * dx - wx * dz) ** 2 + (vz + wx * dy - wy * dx) ** 2,
  );
}

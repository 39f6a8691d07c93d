// The path of a kinematic body of a fixture: given poses one a step, then its velocities, then rest.

import { fromEuler, fromRotationVector, multiply } from '../pose.ts';
import type { PathFile } from '../schema/values.ts';
import type { Quaternion, Vec3 } from '../types.ts';

interface Key {
  readonly position: Vec3;
  /** Rotation vector [rad], from the orientation at the start. */
  readonly vector: Vec3;
}

/** The most a body may turn between two keys [rad]: the shorter way round must be the right one. */
const largestTurn = 1.5;

/**
 * Undefined where the body has no more than its velocities and keeps them for ever: it needs no path.
 * @param maxTime  when the body stops [s]; negative for never
 */
export function kinematicPath(
  poses: readonly Key[],
  euler: Vec3,
  velocity: Vec3,
  angularVelocity: Vec3,
  maxTime: number,
  world: { readonly timeStep: number; readonly duration: number },
): PathFile | undefined {
  const stops = maxTime >= 0;
  if (poses.length === 0 && !stops) return undefined;
  const start = fromEuler(euler, 'xyz');
  const keys: PathFile['keys'] = [{ time: 0 }];
  const turned = (vector: Vec3): Quaternion => multiply(fromRotationVector(vector), start);
  const end = stops ? Math.min(maxTime, world.duration) : world.duration;

  let time = 0;
  // Without poses only the way from the start is known here, not where the centre of mass is.
  let at: Vec3 = [0, 0, 0];
  let orientation = start;
  for (const pose of poses) {
    if (time >= end) break;
    time = keys.length * world.timeStep;
    at = pose.position;
    orientation = turned(pose.vector);
    keys.push({ time, position: [...at], rotation: [...orientation] });
  }
  const left = end - time;
  const speed = Math.sqrt(angularVelocity.reduce((sum, w) => sum + w * w, 0));
  const moving = speed > 0 || velocity.some((v) => v !== 0);
  if (moving && left > 0) {
    const steps = Math.min(100_000, Math.max(1, Math.ceil((speed * left) / largestTurn)));
    for (let s = 1; s <= steps; s++) {
      const t = (left * s) / steps;
      const turn = fromRotationVector([
        angularVelocity[0] * t,
        angularVelocity[1] * t,
        angularVelocity[2] * t,
      ]);
      keys.push({
        time: time + t,
        position: [at[0] + velocity[0] * t, at[1] + velocity[1] * t, at[2] + velocity[2] * t],
        rotation: [...multiply(turn, orientation)],
      });
    }
  }
  return { keys, after: 'hold', of: 'centre', relative: poses.length === 0 };
}

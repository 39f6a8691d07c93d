// A scripted motion: keys of a file turned into poses of the body frame.
//
// Between two keys the motion of the body frame is linear in (rotation vector, position), by the shorter way
// round. A file may say more: two keys about the same axis, {axis, degrees}, that are half a turn or
// many turns apart. Such a turn is cut into steps that the shorter way cannot mistake; and where the
// centre of mass is not the point that is turned about, into steps so small that its arc is followed.

import type { Collector } from './fault/collector.ts';
import { limits } from './read/limits.ts';
import { axisOf, compose, multiply, noRotation, readRotation } from './pose.ts';
import type { PathFile, RotationFile } from './schema/values.ts';
import type { Path, Pose, Vec3 } from './types.ts';

interface Key {
  readonly time: number;
  readonly position: Vec3;
  readonly rotation: RotationFile;
}

const degreesPerStep = { centred: 90, swinging: 5 };

/**
 * @param start        where keys take what they leave out
 * @param bodyInModel  the body frame in model coordinates
 */
export function resolvePath(
  file: PathFile,
  start: { readonly position: Vec3; readonly rotation: RotationFile },
  bodyInModel: Pose,
  where: string,
  collector: Collector,
): Path | undefined {
  const given = file.keys.map((key) => ({
    time: key.time,
    position: placeAt(key.position, start.position, file.relative ?? false),
    rotation: key.rotation ?? start.rotation,
  }));
  let good = true;
  for (let k = 1; k < given.length; k++) {
    if (given[k].time > given[k - 1].time) continue;
    collector.add(
      'the times do not increase',
      `${where}.keys[${k}].time`,
      given[k].time,
      `give a time > ${given[k - 1].time}`,
    );
    good = false;
  }
  given.forEach((key, k) => {
    if (readRotation(key.rotation) !== undefined) return;
    collector.add(
      'the rotation has no direction',
      `${where}.keys[${k}].rotation`,
      key.rotation,
      'give an axis or quaternion that is not zero',
    );
    good = false;
  });
  if (file.after === 'repeat' && given.length < 2) {
    collector.add('one key cannot repeat', `${where}.after`, file.after, 'give two keys or more, or "hold"');
    good = false;
  }
  if (!good) return undefined;

  const ofCentre = file.of === 'centre';
  const swinging = !ofCentre && bodyInModel.position.some((x) => x !== 0);
  const keys = withSmallTurns(given, swinging ? degreesPerStep.swinging : degreesPerStep.centred);
  if (keys.length > limits.keys) {
    collector.add(
      'the path turns too often',
      where,
      `${keys.length} keys`,
      `keep it below ${limits.keys} keys`,
    );
    return undefined;
  }
  const poses = keys.map((key): Pose => {
    const orientation = readRotation(key.rotation) ?? noRotation;
    if (ofCentre)
      return { position: key.position, orientation: multiply(orientation, bodyInModel.orientation) };
    return compose({ position: key.position, orientation }, bodyInModel);
  });
  return { times: keys.map((key) => key.time), poses, after: file.after ?? 'hold' };
}

function placeAt(given: Vec3 | undefined, start: Vec3, relative: boolean): Vec3 {
  if (given === undefined) return start;
  return relative ? [start[0] + given[0], start[1] + given[1], start[2] + given[2]] : given;
}

function withSmallTurns(keys: readonly Key[], degreesPerStep: number): Key[] {
  const out = [keys[0]];
  for (let k = 1; k < keys.length; k++) {
    const [from, to] = [keys[k - 1], keys[k]];
    const turn = turnBetween(from.rotation, to.rotation);
    const steps =
      turn === undefined ? 1 : Math.max(1, Math.ceil(Math.abs(turn.to - turn.from) / degreesPerStep));
    for (let s = 1; s < steps && out.length <= limits.keys; s++) {
      const f = s / steps;
      const blend = (a: number, b: number) => a + (b - a) * f;
      const time = blend(from.time, to.time);
      if (time <= out[out.length - 1].time || time >= to.time) continue;
      out.push({
        time,
        position: [0, 1, 2].map((i) => blend(from.position[i], to.position[i])) as unknown as Vec3,
        rotation: { axis: [...turn!.axis] as [number, number, number], degrees: blend(turn!.from, turn!.to) },
      });
    }
    out.push(to);
  }
  return out;
}

function turnBetween(a: RotationFile, b: RotationFile): { axis: Vec3; from: number; to: number } | undefined {
  if (!('axis' in b) || !('degrees' in b)) return undefined;
  const axis = axisOf(b.axis);
  if (Array.isArray(a) || !('axis' in a) || !('degrees' in a)) return undefined;
  const other = axisOf(a.axis);
  return axis.every((x, i) => x === other[i]) ? { axis, from: a.degrees, to: b.degrees } : undefined;
}

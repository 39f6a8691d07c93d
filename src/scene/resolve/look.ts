// How a scene is looked at: its camera and its lights, with names of bodies as indices.

import type { SceneFile } from '../schema/scene.ts';
import type { Camera, Light } from '../types.ts';
import { radians } from '../pose.ts';
import { readColor } from './color.ts';

/** [degrees] */
const FIELD_OF_VIEW = 40;

/** @param indexOf  of the body of this name, -1 where there is none, which is then a fault */
type IndexOf = (name: string, where: string) => number;

export function resolveCamera(file: NonNullable<SceneFile['camera']>, indexOf: IndexOf): Camera {
  const { position, target, follow, fieldOfViewDegrees = FIELD_OF_VIEW } = file;
  return {
    ...(position === undefined ? {} : { position }),
    ...(target === undefined ? {} : { target }),
    follow: follow === undefined ? -1 : indexOf(follow, 'camera.follow'),
    fieldOfView: radians(fieldOfViewDegrees),
  };
}

export function resolveLight(
  file: NonNullable<SceneFile['lights']>[number],
  where: string,
  indexOf: IndexOf,
): Light {
  const { kind = 'sun', position, target = [0, 0, 0], follow, color, strength = 1 } = file;
  return {
    kind,
    position,
    target,
    follow: follow === undefined ? -1 : indexOf(follow, `${where}.follow`),
    color: readColor(color) ?? [1, 1, 1],
    strength,
  };
}

// A new body of a primitive: sizes that suit the scene, above everything that is there.

import type { Parameters } from '../../../src/geometry/primitives/index.ts';
import { findPrimitive, type Scene } from '../../../src/scene/index.ts';
import type { BodyFile } from '../../../src/scene/schema/index.ts';
import { sizeOf, worldBox } from './body-size.ts';
import { isFloor } from './is-floor.ts';

/** Every length of a primitive's defaults times this is of the scene's size: 1, 2 or 5 times a power of ten. */
export function suitableScale(kind: string, typical: number): number {
  const size = Math.max(...sizeOf(findPrimitive(kind).make()));
  const ratio = typical / size;
  if (!(ratio > 0) || !Number.isFinite(ratio) || (ratio > 0.3 && ratio < 3)) return 1;
  const power = 10 ** Math.floor(Math.log10(ratio));
  const [step] = [1, 2, 5, 10].sort((a, b) => Math.abs(a - ratio / power) - Math.abs(b - ratio / power));
  return Number((step * power).toPrecision(1));
}

/** The defaults of a primitive, its lengths scaled. */
export function scaledDefaults(kind: string, scale: number): Record<string, unknown> {
  const parameters: Parameters = findPrimitive(kind).parameters;
  const values: Record<string, unknown> = {};
  for (const [key, parameter] of Object.entries(parameters)) {
    if (!('unit' in parameter) || parameter.unit !== 'm') continue;
    const clamped = (x: number) =>
      Math.min(
        parameter.max,
        Math.max('min' in parameter ? parameter.min : 0, Number((x * scale).toPrecision(12))),
      );
    switch (parameter.kind) {
      case 'vec3':
        values[key] = parameter.default.map(clamped);
        break;
      case 'outline':
        values[key] = parameter.default.map((point) => point.map((x) => x * scale));
        break;
      case 'outlines':
        break;
      default:
        values[key] = clamped(parameter.default);
    }
  }
  return values;
}

/** Where its lowest point is a little above the highest of the others; at the origin where there are none. */
export function placeAbove(scene: Scene | undefined, shape: BodyFile['shape']): [number, number, number] {
  if (scene === undefined) return [0, 0, 0];
  const up = scene.up === 'y' ? 1 : 2;
  const { kind, ...values } = shape as { kind: string } & Record<string, never>;
  const mesh = findPrimitive(kind).make(values);
  const size = sizeOf(mesh);
  const box = worldBox(
    scene,
    scene.bodies.flatMap((_, i) => (isFloor(scene, i) ? [] : [i])),
  );
  const floor = worldBox(
    scene,
    scene.bodies.flatMap((_, i) => (isFloor(scene, i) ? [i] : [])),
  );
  const position: [number, number, number] = [0, 0, 0];
  if (box !== undefined) for (let k = 0; k < 3; k++) position[k] = (box[k] + box[3 + k]) / 2;
  const top = box?.[3 + up] ?? floor?.[3 + up] ?? 0;
  position[up] = top + 0.6 * size[up] + 0.02 * Math.max(...size);
  return position.map((x) => Number(x.toPrecision(4))) as [number, number, number];
}

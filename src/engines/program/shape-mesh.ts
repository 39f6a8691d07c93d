// What can be written behind `shape`, and the meshes it stands for, in the coordinates of its frame. Shapes of
// revolution are about z.

import { mapAffine, type Mesh, MeshError } from '../../geometry/index.ts';
import { box, capsule, cone, cylinder, plane, sphere, torus } from '../../geometry/primitives/index.ts';
import { spellingHint } from '../../scene/fault/index.ts';
import type { Shape, Vec3 } from '../../scene/index.ts';

export interface ShapeKind {
  /** What its numbers are, for people. */
  readonly numbers: readonly string[];
  readonly defaults: readonly number[];
  readonly make: (numbers: readonly number[]) => Mesh;
  /** The exact shape, where viewers know it. */
  readonly exact?: (numbers: readonly number[]) => Shape;
}

const z: Vec3 = [0, 0, 1];

/** A Map, so that a name such as `constructor` is not found. */
export const shapeKinds: ReadonlyMap<string, ShapeKind> = new Map<string, ShapeKind>([
  [
    'sphere',
    {
      numbers: ['radius'],
      defaults: [0.5],
      make: ([radius]) => sphere.make({ radius }),
      exact: ([radius]) => ({ kind: 'sphere', radius }),
    },
  ],
  [
    'ellipsoid',
    {
      numbers: ['half axis x', 'y', 'z'],
      defaults: [0.5, 0.5, 0.5],
      make: ([a, b, c]) =>
        mapAffine(
          sphere.make({ radius: 1, style: 'uv', segments: 48 }),
          [a, 0, 0, 0, b, 0, 0, 0, c],
          [0, 0, 0],
        ),
    },
  ],
  [
    'box',
    {
      numbers: ['size x', 'y', 'z'],
      defaults: [1, 1, 1],
      make: ([x, y, height]) => box.make({ size: [x, y, height] }),
      exact: ([x, y, height]) => ({ kind: 'box', size: [x, y, height] }),
    },
  ],
  [
    'cylinder',
    {
      numbers: ['radius', 'length'],
      defaults: [0.5, 1],
      make: ([radius, length]) => cylinder.make({ radius, length }),
      exact: ([radius, length]) => ({ kind: 'cylinder', radius, length, axis: z }),
    },
  ],
  [
    'capsule',
    {
      numbers: ['radius', 'length between the ends’ centres'],
      defaults: [0.25, 0.5],
      make: ([radius, length]) => capsule.make({ radius, length }),
      exact: ([radius, length]) => ({ kind: 'capsule', radius, length, axis: z }),
    },
  ],
  [
    'cone',
    {
      numbers: ['radius', 'height', 'radius at the top'],
      defaults: [0.5, 1, 0],
      make: ([radius, height, topRadius]) => cone.make({ radius, height, topRadius }),
    },
  ],
  [
    'torus',
    {
      numbers: ['radius', 'radius of the tube'],
      defaults: [0.5, 0.15],
      make: ([radius, tubeRadius]) => torus.make({ radius, tubeRadius, segments: 64 }),
    },
  ],
  [
    'plane',
    {
      numbers: ['width', 'depth'],
      defaults: [10, 10],
      make: ([width, depth]) => plane.make({ width, depth }),
    },
  ],
]);

export interface MadeShape {
  readonly mesh: Mesh;
  readonly exact: Shape;
}

/** @throws MeshError where there is no such shape, or its numbers make none */
export function makeShape(kind: string, numbers: readonly number[]): MadeShape {
  const known = shapeKinds.get(kind);
  if (known === undefined)
    throw new MeshError('this shape is not known', 'shape', kind, spellingHint(kind, [...shapeKinds.keys()]));
  const { defaults } = known;
  if (numbers.length > defaults.length)
    throw new MeshError(
      `${kind} takes at most ${defaults.length} numbers`,
      'shape',
      String(numbers.length),
      `write ${kind}(${known.numbers.join(', ')})`,
    );
  const bad = numbers.findIndex((number) => !(number >= 0 && number < 1e6));
  if (bad >= 0)
    throw new MeshError(
      `the ${known.numbers[bad]} of a ${kind} is no length`,
      'shape',
      String(numbers[bad]),
      'give a number ≥ 0',
    );
  const all = defaults.map((value, i) => numbers[i] ?? value);
  return { mesh: known.make(all), exact: known.exact?.(all) ?? { kind: 'mesh' } };
}

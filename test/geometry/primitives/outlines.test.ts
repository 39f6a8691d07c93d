// Plates and bodies of revolution from outlines that people write: closed, of the volume that shoelace and Pappus give,
// without crossings; what crosses itself is refused by name.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signedVolume } from '../../../src/geometry/mass.ts';
import { type Mesh, meshBounds } from '../../../src/geometry/mesh.ts';
import { extruded } from '../../../src/geometry/primitives/extruded.ts';
import { lathed } from '../../../src/geometry/primitives/lathed.ts';
import { closednessOf } from '../../../src/geometry/surface/closedness.ts';
import { meetsItself } from './meets.ts';

type Point = [number, number];

function expectSound(mesh: Mesh, volume: number): void {
  expect(closednessOf(mesh)).toMatchObject({ closed: true, flippedEdges: 0 });
  expect(signedVolume(mesh) / volume).toBeCloseTo(1, 9);
  expect(meetsItself(mesh)).toBeUndefined();
}

function area(points: readonly Point[]): number {
  const next = (i: number) => points[(i + 1) % points.length];
  return Math.abs(points.reduce((sum, [x, y], i) => sum + x * next(i)[1] - next(i)[0] * y, 0)) / 2;
}

/** What the area's centre sweeps, turned with so many flats: Pappus, times what a polygon has of its circle. */
function swept(points: readonly Point[], segments: number): number {
  const next = (i: number) => points[(i + 1) % points.length];
  const moment = points.reduce(
    (sum, [x, y], i) => sum + (x + next(i)[0]) * (x * next(i)[1] - next(i)[0] * y),
    0,
  );
  const ofCircle = (segments * Math.sin((2 * Math.PI) / segments)) / (2 * Math.PI);
  return 2 * Math.PI * Math.abs(moment / 6) * ofCircle;
}

/** Corners about a point at growing angles: never crossing, convex or not. */
const star = (x: number, y: number) =>
  fc
    .tuple(
      fc.array(fc.double({ min: 0.3, max: 1, noNaN: true }), { minLength: 4, maxLength: 12 }),
      fc.boolean(),
    )
    .map(([radii, backwards]) => {
      const points = radii.map((r, i): Point => {
        const angle = (2 * Math.PI * i) / radii.length;
        return [x + r * Math.cos(angle), y + r * Math.sin(angle)];
      });
      return backwards ? points.reverse() : points;
    });

describe('extrude', () => {
  test('any star, either way round, with a hole', () => {
    fc.assert(
      fc.property(star(3, -2), fc.constantFrom('x', 'y', 'z'), (outline, axis) => {
        const hole: Point[] = [
          [2.95, -2.05],
          [3.05, -2.05],
          [3, -1.95],
        ];
        expectSound(extruded.make({ outline, length: 0.5, axis }), 0.5 * area(outline));
        const holed = extruded.make({ outline, holes: [hole], length: 0.5, axis });
        expectSound(holed, 0.5 * (area(outline) - area(hole)));
      }),
      { numRuns: 30 },
    );
  });

  test('is centred along its axis, and a repeated first corner is one', () => {
    const outline: Point[] = [
      [0, 0],
      [2, 0],
      [0, 1],
      [0, 0],
    ];
    const mesh = extruded.make({ outline, length: 3, axis: 'y' });
    // z of the outline lies along y, its x along z and its y along x.
    expect([...meshBounds(mesh)]).toEqual([0, -1.5, 0, 1, 1.5, 2]);
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    [
      'a bow tie',
      {
        outline: [
          [0, 0],
          [1, 1],
          [1, 0],
          [0, 1],
        ],
      },
      /extrude\.outline: the outline crosses or touches itself \(the edges from \(0, 0\) and \(1, 0\)\)/,
    ],
    [
      'a corner on an edge',
      {
        outline: [
          [0, 0],
          [2, 0],
          [2, 2],
          [1, 0],
          [0, 2],
        ],
      },
      /crosses or touches itself/,
    ],
    [
      'a way back',
      {
        outline: [
          [0, 0],
          [2, 0],
          [1, 0],
          [1, 1],
        ],
      },
      /crosses or touches itself/,
    ],
    [
      'a hole over the rim',
      {
        outline: [
          [0, 0],
          [2, 0],
          [0, 2],
        ],
        holes: [
          [
            [1, 0.5],
            [3, 0.5],
            [1, 0.6],
          ],
        ],
      },
      /crosses or touches itself/,
    ],
    [
      'a hole outside',
      {
        outline: [
          [0, 0],
          [2, 0],
          [0, 2],
        ],
        holes: [
          [
            [5, 5],
            [6, 5],
            [5, 6],
          ],
        ],
      },
      /holes\[0\]: the hole is not in the plate/,
    ],
    [
      'a hole in a hole',
      {
        outline: [
          [0, 0],
          [9, 0],
          [0, 9],
        ],
        holes: [
          [
            [1, 1],
            [3, 1],
            [1, 3],
          ],
          [
            [1.2, 1.2],
            [1.4, 1.2],
            [1.2, 1.4],
          ],
        ],
      },
      /holes\[1\]: the hole is not in the plate/,
    ],
    [
      'two corners',
      {
        outline: [
          [0, 0],
          [1, 0],
          [0, 0],
        ],
      },
      /fewer than three corners/,
    ],
    [
      'a point of three',
      {
        outline: [
          [0, 0, 0],
          [1, 0, 0],
        ],
      },
      /out of range/,
    ],
  ])('refuses %s', (_, values, reason) => {
    expect(() => extruded.make(values as never)).toThrow(reason);
  });
});

describe('lathe', () => {
  test('any ring, by Pappus', () => {
    fc.assert(
      fc.property(star(1.5, 0), fc.integer({ min: 3, max: 20 }), (profile, segments) => {
        expectSound(lathed.make({ profile, segments }), swept(profile, segments));
      }),
      { numRuns: 30 },
    );
  });

  test('a full body begins and ends on the axis, either way round', () => {
    const profile: Point[] = [
      [0, 0],
      [1, 0],
      [0.5, 0.5],
      [1, 1],
      [0, 2],
    ];
    for (const points of [profile, profile.toReversed()])
      expectSound(lathed.make({ profile: points, segments: 7 }), swept(points, 7));
  });

  test('a wall: a cup, with its foot on the axis, and a pipe', () => {
    const cup: Point[] = [
      [0, 0],
      [1, 0],
      [1, 2],
    ];
    const section: Point[] = [
      [0, -0.05],
      [1.05, -0.05],
      [1.05, 2],
      [0.95, 2],
      [0.95, 0.05],
      [0, 0.05],
    ];
    expectSound(lathed.make({ profile: cup, thickness: 0.1, segments: 12 }), swept(section, 12));
    const pipe: Point[] = [
      [1, 0],
      [1, 3],
    ];
    const wall: Point[] = [
      [0.9, 0],
      [1.1, 0],
      [1.1, 3],
      [0.9, 3],
    ];
    expectSound(lathed.make({ profile: pipe, thickness: 0.2, segments: 9 }), swept(wall, 9));
  });

  test.each<[string, Record<string, unknown>, RegExp]>([
    [
      'a crossing profile',
      {
        profile: [
          [1, 0],
          [2, 1],
          [2, 0],
          [1, 1],
        ],
      },
      /lathe\.profile: the outline crosses or touches itself/,
    ],
    [
      'the axis in the middle',
      {
        profile: [
          [0, 0],
          [1, 1],
          [0, 2],
          [1, 3],
          [2, 3],
          [2, 0],
        ],
      },
      /touches the axis in the middle \(\(0, [02]\) \(0, [02]\)\)/,
    ],
    [
      'one touch of the axis',
      {
        profile: [
          [0, 0],
          [1, 0],
          [1, 1],
        ],
      },
      /touches the axis in the middle/,
    ],
    [
      'beyond the axis',
      {
        profile: [
          [-1, 0],
          [1, 0],
          [1, 1],
        ],
      },
      /out of range/,
    ],
    [
      'a wall over the axis',
      {
        profile: [
          [0.1, 0],
          [0.1, 1],
        ],
        thickness: 0.5,
      },
      /the wall reaches over the axis/,
    ],
    [
      'a closed vessel',
      {
        profile: [
          [0, 0],
          [1, 1],
          [0, 2],
        ],
        thickness: 0.1,
      },
      /encloses a hollow/,
    ],
    [
      'a hairpin',
      {
        profile: [
          [1, 0],
          [2, 0],
          [1, 0.01],
        ],
        thickness: 0.1,
      },
      /turns too sharply/,
    ],
    [
      'a wall through itself',
      {
        profile: [
          [1, 0],
          [2, 0],
          [2, 0.3],
          [1, 0.3],
        ],
        thickness: 0.4,
      },
      /crosses or touches itself/,
    ],
  ])('refuses %s', (_, values, reason) => {
    expect(() => lathed.make(values as never)).toThrow(reason);
  });
});

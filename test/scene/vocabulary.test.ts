// What scenes may say beyond one engine: compounds, layers, sensors, absent bodies, wind, cameras, rods, solids.

import { describe, expect, test } from 'vitest';
import { catalog } from '../../src/catalog/index.ts';
import { closednessOf } from '../../src/geometry/surface/index.ts';
import { signedVolume } from '../../src/geometry/index.ts';
import { meetingRule, sensingRule } from '../../src/scene/meeting.ts';
import { packScene, unpackScene } from '../../src/scene/pack/pack.ts';
import type { SceneFile } from '../../src/scene/schema/scene.ts';
import { refusals } from '../../src/sim/index.ts';
import { faultsIn, sceneOf } from './help.ts';

const cube = (size: number) => ({
  kind: 'box' as const,
  size: [size, size, size] as [number, number, number],
});

describe('a compound', () => {
  const file: SceneFile = {
    name: 'dumbbell',
    bodies: [
      {
        name: 'bell',
        density: 1000,
        shape: {
          kind: 'compound',
          parts: [
            { shape: cube(0.2), position: [-0.5, 0, 0] },
            { shape: cube(0.2), position: [0.5, 0, 0], rotation: { axis: 'x', degrees: 45 } },
            { shape: cube(0.1), scale: [2, 1, 1] },
          ],
        },
      },
    ],
  };

  test('weighs what its parts weigh, about their common centre', () => {
    const [bell] = sceneOf(file).bodies;
    expect(bell.mass).toBeCloseTo(1000 * (0.008 + 0.008 + 0.002), 9);
    expect(bell.pose.position).toEqual([0, 0, 0]);
    // Steiner: 2 × 8 kg at 0.5 m, their own m s²/6 each, and m (a² + b²)/12 of the middle one
    const across = 2 * 8 * 0.25 + (2 * 8 * 0.04) / 6 + (2 * (0.04 + 0.01)) / 12;
    expect(Math.max(...bell.inertia)).toBeCloseTo(across, 9);
  });

  test('is accepted by every engine of rigid bodies, and tells what is wrong with a part', async () => {
    for (const id of ['ipc', 'lcp', 'flight']) {
      const scene = sceneOf(file);
      expect(refusals(await catalog[id].load(), scene), id).toEqual([]);
    }
    const wrong = structuredClone(file) as { bodies: { shape: { parts: { scale?: number }[] } }[] };
    wrong.bodies[0].shape.parts[1].scale = 0;
    expect(faultsIn(wrong)[0]).toBe('bodies[0].shape.parts[1].scale: the scale flattens the part');
  });
});

test.each([
  [0.05, 4],
  [0.3, 1],
  [0.15, 8],
])('a rounded box of radius %f is closed, convex in volume and within its size', (radius, segments) => {
  const size: [number, number, number] = [1, 0.6, 0.8];
  const scene = sceneOf({ name: 'r', bodies: [{ shape: { kind: 'rounded-box', size, radius, segments } }] });
  const mesh = scene.meshes[0];
  expect(closednessOf(mesh)).toMatchObject({ closed: true, shells: 1 });
  const r = radius;
  const [a, b, c] = size.map((edge) => edge - 2 * r);
  const round =
    a * b * c + 2 * r * (a * b + b * c + c * a) + Math.PI * r * r * (a + b + c) + (4 / 3) * Math.PI * r ** 3;
  expect(signedVolume(mesh)).toBeLessThan(round);
  expect(signedVolume(mesh)).toBeGreaterThan(round * (segments > 3 ? 0.99 : 0.8));
  for (let k = 0; k < 3; k++) {
    const along = mesh.positions.filter((_, i) => i % 3 === k);
    expect(Math.max(...along)).toBeCloseTo(size[k] / 2, 12);
  }
});

describe('layers', () => {
  const bodies = (words: object[]): SceneFile => ({
    name: 'layers',
    bodies: words.map((word, i) => ({ shape: cube(0.1), position: [i, 0, 0], ...word })),
  });
  const meets = (words: object[]) => meetingRule(sceneOf(bodies(words)))(0, 1);

  test('two bodies touch where each touches a layer of the other', () => {
    expect(meets([{}, {}])).toBe(true);
    expect(meets([{ layers: 'ghosts' }, {}])).toBe(true);
    expect(meets([{ layers: 'ghosts' }, { touches: 'default' }])).toBe(false);
    expect(meets([{ layers: ['ghosts', 'default'] }, { touches: 'default' }])).toBe(true);
    expect(meets([{ layers: 'ghosts', touches: 'walls' }, { layers: 'walls' }])).toBe(true);
    expect(
      meets([
        { layers: 'ghosts', touches: 'walls' },
        { layers: 'walls', touches: [] },
      ]),
    ).toBe(false);
    expect(meets([{ group: 3 }, { group: 3 }])).toBe(false);
  });

  test('engines and the judge let pass what may not touch, and nothing else', async () => {
    const through = (words: object): SceneFile => ({
      name: 'through',
      bodies: [
        { name: 'a', shape: cube(0.2), ...words },
        { name: 'b', shape: cube(0.2), position: [0.1, 0, 0] },
      ],
    });
    for (const id of ['ipc', 'modal']) {
      const engine = await catalog[id].load();
      expect(refusals(engine, sceneOf(through({ layers: 'ghosts', touches: [] }))), id).toEqual([]);
    }
    expect(refusals(await catalog['ipc'].load(), sceneOf(through({}))).length).toBeGreaterThan(0);
  });

  test('a sensor touches nothing, whatever its engine', async () => {
    const within: SceneFile = {
      name: 'within',
      bodies: [
        { name: 'zone', shape: cube(1), motion: 'static', sensor: true },
        { name: 'thing', shape: cube(0.2) },
      ],
    };
    for (const id of ['ipc', 'lcp', 'flight', 'modal'])
      expect(refusals(await catalog[id].load(), sceneOf(within)), id).toEqual([]);
    expect(meetingRule(sceneOf(within))(0, 1)).toBe(false);
    expect(sensingRule(sceneOf(within))(0, 1)).toBe(true);
  });

  test('there are at most 32', () => {
    const many = bodies(Array.from({ length: 32 }, (_, i) => ({ layers: `layer ${i}` })));
    expect(faultsIn(many)).toEqual(['bodies[31].layers: there are too many layers']);
  });
});

describe('what an engine does not know', () => {
  test.each([
    ['wind', { wind: [1, 0, 0] }, {}, ['ipc', 'lcp', 'flight', 'modal']],
    ['surface velocities', {}, { surfaceVelocity: [1, 0, 0] }, ['ipc', 'flight', 'modal']],
  ])('%s: refused by name, never passed over', async (word, scene, body, engines) => {
    const file = { name: 'w', ...scene, bodies: [{ name: 'thing', shape: cube(1), ...body }] };
    for (const id of engines) {
      const faults = refusals(await catalog[id].load(), sceneOf(file as SceneFile));
      expect(faults.map(({ what }) => what)).toContain(`${id} does not know ${word} yet`);
    }
  });

  test('rods and solids: async says so', async () => {
    const engine = await catalog['async'].load();
    const rod = {
      kind: 'inline',
      vertices: [
        [0, 0, 0],
        [1, 0, 0],
      ],
      edges: [[0, 1]],
    };
    for (const [kind, shape] of [
      ['rod', rod],
      ['solid', cube(1)],
    ] as const) {
      const scene = sceneOf({ name: 'd', deformables: [{ kind, shape }] } as SceneFile);
      expect(refusals(engine, scene)[0].what).toBe(`async does not know ${kind}s yet`);
    }
  });
});

test('a rod has the stiffness of its cross-section, a solid the mass of its volume', () => {
  const scene = sceneOf({
    name: 'soft',
    deformables: [
      {
        kind: 'rod',
        thickness: 0.01,
        youngsModulus: 1e6,
        density: 1000,
        shape: {
          kind: 'inline',
          vertices: [
            [0, 0, 0],
            [1, 0, 0],
            [2, 0, 0],
          ],
          edges: [
            [0, 1],
            [1, 2],
          ],
        },
      },
      { kind: 'solid', density: 1000, shape: cube(0.2) },
    ],
  });
  const [rod, solid] = scene.deformables;
  const area = (Math.PI * 1e-4) / 4;
  expect(rod.stretchStiffness).toBeCloseTo(1e6 * area, 6);
  expect(rod.bendStiffness).toBeCloseTo((1e6 * area * 1e-4) / 16, 12);
  expect(rod.masses.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(2000 * area, 9);
  expect(solid.masses.reduce((sum, mass) => sum + mass, 0)).toBeCloseTo(8, 9);
  const sheet = {
    kind: 'cloth' as const,
    shape: { kind: 'grid' as const, size: [1, 1] as [number, number], cells: [2, 2] as [number, number] },
  };
  expect(faultsIn({ name: 'a', deformables: [{ ...sheet, rest: 'straight', twist: 1 }] })).toEqual([
    expect.stringMatching(/a cloth has no twist/),
    expect.stringMatching(/a cloth has no rest "straight"/),
  ]);
  expect(faultsIn({ name: 'a', deformables: [{ kind: 'rod', shape: cube(1) }] })[0]).toMatch(
    /a rod needs edges/,
  );
});

test('cameras, lights, wind and all joints come back from a recording as they were', () => {
  const scene = sceneOf({
    name: 'look',
    wind: [1, 2, 3],
    camera: { position: [0, 1, 4], follow: 'b', fieldOfViewDegrees: 60 },
    lights: [{ position: [1, 2, 3], color: '#ff8000', strength: 2, follow: 'b' }],
    bodies: [
      { name: 'a', shape: cube(1) },
      { name: 'b', shape: cube(1), position: [3, 0, 0], enabled: false },
    ],
    joints: [
      { name: 'one', kind: 'hinge', a: 'a' },
      { kind: 'gear', first: 'one', second: 'two', ratio: -3 },
      { name: 'two', kind: 'hinge', a: 'b' },
    ],
  });
  expect(scene.camera).toMatchObject({ position: [0, 1, 4], follow: 1 });
  expect(scene.camera?.fieldOfView).toBeCloseTo(Math.PI / 3, 12);
  expect(scene.joints[1]).toMatchObject({ kind: 'gear', couples: [0, 2], ratio: -3, a: 0, b: 1 });
  const packed = packScene(scene);
  expect(unpackScene(JSON.parse(JSON.stringify(packed.json)), packed.arrays)).toEqual(scene);
  expect(faultsIn({ name: 'x', camera: { follow: 'nobody' }, bodies: [] })[0]).toMatch(/camera.follow/);
});

test.each([
  [
    'a gear of a slider',
    [
      { name: 's', kind: 'slider', a: 'a' },
      { kind: 'gear', first: 's', second: 's', ratio: 1 },
    ],
    'is a slider joint',
  ],
  [
    'a gear of nothing',
    [{ kind: 'gear', first: 'x', second: 'x', ratio: 1 }],
    'there is no joint of this name',
  ],
  ['a screw without pitch', [{ kind: 'screw', a: 'a' }], 'is missing'],
  ['a hinge with a cone', [{ kind: 'hinge', a: 'a', cone: 1 }], 'a hinge joint has no cone'],
  ['a hinge of nothing', [{ kind: 'hinge' }], 'is missing'],
  [
    'a universal joint that slides',
    [{ kind: 'universal', a: 'a', coordinates: { x: {} } }],
    'does not move so',
  ],
])('%s is a fault', (_, joints, says) => {
  const faults = faultsIn({ name: 'j', bodies: [{ name: 'a', shape: cube(1) }], joints });
  expect(faults[0]).toContain(says);
});

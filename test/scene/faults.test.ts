// Bad scene files: every fault is found, and says what, where, value and remedy.

import { describe, expect, test } from 'vitest';
import { readScene } from '../../src/scene/read/detect.ts';
import { resolveScene } from '../../src/scene/resolve/resolve.ts';
import { cubeObj, faultsIn, faultTextOf } from './help.ts';

const box = { shape: { kind: 'box' } };

describe('a fault is found', () => {
  test.each<[string, unknown, string]>([
    ['no scene at all', null, 'the scene: is not an object'],
    ['no name', {}, 'name: is missing'],
    ['wrong type', { name: 3 }, 'name: is not a text'],
    ['NaN', { name: 'a', duration: Number.NaN }, 'duration: is not a number'],
    ['infinity', { name: 'a', gravity: [0, -Infinity, 0] }, 'gravity[1]: is not a number'],
    ['unknown key', { name: 'a', bodys: [] }, 'bodys: unknown key'],
    [
      'unknown primitive',
      { name: 'a', bodies: [{ shape: { kind: 'bax' } }] },
      'bodies[0].shape.kind: is not one of the choices',
    ],
    [
      'unknown parameter',
      { name: 'a', bodies: [{ shape: { kind: 'box', sice: [1, 1, 1] } }] },
      'bodies[0].shape.sice: unknown key',
    ],
    [
      'parameter out of range',
      { name: 'a', bodies: [{ shape: { kind: 'sphere', radius: -1 } }] },
      'bodies[0].shape.radius: is not positive',
    ],
    [
      'unknown material',
      { name: 'a', bodies: [{ ...box, material: 'stele' }] },
      'bodies[0].material: unknown material',
    ],
    [
      'unknown base material',
      { name: 'a', bodies: [{ ...box, material: { like: 'stele' } }] },
      'bodies[0].material.like: unknown material',
    ],
    [
      'negative friction',
      { name: 'a', bodies: [{ ...box, friction: -0.2 }] },
      'bodies[0].friction: is negative',
    ],
    ['zero mass', { name: 'a', bodies: [{ ...box, mass: 0 }] }, 'bodies[0].mass: is not positive'],
    ['negative mass', { name: 'a', bodies: [{ ...box, mass: -1 }] }, 'bodies[0].mass: is not positive'],
    [
      'mass twice',
      { name: 'a', bodies: [{ ...box, mass: 1, density: 1 }] },
      'bodies[0].mass: both mass and density are given',
    ],
    [
      'flattened',
      { name: 'a', bodies: [{ ...box, scale: [1, 0, 1] }] },
      'bodies[0].scale: the scale flattens the body',
    ],
    [
      'flattened by dimensions',
      { name: 'a', bodies: [{ ...box, dimensions: [1, 0, 1] }] },
      'bodies[0].dimensions[1]: flattens the body',
    ],
    [
      'no axis',
      { name: 'a', bodies: [{ ...box, rotation: { axis: [0, 0, 0], degrees: 3 } }] },
      'bodies[0].rotation: the rotation has no direction',
    ],
    [
      'half a rotation',
      { name: 'a', bodies: [{ ...box, rotation: { axis: 'x' } }] },
      'bodies[0].rotation.degrees: is missing',
    ],
    [
      'a short vector',
      { name: 'a', bodies: [{ ...box, position: [1, 2] }] },
      'bodies[0].position: has too few entries',
    ],
    [
      'bad colour',
      { name: 'a', bodies: [{ ...box, color: '#12' }] },
      'bodies[0].color: is not written as it should be',
    ],
    [
      'same name twice',
      {
        name: 'a',
        bodies: [
          { ...box, name: 'b' },
          { ...box, name: 'b' },
        ],
      },
      'bodies[1].name: the name is taken',
    ],
    [
      'missing mesh',
      { name: 'a', bodies: [{ shape: { kind: 'file', path: 'x.obj' } }] },
      'bodies[0].shape.path: there is no such mesh file',
    ],
    [
      'unreadable mesh',
      { name: 'a', bodies: [{ shape: { kind: 'file', path: 'x.doc' } }] },
      'bodies[0].shape.path: is not a kind of mesh file that is read',
    ],
    [
      'vertex out of range',
      { name: 'a', bodies: [{ shape: { kind: 'inline', vertices: [[0, 0, 0]], faces: [[0, 1, 2]] } }] },
      'bodies[0].shape: faces[0]: there is no such vertex',
    ],
    [
      'joint to nobody',
      { name: 'a', bodies: [box], joints: [{ kind: 'ball', a: 'nobody' }] },
      'joints[0].a: there is no body of this name',
    ],
    [
      'joint to itself',
      { name: 'a', bodies: [box], joints: [{ kind: 'ball', a: 'body-0', b: 'body-0' }] },
      'joints[0].b: joins a body to itself',
    ],
    [
      'axis of a fixed joint',
      { name: 'a', bodies: [box], joints: [{ kind: 'fixed', a: 'body-0', axis: 'x' }] },
      'joints[0].axis: a fixed joint has no axis',
    ],
    [
      'limits swapped',
      { name: 'a', bodies: [box], joints: [{ kind: 'hinge', a: 'body-0', limits: [1, -1] }] },
      'joints[0].limits: the lower limit is above the upper',
    ],
    [
      'motor without target',
      { name: 'a', bodies: [box], joints: [{ kind: 'hinge', a: 'body-0', motor: { maxForce: 1 } }] },
      'joints[0].motor: the motor needs one target',
    ],
    [
      'times that go back',
      { name: 'a', bodies: [{ ...box, path: { keys: [{ time: 1 }, { time: 1 }] } }] },
      'bodies[0].path.keys[1].time: the times do not increase',
    ],
    [
      'path of a dynamic body',
      { name: 'a', bodies: [{ ...box, motion: 'dynamic', path: { keys: [{ time: 1 }] } }] },
      'bodies[0].path: a dynamic body has a path',
    ],
    [
      'force on nobody',
      { name: 'a', forces: [{ body: 'x' }] },
      'forces[0].body: there is no body of this name',
    ],
    [
      'force that ends early',
      { name: 'a', bodies: [box], forces: [{ body: 'body-0', from: 2, until: 1 }] },
      'forces[0].until: it ends before it begins',
    ],
    [
      'pair of nobody',
      { name: 'a', bodies: [box], pairs: [{ a: 'body-0', b: 'x' }] },
      'pairs[0].b: there is no body of this name',
    ],
    [
      'hint at nobody',
      { name: 'a', bodies: [box], hints: [{ body: 'bx', kind: 'slide' }] },
      'hints[0].body: there is no body of this name',
    ],
    [
      'hint at what never moves',
      { name: 'a', bodies: [{ ...box, motion: 'static' }], hints: [{ body: 'body-0' }] },
      'hints[0].body: does not move by itself',
    ],
    [
      'a goal of nobody',
      { name: 'a', bodies: [box], goals: [{ body: 'bx', atMost: 2 }] },
      'goals[0].body: there is no body of this name',
    ],
    [
      'a goal that wishes for nothing',
      { name: 'a', bodies: [box], goals: [{ body: 'body-0' }] },
      'goals[0]: wishes for nothing',
    ],
    [
      'a goal that wishes for two things',
      { name: 'a', bodies: [box], goals: [{ atMost: 2, from: [1, 0, 0] }] },
      'goals[0]: wishes for several things at once',
    ],
    [
      'a place after the end',
      { name: 'a', duration: 2, bodies: [box], goals: [{ passes: [0, 1, 0], time: 3 }] },
      'goals[0].time: is after the end of the motion',
    ],
    [
      'a side that is above',
      { name: 'a', bodies: [box], goals: [{ from: [0, 1, 0] }] },
      'goals[0].from: is no side',
    ],
    [
      'a goal of what stands still',
      { name: 'a', bodies: [{ ...box, motion: 'static' }], goals: [{ body: 'body-0', atMost: 2 }] },
      'goals[0].body: does not move by itself',
    ],
    [
      'two hints at one',
      { name: 'a', bodies: [box], hints: [{ body: 'body-0' }, { body: 'body-0' }] },
      'hints[1].body: has a hint already',
    ],
    [
      'pointer to nothing',
      { name: 'a', parameters: [{ name: 'p', target: '/bodies/0/friction', min: 0, max: 1 }] },
      'parameters[0].target: there is no "bodies" in the scene',
    ],
    [
      'pointer to a prototype',
      { name: 'a', parameters: [{ name: 'p', target: '/__proto__/x', min: 0, max: 1 }] },
      'parameters[0].target: there is no "__proto__" in the scene',
    ],
    [
      'empty range',
      { name: 'a', duration: 1, parameters: [{ name: 'p', target: '/duration', min: 1, max: 1 }] },
      'parameters[0].min: the range is empty',
    ],
    [
      'unknown option type',
      { name: 'a', options: { x: [1] } },
      'options.x: is not a number or a text or true or false',
    ],
    [
      'particles with faces',
      { name: 'a', deformables: [{ kind: 'particles', shape: { kind: 'box' } }] },
      'deformables[0].shape: particles have faces or edges',
    ],
    [
      'cloth of points',
      {
        name: 'a',
        deformables: [{ kind: 'cloth', shape: { kind: 'lattice', counts: [2, 2, 2], spacing: 1 } }],
      },
      'deformables[0].shape: a cloth needs faces',
    ],
    [
      'pin of nothing',
      {
        name: 'a',
        deformables: [{ kind: 'cloth', shape: { kind: 'grid', size: [1, 1], cells: [1, 1] }, pins: [{}] }],
      },
      'deformables[0].pins[0]: holds no vertex',
    ],
    [
      'pin of a vertex that is not',
      {
        name: 'a',
        deformables: [
          {
            kind: 'cloth',
            shape: { kind: 'grid', size: [1, 1], cells: [1, 1] },
            pins: [{ vertices: [0, 9] }],
          },
        ],
      },
      'deformables[0].pins[0].vertices[1]: there is no such vertex',
    ],
    [
      'joint to cloth',
      {
        name: 'a',
        deformables: [{ name: 'c', kind: 'cloth', shape: { kind: 'grid', size: [1, 1], cells: [1, 1] } }],
        joints: [{ kind: 'ball', a: 'c' }],
      },
      'joints[0].a: is deformable',
    ],
    [
      'too many cells',
      { name: 'a', deformables: [{ kind: 'cloth', shape: { kind: 'grid', size: [1, 1], cells: [1e6, 1] } }] },
      'deformables[0].shape.cells[0]: is too large',
    ],
  ])('%s', (_, file, wanted) => {
    expect(faultsIn(file)).toEqual([wanted]);
  });

  test.each([
    '../x.obj',
    '/etc/passwd.obj',
    'a/../../x.obj',
    'C:\\x.obj',
    '..\\x.obj',
    'https://a.b/x.obj',
    'a\0.obj',
  ])('a path that leads out: %s', (path) => {
    let asked = false;
    const loadFile = () => {
      asked = true;
      return cubeObj();
    };
    const faults = faultsIn({ name: 'a', bodies: [{ shape: { kind: 'file', path } }] }, { loadFile });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^bodies\[0\]\.shape\.path: the path/);
    expect(asked).toBe(false);
  });

  test('a generator that would fill the memory is refused before it does', () => {
    const deformables = [
      { kind: 'particles', shape: { kind: 'lattice', counts: [1000, 1000, 1000], spacing: 1 } },
      { kind: 'cloth', shape: { kind: 'grid', size: [1, 1], cells: [5000, 5000] } },
    ];
    expect(faultsIn({ name: 'a', deformables })).toEqual([
      'deformables[0].shape: makes too many vertices',
      'deformables[1].shape: makes too many vertices',
    ]);
  });

  test('more vertices than a scene may have are counted before the first body is made', () => {
    const sphere = (i: number) => ({ kind: 'sphere', subdivisions: 6, radius: 0.1 + 1e-6 * i });
    const fault = 'the scene: bodies[1220].shape: there are too many vertices';
    const bodies = Array.from({ length: 50_000 }, () => ({ shape: sphere(0) }));
    expect(faultsIn({ name: 'a', bodies })).toEqual([fault]);
    expect(faultsIn({ name: 'a', bodies: bodies.map((_, i) => ({ shape: sphere(i) })) })).toEqual([fault]);
    const parts = Array.from({ length: 10_000 }, () => ({ shape: { kind: 'torus', segments: 2048 } }));
    expect(faultsIn({ name: 'a', bodies: [{ shape: { kind: 'compound', parts } }] })).toEqual([
      'the scene: bodies[0].shape: there are too many vertices',
    ]);
  });

  test('an engine that is not there is named with the nearest', () => {
    expect(
      faultTextOf(() => resolveScene({ name: 'a', engine: 'icp' }, { engines: ['ipc', 'flight'] })),
    ).toContain('did you mean "ipc"?');
    expect(faultsIn({ name: 'a', engine: 'ipc' }, { engines: ['ipc'] })).toEqual([]);
  });
});

describe('all faults at once', () => {
  test('structural and other faults of different bodies are reported together', () => {
    const faults = faultsIn({
      name: 'a',
      durration: 2,
      bodies: [
        { ...box, name: 'first', friction: -1 },
        { ...box, name: 'second', material: 'unobtainium' },
        { shape: { kind: 'file', path: '../up.obj' } },
      ],
      joints: [
        { kind: 'ball', a: 'first' },
        { kind: 'ball', a: 'third' },
      ],
    });
    expect(faults.sort()).toEqual([
      'bodies[0].friction: is negative',
      'bodies[1].material: unknown material',
      "bodies[2].shape.path: the path climbs out of the scene's folder",
      'durration: unknown key',
      'joints[1].a: there is no body of this name',
    ]);
  });

  test('a message names value and remedy', () => {
    const text = faultTextOf(() =>
      resolveScene({ name: 'dominoes', bodies: [{ ...box, fricton: 1, friction: -0.2 }] }),
    );
    expect(text.split('\n')[0]).toBe('"dominoes" cannot be used:');
    expect(text).toContain('bodies[0].friction: is negative (-0.2); give a number ≥ 0');
    expect(text).toContain('bodies[0].fricton: unknown key; did you mean "friction"?');
  });

  test('a flood of faults is cut and counted', () => {
    const bodies = Array.from({ length: 1000 }, () => ({ ...box, friction: -1 }));
    const faults = faultsIn({ name: 'a', bodies });
    expect(faults).toHaveLength(201);
    expect(faults[200]).toBe('the scene: 800 more faults');
  });
});

describe('files that are no scenes', () => {
  test.each<[string, RegExp]>([
    ['{"name": "a",}', /line 1, column 14: is not JSON/],
    ['{\n "name" "a"}', /line 2/],
    ['', /is not JSON/],
    ['[1, 2]', /this is not a scene/],
    ['{"hello": 1}', /this is not a scene/],
    ['['.repeat(100_000), /brackets inside each other/],
    [`{"name": "a", "x": ${'['.repeat(40)}${']'.repeat(40)}}`, /brackets inside each other/],
  ])('%#', (text, wanted) => {
    expect(faultTextOf(() => readScene(text, 'file'))).toMatch(wanted);
  });

  test('brackets in texts do not count as depth', () => {
    const { scene } = readScene(JSON.stringify({ name: '['.repeat(100), description: '"\\[[' }), 'file');
    expect(scene.name).toBe('['.repeat(100));
  });
});

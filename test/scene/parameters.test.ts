import { describe, expect, test } from 'vitest';
import {
  box,
  cloth,
  defineScene,
  degrees,
  floor,
  hinge,
  mesh,
  sphere,
  turn,
} from '../../src/scene/builder.ts';
import { setParameters } from '../../src/scene/parameters.ts';
import { faultsIn, faultTextOf, sceneOf } from './help.ts';

const card = box({ size: [0.06, 0.09, 0.0003], density: 900 });
const scene = defineScene({
  name: 'cards',
  duration: 2,
  bodies: [
    floor({ friction: 0.9 }),
    { ...card, name: 'left', position: [-0.02, 0.045, 0], rotation: turn('z', degrees(15)), friction: 0.4 },
    sphere({ radius: 0.01, material: 'steel', position: [0, 1, 0] }),
  ],
  parameters: [
    { name: 'grip', target: '/bodies/1/friction', min: 0, max: 1 },
    { name: 'size', target: '/bodies/2/shape/radius', min: 0.005, max: 0.02, unit: 'm' },
  ],
});

describe('the builder', () => {
  test('sorts parameters of shapes from words of bodies', () => {
    expect(card).toEqual({ shape: { kind: 'box', size: [0.06, 0.09, 0.0003] }, density: 900 });
    const resolved = sceneOf(scene);
    expect(resolved.bodies.map((body) => body.name)).toEqual(['floor', 'left', 'body-2']);
    expect(resolved.bodies[1].mass).toBeCloseTo(900 * 0.06 * 0.09 * 0.0003, 15);
    expect(resolved.bodies[1].pose.orientation[2]).toBeCloseTo(Math.sin(Math.PI / 24), 12);
  });

  test('a mesh of the program is the same body as the primitive it came from', () => {
    const resolved = sceneOf(scene);
    const copy = sceneOf({ name: 'a', bodies: [mesh(resolved.meshes[1], { density: 900 })] });
    expect(copy.bodies[0].mass).toBeCloseTo(resolved.bodies[1].mass, 15);
    expect(Array.from(copy.meshes[0].positions)).toEqual(Array.from(resolved.meshes[1].positions));
    expect(mesh('a.stl', { units: 'cm', mass: 2 })).toEqual({
      shape: { kind: 'file', path: 'a.stl', units: 'cm' },
      mass: 2,
    });
  });

  test('sheets and joints', () => {
    const resolved = sceneOf(
      defineScene({
        name: 'a',
        bodies: [box({ name: 'door' })],
        deformables: [cloth({ size: [1, 1], cells: [4, 4], upright: true, areaDensity: 0.2 })],
        joints: [hinge('door', { axis: 'y', at: [0.5, 0, 0] })],
      }),
    );
    expect(resolved.joints[0]).toMatchObject({ kind: 'hinge', a: 0, b: -1 });
    expect(resolved.deformables[0].masses.reduce((a, b) => a + b)).toBeCloseTo(0.2, 12);
  });
});

describe('parameters', () => {
  test('take the number they point at, or write theirs', () => {
    expect(sceneOf(scene).parameters[0]).toEqual({
      name: 'grip',
      value: 0.4,
      min: 0,
      max: 1,
      unit: '',
      target: '/bodies/1/friction',
    });
    const changed = sceneOf(setParameters(scene, { grip: 0.8, size: 0.02 }));
    expect(changed.bodies[1].material.friction).toBe(0.8);
    expect(changed.bodies[2].shape).toEqual({ kind: 'sphere', radius: 0.02 });
    expect(changed.parameters.map((p) => p.value)).toEqual([0.8, 0.02]);
    // The file itself is left alone.
    expect(sceneOf(scene).bodies[1].material.friction).toBe(0.4);
  });

  test('refuse what is out of range or unknown', () => {
    expect(faultTextOf(() => setParameters(scene, { grip: 2, sise: 1 }))).toMatch(
      /out of its range[\s\S]*did you mean "size"/,
    );
    const wild = {
      ...scene,
      parameters: [{ name: 'grip', target: '/bodies/1/friction', min: -5, max: 5, value: -1 }],
    };
    expect(faultsIn(wild)).toEqual(['bodies[1].friction: is negative']);
  });

  test('point at numbers of the file only', () => {
    for (const [target, what] of [
      ['/name', 'points at no number that a parameter may drive'],
      ['/bodies', 'points at no number that a parameter may drive'],
      ['/bodies/9/friction', 'there is no "9" in /bodies'],
      ['bodies/1/friction', 'is no pointer'],
      ['/parameters/0/min', 'points at no number that a parameter may drive'],
      ['/bodies/length', 'there is no "length" in /bodies'],
      ['/constructor/length', 'there is no "constructor" in the scene'],
    ]) {
      expect(faultsIn({ ...scene, parameters: [{ name: 'p', target, min: 0, max: 1 }] })).toEqual([
        `parameters[0].target: ${what}`,
      ]);
    }
  });
});

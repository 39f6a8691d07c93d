// Particles among rigid bodies: what they do alone, what they give to and take from what they meet, and what is told of it.

import { describe, expect, test } from 'vitest';
import { ipc } from '../../../src/engines/ipc/engine.ts';
import { loadKernels } from '../../../src/num/kernels/index.ts';
import {
  type BodyFile,
  type DeformableFile,
  floor,
  resolveScene,
  type SceneFile,
} from '../../../src/scene/index.ts';
import { judge, norm, optionsOf, Trial } from './harness.ts';

await loadKernels();

type Place = [number, number, number];

/** Particles 0.1 m thick of 1 kg each. */
function grains(vertices: Place[], more: Partial<DeformableFile> = {}): DeformableFile {
  return {
    name: 'grains',
    kind: 'particles',
    shape: { kind: 'inline', vertices, faces: [] },
    thickness: 0.1,
    mass: vertices.length,
    friction: 0,
    ...more,
  };
}

const file = (
  deformables: DeformableFile[],
  bodies: BodyFile[] = [],
  more: Partial<SceneFile> = {},
): SceneFile => ({
  name: 'particles',
  duration: 1,
  bodies,
  deformables,
  ...more,
});

const ground = (friction: number): BodyFile => ({ ...floor({ friction }), name: 'ground' });

const place = (trial: Trial, v: number): number[] => [...trial.frame.vertices.subarray(3 * v, 3 * v + 3)];

/** From the state, after the bodies'. */
const velocity = (trial: Trial, v: number): number[] => {
  const at = 3 * (trial.scene.bodies.length + v);
  return [...trial.simulation.state['velocity'].subarray(at, at + 3)];
};

describe('a particle', () => {
  test('falls as everything does', () => {
    const trial = new Trial(file([grains([[0, 10, 0]], { velocity: [1, 2, 0] })])).to(1);
    expect(place(trial, 0)[0]).toBeCloseTo(1, 9);
    expect(place(trial, 0)[1]).toBeCloseTo(10 + 2 - 0.5 * 9.81, 6);
  });

  test('rests on the floor a radius above it, pushed with its weight, which is told of both sides', () => {
    const trial = new Trial(file([grains([[0.3, 0.0505, 0.2]])], [ground(0.5)]), { sleep: 'never' }, true).to(
      1,
    );
    const [x, y, z] = place(trial, 0);
    expect([x, z]).toEqual([0.3, 0.2]);
    expect(y).toBeGreaterThan(0.05);
    expect(y).toBeLessThan(0.05 + 2e-3 * Math.sqrt(3) * 0.05);
    const last = trial.contacts.slice(-2);
    const above = last.find(({ body }) => body === 1)!;
    const below = last.find(({ body }) => body === 0)!;
    expect(above).toMatchObject({ other: 0, feature: 0 });
    expect(below).toMatchObject({ other: 1 });
    expect(above.normalImpulse / above.duration).toBeCloseTo(9.81, 2);
    expect(below.normalImpulse).toBe(above.normalImpulse);
    expect(above.ny).toBeCloseTo(1, 9);
    // where its surface touches, in the world
    expect([above.px, above.pz]).toEqual([0.3, 0.2]);
    expect(Math.abs(above.py)).toBeLessThan(1e-3);
  });

  test.each([0.3, 0.8])('rebounds with %f of the speed at which it hits', (restitution) => {
    const trial = new Trial(file([grains([[0, 0.55, 0]], { restitution })], [ground(0)]));
    const hit = Math.sqrt(2 * 9.81 * 0.5);
    let highest = 0;
    const lands = hit / 9.81;
    for (let t = lands + 0.05; t < lands + (2 * restitution * hit) / 9.81; t += 0.01)
      highest = Math.max(highest, place(trial.to(t), 0)[1]);
    expect(highest - 0.05).toBeGreaterThan(0.98 * restitution * restitution * 0.5);
    expect(highest - 0.05).toBeLessThan(1.02 * restitution * restitution * 0.5);
  });

  /** Down a plane of 30°, whose slope is 0.577. */
  const sin30 = 0.5;
  const cos30 = Math.sqrt(0.75);
  const sloped = (friction: number): Trial => {
    const gravity: Place = [9.81 * sin30, -9.81 * cos30, 0];
    return new Trial(file([grains([[0, 0.05006, 0]], { friction })], [ground(friction)], { gravity }));
  };

  test('slides down a slope as friction lets it, without rolling', () => {
    const a = 9.81 * (sin30 - 0.3 * cos30);
    const trial = sloped(0.3).to(0.2);
    const before = velocity(trial, 0)[0];
    const after = velocity(trial.to(1), 0)[0];
    expect((after - before) / 0.8 / a).toBeCloseTo(1, 2);
    // without friction it is faster, so it can be told
    expect(velocity(sloped(0).to(1), 0)[0]).toBeCloseTo(9.81 * sin30, 1);
  });

  test('stays where friction holds it', () => {
    const trial = sloped(0.6).to(1);
    expect(Math.abs(velocity(trial, 0)[0])).toBeLessThan(1e-4);
    expect(Math.abs(place(trial, 0)[0])).toBeLessThan(1e-3);
  });
});

describe('two things that meet', () => {
  test('a particle gives a ball three times as heavy what it has to', () => {
    const ball: BodyFile = {
      name: 'ball',
      shape: { kind: 'sphere', radius: 0.1 },
      position: [0.5, 0, 0],
      mass: 3,
      friction: 0,
    };
    const one = grains([[0, 0, 0]], { velocity: [2, 0, 0], restitution: 1 });
    const trial = new Trial(file([one], [ball], { gravity: 0 })).to(1);
    // (m₁ − m₂)/(m₁ + m₂) and 2 m₁/(m₁ + m₂) of its speed
    expect(velocity(trial, 0)[0]).toBeCloseTo(-1, 3);
    expect(trial.velocity('ball')[0]).toBeCloseTo(1, 3);
    expect(norm(trial.spin('ball'))).toBeLessThan(1e-9);
  });

  test('a particle that grazes a box turns it, and angular momentum is that of what it gave', () => {
    const box: BodyFile = {
      name: 'box',
      shape: { kind: 'box', size: [0.1, 1, 0.1] },
      density: 100,
      friction: 0,
    };
    const one = grains([[-0.3, 0.4, 0]], { velocity: [2, 0, 0] });
    const trial = new Trial(file([one], [box], { gravity: 0 })).to(0.5);
    const { mass, inertia } = trial.scene.bodies[0];
    const given = mass * trial.velocity('box')[0];
    expect(given).toBeGreaterThan(0.1);
    expect(inertia.includes(0)).toBe(false);
    const state = trial.simulation.state;
    // clockwise about z: L = r × p, r = (·, 0.4, 0)
    expect(state['angularMomentum'][2]).toBeCloseTo(-0.4 * given, 2);
    expect(velocity(trial, 0)[0] + given).toBeCloseTo(2, 6);
  });

  test('momentum is kept to 1e-8 where many push each other', () => {
    const thrown = Array.from({ length: 27 }, (_, i): Place => {
      const [x, y, z] = [i % 3, Math.floor(i / 3) % 3, Math.floor(i / 9)];
      return [0.11 * x + 0.01 * y, 0.11 * y + 0.007 * z, 0.11 * z + 0.013 * x];
    });
    const scene = file(
      [
        grains(thrown, { velocity: [1, 0, 0], friction: 0.4 }),
        { ...grains([[1.5, 0.1, 0.1]]), name: 'one', velocity: [-3, 0, 0] },
      ],
      [
        {
          name: 'box',
          shape: { kind: 'box', size: [0.3, 0.4, 0.5] },
          position: [0.9, 0.1, 0.1],
          density: 200,
          friction: 0.4,
        },
      ],
      { gravity: 0 },
    );
    const trial = new Trial(scene, { tolerance: 1e-11 });
    const total = () => ['X', 'Y', 'Z'].map((axis) => trial.value(`momentum${axis}`));
    const before = trial.to(0) && total();
    let contacts = 0;
    for (let t = 0.05; t < 0.7; t += 0.05) {
      trial.to(t);
      contacts += trial.value('contacts');
      total().forEach((p, k) => {
        expect(Math.abs(p - before[k])).toBeLessThan(1e-8 * 27);
      });
    }
    expect(contacts).toBeGreaterThan(5);
    expect(trial.velocity('box')[0]).toBeGreaterThan(0.1);
  });

  test('particles of one deformable that a rule lets through each other do so, others do not', () => {
    const two = grains(
      [
        [0, 0, 0],
        [0.5, 0, 0],
      ],
      { pins: [{ vertices: [1] }], velocity: [1, 0, 0] },
    );
    const end = (more: Partial<SceneFile>) =>
      place(new Trial(file([two], [], { gravity: 0, ...more })).to(1), 0)[0];
    expect(end({})).toBeLessThan(0.4);
    expect(end({ pairs: [{ a: 'grains', b: 'grains', collide: false }] })).toBeCloseTo(1, 6);
  });
});

describe('held, led, pulled and dragged', () => {
  test('a held vertex stays, a led one follows its path, a pulled one is pulled', () => {
    const pins: DeformableFile['pins'] = [
      { vertices: [0] },
      {
        vertices: [1],
        path: {
          keys: [
            { time: 0, position: [0, 0, 0] },
            { time: 1, position: [0, 0, 0.5] },
          ],
        },
      },
      { vertices: [2], force: [0, 9.81, 2] },
    ];
    const four: Place[] = [
      [0, 0, 0],
      [1, 0, 0],
      [2, 0, 0],
      [3, 0, 0],
    ];
    const trial = new Trial(file([grains(four, { pins })])).to(1);
    expect(place(trial, 0)).toEqual([0, 0, 0]);
    expect(place(trial, 1)[2]).toBeCloseTo(0.5, 9);
    expect(place(trial, 2)[1]).toBeCloseTo(0, 9);
    expect(place(trial, 2)[2]).toBeCloseTo(1, 6);
    expect(place(trial, 3)[1]).toBeCloseTo(-0.5 * 9.81, 6);
  });

  test('a force that comes and goes on some vertices gives its momentum', () => {
    const forces: SceneFile['forces'] = [
      { deformable: 'grains', vertices: [0, 1], force: [4, 0, 0], from: 0.2, until: 0.5 },
    ];
    const three: Place[] = [
      [0, 0, 0],
      [0, 1, 0],
      [0, 2, 0],
    ];
    const trial = new Trial(file([grains(three)], [], { gravity: 0, forces })).to(1);
    expect(velocity(trial, 0)[0]).toBeCloseTo(2 * 0.3, 6);
    expect(velocity(trial, 1)[0]).toBeCloseTo(2 * 0.3, 6);
    expect(velocity(trial, 2)[0]).toBe(0);
  });

  test('inputs: a force on all, a drag of the nearest, and parameters', () => {
    const three: Place[] = [
      [0, 0, 0],
      [0, 1, 0],
      [0, 2, 0],
    ];
    const parameters: SceneFile['parameters'] = [
      { name: 'grip', value: 0, min: 0, max: 1, target: '/deformables/0/friction' },
    ];
    const trial = new Trial(file([grains(three)], [], { gravity: 0, parameters }));
    trial.to(0);
    trial.simulation.apply({ time: 0, kind: 'force', target: 0, values: [3, 0, 0] });
    trial.to(0.5);
    for (const v of [0, 1, 2]) expect(velocity(trial, v)[0]).toBeCloseTo(0.5, 6);
    trial.simulation.apply({ time: 0.5, kind: 'force', target: 0, values: [0, 0, 0] });
    trial.simulation.apply({ time: 0.5, kind: 'drag', target: 0, values: [0, 1.1, 0, 5, 1, 0] });
    trial.to(3);
    expect(place(trial, 1)[0]).toBeCloseTo(5, 1);
    expect(place(trial, 0)[0]).toBeLessThan(2);
    trial.simulation.apply({ time: 3, kind: 'parameter', target: 0, values: [0.7] });
    expect([...trial.simulation.state['friction']]).toEqual([0.7, 0.7, 0.7]);
    expect(() =>
      trial.simulation.apply({ time: 3, kind: 'pose', target: 0, values: [0, 0, 0, 0, 0, 0, 1] }),
    ).toThrow(/acts on no body/);
  });
});

describe('what it does not take', () => {
  const faultsOf = (deformables: DeformableFile[]) => {
    const { scene } = resolveScene(file(deformables, [ground(0)]));
    return ipc.refuse(scene, optionsOf(scene));
  };

  test('particles in each other, or in the floor, are named by vertex', () => {
    const [each] = faultsOf([
      grains([
        [0, 1, 0],
        [0.06, 1, 0],
      ]),
    ]);
    expect(each.what).toMatch(/overlaps vertex 1 of deformable 0 "grains" at the start/);
    expect(each.where).toBe('deformables[0] "grains", vertex 0');
    expect(each.value).toBe('depth 40 mm');
    const [low] = faultsOf([
      grains([
        [0, 1, 0],
        [0.3, 0.04, 0],
      ]),
    ]);
    expect(`${low.what} ${low.where}`).toMatch(/vertex 1/);
  });

  test('particles inside a solid body are named, those in a hollow of it are not', () => {
    const shell = (size: number, out: boolean): { vertices: Place[]; faces: Place[] } => {
      const corner = (i: number): Place => [i & 1 ? size : -size, i & 2 ? size : -size, i & 4 ? size : -size];
      const sides = [
        [0, 2, 3, 1],
        [4, 5, 7, 6],
        [0, 1, 5, 4],
        [2, 6, 7, 3],
        [0, 4, 6, 2],
        [1, 3, 7, 5],
      ];
      const faces = sides.flatMap(([p, q, r, s]): Place[] => [
        [p, q, r],
        [p, r, s],
      ]);
      return {
        vertices: Array.from({ length: 8 }, (_, i) => corner(i)),
        faces: out ? faces : faces.map(([p, q, r]): Place => [p, r, q]),
      };
    };
    const faultsIn = (hollow: boolean) => {
      const [outer, inner] = [shell(0.5, true), shell(0.4, false)];
      const faces = hollow
        ? [...outer.faces, ...inner.faces.map((face) => face.map((v) => v + 8) as Place)]
        : outer.faces;
      const vertices = hollow ? [...outer.vertices, ...inner.vertices] : outer.vertices;
      const body: BodyFile = { name: 'block', shape: { kind: 'inline', vertices, faces }, mass: 1 };
      const { scene } = resolveScene(
        file(
          [
            grains([
              [2, 0, 0],
              [0.1, 0, 0],
            ]),
          ],
          [body],
        ),
      );
      return ipc.refuse(scene, optionsOf(scene));
    };
    expect(faultsIn(true)).toEqual([]);
    expect(faultsIn(false)).toMatchObject([
      { what: 'is inside body 0 "block" at the start', where: 'deformables[0] "grains", vertex 1' },
    ]);
  });
});

test('a recording has every particle and its way, and the judge finds nothing', async () => {
  const { verdict, error } = await judge(
    file(
      [
        {
          ...grains([]),
          shape: { kind: 'lattice', counts: [3, 3, 3], spacing: 0.12 },
          position: [0, 0.6, 0],
          mass: 5,
          friction: 0.3,
          velocity: [0, -4, 0],
        },
      ],
      [
        ground(0.3),
        {
          name: 'box',
          shape: { kind: 'box', size: [0.3, 0.2, 0.3] },
          position: [0.1, 0.11, 0],
          density: 300,
        },
      ],
      { duration: 0.4, frameRateHz: 130 },
    ),
  );
  expect(error).toBeUndefined();
  expect(verdict).toMatchObject({ intersections: 0, tunnelled: 0, undecided: 0, broken: 0, kept: true });
  expect(verdict.smallestGap).toBeGreaterThan(0);
  expect(verdict.smallestGap).toBeLessThan(2e-4);
});

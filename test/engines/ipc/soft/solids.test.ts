// Solids among rigid bodies: they fall as everything does, bend as beams do, keep momentum, lie, slide, and meet nothing twice.

import { describe, expect, test } from 'vitest';
import { loadKernels } from '../../../../src/num/kernels/index.ts';
import { planSoft } from '../../../../src/engines/ipc/soft/plan.ts';
import {
  type BodyFile,
  type DeformableFile,
  floor,
  resolveScene,
  type SceneFile,
  turn,
} from '../../../../src/scene/index.ts';
import { FaultError } from '../../../../src/scene/fault/index.ts';
import { judge, Trial } from '../harness.ts';
import { sag } from './beam.ts';
import { solidBox } from './solid-box.ts';

await loadKernels();

/** A cube of jelly, a decimetre each way, in free air. */
const jelly = (more: Partial<DeformableFile> = {}): DeformableFile => ({
  name: 'jelly',
  kind: 'solid',
  shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
  position: [0, 0.06, 0],
  youngsModulus: 1e4,
  density: 1000,
  friction: 0.5,
  stretchDamping: 0.01,
  ...more,
});

const file = (
  deformables: DeformableFile[],
  bodies: BodyFile[],
  duration: number,
  more: Partial<SceneFile> = {},
): SceneFile => ({ name: 'solids', duration, frameRateHz: 50, deformables, bodies, ...more });

/** Of its lowest and its highest vertex [m]. */
function heightOf(trial: Trial): [number, number] {
  const { vertices } = trial.frame;
  let [low, high] = [Infinity, -Infinity];
  for (let k = 1; k < vertices.length; k += 3) {
    low = Math.min(low, vertices[k]);
    high = Math.max(high, vertices[k]);
  }
  return [low, high];
}

describe('a solid in a scene', () => {
  test('is filled: its surface has the vertices that deform, its mass is that of its volume', () => {
    for (const [elements, nodesEach] of [
      ['quadratic', 10],
      ['linear', 4],
    ] as const) {
      const { scene } = resolveScene(file([jelly({ elements, resolution: 2 })], [], 1));
      const { filling, masses, mesh } = scene.deformables[0];
      expect(filling?.nodesEach).toBe(nodesEach);
      expect(filling?.nodes.length).toBe(48 * nodesEach);
      const [seen, all] = nodesEach === 10 ? [98, 125] : [26, 27];
      expect(masses.length).toBe(seen);
      expect(filling?.inside.length).toBe(3 * (all - seen));
      expect(scene.meshes[mesh].faces.length).toBe(3 * (nodesEach === 10 ? 192 : 48));
      expect(masses.reduce((sum, m) => sum + m, 0)).toBeCloseTo(1, 12);
    }
  });

  test.each([
    [{ shape: { kind: 'grid', size: [1, 1], cells: [1, 1] } }, /closed surface/],
    [{ material: { poissonRatio: 0.5 } }, /poissonRatio/],
    [{ rest: { kind: 'box', size: [1, 1, 1] } }, /at rest as it is filled/],
    [{ ...solidBox([1, 1, 1], [1, 1, 1]), tetrahedra: [[0, 1, 3, 2]] }, /inside out|flat/],
    [
      {
        shape: {
          kind: 'inline',
          vertices: [
            [0, 0, 0],
            [1, 0, 0],
            [0, 1, 0],
            [1, 1, 0],
          ],
        },
        tetrahedra: [[0, 1, 2, 3]],
      },
      /flat/,
    ], // prettier-ignore
    [{ tetrahedra: [[0, 1, 2, 3]] }, /vertices that are not given/],
    [{ kind: 'cloth', resolution: 3 }, /a cloth has no resolution/],
  ] as [Partial<DeformableFile>, RegExp][])('is refused where it is none: %#', (more, says) => {
    let told = '';
    try {
      new Trial(file([jelly(more)], [], 1));
    } catch (error) {
      told = error instanceof FaultError ? error.message : `not a fault: ${String(error)}`;
    }
    expect(told).toMatch(says);
  });

  test('mirrored by its scale it stands as it is', () => {
    const trial = new Trial(file([jelly({ scale: [-1, 1, 1] })], [], 1, { gravity: [0, 0, 0] }));
    const before = trial.to(0).frame.vertices.slice();
    trial.to(0.1);
    for (const [k, x] of before.entries()) expect(trial.frame.vertices[k]).toBeCloseTo(x, 9);
  });
});

describe('a solid without holds', () => {
  test('falls freely, and turns without that damping brakes it', () => {
    const trial = new Trial(
      file([jelly({ angularVelocity: [0, 0, 3], stretchDamping: 0.1, youngsModulus: 1e6 })], [], 1),
    );
    const start = trial.to(0).frame.vertices.slice();
    const steps = 30;
    trial.to(steps / 100);
    const { vertices } = trial.frame;
    let [fallen, sine, size] = [0, 0, 0];
    const middle = (list: Float64Array, k: number): number => {
      let sum = 0;
      for (let i = k; i < list.length; i += 3) sum += list[i];
      return sum / (list.length / 3);
    };
    fallen = middle(start, 1) - middle(vertices, 1);
    // implicit Euler: g h² n (n + 1) / 2
    expect(fallen).toBeCloseTo((9.81e-4 * steps * (steps + 1)) / 2, 9);
    for (let i = 0; i < start.length; i += 3) {
      const [x, y] = [start[i], start[i + 1] - middle(start, 1)];
      sine += x * (vertices[i + 1] - middle(vertices, 1)) - y * vertices[i];
      size += x * x + y * y;
    }
    // a step of implicit Euler turns by atan(ω h) and loses a little of ω each time
    expect(sine / size).toBeGreaterThan(Math.sin(0.9) * 0.96);
    expect(sine / size).toBeLessThan(Math.sin(0.9));
  });

  test('keeps its momentum with a ball that hits it', () => {
    const ball: BodyFile = {
      name: 'ball',
      shape: { kind: 'sphere', radius: 0.03 },
      position: [0.01, 0.16, 0.02],
      velocity: [0, -3, 0],
      mass: 0.2,
    };
    const trial = new Trial(file([jelly()], [ball], 1, { gravity: [0, 0, 0] }), { tolerance: 1e-9 } as never);
    const [plan] = planSoft(trial.scene, 0.01);
    const masses = [0.2, ...Array.from(plan!.masses!), ...plan!.hidden.map(({ mass }) => mass)];
    expect(masses.reduce((sum, m) => sum + m, 0)).toBeCloseTo(1.2, 12);
    const momentum = (): number => {
      const { velocity } = trial.simulation.state;
      return masses.reduce((sum, m, i) => sum + m * velocity[3 * i + 1], 0);
    };
    const before = momentum();
    trial.to(0.1);
    expect(trial.velocity('ball')[1]).toBeGreaterThan(-1.5);
    expect(Math.abs(momentum() - before)).toBeLessThan(1e-6);
  });
});

describe('a beam held at one end', () => {
  // q L⁴/8EI = 5.886 mm, and q L²/2κGA with κ = 5/6
  test('sinks as Timoshenko says, where its foot is not held together', () => {
    expect(sag(0, [12, 2], 4) / 5.933e-3).toBeCloseTo(1, 2);
  });
});

describe('a soft block on a slope of tan θ = ½', () => {
  /** How far it goes from 0.5 s to 1.5 s, and in the second after that [m]. */
  const slides = (friction: number, gap = 1e-4, youngsModulus = 1e6): [number, number] => {
    const angle = Math.atan(0.5);
    const [s, c] = [Math.sin(angle), Math.cos(angle)];
    // half a thickness and some of the reach above
    const height = 0.05 + 0.0005 + gap;
    const block = jelly({
      youngsModulus,
      resolution: 1,
      friction,
      position: [-s * height, c * height, 0.3],
      rotation: turn('z', angle),
    });
    const trial = new Trial(
      file([block], [floor({ size: [4, 4], rotation: turn('z', angle), friction })], 3),
    );
    const along = (): number => {
      const { vertices } = trial.frame;
      let sum = 0;
      for (let v = 0; v < vertices.length; v += 3) sum += c * vertices[v] + s * vertices[v + 1];
      return sum / (vertices.length / 3);
    };
    trial.to(0.5);
    const before = along();
    trial.to(1.5);
    const between = along();
    trial.to(2.5);
    return [before - between, between - along()];
  };
  const slide = (friction: number): number => slides(friction)[0];

  test('comes to rest with μ = 0.505', () => {
    // what it fell before it was caught gave it a little speed
    expect(Math.abs(slide(0.505))).toBeLessThan(1e-4);
  });

  test('keeps the speed of its settling with μ = 0.50, as nothing is left to brake it', () => {
    const [first, second] = slides(0.5);
    expect(first).toBeGreaterThan(1e-3);
    expect(second / first).toBeCloseTo(1, 3);
  });

  test('and stays with μ = 0.50 where it starts as it rests: stiff, and where weight is borne', () => {
    for (const way of slides(0.5, 1.99e-4, 1e9)) expect(Math.abs(way)).toBeLessThan(5e-5);
  });

  test('slides with μ = 0.49', () => {
    // a = g (sin θ − μ cos θ), from rest for 0.5 s, then for a second
    const a = 9.81 * 0.8944271909999159 * (0.5 - 0.49);
    expect(slide(0.49)).toBeGreaterThan(0.5 * a);
  });
});

describe('what a user would write', () => {
  test('a jelly on the floor: it sags as its weight asks, and nothing touches', async () => {
    const scene = file([jelly({ position: [0, 0.0507, 0] })], [floor({ friction: 0.5 })], 0.3);
    const trial = new Trial(scene).to(0.3);
    const [low, high] = heightOf(trial);
    expect(low).toBeGreaterThan(0.0005);
    expect(low).toBeLessThan(0.0008);
    // ρ g H² / 2E, less what its sides and its foot hold back
    const sag = 0.1 - (high - low);
    expect(sag).toBeGreaterThan(0.6 * 0.0049);
    expect(sag).toBeLessThan(0.0049);
    const { verdict, error } = await judge(scene);
    expect(error).toBeUndefined();
    expect([verdict.intersections, verdict.tunnelled]).toEqual([0, 0]);
  });

  test('a jelly falls on a box, which is pushed away below it', async () => {
    const box: BodyFile = {
      name: 'box',
      shape: { kind: 'box', size: [0.16, 0.06, 0.16] },
      position: [0, 0.0301, 0],
      mass: 0.5,
      friction: 0.4,
    };
    const scene = file(
      [jelly({ position: [0.02, 0.14, 0.01], rotation: turn('x', 0.3) })],
      [floor({ friction: 0.2 }), box],
      0.3,
      { forces: [{ body: 'box', force: [12, 0, 0], from: 0.1, until: 0.3 }] } as Partial<SceneFile>,
    );
    const { verdict, error } = await judge(scene);
    expect(error).toBeUndefined();
    expect([verdict.intersections, verdict.tunnelled]).toEqual([0, 0]);
  });
});

test('soft fingers that close on an egg hold it when their scripts come to rest', () => {
  const finger = (side: number): DeformableFile => ({
    name: side < 0 ? 'left' : 'right',
    kind: 'solid',
    shape: { kind: 'box', size: [0.02, 0.04, 0.04] },
    position: [side * 0.034, 0, 0],
    elements: 'linear',
    resolution: 1,
    youngsModulus: 1e5,
    density: 1100,
    material: { poissonRatio: 0.48 },
    friction: 0.9,
    thickness: 5e-4,
    stretchDamping: 0.003,
    pins: [
      {
        within: { min: [side * 0.044 - 1e-4, -1, -1], max: [side * 0.044 + 1e-4, 1, 1] },
        path: { keys: [{ time: 0 }, { time: 0.05, position: [-side * 0.006, 0, 0] }] },
      },
    ],
  });
  const egg: BodyFile = { name: 'egg', shape: { kind: 'sphere', radius: 0.022 }, mass: 0.06, friction: 0.5 };
  const trial = new Trial(file([finger(-1), finger(1)], [egg], 0.1, { gravity: [0, 0, 0] }));
  const [left, right] = trial.scene.deformables;
  const first = left.masses.length;
  trial.to(0.1);
  expect(right.pins[0].vertices.length).toBeGreaterThan(3);
  for (const v of right.pins[0].vertices)
    expect(trial.frame.vertices[3 * (first + v)]).toBeCloseTo(0.044 - 0.006, 6);
  expect(trial.position('egg')[0]).toBeCloseTo(0, 4);
});

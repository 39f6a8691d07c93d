// Rods and ropes through scenes: what is known of them, what clamps and loops do, and ropes among bodies, which nothing goes through.

import { describe, expect, test } from 'vitest';
import { ipc } from '../../../../src/engines/ipc/engine.ts';
import { loadKernels } from '../../../../src/num/kernels/index.ts';
import { copyState } from '../../../../src/sim/index.ts';
import { type DeformableFile, floor, resolveScene, type SceneFile } from '../../../../src/scene/index.ts';
import { judge, optionsOf, Trial } from '../harness.ts';
import { distance, type Point, vertexOf, wire } from './wires.ts';

await loadKernels();

const file = (rod: DeformableFile, duration: number, more: Partial<SceneFile> = {}): SceneFile => ({
  name: 'rods',
  duration,
  deformables: [rod],
  ...more,
});
const weightless: Partial<SceneFile> = { gravity: [0, 0, 0] };

/** Points of an arc of a circle in the plane y = 0, its first segment along x. */
function arc(count: number, radius: number, angle: number): Point[] {
  return Array.from({ length: count }, (_, i) => {
    const a = (angle * i) / (count - 1);
    return [radius * Math.sin(a), 0, radius * (1 - Math.cos(a))];
  });
}

describe('a rope that is held at both ends', () => {
  test('hangs as a catenary does, and pulls as one', () => {
    const [cells, length, stiffness] = [40, 1.2, 1e5];
    const depth = Math.sqrt(0.36 - 0.25);
    const points = Array.from({ length: cells + 1 }, (_, i): Point => {
      const s = (2 * i) / cells - 1;
      return [0.5 * s, depth * (Math.abs(s) - 1), 0];
    });
    const trial = new Trial(
      file(
        {
          name: 'rope',
          kind: 'rod',
          shape: wire(points),
          thickness: 0.004,
          mass: length,
          stretchStiffness: stiffness,
          bendStiffness: 0,
          twistStiffness: 0,
          stretchDamping: 0.1,
          pins: [{ vertices: [0, cells] }],
        },
        4,
      ),
      { timeStep: 0.1 },
    ).to(4);
    const sag = -Math.min(...points.map((_, v) => vertexOf(trial, v)[1]));
    expect(Math.abs(sag / 0.2923 - 1)).toBeLessThan(0.005);
    const [a, b] = [vertexOf(trial, 0), vertexOf(trial, 1)];
    const segment = length / cells;
    const pull = stiffness * (distance(a, b) / segment - 1);
    const across = (pull * (b[0] - a[0])) / distance(a, b);
    // the end carries half of its segment besides
    const up = (pull * (a[1] - b[1])) / distance(a, b) + (9.81 * segment) / 2;
    expect(Math.abs(Math.hypot(across, up) / (0.7619 * 9.81) - 1)).toBeLessThan(0.005);
  });
});

describe('a wire that starts bent', () => {
  const bent = (more: Partial<DeformableFile>): SceneFile =>
    file(
      {
        name: 'wire',
        kind: 'rod',
        shape: wire(arc(9, 0.1, 2)),
        thickness: 0.002,
        mass: 0.01,
        stretchStiffness: 1000,
        bendStiffness: 0.01,
        twistStiffness: 0.008,
        bendDamping: 0.05,
        ...more,
      },
      1,
      weightless,
    );

  test('stays so', () => {
    const trial = new Trial(bent({})).to(0.5);
    for (const [v, point] of arc(9, 0.1, 2).entries())
      expect(distance(vertexOf(trial, v), point)).toBeLessThan(1e-9);
  });

  test('straightens where it is said to be straight', () => {
    const trial = new Trial(bent({ rest: 'straight' })).to(1);
    const chord = distance(arc(9, 0.1, 2)[0], arc(9, 0.1, 2)[1]);
    expect(distance(vertexOf(trial, 0), vertexOf(trial, 8)) / (8 * chord)).toBeGreaterThan(0.999);
  });

  test('hangs on its clamp by its twist', () => {
    // an arm whose end is pulled out of its plane: only twist of the first half and bending of the second hold it
    const shape = wire([
      [-0.05, 0, 0],
      [0, 0, 0],
      [0.05, 0, 0],
      [0.1, 0, 0],
      [0.1, 0, 0.05],
      [0.1, 0, 0.1],
    ]);
    const pull = (twistStiffness: number): number => {
      const pins = [{ vertices: [0, 1] }, { vertices: [5], force: [0, -0.01, 0] as Point }];
      const trial = new Trial(bent({ shape, pins, bendStiffness: 1, twistStiffness, bendDamping: 1 }), {
        timeStep: 0.05,
      }).to(4);
      return -vertexOf(trial, 5)[1];
    };
    // torque 0.01 N × 0.1 m on 0.075 m of wire, up to the middle of its last segment; the end 0.1 m away from its axis
    const wanted = (0.01 * 0.1 * 0.1 * 0.075) / 0.008;
    expect(Math.abs(pull(0.008) / wanted - 1)).toBeLessThan(0.02);
    expect(Math.abs(pull(0.016) / pull(0.008) - 0.5)).toBeLessThan(0.01);
  });

  test('goes on after a snapshot as if there had been none', () => {
    const { scene } = resolveScene(bent({ rest: 'straight', twist: 9, velocity: [0.1, 0.2, 0] }));
    const whole = new Trial(scene).to(0.2);
    const half = new Trial(scene).to(0.1);
    const other = new Trial(scene);
    other.simulation.restore(copyState(half.simulation.state));
    other.to(0.2);
    expect(other.simulation.state).toEqual(whole.simulation.state);
  });
});

describe('a twisted ring without holds', () => {
  test('keeps its momentum while its twist bends it out of its plane', () => {
    const points = Array.from({ length: 16 }, (_, i): Point => {
      const angle = (2 * Math.PI * i) / 16;
      return [0.1 * Math.cos(angle), 1e-3 * Math.cos(2 * angle), 0.1 * Math.sin(angle)];
    });
    const trial = new Trial(
      file(
        {
          name: 'ring',
          kind: 'rod',
          shape: wire(points, true),
          rest: 'straight',
          twist: 25,
          thickness: 0.002,
          mass: 0.01,
          stretchStiffness: 1000,
          bendStiffness: 0.001,
          twistStiffness: 0.001,
          velocity: [1, 0, 0],
        },
        1,
        weightless,
      ),
    ).to(0.3);
    const { masses } = trial.scene.deformables[0];
    const { velocity } = trial.simulation.state;
    for (let k = 0; k < 3; k++) {
      let sum = 0;
      masses.forEach((mass, v) => {
        sum += mass * velocity[3 * v + k];
      });
      expect(Math.abs(sum - (k === 0 ? 0.01 : 0))).toBeLessThan(1e-8);
    }
    const heights = points.map((_, v) => vertexOf(trial, v)[1]);
    expect(Math.max(...heights) - Math.min(...heights)).toBeGreaterThan(0.01);
  });
});

describe('a rod that makes no sense', () => {
  test('because it turns back on itself is refused by the vertex', () => {
    const { scene } = resolveScene(
      file(
        {
          name: 'wire',
          kind: 'rod',
          thickness: 0.001,
          shape: wire([
            [0, 0, 0],
            [0.1, 0, 0],
            [0.2, 0, 0],
            [0.05, 0, 0],
          ]),
        },
        1,
      ),
    );
    const faults = ipc.refuse(scene, optionsOf(scene));
    expect(faults.map(({ what, where }) => [what, where])).toEqual([
      ['turns back on itself', 'deformables[0] "wire", vertex 2'],
    ]);
  });
});

describe('a rope of 10 mm', () => {
  const rope = (segment: number): DeformableFile => ({
    name: 'rope',
    kind: 'rod',
    shape: wire(
      Array.from(
        { length: Math.round(0.4 / segment) + 1 },
        (_, i): Point => [i * segment - 0.17, 0.16, 0.01],
      ),
    ),
    thickness: 0.01,
    density: 900,
    friction: 0.4,
    youngsModulus: 1e6,
    stretchDamping: 0.01,
    bendDamping: 0.01,
  });
  test.each([0.02, 0.008])('of segments of %d m falls over a box, and touches nothing', async (segment) => {
    const bodies = [
      floor({ friction: 0.4 }),
      {
        name: 'box',
        shape: { kind: 'box' as const, size: [0.1, 0.1, 0.1] as Point },
        position: [0, 0.0502, 0] as Point,
        mass: 1,
      },
    ];
    const { verdict, error } = await judge(file(rope(segment), 0.4, { bodies }));
    expect(error).toBeUndefined();
    expect([verdict.intersections, verdict.tunnelled]).toEqual([0, 0]);
  });
});

// Glue to bodies that stand or are led, stitches that close, and sheets that stretch no further.

import { describe, expect, test } from 'vitest';
import { copyState } from '../../../../src/sim/index.ts';
import { ipc } from '../../../../src/engines/ipc/engine.ts';
import {
  type BodyFile,
  type DeformableFile,
  resolveScene,
  type SceneFile,
} from '../../../../src/scene/index.ts';
import { judge, optionsOf, Trial } from '../harness.ts';

const strip = (name: string, more: Partial<DeformableFile> = {}): DeformableFile => ({
  name,
  kind: 'cloth',
  shape: { kind: 'grid', size: [0.4, 0.2], cells: [4, 2] },
  thickness: 0.002,
  areaDensity: 0.3,
  stretchStiffness: 200,
  bendStiffness: 1e-4,
  stretchDamping: 0.02,
  ...more,
});

const file = (deformables: DeformableFile[], more: Partial<SceneFile> = {}): SceneFile => ({
  name: 'attachments',
  duration: 0.4,
  frameRateHz: 50,
  deformables,
  ...more,
});

const faultsOf = (scene: SceneFile): string[] => {
  const resolved = resolveScene(scene).scene;
  return ipc.refuse(resolved, optionsOf(resolved)).map(({ what }) => what);
};

/** Vertex v of deformable d, of so many vertices each. */
const placeOf = ({ frame }: Trial, d: number, v: number, each: number): number[] => [
  ...frame.vertices.subarray(3 * (d * each + v), 3 * (d * each + v) + 3),
];

describe('glue', () => {
  const turned: BodyFile = {
    name: 'arm',
    shape: { kind: 'box', size: [0.1, 0.1, 0.1] },
    position: [-0.3, 0, 0],
    motion: 'kinematic',
    path: {
      keys: [
        { time: 0, position: [-0.3, 0, 0] },
        { time: 0.4, position: [-0.3, 0.1, 0], rotation: { axis: 'y', degrees: 60 } },
      ],
    },
  };
  const glued = strip('flag', {
    pins: [{ within: { min: [-0.21, -1, -1], max: [-0.19, 1, 1] }, body: 'arm' }],
  });

  test('keeps vertices where they are on a body that is led and turns', async () => {
    const scene = file([glued], { bodies: [turned] });
    const trial = new Trial(scene).to(0.4);
    const held = trial.scene.deformables[0].pins[0].vertices;
    const { positions } = trial.scene.meshes[trial.scene.deformables[0].mesh];
    expect(held.length).toBe(3);
    const [sin, cos] = [Math.sin(Math.PI / 3), Math.cos(Math.PI / 3)];
    for (const v of held) {
      const [x, z] = [positions[3 * v] + 0.3, positions[3 * v + 2]];
      const wanted = [-0.3 + cos * x + sin * z, 0.1, cos * z - sin * x];
      wanted.forEach((at, k) => {
        expect(placeOf(trial, 0, v, 0)[k]).toBeCloseTo(at, 4);
      });
    }
    const { verdict, error } = await judge(scene);
    expect(error).toBeUndefined();
    expect([verdict.intersections, verdict.tunnelled]).toEqual([0, 0]);
  });

  test('begins at the surface of the body itself, and what is beside it is kept apart from that', async () => {
    const touching = { ...turned, shape: { kind: 'box', size: [0.2, 0.1, 0.3] } } satisfies BodyFile;
    const scene = file([glued], { bodies: [touching] });
    const { verdict, error } = await judge(scene);
    expect(error).toBeUndefined();
    expect([verdict.intersections, verdict.tunnelled]).toEqual([0, 0]);
    const wider = { ...touching, shape: { kind: 'box', size: [0.45, 0.1, 0.3] } } satisfies BodyFile;
    expect(faultsOf(file([glued], { bodies: [wider] }))).toHaveLength(1);
  });
});

describe('stitches', () => {
  const left = strip('left', { pins: [{ within: { min: [-0.21, -1, -1], max: [-0.19, 1, 1] } }] });
  const right = strip('right', { position: [0.45, 0, 0] });
  const seam = {
    a: 'left',
    b: 'right',
    vertices: [4, 9, 14].map((v): [number, number] => [v, v - 4]),
    closing: 0.2,
  };

  test('draw edges together until they lie on each other, and hold', async () => {
    const scene = file([left, right], { stitches: [seam] });
    const trial = new Trial(scene);
    const apart = (): number[] =>
      seam.vertices.map(([v, w]) => {
        const [a, b] = [placeOf(trial, 0, v, 15), placeOf(trial, 1, w, 15)];
        return Math.hypot(...a.map((x, k) => x - b[k]));
      });
    trial.to(0);
    for (const one of apart()) expect(one).toBeCloseTo(0.05, 9);
    trial.to(0.1);
    for (const one of apart()) expect(one).toBeGreaterThan(0.02);
    trial.to(0.4);
    // as thick as one of them and a quarter: they touch nowhere
    for (const one of apart()) {
      expect(one).toBeGreaterThan(0.002);
      expect(one).toBeLessThan(0.004);
    }
    const { verdict, error } = await judge(scene);
    expect(error).toBeUndefined();
    expect([verdict.intersections, verdict.tunnelled]).toEqual([0, 0]);
  });

  test('are gone on with from a snapshot with the same bits', () => {
    const scene = file([left, right], { stitches: [seam] });
    const whole = new Trial(scene).to(0.15);
    const first = new Trial(scene).to(0.08);
    const second = new Trial(scene);
    second.simulation.restore(copyState(first.simulation.state));
    second.to(0.15);
    expect([...second.frame.vertices]).toEqual([...whole.frame.vertices]);
  });

  test('between what is held at two places are refused, and so are vertices that are none', () => {
    const held = { ...right, pins: [{ vertices: [0] }] };
    const sewn = { ...seam, vertices: [[0, 0] as [number, number]] };
    expect(faultsOf(file([left, held], { stitches: [sewn] }))).toEqual([
      'sews together what is held at two places, vertex 0 of deformable 0 "left" and vertex 0 of deformable 1 "right"',
    ]);
    // by way of a vertex between them
    const chain = [
      { ...seam, vertices: [[4, 0]] },
      { a: 'right', vertices: [[0, 14]] },
      { a: 'right', b: 'left', vertices: [[14, 0]] },
    ] as NonNullable<SceneFile['stitches']>;
    expect(
      faultsOf(file([{ ...left, pins: [{ vertices: [0, 4] }] }, right], { stitches: chain })),
    ).toHaveLength(1);
    expect(() => resolveScene(file([left, right], { stitches: [{ ...seam, vertices: [[99, 0]] }] }))).toThrow(
      'there is no such vertex',
    );
    expect(() => resolveScene(file([left], { stitches: [{ a: 'left', vertices: [[3, 3]] }] }))).toThrow(
      'a vertex is sewn to itself',
    );
  });
});

describe('a strain limit', () => {
  const heavy = strip('heavy', {
    stretchStiffness: 20,
    rotation: { axis: 'z', degrees: 90 },
    position: [0, -0.2, 0],
    pins: [{ within: { min: [-1, -0.01, -1], max: [1, 1, 1] } }],
  });
  const longest = (more: Partial<DeformableFile>): number => {
    const trial = new Trial(file([{ ...heavy, ...more }]), {}).to(1);
    let lowest = 0;
    for (let v = 0; v < 15; v++) lowest = Math.min(lowest, trial.frame.vertices[3 * v + 1]);
    return -lowest / 0.4;
  };

  test('is kept under a weight that stretches the sheet further without', () => {
    expect(longest({})).toBeGreaterThan(1.02);
    expect(longest({ strainLimit: 1.015 })).toBeLessThan(1.015);
  });

  test('that a pin would break stops the run and names the vertex', () => {
    const pulled = strip('pulled', {
      strainLimit: 1.05,
      pins: [
        { within: { min: [-0.21, -1, -1], max: [-0.19, 1, 1] } },
        {
          within: { min: [0.19, -1, -1], max: [0.21, 1, 1] },
          path: { keys: [{ time: 0 }, { time: 0.4, position: [0.08, 0, 0] }] },
        },
      ],
    });
    const trial = new Trial(file([pulled]), { maxIterations: 60 });
    expect(() => trial.to(0.4)).toThrow(/script of vertex \d+ of deformable 0 "pulled" cannot go on/);
  });

  test('is refused of what is no sheet', () => {
    expect(() =>
      resolveScene(
        file([strip('s', { kind: 'solid', shape: { kind: 'box', size: [1, 1, 1] }, strainLimit: 2 })]),
      ),
    ).toThrow('a solid has no strainLimit');
  });
});

// The cloth bench: pins and pulls in the scene file, the layers that it draws, and looking into the engine.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { reefKnot } from '../../../../examples/async/parts/reef-knot.ts';
import { asynchronous } from '../../../../src/engines/async/index.ts';
import type { Input } from '../../../../src/record/index.ts';
import { cloth, defineScene, resolveScene } from '../../../../src/scene/index.ts';
import type { SceneFile } from '../../../../src/scene/schema/index.ts';
import { frameTime, hashState, parseOptions, run } from '../../../../src/sim/index.ts';
import { Looker } from '../../../../studio/src/work/cloth/looker.ts';
import { lonelyContext } from '../../../sim/tiny.ts';
import { layersOf } from '../../../../studio/src/work/cloth/layers.ts';
import { borderOf, reached } from '../../../../studio/src/work/cloth/reach.ts';
import { pinAt, withoutPins, withoutThese, withPins } from '../../../../studio/src/work/cloth/pins.ts';

const file: SceneFile = defineScene({
  name: 'sheet',
  engine: 'async',
  duration: 0.1,
  deformables: [
    cloth({ name: 'one', size: [0.2, 0.2], cells: [4, 4], thickness: 0.001 }),
    cloth({ name: 'two', size: [0.2, 0.2], cells: [4, 4], thickness: 0.001, position: [0, 1, 0] }),
  ],
});

const sceneOf = (made: SceneFile) => resolveScene(made).scene;

describe('pins by hand', () => {
  test('a vertex is held, drawn instead, and let go', () => {
    const held = withPins(file, 1, [7]);
    expect(pinAt(sceneOf(held), 1, 7)?.force).toBeUndefined();
    expect(pinAt(sceneOf(held), 0, 7)).toBeUndefined();
    const drawn = withPins(held, 1, [7], [1, 0, -2]);
    expect(sceneOf(drawn).deformables[1].pins).toHaveLength(1);
    expect(pinAt(sceneOf(drawn), 1, 7)?.force).toEqual([1, 0, -2]);
    expect(withoutThese(drawn, 1, [7])).toEqual(file);
  });

  test('pins of several vertices lose only the one that is let go', () => {
    const pins = [{ vertices: [1, 2, 3] }];
    const several: SceneFile = { ...file, deformables: [{ ...file.deformables?.[0], pins } as never] };
    expect(sceneOf(withoutThese(several, 0, [2])).deformables[0].pins[0].vertices).toEqual([1, 3]);
    expect(withoutPins(several, 0).deformables?.[0].pins).toBeUndefined();
  });

  test('several vertices that are drawn share the force', () => {
    const drawn = sceneOf(withPins(file, 0, [3, 4, 5, 6], [4, 0, -2]));
    expect(drawn.deformables[0].pins).toHaveLength(1);
    expect(pinAt(drawn, 0, 5)?.force).toEqual([1, 0, -0.5]);
  });

  test('whatever is pinned and let go, the scene resolves, and nothing is named twice', () => {
    const step = fc.record({
      vertices: fc.uniqueArray(fc.integer({ min: 0, max: 24 }), { minLength: 1, maxLength: 6 }),
      kind: fc.constantFrom('hold', 'pull', 'free'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const kinds = new Map<number, string>();
        let made = file;
        for (const { vertices, kind } of steps) {
          made =
            kind === 'free'
              ? withoutThese(made, 0, vertices)
              : withPins(made, 0, vertices, kind === 'pull' ? [0, 1, 0] : undefined);
          for (const vertex of vertices)
            if (kind === 'free') kinds.delete(vertex);
            else kinds.set(vertex, kind);
        }
        const scene = sceneOf(made);
        const named = scene.deformables[0].pins.flatMap(({ vertices }) => [...vertices]);
        expect(named.sort((a, b) => a - b)).toEqual([...kinds.keys()].sort((a, b) => a - b));
        for (const [vertex, kind] of kinds)
          expect(pinAt(scene, 0, vertex)?.force !== undefined).toBe(kind === 'pull');
      }),
      { numRuns: 30 },
    );
  });
});

describe('what a click reaches', () => {
  const { meshes, deformables } = sceneOf(file);
  const mesh = meshes[deformables[0].mesh];
  const { positions, faces } = mesh;
  const place = (vertex: number) =>
    [...positions.subarray(3 * vertex, 3 * vertex + 3)] as [number, number, number];
  const corners = (face: number) => [...faces.subarray(3 * face, 3 * face + 3)];

  test('a vertex, an edge, a face', () => {
    for (let face = 0; face < faces.length / 3; face++) {
      const [a, b, c] = corners(face);
      const [p, q, r] = [place(a), place(b), place(c)];
      const near = p.map((x, k) => 0.8 * x + 0.1 * (q[k] + r[k])) as [number, number, number];
      expect(reached('vertex', mesh, positions, face, near)).toEqual([a]);
      const beside = p.map((x, k) => 0.48 * (x + q[k]) + 0.04 * r[k]) as [number, number, number];
      expect(reached('edge', mesh, positions, face, beside).sort()).toEqual([a, b].sort());
      expect(reached('face', mesh, positions, face, near)).toEqual([a, b, c]);
    }
  });

  test('a border from corner to corner, and not around it', () => {
    const border = new Set(borderOf(faces).flat());
    // 5 × 5 vertices: all but the nine inside.
    expect(border.size).toBe(16);
    const sides = new Set<string>();
    for (const [a, b] of borderOf(faces)) {
      const middle = place(a).map((x, k) => 0.5 * (x + place(b)[k])) as [number, number, number];
      const side = reached('border', mesh, positions, 0, middle).sort((x, y) => x - y);
      expect(side).toHaveLength(5);
      sides.add(side.join(' '));
    }
    expect(sides.size).toBe(4);
  });
});

test('layers thin out, stiffen, and tick ever faster', () => {
  const [sheet] = sceneOf(file).deformables;
  const options = {
    layerStiffening: 3,
    layerThinning: 0.25,
    referenceSpeed: 1,
    contactStiffness: 0,
    contactStep: 0,
  };
  const layers = layersOf(sheet, options, 16);
  expect(layers[0].distance).toBe(sheet.thickness);
  expect(layers[15].distance).toBeCloseTo(sheet.thickness / 2, 12);
  expect(layers[1].stiffness / layers[0].stiffness).toBeCloseTo(8, 9);
  for (let i = 1; i < layers.length; i++) expect(layers[i].step).toBeLessThan(layers[i - 1].step);
});

describe('looking into the engine', () => {
  const scene = sceneOf(reefKnot({ name: 'knot', along: 30, duration: 0.06, force: 0.05 }));
  const times = Array.from({ length: 7 }, (_, i) => frameTime(i, scene.frameRateHz));
  // Pulled from the start, elsewhere later, and let go.
  const inputs: Input[] = [
    { time: times[0], kind: 'drag', target: 1, values: [0.09, 0.01, 0, 0.12, 0.02, 0] },
    { time: times[2], kind: 'drag', target: 1, values: [0.09, 0.01, 0, 0.13, 0, 0.01] },
    { time: times[4], kind: 'drag', target: 1, values: [] },
  ];
  const { options } = parseOptions(asynchronous, scene.options);
  const simulation = asynchronous.start(scene, options, lonelyContext());
  const film = run(simulation, {
    scene,
    reportColumns: asynchronous.columns.length,
    inputs: (_, time) => inputs.filter((input) => input.time === time),
  });
  const hashes = Array.from(film, () => hashState(simulation.state));

  const go = (looker: Looker, time: number) => {
    while (!looker.goTowards(time));
    expect(looker.now).toBe(time);
  };

  test('follows the film with what was logged, forward and back, to the bit', () => {
    const looker = new Looker(scene, inputs);
    // Inputs at a frame are applied as soon as it is reached, so states are compared where there are none.
    for (const frame of [1, 5, 3, 6, 1, 5]) {
      go(looker, times[frame]);
      expect(looker.hash()).toBe(hashes[frame]);
    }
  });

  test('moments between frames change nothing of what follows', () => {
    const looker = new Looker(scene, inputs);
    go(looker, 0.5 * (times[2] + times[3]));
    expect(looker.see().time).toBeCloseTo(0.5 * (times[2] + times[3]), 9);
    go(looker, times[5]);
    expect(looker.hash()).toBe(hashes[5]);
  });
});

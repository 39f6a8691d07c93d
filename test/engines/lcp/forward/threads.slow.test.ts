// Islands solved by kernels on threads: the same bits as their source gives in TypeScript, on one thread, on two and on three.

import { columnAt } from '../../../../src/record/index.ts';
import { describe, expect, test } from 'vitest';
import { lcp } from '../../../../src/engines/lcp/engine.ts';
import { IslandThreads } from '../../../../src/engines/lcp/forward/island-threads.ts';
import { solveIslands } from '../../../../src/engines/lcp/forward/solve.kernel.ts';
import { buildModel } from '../../../../src/engines/lcp/model.ts';
import type { LcpOptions } from '../../../../src/engines/lcp/options.ts';
import { startState } from '../../../../src/engines/lcp/state.ts';
import { createWork, step } from '../../../../src/engines/lcp/step.ts';
import { createArena } from '../../../../src/num/kernels/index.ts';
import { workOn } from '../../../../src/num/kernels/machine.ts';
import { Random } from '../../../../src/num/index.ts';
import { box, floor, resolveScene, type SceneFile, sphere } from '../../../../src/scene/index.ts';
import { createNodePool } from '../../../../src/sim/index.node.ts';
import { hashState, oneThread } from '../../../../src/sim/index.ts';
import { lonelyContext, silent } from '../../../sim/tiny.ts';
import { optionsOf } from '../harness.ts';

type BodyFile = NonNullable<SceneFile['bodies']>[number];

/** Boxes and rolling balls that fall onto each other, `towers` heaps of `height`, far apart or on one spot. */
function heaps(towers: number, height: number, apart: number): SceneFile {
  const random = new Random(11);
  const bodies: BodyFile[] = [floor({ friction: 0.5 })];
  for (let i = 0; i < towers * height; i++) {
    const tower = i % towers;
    const level = Math.floor(i / towers);
    const common = {
      name: `body ${i}`,
      position: [
        apart * (tower % 8) + random.between(-0.02, 0.02),
        0.11 + 0.22 * level,
        apart * Math.floor(tower / 8) + random.between(-0.02, 0.02),
      ] as [number, number, number],
      velocity: [random.between(-0.5, 0.5), 0, random.between(-0.5, 0.5)] as [number, number, number],
      friction: 0.5,
      restitution: 0.3,
    };
    bodies.push(
      (tower + level) % 4 === 3
        ? sphere({ ...common, radius: 0.1, subdivisions: 1, rollingFriction: 0.002 })
        : box({ ...common, size: [0.2, 0.2, 0.2] }),
    );
  }
  return { name: 'heaps', bodies };
}

/** A wall of boxes that touch each other on all sides, its upper half pushed along. */
function wall(): SceneFile {
  const bodies: BodyFile[] = [floor({ friction: 0.5 })];
  for (let i = 0; i < 60; i++) {
    const level = Math.floor(i / 10);
    bodies.push({
      ...box({ size: [0.2, 0.2, 0.2] }),
      name: `box ${i}`,
      position: [0.2 * (i % 10) + (level % 2 === 0 ? 0 : 0.1), 0.1 + 0.2 * level, 0],
      velocity: [0, 0, level < 3 ? 0 : 0.5],
      friction: 0.5,
    });
  }
  return { name: 'wall', bodies };
}

/** Chains of every kind of joint, with limits, a motor and a spring, that hang from the world and fall onto the floor. */
function chains(): SceneFile {
  const bodies: BodyFile[] = [floor({ friction: 0.4 })];
  const joints: NonNullable<SceneFile['joints']> = [];
  const kinds = ['ball', 'hinge', 'slider', 'fixed'] as const;
  for (let c = 0; c < 4; c++) {
    for (let i = 0; i < 6; i++) {
      const name = `link ${c} ${i}`;
      bodies.push({ ...box({ size: [0.3, 0.05, 0.05] }), name, position: [0.35 * i, 0.4, c], friction: 0.4 });
      if (i === 0) continue;
      const at: [number, number, number] = [0.35 * i - 0.175, 0.4, c];
      const common = { a: `link ${c} ${i - 1}`, b: name, at };
      const kind = kinds[(c + i) % 4];
      if (kind === 'hinge') joints.push({ ...common, kind, axis: [0, 0, 1], limits: [-0.5, 0.5] });
      else if (kind === 'slider') joints.push({ ...common, kind, axis: [1, 0, 0], limits: [-0.02, 0.02] });
      else joints.push({ ...common, kind });
    }
  }
  return { name: 'chains', bodies, joints };
}

const byKernels = (bodies: number, arena = createArena()) =>
  new IslandThreads(arena, oneThread({ arena }), bodies);

function byTheirSource(bodies: number): IslandThreads {
  const arena = createArena();
  const solveChunk = (args: number, chunk: number): void => {
    workOn(arena.memory);
    solveIslands(args, chunk);
  };
  const run = (_: string, args: number, chunks: number): void => {
    for (let chunk = 0; chunk < chunks; chunk++) solveChunk(args, chunk);
  };
  return new IslandThreads(arena, { threads: 1, run, close() {} }, bodies, solveChunk);
}

const oneByOne = () => undefined;

const run = (
  file: SceneFile,
  changes: Partial<LcpOptions>,
  steps: number,
  solver: (bodies: number) => IslandThreads | undefined,
) => {
  const { scene } = resolveScene(file);
  const model = buildModel(scene, optionsOf(scene, changes));
  const state = startState(model);
  const work = createWork(model, solver(model.bodies));
  const residuals: number[] = [];
  const told: number[] = [];
  for (let i = 0; i < steps; i++) {
    step(model, state, work);
    residuals.push(work.residual);
    told.push(work.failures, work.gained);
  }
  return { hash: hashState(state), residuals, told };
};

describe('kernels give the bits of their source, and so does one island after the other', () => {
  const cases: [string, SceneFile, Partial<LcpOptions>, number][] = [
    ['small groups', heaps(12, 2, 1), {}, 120],
    ['groups of middle size', heaps(3, 8, 1), {}, 60],
    ['one large group', heaps(24, 4, 0.25), { maxSweeps: 30 }, 30],
    ['a pyramid of friction', heaps(6, 3, 1), { friction: 'pyramid' }, 100],
    ['joints', chains(), {}, 110],
  ];
  test.each(cases)('%s', (_, file, changes, steps) => {
    const source = run(file, changes, steps, byTheirSource);
    expect(Math.max(...source.residuals)).toBeGreaterThan(0);
    for (const solver of [byKernels, oneByOne]) {
      expect(run(file, changes, steps, solver)).toEqual(source);
    }
  });
});

test('memory that is used up changes nothing', () => {
  const file = heaps(10, 4, 1);
  const small = createArena({ maximumBytes: 1 << 20 });
  const here = run(file, {}, 160, oneByOne);
  expect(run(file, {}, 160, (bodies) => byKernels(bodies, small)).hash).toBe(here.hash);
  expect(small.usedBytes).toBeGreaterThan(small.maximumBytes / 2);
  // and none for more
  const full = createArena({ maximumBytes: 1 << 20 });
  full.f64((full.maximumBytes - full.usedBytes) / 8 - 2048);
  expect(run(file, {}, 160, (bodies) => byKernels(bodies, full)).hash).toBe(here.hash);
});

describe('the number of threads does not matter', () => {
  const cases: [string, SceneFile, number, (islands: number) => boolean][] = [
    ['to forty groups', heaps(40, 3, 1), 0.8, (islands) => islands >= 30],
    ['to one', wall(), 0.3, (islands) => islands === 1],
  ];
  test.each(cases)('%s', async (_, file, seconds, hasThem) => {
    const { scene } = resolveScene(file);
    const hashes = new Set<string>();
    let islands = 0;
    for (const threads of [1, 2, 3]) {
      const arena = createArena();
      const pool = await createNodePool({ arena, threads });
      const simulation = lcp.start(
        scene,
        optionsOf(scene, { maxSweeps: 60 }),
        lonelyContext({ arena, pool }),
      );
      const { values } = simulation.advance(seconds, silent);
      islands = values[columnAt(lcp.columns, 'islands')];
      hashes.add(hashState(simulation.state));
      pool.close();
    }
    expect(hasThem(islands), `${islands} islands`).toBe(true);
    expect(hashes.size).toBe(1);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { certify } from '../../../../../src/engines/lcp/backward/certificate.ts';
import { Chart } from '../../../../../src/engines/lcp/backward/refine/chart.ts';
import { lenientDefaults } from '../../../../../src/engines/lcp/backward/options.ts';
import { refine, refineAsAsked } from '../../../../../src/engines/lcp/backward/refine/refine.ts';
import { copyStart } from '../../../../../src/engines/lcp/backward/replay.ts';
import { box, sphere } from '../../../../../src/scene/index.ts';
import { material, rewound, sceneOf } from '../scenes.ts';

const brick = (x: number, y = 0.1) => box({ size: [0.3, 0.2, 0.24], position: [x, y, 0], ...material });

test('coordinates of a moved state are what it was moved by', () => {
  const past = rewound(sceneOf([brick(0), brick(1)]), { duration: 0.3 });
  const chart = new Chart(past.model, Int32Array.of(1, 2));
  const numbers = fc.array(fc.double({ min: -0.05, max: 0.05, noNaN: true }), {
    minLength: 24,
    maxLength: 24,
  });
  fc.assert(
    fc.property(numbers, (delta) => {
      const moved = copyStart(past.start);
      chart.move(moved, Float64Array.from(delta), 0);
      const back = new Float64Array(24);
      chart.differ(back, 0, moved, past.start);
      back.forEach((x, i) => {
        expect(x).toBeCloseTo(delta[i], 12);
      });
    }),
    { numRuns: 30 },
  );
});

describe('pasts whose laws were bent', () => {
  test('boxes that miss by centimetres are closed to a millimetre and a degree, and need no log', () => {
    for (const seed of [1, 2]) {
      const past = rewound(sceneOf([brick(0), brick(0.34)]), {
        seed,
        duration: 0.8,
        options: lenientDefaults,
      });
      const before = certify(past);
      expect(Math.max(...before.bodies.map(({ missBy }) => missBy))).toBeGreaterThan(0.01);
      const { past: refined, islands } = refine(past);
      const after = certify(refined);
      expect(islands.every(({ closed }) => closed)).toBe(true);
      expect({ reached: after.reached, strict: after.strict, replays: after.replays }).toEqual({
        reached: 1,
        strict: true,
        replays: true,
      });
      expect(after.ghosts + after.overrides).toBe(0);
      // they still come from somewhere
      for (const b of [1, 2]) {
        const moved = [0, 1, 2].map((k) => refined.start.poses[7 * b + k] - past.end.poses[7 * b + k]);
        expect(Math.hypot(...moved)).toBeGreaterThan(0.02);
      }
    }
  });

  test('a body beside its place comes to it, to rounding', () => {
    const past = rewound(sceneOf([brick(0)]), { duration: 1, options: { misalignment: 0.05 } });
    expect(certify(past).reached).toBe(0);
    const [island] = refine(past).islands;
    expect(island.how).toBe('symmetry');
    expect(island.after.distance).toBeLessThan(1e-9);
  });
});

describe('shooting', () => {
  const scene = sceneOf([
    sphere({ radius: 0.1, position: [0, 1.2, 0], velocity: [-1, 1, 0], ...material }),
    box({
      size: [0.3, 0.2, 0.24],
      position: [0.5, 1.1, 0.02],
      velocity: [1, 0.5, 0.2],
      angularVelocity: [1, 0, 2],
      ...material,
    }),
  ]);

  test('brings bodies that have hit each other back to an end in the air', () => {
    const past = rewound(scene, { duration: 0.5 });
    expect(past.statistics.bounces).toBeGreaterThan(0);
    expect(certify(past).reached).toBe(1);
    const start = copyStart(past.start);
    start.motion.velocities[3] += 0.05;
    start.motion.velocities[6] -= 0.08;
    start.motion.momenta[7] += 1e-3;
    const { past: refined, islands } = refine({ ...past, start });
    expect(islands).toHaveLength(1);
    expect(islands[0]).toMatchObject({ bodies: [1, 2], closed: true, how: 'shooting' });
    expect(islands[0].before.distance).toBeGreaterThan(0.02);
    expect(islands[0].rounds).toBeGreaterThan(0);
    expect(certify(refined).reached).toBe(1);
  });

  test('larger islands than asked for are left as they were, and said to be', () => {
    const past = rewound(scene, { duration: 0.5 });
    const start = copyStart(past.start);
    start.motion.velocities[3] += 0.05;
    const { past: same, islands } = refine({ ...past, start }, { maxBodies: 1 });
    expect(islands[0]).toMatchObject({ closed: false, how: 'nothing' });
    expect(islands[0].after).toEqual(islands[0].before);
    expect([...same.start.poses]).toEqual([...past.start.poses]);
  });
});

test('what cannot be closed is told with what is missing, and keeps its past and its log', () => {
  // a brick that its pass let fly off a stack through the other one: no start near by leads back onto it
  const past = rewound(sceneOf([brick(0), brick(0.05, 0.3)]), {
    seed: 1,
    duration: 0.5,
    options: lenientDefaults,
  });
  const { past: same, islands } = refine(past, { maxRounds: 3 });
  expect(islands).toHaveLength(1);
  expect(islands[0]).toMatchObject({ bodies: [1, 2], closed: false, rounds: 3 });
  expect(islands[0].after.distance).toBeGreaterThan(1e-3);
  expect([...same.start.poses]).toEqual([...past.start.poses]);
  const { replays, strict } = certify(same);
  expect({ replays, strict }).toEqual({ replays: true, strict: false });
  expect(same.log.ghosts.keys.length).toBe(past.log.ghosts.keys.length);
});

test('nothing is refined where nothing was bent, unless asked', () => {
  const past = rewound(sceneOf([brick(0)]), { duration: 1 });
  expect(past.statistics.ghostCount + past.statistics.overrides).toBe(0);
  expect(refineAsAsked(past, 'auto')).toEqual({ past, islands: [] });
  expect(refineAsAsked(past, 'always').islands).toEqual([]);
});

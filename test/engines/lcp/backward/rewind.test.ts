import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { certify, runAlone } from '../../../../src/engines/lcp/backward/certificate.ts';
import { Replay } from '../../../../src/engines/lcp/backward/replay.ts';
import { box, sphere } from '../../../../src/scene/index.ts';
import { certified, material, rewound, sceneOf } from './scenes.ts';

const ball = (x: number, z = 0) => sphere({ radius: 0.1, position: [x, 0.1, z], ...material });
const brick = (x: number, y = 0.1) => box({ size: [0.3, 0.2, 0.24], position: [x, y, 0], ...material });

/** How far the engine by itself ends from the wished-for end [m], quaternions included. */
function miss(past: ReturnType<typeof rewound>): number {
  const alone = runAlone(past);
  return Math.max(...alone.map((value, i) => Math.abs(value - past.end.poses[i])));
}

describe('unambiguous pasts return to 1e-9', () => {
  test('free flight and tumbling', () => {
    const scene = sceneOf([
      box({
        size: [0.3, 0.1, 0.2],
        position: [0, 9, 0],
        velocity: [1, 2, -1],
        angularVelocity: [3, -7, 5],
      }),
    ]);
    const past = rewound(scene, { duration: 1 });
    expect(past.statistics.contacts).toBe(0);
    expect(miss(past)).toBeLessThan(1e-12);
  });

  test('bounces of a ball that is going up', () => {
    const scene = sceneOf([
      sphere({
        radius: 0.1,
        position: [0, 0.6, 0],
        velocity: [0.3, 1.5, 0.1],
        restitution: 0.8,
        friction: 0,
      }),
    ]);
    const past = rewound(scene, { duration: 1.2 });
    expect(past.statistics.bounces).toBeGreaterThan(0);
    expect(past.statistics.ghostCount + past.statistics.overrides).toBe(0);
    expect(miss(past)).toBeLessThan(1e-9);
  });

  test('sliding', () => {
    const scene = sceneOf([
      box({ size: [0.3, 0.1, 0.2], position: [0, 0.05, 0], velocity: [0.7, 0, 0.2], ...material }),
    ]);
    const past = rewound(scene, { duration: 0.5 });
    const v = past.start.motion.velocities;
    // μ g t faster in the direction of its motion
    expect(Math.hypot(v[3], v[5])).toBeCloseTo(Math.hypot(0.7, 0.2) + 0.4 * 9.81 * 0.5, 2);
    expect(past.statistics.ghostCount).toBe(0);
    expect(miss(past)).toBeLessThan(1e-9);
  });

  test('rolling without and with resistance', () => {
    for (const rollingFriction of [0, 2e-3]) {
      const scene = sceneOf([
        sphere({
          radius: 0.1,
          position: [0, 0.1, 0],
          velocity: [0.5, 0, 0],
          angularVelocity: [0, 0, -5],
          ...material,
          rollingFriction,
        }),
      ]);
      const past = rewound(scene, { duration: 0.5 });
      expect(past.statistics.ghostCount).toBe(0);
      expect(miss(past)).toBeLessThan(1e-9);
      if (rollingFriction > 0) expect(past.start.motion.velocities[3]).toBeGreaterThan(0.55);
      else expect(past.start.motion.velocities[3]).toBeCloseTo(0.5, 9);
    }
  });
});

describe('from rest', () => {
  test('a ball and a tumbling brick come from the air, and the engine by itself brings them back', () => {
    for (const seed of [1, 2, 3]) {
      const { past, certificate } = certified(sceneOf([ball(0), brick(1)]), { seed, duration: 2 });
      expect(certificate.strict).toBe(true);
      expect(certificate.replays).toBe(true);
      expect(certificate.largestRealignment).toBeLessThan(1e-9);
      expect(past.statistics.bounces).toBeGreaterThan(5);
      expect(past.start.poses[8]).toBeGreaterThan(0.3);
    }
  });

  test('every step of random balls and boxes closes or is logged, and every replay ends at the wish to the bit', () => {
    const body = fc.record({
      isBall: fc.boolean(),
      size: fc.double({ min: 0.05, max: 0.3, noNaN: true }),
      flat: fc.double({ min: 0.4, max: 1, noNaN: true }),
      friction: fc.double({ min: 0, max: 1, noNaN: true }),
      restitution: fc.double({ min: 0.2, max: 0.9, noNaN: true }),
      seed: fc.nat(1000),
    });
    fc.assert(
      fc.property(body, ({ isBall, size, flat, friction, restitution, seed }) => {
        const laws = { friction, restitution };
        const scene = sceneOf([
          isBall
            ? sphere({ radius: size / 2, position: [0, size / 2, 0], ...laws })
            : box({ size: [size, flat * size, size], position: [0, (flat * size) / 2, 0], ...laws }),
        ]);
        const { past, certificate } = certified(scene, { seed, duration: 1, options: { patience: 1 } });
        const { statistics } = past;
        if (statistics.ghostCount === 0) expect(statistics.worstDefect).toBeLessThan(1e-8);
        else expect(certificate.forced).toBeGreaterThan(0);
        expect(certificate.replays).toBe(true);
        if (certificate.strict) expect(certificate.bodies.every(({ missBy }) => missBy <= 1e-3)).toBe(true);
      }),
      { numRuns: 25 },
    );
  });

  test('the same seed gives the same past, another another', () => {
    const scene = sceneOf([ball(0), brick(1)]);
    const first = rewound(scene, { seed: 5 });
    const again = rewound(scene, { seed: 5 });
    const other = rewound(scene, { seed: 6 });
    expect([...again.start.poses]).toEqual([...first.start.poses]);
    expect([...again.log.knots.values]).toEqual([...first.log.knots.values]);
    expect([...other.start.poses]).not.toEqual([...first.start.poses]);
  });

  test('what is not released costs no step and stays to the bit', () => {
    const scene = sceneOf([ball(0), ball(1)]);
    const past = rewound(scene, {
      hints: [
        { body: 1, free: false },
        { body: 2, free: false },
      ],
    });
    expect(past.statistics.steps).toBe(0);
    expect([...past.start.poses]).toEqual([...past.end.poses]);
  });
});

describe('logs', () => {
  test('a past that is bent on purpose has a log, without which the engine misses and with which it does not', () => {
    const { past, certificate } = certified(sceneOf([brick(0)]), {
      duration: 1.5,
      options: { strict: false, blendTime: 0.2, linearDamping: 0.3, angularDamping: 0.3 },
    });
    expect(certificate.ghosts + certificate.overrides).toBeGreaterThan(0);
    expect(certificate.strict).toBe(false);
    expect(certificate.replays).toBe(true);
    expect(certificate.largestRealignment).toBeLessThan(1e-8);
    expect(certificate.forced).toBeGreaterThan(0);
    expect(miss(past)).toBeGreaterThan(1e-3);
  });

  test('a replay taken up in its middle goes on with the same bits', () => {
    const past = rewound(sceneOf([ball(0), brick(1)]), { seed: 2 });
    const whole = new Replay(past.model, past.start, past.rest, past.log);
    while (whole.tick < 150) whole.step();
    const kept = { tick: whole.tick, poses: whole.poses.slice(), motion: structuredClone(whole.motion) };
    while (whole.tick < 300) whole.step();
    const resumed = new Replay(past.model, past.start, past.rest, past.log);
    resumed.restore(kept.tick, kept.poses, kept.motion);
    while (resumed.tick < 300) resumed.step();
    expect([...resumed.poses]).toEqual([...whole.poses]);
    expect([...resumed.motion.momenta]).toEqual([...whole.motion.momenta]);
  });

  test('a knot that was tampered with is told', () => {
    const past = rewound(sceneOf([ball(0)]), { seed: 3 });
    past.log.knots.values[1] += 0.01;
    expect(certify(past).largestRealignment).toBeGreaterThan(0.009);
  });

  test('a pass may go out from bodies beside their places; the replay ends at them all the same', () => {
    const { past, certificate } = certified(sceneOf([ball(0), brick(1)]), {
      duration: 1,
      options: { misalignment: 0.01 },
    });
    expect(certificate.replays).toBe(true);
    expect(certificate.largestRealignment).toBeGreaterThan(1e-5);
    expect(certificate.largestRealignment).toBeLessThan(0.05);
    expect([...past.end.poses.subarray(7, 10)]).toEqual([0, 0.1, 0]);
  });
});

import { describe, expect, test } from 'vitest';
import { certify } from '../../../../src/engines/lcp/backward/certificate.ts';
import { box, sphere } from '../../../../src/scene/index.ts';
import { material, rewound, sceneOf } from './scenes.ts';

const block = box({ size: [0.3, 0.1, 0.2], position: [0, 0.05, 0], ...material });
const ball = sphere({ radius: 0.1, position: [0, 0.1, 0], ...material, rollingFriction: 2e-3 });

describe('hints are obeyed', () => {
  test('it rests for as long as said', () => {
    const past = rewound(sceneOf([block]), {
      hints: [{ body: 1, restsFor: 0.5, kind: 'bounce' }],
      duration: 1,
    });
    expect(past.log.restTicks[1]).toBe(240 - 120);
  });

  test('it slides in from where it is said to come', () => {
    const past = rewound(sceneOf([block]), {
      hints: [{ body: 1, restsFor: 0, kind: 'slide', from: [1, 0, 1] }],
      duration: 0.5,
    });
    const [x, y, z] = past.start.poses.subarray(7);
    const [vx, vy, vz] = past.start.motion.velocities.subarray(3);
    expect(y).toBeCloseTo(0.05, 9);
    expect(vy).toBeCloseTo(0, 9);
    expect(x).toBeCloseTo(z, 6);
    // μ g t, and half of μ g t² away
    expect(Math.hypot(vx, vz)).toBeCloseTo(0.4 * 9.81 * 0.5, 2);
    expect(Math.hypot(x, z)).toBeCloseTo(0.5 * 0.4 * 9.81 * 0.25, 2);
    expect(vx).toBeLessThan(0);
    expect(certify(past).strict).toBe(true);
  });

  test('it rolls in, slower than it would slide', () => {
    const past = rewound(sceneOf([ball]), {
      hints: [{ body: 1, restsFor: 0, kind: 'roll', from: [0, 0, -1] }],
      duration: 0.5,
    });
    const [, y, z] = past.start.poses.subarray(7);
    expect(y).toBeCloseTo(0.1, 9);
    expect(z).toBeLessThan(-1e-3);
    const certificate = certify(past);
    expect(certificate.reached).toBe(1);
    expect(certificate.replays).toBe(true);
  });

  test('it spins in about the vertical, in its place', () => {
    const past = rewound(sceneOf([block]), {
      hints: [{ body: 1, restsFor: 0, kind: 'spin' }],
      duration: 0.2,
    });
    const [x, y, z] = past.start.poses.subarray(7);
    expect(Math.hypot(x, y - 0.05, z)).toBeLessThan(2e-3);
    expect(Math.abs(past.start.motion.momenta[4])).toBeGreaterThan(1e-3);
    expect(certify(past).replays).toBe(true);
  });

  test('it bounces', () => {
    const past = rewound(sceneOf([ball]), {
      hints: [{ body: 1, restsFor: 0.1, kind: 'bounce' }],
      duration: 1,
    });
    expect(past.statistics.bounces).toBeGreaterThan(1);
    expect(past.start.poses[8]).toBeGreaterThan(0.12);
  });
});

// Stacking and joints (Figures 6 and 7 of Twigg, James 2008).

import { describe, expect, test } from 'vitest';
import { certify } from '../../../../src/engines/lcp/backward/certificate.ts';
import { box } from '../../../../src/scene/index.ts';
import { material, rewound, sceneOf } from './scenes.ts';

const brick = (i: number) =>
  box({
    name: `brick-${i}`,
    size: [0.4, 0.2, 0.2],
    position: [0, 0.1 + 0.2 * i, 0],
    restitution: 0.3,
    friction: 0.5,
  });
const bodies = [1, 2, 3];

/** Whether a body is at the start exactly where it is at the end. */
function stayed({ start, end }: ReturnType<typeof rewound>, body: number): boolean {
  return start.poses.subarray(7 * body, 7 * body + 7).every((value, k) => value === end.poses[7 * body + k]);
}

describe('a stack', () => {
  const scene = sceneOf([brick(0), brick(1), brick(2)]);

  test('is taken down from the top: what carries something at rest does not leave', () => {
    for (const seed of [1, 2]) {
      const { log, ticks } = rewound(scene, {
        seed,
        duration: 0.35,
        options: { strict: false, attraction: true },
      });
      const left = bodies.map((body) => log.restTicks[body]).filter((tick) => tick > 0 && tick <= ticks);
      expect([...left].sort((a, b) => a - b)).toEqual(left);
    }
  });

  test('holds together where its bricks may pull: the lower ones stay to the bit, and the pull is logged', () => {
    const hints = [
      { body: 1, free: false },
      { body: 2, free: false },
      { body: 3, restsFor: 0.05, kind: 'bounce' as const },
    ];
    const rewoundWith = (attraction: boolean) =>
      rewound(scene, { seed: 4, duration: 0.4, hints, options: { strict: false, attraction } });
    const held = rewoundWith(true);
    // without it they fly apart when the upper one has bounced
    expect(stayed(rewoundWith(false), 2)).toBe(false);
    expect(stayed(held, 1)).toBe(true);
    expect(stayed(held, 2)).toBe(true);
    expect(stayed(held, 3)).toBe(false);
    const { keys, values } = held.log.overrides;
    for (let row = 0; row < values.length / 3; row++) {
      if (values[3 * row + 2] === 0) continue;
      // never with the brick that moves
      expect([keys[6 * row + 1], keys[6 * row + 2]]).not.toContain(3);
    }
    expect(certify(held).replays).toBe(true);
  });
});

test('joined bodies leave together, stay joined, and replay', () => {
  const scene = sceneOf(
    [
      box({ name: 'lower', size: [0.2, 0.1, 0.2], position: [0, 0.05, 0], ...material }),
      box({ name: 'upper', size: [0.2, 0.1, 0.2], position: [0.25, 0.05, 0], ...material }),
    ],
    {
      joints: [
        { name: 'hinge', kind: 'hinge', a: 'lower', b: 'upper', at: [0.125, 0.05, 0], axis: [0, 0, 1] },
      ],
    },
  );
  const past = rewound(scene, {
    seed: 2,
    duration: 0.3,
    options: { strict: false, elasticChains: true, restWithin: 0.3 },
  });
  expect(past.log.restTicks[1]).toBe(past.log.restTicks[2]);
  const apart = Math.hypot(...[0, 1, 2].map((k) => past.start.poses[14 + k] - past.start.poses[7 + k]));
  // the hinge lies 0.125 m from either centre
  expect(apart).toBeLessThan(0.251);
  expect(certify(past).replays).toBe(true);
});

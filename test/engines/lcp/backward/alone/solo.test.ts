import { describe, expect, test } from 'vitest';
import { certify } from '../../../../../src/engines/lcp/backward/certificate.ts';
import { Crossings } from '../../../../../src/engines/lcp/backward/alone/crossings.ts';
import { rewindDefaults } from '../../../../../src/engines/lcp/backward/options.ts';
import { endOf, rewindModel } from '../../../../../src/engines/lcp/backward/rewind.ts';
import { Pile } from '../../../../../src/engines/lcp/backward/alone/pile.ts';
import { canGoAlone } from '../../../../../src/engines/lcp/backward/alone/solo.ts';
import { lcp } from '../../../../../src/engines/lcp/engine.ts';
import { buildModel } from '../../../../../src/engines/lcp/model.ts';
import { Random } from '../../../../../src/num/index.ts';
import { box, resolveScene, type SceneFile } from '../../../../../src/scene/index.ts';
import { spell } from '../../../../../src/scene/spell/index.ts';
import { parseOptions } from '../../../../../src/sim/index.ts';

const modelOf = (file: SceneFile) => {
  const { scene } = resolveScene(file);
  return buildModel(scene, parseOptions(lcp, scene.options).options);
};

describe('ways that may cross', () => {
  test('are found as brute force finds them', () => {
    const random = new Random(5);
    const samples = 12;
    const rest = 6;
    const rests = (path: Float32Array) => path[3 * rest] === path[3 * rest + 3];
    const radii = Float64Array.from({ length: 30 }, () => random.between(0.1, 0.3));
    const paths = Array.from(radii, () => {
      const path = new Float32Array(3 * samples);
      for (let k = 0; k < 3; k++) path[k] = random.between(-2, 2);
      for (let i = 3; i < path.length; i++) path[i] = path[i - 3] + random.between(-0.4, 0.4);
      // every third comes to rest on its way
      if (random.between(0, 3) < 1) for (let i = 3 * rest; i < path.length; i++) path[i] = path[i - 3];
      return path;
    });
    const crossings = new Crossings(samples, radii, new Float64Array(90));
    let met = 0;
    let metResting = 0;
    paths.forEach((path, b) => {
      for (let s = 0; s < samples - 1; s++) {
        let near = false;
        for (let other = 0; other < b && !near; other++) {
          near = nearest(path, paths[other], s) < radii[b] + radii[other] + 0.02;
          if (near && rests(paths[other]) && s >= rest) metResting++;
        }
        expect(crossings.meets(b, path, s, 0.02)).toBe(near);
        if (near) met++;
      }
      if (rests(path)) crossings.addRest(b, path.subarray(3 * rest, 3 * rest + 3), rest);
      crossings.addWay(b, path, rests(path) ? rest - 1 : samples - 1);
    });
    expect(met).toBeGreaterThan(10);
    expect(metResting).toBeGreaterThan(3);
  });

  /** By many points along both, as Crossings does it with a formula; single precision as there. */
  function nearest(a: Float32Array, b: Float32Array, s: number): number {
    let least = Infinity;
    for (let t = 0; t <= 1; t += 1 / 128) {
      const d = [0, 1, 2].map((k) => {
        const i = 3 * s + k;
        return a[i] - b[i] + t * (a[i + 3] - b[i + 3] - (a[i] - b[i]));
      });
      least = Math.min(least, Math.hypot(...d));
    }
    return least;
  }
});

describe('many bodies that rest apart', () => {
  test('all come from the air, by the laws alone, and the forward engine brings them back', () => {
    const model = modelOf({ ...spell('hi', 'Hi!', { seed: 2 }), duration: 2.5 });
    expect(canGoAlone(model, endOf(model))).toBe(true);
    const past = rewindModel(model, { seed: 4, duration: 2.5, options: rewindDefaults })!;
    const { reached, strict, replays, forced } = certify(past);
    expect({ reached, strict, replays, forced }).toEqual({
      reached: 1,
      strict: true,
      replays: true,
      forced: 0,
    });
    expect(past.statistics.worstDefect).toBeLessThan(1e-9);
    expect(past.statistics.unclosed + past.statistics.ghostCount + past.statistics.overrides).toBe(0);
    const radius = 0.1;
    expect(-past.statistics.deepest).toBeLessThan(0.01 * radius);
    const balls = model.scene.bodies.flatMap(({ shape }, b) => (shape.kind === 'sphere' ? [b] : []));
    const airborne = balls.filter((b) => past.start.poses[7 * b + 2] > 1.5 * radius);
    expect(airborne.length).toBeGreaterThanOrEqual(0.95 * balls.length);
    let highest = 0;
    let fastest = 0;
    for (const b of balls) {
      highest = Math.max(highest, past.start.poses[7 * b + 2]);
      fastest = Math.max(fastest, Math.hypot(...past.start.motion.velocities.subarray(3 * b, 3 * b + 3)));
    }
    expect(fastest).toBeLessThan(1.5 * Math.sqrt(2 * 9.81 * highest));
  });

  test('what rolls in is held by a knot now and then, not at every step', () => {
    const rolls = { friction: 0.5, restitution: 0.4, rollingFriction: 0.001 };
    const model = modelOf({
      name: 's',
      bodies: [
        { name: 'floor', motion: 'static', shape: { kind: 'plane' }, ...rolls },
        { name: 'ball', shape: { kind: 'sphere', radius: 0.1 }, position: [0, 0.1, 0], ...rolls },
      ],
    });
    // of those that go alone a fiftieth of what may roll does
    const options = { ...rewindDefaults, rolling: 50 };
    const past = rewindModel(model, { seed: 2, duration: 1.5, options })!;
    const ticks = [...past.log.knots.keys].filter((_, i) => i % 2 === 0).sort((a, b) => b - a);
    const [rests] = ticks;
    expect(rests).toBeGreaterThan(256);
    const times = Math.floor(rests / 256);
    expect(ticks).toEqual([rests, ...Array.from({ length: times }, (_, i) => rests - 256 * (i + 1) + 1)]);
    expect(certify(past).replays).toBe(true);
  });

  test('moving ones are for a pass of all together', () => {
    const ball = { shape: { kind: 'sphere', radius: 0.1 } } as const;
    const floor = { name: 'floor', motion: 'static', shape: { kind: 'plane' } } as const;
    const alone = (bodies: SceneFile['bodies']) => {
      const model = modelOf({ name: 's', bodies: [floor, ...bodies!] });
      return canGoAlone(model, endOf(model));
    };
    const lower = { ...ball, position: [0, 0.1, 0] as [number, number, number] };
    expect(alone([lower])).toBe(true);
    expect(alone([lower, { ...ball, position: [0, 0.3, 0] }])).toBe(true);
    expect(alone([{ ...lower, velocity: [1, 0, 0] }])).toBe(false);
  });
});

describe('piles', () => {
  const brick = (i: number, x: number, y: number) =>
    box({
      name: `brick-${i}`,
      size: [0.2, 0.06, 0.1],
      position: [x, y, 0],
      friction: 0.5,
      restitution: 0.4,
    });
  const floor = {
    name: 'floor',
    motion: 'static',
    shape: { kind: 'plane' },
    friction: 0.5,
    restitution: 0.4,
  } as const;

  test('know who lies on whom', () => {
    const model = modelOf({
      name: 's',
      bodies: [floor, brick(0, -0.115, 0.03), brick(1, 0.115, 0.03), brick(2, 0, 0.09)],
    });
    const pile = new Pile(model, endOf(model).poses, Float64Array.of(0, 1, 0));
    expect(pile.order).toEqual([3, 1, 2]);
    expect([...pile.depths]).toEqual([0, 0, 0, 1]);
    expect([pile.mayTouch(3, 1), pile.mayTouch(3, 2), pile.mayTouch(1, 3), pile.mayTouch(1, 2)]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  test('are taken apart from the top by the laws alone: who carries has come to rest before what it carries', () => {
    const model = modelOf({
      name: 's',
      bodies: [floor, brick(0, -0.115, 0.03), brick(1, 0.115, 0.03), brick(2, 0, 0.09)],
    });
    const past = rewindModel(model, { seed: 1, duration: 1.2, options: rewindDefaults })!;
    const certificate = certify(past);
    expect({ strict: certificate.strict, replays: certificate.replays }).toEqual({
      strict: true,
      replays: true,
    });
    expect(certificate.largestRealignment).toBeLessThan(1e-6);
    const { restTicks } = past.log;
    // all of them come, the two below first
    expect(Math.min(restTicks[1], restTicks[2])).toBeGreaterThan(0);
    expect(Math.max(restTicks[1], restTicks[2])).toBeLessThan(restTicks[3]);
    for (const b of [1, 2, 3]) expect(past.start.poses[7 * b + 1]).toBeGreaterThan(past.end.poses[7 * b + 1]);
  });
});

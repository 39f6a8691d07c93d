// What bounces, rests and slides: restitution, friction on a slope, and two elastic bars.

import { describe, expect, test } from 'vitest';
import { KIND_ACCELERATION, KIND_SPRING } from '../../../../src/engines/async/loop/layout/layout.ts';
import {
  CONTACT_PUSH,
  HEAD_CONTACT_COUNT,
  NOT_LONGER,
  NOT_SHORTER,
  VERTEX_FACE,
  VERTEX_VERTEX,
} from '../../../../src/engines/async/loop/layout/contact.ts';
import { TICKS_PER_SECOND, World } from './world.ts';

const MASS = 0.01;
const ETA = 1e-3;
/** The stiffness that stops 1 m/s within the first layer. */
const R = MASS / (ETA * ETA);

interface Ball {
  velocity: readonly [number, number, number];
  height?: number;
  gravity?: readonly [number, number, number];
  gravityStep?: number;
  friction?: number;
  restitution?: number;
  kinetic?: boolean;
  c?: number;
  layers?: number;
}

/** One particle above a large face. */
function ball(options: Ball): World {
  const { velocity, height = 2 * ETA, gravity = [0, 0, 0], friction = 0, restitution = 1 } = options;
  const still = new Array(9).fill(0);
  const world = new World({
    positions: [0, 0, height, -99, -99, 0, 99, -99, 0, 0, 198, 0],
    velocities: [...velocity, ...still],
    masses: [MASS, 0, 0, 0],
    accelerations: [...gravity, ...still],
    rules: [[{ eta: ETA, r: R, c: options.c ?? (restitution < 1 ? 0.03 : 0.1), friction, restitution }]],
    groups: [{ kind: KIND_ACCELERATION, step: options.gravityStep ?? 2 ** 24, elements: [0] }],
    kinetic: options.kinetic,
  });
  world.pair(VERTEX_FACE, [0, 1, 2, 3], 0, 0, options.layers ?? 10);
  return world;
}

describe('a single bounce', () => {
  test.each([1, 0.9, 0.7, 0.5, 0.2])('comes back with restitution %d', (restitution) => {
    for (const speed of [0.05, 0.3, 1, 2.2]) {
      const world = ball({ velocity: [0, 0, -speed], restitution });
      world.run(4e-3 / speed);
      expect(Math.abs(world.velocities[2] / speed - restitution)).toBeLessThan(0.01);
    }
  });

  test('at restitution 0 hardly anything comes back', () => {
    for (const speed of [0.05, 0.3, 1, 2.2]) {
      const world = ball({ velocity: [0, 0, -speed], restitution: 0 });
      world.run(4e-3 / speed);
      expect(world.velocities[2]).toBeGreaterThan(-1e-3 * speed);
      expect(world.velocities[2]).toBeLessThan(0.1 * speed);
    }
  });
});

describe('on a slope', () => {
  const G = 9.81;
  const friction = 0.5;
  const slope = (tangent: number, restitution: number) => {
    const cosine = 1 / Math.sqrt(1 + tangent * tangent);
    const world = ball({
      // in balance between the first layer and its weight
      height: ETA - (MASS * G * cosine) / R,
      velocity: [0, 0, 0],
      gravity: [G * tangent * cosine, 0, -G * cosine],
      gravityStep: 2 ** 25,
      friction,
      restitution,
      layers: 2,
    });
    return { world, cosine };
  };

  test.each([1, 0])('it does not creep at 0.9 of the critical angle (restitution %d)', (restitution) => {
    const { world } = slope(0.9 * friction, restitution);
    world.run(0.2);
    const early = world.places(0.2)[0];
    let widest = 0;
    for (let t = 1; t <= 10; t++) {
      world.run(t);
      widest = Math.max(widest, Math.abs(world.places(t)[0] - early));
    }
    expect(widest).toBeLessThan(1e-5);
  });

  test.each([1, 0])('it slides at 1.1, as fast as it must (restitution %d)', (restitution) => {
    const { world, cosine } = slope(1.1 * friction, restitution);
    // once its anchor has stretched as far as friction lets it
    world.run(0.1);
    const early = world.velocities[0];
    world.run(1.1);
    const acceleration = world.velocities[0] - early;
    expect(Math.abs(acceleration / (G * cosine * 0.1 * friction) - 1)).toBeLessThan(0.02);
  });

  test('kinetic friction slows a slide by μ g', () => {
    const world = ball({
      height: ETA - (MASS * G) / R,
      velocity: [2, 0, 0],
      gravity: [0, 0, -G],
      gravityStep: 2 ** 25,
      friction,
      kinetic: true,
      layers: 2,
    });
    world.run(0.2);
    expect(Math.abs((2 - world.velocities[0]) / (0.2 * friction * G) - 1)).toBeLessThan(0.02);
  });
});

describe('two elastic bars that meet end to end', () => {
  test('part after 2 L / c, press with ρ c v, and come back as fast', () => {
    // L = 10, cross-section 1, E = 1, ρ = 1: springs E A / ℓ, vertices ρ A ℓ, half of it at the ends
    const parts = 100;
    const cell = 10 / parts;
    const positions: number[] = [];
    const velocities: number[] = [];
    const masses: number[] = [];
    const springs: [number, number, number, number, number][] = [];
    const eta = 1e-3;
    for (const side of [-1, 1]) {
      const first = masses.length;
      for (let i = 0; i <= parts; i++) {
        positions.push(side * (eta + i * cell), 0, 0);
        velocities.push(-side * 0.1, 0, 0);
        masses.push(i === 0 || i === parts ? cell / 2 : cell);
        if (i > 0) springs.push([first + i - 1, first + i, cell, 1 / cell, 0]);
      }
    }
    const world = new World({
      positions,
      velocities,
      masses,
      springs,
      rules: [[{ eta, r: 2e3, c: 0.1 }]],
      groups: [
        { kind: KIND_SPRING, step: Math.floor(0.01 * TICKS_PER_SECOND), elements: springs.map((_, i) => i) },
      ],
    });
    world.pair(VERTEX_VERTEX, [0, parts + 1], 0, parts + 1, 2);

    let pushed = 0;
    const stresses: number[] = [];
    const step = 0.5;
    for (let t = step; t <= 30; t += step) {
      world.run(t);
      const push = world.contactReals[CONTACT_PUSH] - pushed;
      pushed += push;
      if (t > 2 && t <= 18) stresses.push(push / step);
    }
    const stress = stresses.reduce((sum, s) => sum + s, 0) / stresses.length;
    // the end faces stand still while they touch: the time is the impulse over the force
    const duration = pushed / stress;
    const momentum = (from: number) => {
      let sum = 0;
      for (let i = from; i <= from + parts; i++) sum += masses[i] * world.velocities[3 * i];
      return sum / 10;
    };
    const rebound = 0.5 * (momentum(parts + 1) - momentum(0));
    expect(Math.abs(duration / 20 - 1)).toBeLessThan(0.02);
    expect(Math.abs(stress / 0.1 - 1)).toBeLessThan(0.03);
    expect(rebound / 0.1).toBeGreaterThan(0.97);
  });
});

describe('edges of limited length', () => {
  test('a weight that falls into a string never stretches it beyond its limit, and comes back as fast', () => {
    for (const speed of [1, 30, 300]) {
      const world = new World({
        positions: [0, 0, 0, 0, 0, -0.985],
        velocities: [0, 0, 0, 0, 0, -speed],
        masses: [0, 0.1],
      });
      // layers from 0.99 m on, the wall at 1 m
      const slot = world.limit(NOT_LONGER, [0, 1], 0, 1, { eta: 0.01, r: 0.1 * 1e4, c: 0.1 });
      for (let l = 0; l < 60; l++) world.call.asyncLayerOn(world.at, slot, 0);
      const step = 2e-4 / speed;
      let longest = 0;
      for (let t = step; t < 0.04 / speed; t += step) {
        world.run(t);
        longest = Math.max(longest, -world.places(t)[5]);
      }
      expect(longest).toBeGreaterThan(0.99);
      expect(longest).toBeLessThan(1);
      expect(Math.abs(world.velocities[5] / speed - 1)).toBeLessThan(0.01);
      expect(world.header[HEAD_CONTACT_COUNT]).toBe(0);
    }
  });

  test('an edge that may not shorten holds two balls apart', () => {
    const world = new World({
      positions: [0, 0, 0, 1, 0, 0],
      velocities: [1, 0, 0, -1, 0, 0],
      masses: [0.1, 0.1],
    });
    const slot = world.limit(NOT_SHORTER, [0, 1], 0, 0.9, { eta: 0.02, r: 500, c: 0.1 });
    for (let l = 0; l < 40; l++) world.call.asyncLayerOn(world.at, slot, 0);
    let shortest = 1;
    for (let t = 1e-3; t < 0.12; t += 1e-3) {
      world.run(t);
      const x = world.places(t);
      shortest = Math.min(shortest, x[3] - x[0]);
    }
    expect(shortest).toBeGreaterThan(0.9);
    expect(world.velocities[3]).toBeCloseTo(1, 2);
  });
});

// Every contact says how far apart the surfaces are and how fast they slide, in every engine that tells contacts.

import { describe, expect, test } from 'vitest';
import type { ContactRows } from '../../src/record/index.ts';
import { box, cloth, floor, type SceneFile } from '../../src/scene/index.ts';
import { Trial as IpcTrial } from './ipc/harness.ts';
import { Trial as LcpTrial } from './lcp/harness.ts';
import { Trial as ModalTrial } from './modal/harness.ts';
import { runScene, sceneOf } from './async/harness.ts';

const side = 0.2;
const mu = 0.3;

/** A flat block on a floor, or on a plate that is drawn away below it; both lie still or slide from the start. */
const block = (speed: number, plateSpeed = 0): SceneFile => ({
  name: 'block',
  duration: 0.2,
  frameRateHz: 100,
  bodies: [
    plateSpeed === 0
      ? floor({ friction: mu, size: [8, 6] })
      : {
          ...box({ size: [8, 0.1, 6] }),
          name: 'plate',
          motion: 'kinematic' as const,
          position: [0, -0.05, 0],
          velocity: [0, 0, plateSpeed],
          friction: mu,
        },
    {
      ...box({ size: [side, 0.02, side] }),
      name: 'block',
      position: [0.1, 0.0102, 0.3],
      velocity: [speed, 0, 0],
      friction: mu,
    },
  ],
});

const trials = {
  ipc: (file: SceneFile) => new IpcTrial(file, {}, true),
  lcp: (file: SceneFile) => new LcpTrial(file, {}, true),
  modal: (file: SceneFile) => new ModalTrial(file, { flexible: 'none' }),
};

describe.each(Object.entries(trials))('%s', (name, start) => {
  const settle = (file: SceneFile) => {
    const trial = start(file).to(0).to(0.15).to(0.16);
    const index = trial.index('block');
    const own = trial.contacts.filter(({ body }) => body === index);
    const others = trial.contacts.filter(({ body }) => body !== index);
    expect(own.length).toBeGreaterThanOrEqual(3);
    const last = Math.max(...own.map((contact) => contact.start));
    return { trial, own, others, ended: own.filter((contact) => contact.start === last) };
  };

  test('a block that slides slips with its own velocity, and the floor the other way', () => {
    const { trial, own, others, ended } = settle(block(1.5));
    const [vx, , vz] = trial.velocity('block');
    // what friction leaves of 1.5 m/s
    expect(vx).toBeLessThan(1.5 - 0.8 * mu * 9.81 * 0.16);
    expect(vx).toBeGreaterThan(0.5);
    for (const { sx, sy, sz, gap } of ended) {
      // forces of friction are told for the step behind them, so slips are a step apart at most
      expect(Math.abs(sx - vx)).toBeLessThan(0.02 * vx);
      expect(Math.abs(sy)).toBeLessThan(1e-6);
      expect(Math.abs(sz - vz)).toBeLessThan(0.01);
      expect(Math.abs(gap)).toBeLessThan(1e-3);
      if (name === 'ipc') expect(gap).toBeGreaterThan(0);
    }
    own.forEach((one, i) => {
      const other = others[i];
      expect([other.pair, other.gap]).toEqual([one.pair, one.gap]);
      for (const key of ['sx', 'sy', 'sz'] as const) expect(other[key] + one[key]).toBeCloseTo(0, 12);
    });
  });

  test('a block at rest does not slip', () => {
    for (const { sx, sy, sz, gap } of settle(block(0)).own) {
      expect(Math.hypot(sx, sy, sz)).toBeLessThan(1e-4);
      expect(Math.abs(gap)).toBeLessThan(1e-3);
    }
  });

  test('what is drawn away below counts', () => {
    const { trial, ended } = settle(block(0, 2));
    const [, , vz] = trial.velocity('block');
    expect(vz).toBeGreaterThan(0.1);
    for (const { sz } of ended) expect(Math.abs(sz - (vz - 2))).toBeLessThan(0.05);
  });
});

describe('async', () => {
  const sheet = (velocity: [number, number, number]): SceneFile => ({
    name: 'sheet',
    duration: 0.1,
    frameRateHz: 50,
    gravity: 50,
    bodies: [floor({ size: [2, 2], friction: 0 })],
    deformables: [
      cloth({
        name: 'sheet',
        size: [0.1, 0.1],
        cells: [1, 1],
        position: [0, 0.003, 0],
        velocity,
        thickness: 0.004,
        areaDensity: 0.2,
        stretchStiffness: 40,
        friction: 0,
      }),
    ],
  });
  const rowsOf = (velocity: [number, number, number]): ContactRows[] =>
    runScene(sceneOf(sheet(velocity))).frames.map(({ contacts }) => contacts);

  test('a sheet that slides slips with its own velocity, at a distance that is not below zero', () => {
    let count = 0;
    for (const { slip, gap, body, ...rows } of rowsOf([0.5, 0, 0])) {
      for (let i = 0; i < rows.count; i++, count++) {
        const sign = body[i] === 1 ? 1 : -1;
        expect(sign * slip[3 * i]).toBeCloseTo(0.5, 2);
        expect(Math.abs(slip[3 * i + 2])).toBeLessThan(0.01);
        expect(gap[i]).toBeGreaterThan(0);
        expect(gap[i]).toBeLessThan(0.02);
      }
    }
    expect(count).toBeGreaterThan(8);
  });

  test('one that only falls does not slip', () => {
    for (const { slip, ...rows } of rowsOf([0, 0, 0]))
      for (let i = 0; i < rows.count; i++)
        expect(Math.hypot(slip[3 * i], slip[3 * i + 2])).toBeLessThan(0.01);
  });
});

import { describe, expect, test } from 'vitest';
import { buildModel } from '../../../../src/engines/lcp/model.ts';
import { planeOf, type Spread, spreadOnce } from '../../../../src/engines/lcp/statistics/spread.ts';
import { endByChance, spreadBack } from '../../../../src/engines/lcp/statistics/spread-back.ts';
import { plotSpread, reachedPart, spreadCsv } from '../../../../src/engines/lcp/statistics/spread-plot.ts';
import { createWork } from '../../../../src/engines/lcp/step.ts';
import { Random } from '../../../../src/num/index.ts';
import { box } from '../../../../src/scene/index.ts';
import { optionsOf, sceneOf } from '../backward/scenes.ts';

const scene = sceneOf([
  box({
    name: 'block',
    size: [0.12, 0.06, 0.1],
    density: 600,
    position: [0.3, 0.6, 0],
    friction: 0.4,
    restitution: 0.3,
  }),
]);
const model = buildModel(scene, optionsOf());
const plane = planeOf(model, 1);
const how = { shift: 0.05, spin: 3, height: 0.3, duration: 4 };
const work = createWork(model);
const drops = Array.from({ length: 12 }, (_, i) =>
  spreadOnce(model, work, plane, how, new Random(1).split(i)),
);

describe('drops', () => {
  test('start about the scene’s own start, in its plane', () => {
    expect(new Set(drops.map(({ start }) => start.angle)).size).toBe(drops.length);
    for (const { start, highest } of drops) {
      expect(Math.abs(start.place - 0.3)).toBeLessThanOrEqual(0.05);
      expect(highest).toBeCloseTo(0.6, 2);
    }
  });

  test('pass the height as fast as they fall, and come to rest on the floor', () => {
    for (const { passage, end, pose } of drops) {
      // a step late at most: √(2 g 0.3 m) = 2.43 m/s, g h = 0.04 m/s
      expect(passage?.speed).toBeGreaterThan(2.38);
      expect(passage?.speed).toBeLessThan(2.5);
      expect(end.speed).toBeLessThan(1e-6);
      expect(Math.min(...[0.03, 0.05, 0.06].map((y) => Math.abs(pose[1] - y)))).toBeLessThan(2e-3);
    }
  });

  test('are the same for the same seed', () => {
    const again = spreadOnce(model, work, plane, how, new Random(1).split(3));
    expect(String(again.pose)).toBe(String(drops[3].pose));
  });
});

test('a past of an end chosen by chance ends there', () => {
  const random = new Random(2);
  const end = endByChance(drops, plane.along, random);
  const places = drops.map(({ end: { place } }) => place);
  expect(end[0]).toBeGreaterThanOrEqual(Math.min(...places));
  expect(end[0]).toBeLessThanOrEqual(Math.max(...places));
  const past = spreadBack(scene, optionsOf(), 1, end, 0.1, 0.3, 1);
  expect(past).toBeDefined();
  for (let k = 0; k < 3; k++) expect(past?.pose[k]).toBeCloseTo(end[k], 9);
});

describe('the picture', () => {
  const passage = (place: number, angle: number) => ({ place, angle, speed: 1 });

  test('has a point for each drop where it passes, over its density, and one for each past', () => {
    const { width, height, rgb } = plotSpread([passage(0, 0)], [passage(0.5, 1.5)], { place: 1 });
    const at = (x: number, y: number) => [...rgb.subarray(3 * (y * width + x), 3 * (y * width + x) + 3)];
    expect(at(width / 2, height / 2)).toEqual([243, 210, 60]);
    expect(at(width / 2 + 1, height / 2 + 1)[0]).toBeGreaterThan(at(1, 1)[0]);
    const y = Math.floor((0.5 - 0.75 / Math.PI) * height);
    expect(at(0.75 * width, y)).toEqual([226, 58, 48]);
  });

  test('and as numbers a line for each', () => {
    const lines = spreadCsv(drops as Spread[], drops.slice(0, 2))
      .trim()
      .split('\n');
    expect(lines.length).toBe(1 + 12 + 2);
    expect(lines[0].split(',').length).toBe(lines[1].split(',').length);
    expect(lines.filter((line) => line.startsWith('backward')).length).toBe(2);
  });

  test('says which part of all places and angles is reached', () => {
    expect(reachedPart([passage(0, 0), passage(0, 0), passage(0.5, 1)], { place: 1 }, 10)).toBeCloseTo(
      0.02,
      12,
    );
  });
});

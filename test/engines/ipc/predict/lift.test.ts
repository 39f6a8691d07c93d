import { expect, test } from 'vitest';
import { Features, wholeSize } from '../../../../src/engines/ipc/predict/features.ts';
import { featureSize, reachAt } from '../../../../src/engines/ipc/predict/features-layout.ts';
import { lift } from '../../../../src/engines/ipc/predict/lift.ts';
import { rateAlong, Rows } from '../../../../src/engines/ipc/predict/rows.ts';
import { gapOfRows, rowsSize } from '../../../../src/engines/ipc/predict/rows-layout.ts';
import { Random } from '../../../../src/num/index.ts';

/** A floor and so many layers of so many bodies; each overlaps those it stands on by a little, and the floor lies still. */
function heap(layers: number, width: number, seed: number) {
  const random = new Random(seed);
  const count = 1 + layers * width;
  const bodyAt = (layer: number, place: number): number => (layer < 0 ? 0 : 1 + layer * width + place);
  const features = new Features();
  const rows = new Rows();
  rows.data = new Float64Array(2 * layers * width * rowsSize);
  features.wholes = new Int32Array(2 * layers * width * wholeSize);
  features.data = new Float64Array(2 * layers * width * featureSize);
  for (let layer = 0; layer < layers; layer++) {
    for (let place = 0; place < width; place++) {
      for (const aside of [0, 1]) {
        const c = features.count++;
        const below = bodyAt(layer - 1, (place + aside) % width);
        features.wholes.set([bodyAt(layer, place), below], wholeSize * c);
        features.data[featureSize * c + reachAt] = 1e-3;
        const lean = aside === 0 ? 0.3 : -0.3;
        rows.data.set([lean, Math.sqrt(1 - lean * lean), 0], rowsSize * c);
        rows.data[rowsSize * c + gapOfRows] = 2e-3 * (random.uniform() - 0.8);
      }
    }
  }
  const takesPart = new Uint8Array(count).fill(1, 1);
  const moving = new Float64Array(3 * count).fill(1, 3);
  return { features, rows, takesPart, lightness: { moving, turning: new Float64Array(9 * count) } };
}

test('what overlaps in a heap of twelve layers is clear afterwards, and what stands still has not moved', () => {
  for (const seed of [1, 2, 3]) {
    const { features, rows, takesPart, lightness } = heap(12, 6, seed);
    const v = new Float64Array(6 * takesPart.length);
    lift(features, rows, v, lightness, takesPart, 0.3);
    for (let c = 0; c < features.count; c++) {
      const [a, b] = features.wholes.subarray(wholeSize * c, wholeSize * c + 2);
      const gap = rows.data[rowsSize * c + gapOfRows] + rateAlong(rows.data, rowsSize * c, v, 6 * a, 6 * b);
      expect(gap).toBeGreaterThan(0.23e-3);
    }
    expect([...v.subarray(0, 6)]).toEqual(Array(6).fill(0));
  }
});

test('nothing moves where all is clear', () => {
  const { features, rows, takesPart, lightness } = heap(3, 4, 1);
  for (let c = 0; c < features.count; c++) rows.data[rowsSize * c + gapOfRows] = 0.5e-3;
  const v = new Float64Array(6 * takesPart.length);
  lift(features, rows, v, lightness, takesPart, 0.3);
  expect(v.every((x) => x === 0)).toBe(true);
});

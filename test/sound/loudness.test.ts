import { expect, test } from 'vitest';
import { integratedLoudness } from '../../src/sound/loudness.ts';

test('loudness of a tone of 997 Hz at full scale is -3.01 LUFS, at any rate', () => {
  for (const rateHz of [44100, 48000, 96000]) {
    const tone = new Float64Array(2 * rateHz).map((_, n) => Math.sin((2 * Math.PI * 997 * n) / rateHz));
    expect(integratedLoudness([tone], rateHz)).toBeCloseTo(-3.01, 1);
    expect(integratedLoudness([tone.map((x) => x / 10)], rateHz)).toBeCloseTo(-23.01, 1);
  }
  expect(integratedLoudness([new Float64Array(48000)], 48000)).toBe(-Infinity);
});

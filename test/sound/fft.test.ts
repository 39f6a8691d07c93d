import { expect, test } from 'vitest';
import { fft, magnitudes } from '../../src/sound/fft.ts';

test('the transform is the sum it stands for', () => {
  const n = 64;
  const re = new Float64Array(n).map((_, i) => Math.sin(i * i));
  const im = new Float64Array(n).map((_, i) => Math.cos(3 * i));
  const [a, b] = [re.slice(), im.slice()];
  fft(a, b);
  for (let k = 0; k < n; k++) {
    let [x, y] = [0, 0];
    for (let i = 0; i < n; i++) {
      const angle = (-2 * Math.PI * k * i) / n;
      x += re[i] * Math.cos(angle) - im[i] * Math.sin(angle);
      y += re[i] * Math.sin(angle) + im[i] * Math.cos(angle);
    }
    expect(a[k]).toBeCloseTo(x, 10);
    expect(b[k]).toBeCloseTo(y, 10);
  }
  const tone = new Float64Array(1024).map((_, i) => 0.7 * Math.cos((2 * Math.PI * 100 * i) / 1024));
  expect(magnitudes(tone, 0, 1024)[100]).toBeCloseTo(0.7, 10);
});

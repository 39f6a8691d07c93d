import { expect, test } from 'vitest';
import { renderClicks } from '../../../src/sound/clicks/render-clicks.ts';
import { SphereClick, sphereRadius } from '../../../src/sound/clicks/sphere-click.ts';
import { AIR_DENSITY as rho, SPEED_OF_SOUND as c } from '../../../src/sound/transfer.ts';

/** p̂/Â without e^(ik(r−a)), as the formula has it. */
function exact(a: number, r: number, omega: number): [number, number] {
  const k = omega / c;
  const [nr, ni] = [1, -k * r];
  const [dr, di] = [2 - k * k * a * a, -2 * k * a];
  const scale = (rho * a ** 3) / (r * r * (dr * dr + di * di));
  return [scale * (nr * dr + ni * di), scale * (ni * dr - nr * di)];
}

test.each([500, 5000, 12000])('a shaken sphere answers at %i Hz as the formula says', (frequency) => {
  const [a, r] = [0.01, 0.3];
  const h = 1 / 1536000;
  const omega = 2 * Math.PI * frequency;
  const click = new SphereClick(a, h);
  let [re, im] = [0, 0];
  const periods = 20;
  const samples = Math.round(periods / frequency / h);
  const settle = Math.round((40 * a) / c / h);
  for (let n = 0; n < settle + samples; n++) {
    click.step(Math.cos(omega * (n - 0.5) * h));
    if (n < settle) continue;
    const p = click.pressure(r, 1);
    // p = Re(p̂ e^(−iωt))
    re += (2 / samples) * p * Math.cos(omega * n * h);
    im += (2 / samples) * p * Math.sin(omega * n * h);
  }
  const [er, ei] = exact(a, r, omega);
  expect(Math.hypot(re - er, im - ei) / Math.hypot(er, ei)).toBeLessThan(0.01);
});

const knock = { time: 0.002, duration: 60e-6, impulse: [0, 0, 0.01] as const };
const above = (_: number, out: Float64Array) => out.set([0, 0, 1]);

test('a knock has no steady part, is silent before, across its axis and soon after, and turns with the side', () => {
  const h = 1 / 192000;
  const heard = renderClicks([knock], 0.01, 0.01, above, 2000, h);
  const peak = Math.max(...heard.map(Math.abs));
  expect(peak).toBeGreaterThan(0.1);
  // far away what is heard is the derivative of what settles at zero, so it adds up to y at the end, 0, and little near field
  const sum = heard.reduce((s, p) => s + p, 0) * h;
  expect(Math.abs(sum)).toBeLessThan(0.02 * peak * 60e-6);
  expect(heard.slice(0, Math.floor((0.002 - 36e-6 - 0.01 / c) / h)).every((p) => p === 0)).toBe(true);
  expect(Math.abs(heard[700])).toBeLessThan(1e-9 * peak);
  const aside = renderClicks([knock], 0.01, 0.01, (_, out) => out.set([1, 0, 0]), 2000, h);
  expect(Math.max(...aside.map(Math.abs))).toBe(0);
  const below = renderClicks([knock], 0.01, 0.01, (_, out) => out.set([0, 0, -1]), 2000, h);
  heard.forEach((p, n) => {
    expect(below[n]).toBeCloseTo(-p, 12);
  });
});

test('is linear in the impulse, and hardly depends on the rate of samples', () => {
  const twice = { ...knock, impulse: [0, 0, 0.02] as const };
  const one = renderClicks([knock], 0.01, 0.01, above, 400, 1 / 48000);
  const two = renderClicks([twice], 0.01, 0.01, above, 400, 1 / 48000);
  one.forEach((p, n) => {
    expect(two[n]).toBeCloseTo(2 * p, 12);
  });
  const fine = renderClicks([knock], 0.01, 0.01, above, 1600, 1 / 192000);
  const energy = (samples: Float64Array, h: number) => samples.reduce((s, p) => s + p * p * h, 0);
  expect(energy(one, 1 / 48000) / energy(fine, 1 / 192000)).toBeGreaterThan(0.8);
  expect(energy(one, 1 / 48000) / energy(fine, 1 / 192000)).toBeLessThan(1.2);
});

test('a radius from a volume', () => {
  expect(sphereRadius((4 / 3) * Math.PI * 0.001)).toBeCloseTo(0.1, 12);
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { dragSize, writePull } from '../../src/sim/drag.ts';

/** x and v of a point of mass 1/gives after some steps towards 0. */
function drawn(stiffness: number, damping: number, gives: number, h: number, share: number): number {
  const drags = new Float64Array(dragSize);
  drags.set([stiffness, damping]);
  const pull = new Float64Array(6);
  const x = Float64Array.of(1, 0, 0);
  const v = Float64Array.of(-1, 0, 0);
  for (let step = 0; step < 400; step++) {
    writePull(pull, drags, 0, { centre: x, arm: new Float64Array(3), velocity: v, gives }, h);
    const before = v[0];
    v[0] += h * gives * pull[0];
    x[0] += h * (share * v[0] + (1 - share) * before);
  }
  return Math.abs(x[0]) + h * Math.abs(v[0]);
}

test('is stable however stiff it is, for engines that move by new velocities and by mean ones', () => {
  const power = (from: number, to: number) =>
    fc.double({ min: from, max: to, noNaN: true }).map((e) => 10 ** e);
  fc.assert(
    fc.property(
      power(-2, 12),
      power(-4, 10),
      power(-3, 4),
      power(-5, -1),
      fc.constantFrom(0.5, 1),
      (k, d, w, h, share) => {
        expect(drawn(k, d, w, h, share)).toBeLessThan(2 + 400 * h);
        // where a period or the damping is not long beside the step it is there soon
        if (h * h * k * w > 0.1) expect(drawn(k, d, w, h, share)).toBeLessThan(0.2);
      },
    ),
  );
});

test('pulls by its stiffness where nothing moves, and turns about the centre', () => {
  const drags = Float64Array.of(100, 5, 0, 0, 0, 1, 0, 0);
  const out = new Float64Array(6);
  const point = {
    centre: new Float64Array(3),
    arm: Float64Array.of(0, 2, 0),
    velocity: new Float64Array(3),
    gives: 1e-3,
  };
  writePull(out, drags, 0, point, 1e-4);
  const expected = [100, -200, 0, 0, 0, -200];
  expected.forEach((value, k) => {
    expect(out[k]).toBeCloseTo(value, 6);
  });
});

test('is the pull of an implicit step: spring and damper each by what the point gives way', () => {
  const [k, d, w, h] = [300, 7, 0.5, 0.02];
  const drags = Float64Array.of(9, k, d, 0, 0, 0, 1, 2, 3);
  const point = {
    centre: Float64Array.of(4, 6, 8),
    arm: Float64Array.of(0.1, 0.2, 0.3),
    velocity: Float64Array.of(1, -2, 3),
    gives: w,
  };
  const out = new Float64Array(6);
  writePull(out, drags, 1, point, h);
  const force = [3.1, 4.2, 5.3].map((stretch, axis) => {
    const v = point.velocity[axis];
    return (-k * (stretch + h * v)) / (1 + h * h * k * w) - (d * v) / (1 + 4 * h * (d + h * k) * w);
  });
  const [x, y, z] = force;
  const expected = [...force, 0.2 * z - 0.3 * y, 0.3 * x - 0.1 * z, 0.1 * y - 0.2 * x];
  expected.forEach((value, i) => {
    expect(out[i]).toBeCloseTo(value, 9);
  });
});

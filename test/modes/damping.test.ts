import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  addContactRates,
  dampedOmega,
  dampingRatio,
  decayTime,
  materialRates,
  rayleighRates,
} from '../../src/modes/damping.ts';
import { addContactMatrix } from './oracles.ts';
import { eigenSymmetric } from '../../src/num/dense/index.ts';
import { findMaterial, type Material, resolveScene } from '../../src/scene/index.ts';
import { box } from '../../src/geometry/primitives/index.ts';

/** Nothing whose square is too small to be a number. */
const small = fc.double({ min: -2, max: 2, noNaN: true }).map((x) => (Math.abs(x) < 1e-9 ? 0 : x));

/** What a material takes of a plate of that thickness at 1 kHz, as a part of its energy a radian. */
function lossAtKilohertz(material: Material, thickness: number): number {
  const omega = 2000 * Math.PI;
  const [rate] = materialRates(
    { omegas: Float64Array.of(omega), ...box.make({ size: [0.3, 0.3, thickness] }) },
    material,
  );
  return rate / omega;
}

describe('loss factors of materials', () => {
  test.each([
    ['steel', 1e-4, 3e-4],
    ['aluminium', 0.5e-4, 2e-4],
    ['brass', 1e-4, 1e-3],
    ['glass', 0.6e-3, 2e-3],
    ['porcelain', 1e-3, 2e-3],
    ['polycarbonate', 0.8e-2, 1.2e-2],
    ['acrylic', 2e-2, 4e-2],
    ['spruce', 6e-3, 8e-3],
    ['oak', 0.8e-2, 1.2e-2],
  ])('%s, thick enough that heat does not flow through it', (name, least, most) => {
    const loss = lossAtKilohertz(findMaterial(name) as Material, 0.1);
    expect(loss).toBeGreaterThan(least);
    expect(loss).toBeLessThan(most);
  });

  test('thin aluminium loses more, by what Zener says, and most where heat just has time', () => {
    const aluminium = findMaterial('aluminium') as Material;
    const loss = [5e-4, 1e-3, 2e-3, 4e-3].map((thickness) => lossAtKilohertz(aluminium, thickness));
    // Δ = E a² T/(ρ c) = 4.52e-3 and τ = h² ρ c/(π² κ) = 1.035 ms of a millimetre; the edges make 1 mm 0.993 mm
    const tau = 0.9934 ** 2 * 1.035e-3;
    const x = 2000 * Math.PI * tau;
    expect(loss[1] / (1e-4 + (4.52e-3 * x) / (1 + x * x))).toBeCloseTo(1, 2);
    expect(loss[0]).toBeGreaterThan(loss[1]);
    expect(loss[1]).toBeGreaterThan(loss[2]);
    expect(loss[2]).toBeGreaterThan(loss[3]);
    expect(loss[3]).toBeGreaterThan(1e-4);
  });

  test('who gives α or β means them, who gives η means that', () => {
    const made = (material: object): Material =>
      resolveScene({ name: 'one', bodies: [{ shape: { kind: 'box' }, material }] }).scene.bodies[0].material;
    const at = (material: Material) => lossAtKilohertz(material, 0.1) * 2000 * Math.PI;
    expect(at(made({ like: 'steel', dampingAlpha: 2, dampingBeta: 0 }))).toBeCloseTo(2, 12);
    expect(at(made({ like: 'polycarbonate', lossFactor: 0.05 }))).toBeCloseTo(100 * Math.PI, 9);
    expect(at(made({ like: 'default' }))).toBeCloseTo(30 + 1e-6 * (2000 * Math.PI) ** 2, 9);
  });
});

describe('damping', () => {
  test('Rayleigh: steel at 1 kHz, with the numbers of Table 1', () => {
    const steel = findMaterial('steel') as NonNullable<ReturnType<typeof findMaterial>>;
    const omega = 2000 * Math.PI;
    const [rate] = rayleighRates(Float64Array.of(omega), steel);
    expect(rate).toBeCloseTo(5 + 3e-8 * omega * omega, 12);
    expect(dampingRatio(omega, rate)).toBeCloseTo(rate / (2 * omega), 15);
    expect(Math.exp((-rate / 2) * decayTime(rate))).toBeCloseTo(1e-3, 15);
    expect(dampedOmega(omega, rate)).toBeCloseTo(Math.sqrt(omega * omega - (rate * rate) / 4), 9);
    expect(dampedOmega(1, 3)).toBe(0);
  });

  test('a contact damps by motion along its normal wholly, and across by friction', () => {
    const rates = new Float64Array(3);
    const shapes = Float64Array.of(0, 0, 2, 2, 0, 0, 1, 0, 1);
    addContactRates(rates, shapes, Float64Array.of(9, 0, 0, 1), 1, 10, 0.25, 0.1);
    expect(Array.from(rates)).toEqual([4, 1, 1.25]);
  });

  test('is the diagonal of the coupled form, which never adds energy', () => {
    fc.assert(
      fc.property(
        fc.array(small, { minLength: 12, maxLength: 12 }),
        fc.array(small, { minLength: 3, maxLength: 3 }),
        small.map((x) => Math.abs(x) / 2),
        small.map((x) => 50 * Math.abs(x)),
        (shapeList, direction, friction, force) => {
          const length = Math.hypot(...direction);
          fc.pre(length > 1e-3);
          const shapes = Float64Array.from(shapeList);
          const normal = Float64Array.from(direction, (x) => x / length);
          const rates = new Float64Array(4).fill(7);
          const matrix = new Float64Array(16);
          addContactRates(rates, shapes, normal, 0, force, friction, 0.3);
          addContactMatrix(matrix, 4, shapes, normal, 0, force, friction, 0.3);
          for (let m = 0; m < 4; m++) expect(rates[m] - 7).toBeCloseTo(matrix[5 * m], 9);
          // Uᵀ (μ I + (1 − μ) n nᵀ) U, written out
          const block = Array.from({ length: 9 }, (_, i) => {
            const [r, c] = [Math.floor(i / 3), i % 3];
            return friction * (r === c ? 1 : 0) + (1 - friction) * normal[r] * normal[c];
          });
          let entry = 0;
          for (let r = 0; r < 3; r++)
            for (let c = 0; c < 3; c++) entry += shapes[3 + r] * block[3 * r + c] * shapes[6 + c];
          expect(matrix[6]).toBeCloseTo(0.3 * force * entry, 9);
          expect(matrix[9]).toBeCloseTo(matrix[6], 12);
          expect(eigenSymmetric(matrix, 4).values[0]).toBeGreaterThan(-1e-9 * (1 + force));
        },
      ),
    );
  });

  test('leaving the coupling out changes decay little where modes are apart', () => {
    // two modes, one contact: energy after a second of the coupled equations, by small steps
    const omegas = [100, 170];
    const shapes = Float64Array.of(0, 0, 1, 0, 0, 0.7);
    const normal = Float64Array.of(0, 0, 1);
    const coupled = new Float64Array(4);
    addContactMatrix(coupled, 2, shapes, normal, 0, 10, 0.5, 0.2);
    const alone = new Float64Array(2);
    addContactRates(alone, shapes, normal, 0, 10, 0.5, 0.2);
    const energyAfter = (matrix: Float64Array): number => {
      const q = [1, 1];
      const v = [0, 0];
      const h = 1e-5;
      for (let step = 0; step < 1e5; step++) {
        const force = [0, 1].map(
          (m) => -(omegas[m] ** 2) * q[m] - matrix[2 * m] * v[0] - matrix[2 * m + 1] * v[1],
        );
        for (let m = 0; m < 2; m++) {
          v[m] += h * force[m];
          q[m] += h * v[m];
        }
      }
      return 0.5 * (v[0] ** 2 + v[1] ** 2 + (omegas[0] * q[0]) ** 2 + (omegas[1] * q[1]) ** 2);
    };
    const full = energyAfter(coupled);
    const diagonal = energyAfter(Float64Array.of(alone[0], 0, 0, alone[1]));
    expect(Math.abs(Math.log(full / diagonal))).toBeLessThan(0.1);
  });
});

// Tetrahedra of four nodes and ten: against differences, under turns, projected, flat and inside out.

import { describe, expect, test } from 'vitest';
import {
  addPointGradient,
  addPointHessian,
  addStrainDampingHessian,
  addStrainDampingStress,
  greenStrain,
  neoHookeanEnergy,
  neoHookeanHessian,
  neoHookeanStress,
  nodeShare,
  pointCount,
  pointDeformation,
  strainDampingEnergy,
  type TetraNodes,
  writePoints,
} from '../../src/elastic/index.ts';
import { eigenOfThree } from '../../src/elastic/eigen-of-three.ts';
import { principal } from '../../src/elastic/principal.ts';
import { quadratic } from '../../src/geometry/tetra/index.ts';
import { eigenSymmetric } from '../../src/num/dense/index.ts';
import { matrixFromQuaternion, Random } from '../../src/num/index.ts';
import { workOn } from '../../src/num/kernels/machine.ts';

const memory = new Float64Array(2048);
const [X, POINT, STRAIN, AT, GRADIENT, HESSIAN] = [0, 32, 64, 72, 300, 400];
const [lambda, mu] = [3, 2];
const small = 1e-6;

const { positions: rest } = quadratic(
  Float64Array.from([0, 0, 0, 1, 0.1, 0, 0.2, 0.9, -0.1, 0.1, 0.2, 1.1]),
  Uint32Array.from([0, 1, 2, 3]),
);

interface Element {
  readonly width: TetraNodes;
  readonly points: number[][];
  /** E before, of every point; damping counts where it is there. */
  readonly before?: number[][];
}

function elementOf(width: TetraNodes): Element {
  const nodes = Array.from({ length: width }, (_, n) => n);
  const all: number[] = [];
  writePoints(width, rest, nodes, all);
  const size = 1 + 3 * width;
  return {
    width,
    points: Array.from({ length: pointCount(width) }, (_, q) => all.slice(q * size, (q + 1) * size)),
  };
}

function each({ width, points, before }: Element, x: ArrayLike<number>, call: () => void): void {
  workOn(memory);
  points.forEach((point, q) => {
    for (let k = 0; k < 3 * width; k++) memory[X + k] = x[k];
    memory.set(point, POINT);
    memory.set(before?.[q] ?? [], STRAIN);
    pointDeformation(X, width, POINT, AT);
    call();
  });
}

function energy(element: Element, x: ArrayLike<number>): number {
  let sum = 0;
  each(element, x, () => {
    sum += memory[POINT] * neoHookeanEnergy(lambda, mu, AT);
    if (element.before) sum += memory[POINT] * strainDampingEnergy(lambda, mu, STRAIN, AT);
  });
  return sum;
}

function gradient(element: Element, x: ArrayLike<number>): Float64Array {
  memory.fill(0, GRADIENT, GRADIENT + 30);
  each(element, x, () => {
    neoHookeanStress(lambda, mu, AT);
    if (element.before) addStrainDampingStress(lambda, mu, STRAIN, AT);
    addPointGradient(element.width, POINT, AT, GRADIENT);
  });
  return memory.slice(GRADIENT, GRADIENT + 3 * element.width);
}

function hessian(element: Element, x: ArrayLike<number>, projected: boolean): Float64Array {
  memory.fill(0, HESSIAN, HESSIAN + 900);
  each(element, x, () => {
    neoHookeanHessian(lambda, mu, projected, AT);
    if (element.before) addStrainDampingHessian(lambda, mu, STRAIN, projected, AT);
    addPointHessian(element.width, POINT, AT, HESSIAN);
  });
  return memory.slice(HESSIAN, HESSIAN + 9 * element.width * element.width);
}

/** It computes in a memory of its own. */
function eigenOf(a: Float64Array, n: number): ReturnType<typeof eigenSymmetric> {
  const pairs = eigenSymmetric(a, n);
  workOn(memory);
  return pairs;
}

const places = (random: Random, by: number): Float64Array => rest.map((x) => x + random.between(-by, by));

describe.each([4, 10] as const)('a tetrahedron of %i nodes', (width) => {
  const element = elementOf(width);
  const size = 3 * width;
  // from a little to far beyond inside out
  const states = [0.02, 0.2, 1, 3].map((by, k) => places(new Random(k, 1), by));

  test('is at rest as it was made, and turned', () => {
    const turned = rest.slice();
    const r = new Float64Array(9);
    matrixFromQuaternion(r, 0, Float64Array.from([0.5, -0.1, 0.7, 0.5]), 0);
    for (let n = 0; n < rest.length; n += 3)
      for (let i = 0; i < 3; i++)
        turned[n + i] = r[3 * i] * rest[n] + r[3 * i + 1] * rest[n + 1] + r[3 * i + 2] * rest[n + 2];
    for (const x of [rest, turned]) {
      expect(Math.abs(energy(element, x))).toBeLessThan(1e-14);
      for (const force of gradient(element, x)) expect(Math.abs(force)).toBeLessThan(1e-13);
    }
  });

  test('gives the energy of Lamé for small strains', () => {
    const e = 1e-5;
    const x = rest.map((at, k) => (k % 3 === 0 ? at * (1 + e) + e * rest[k + 1] : at));
    const volume = element.points.reduce((sum, [v]) => sum + v, 0);
    const wanted = volume * (0.5 * lambda * e * e + mu * (e * e + 0.5 * e * e));
    expect(energy(element, x) / wanted).toBeCloseTo(1, 4);
  });

  const damped = {
    ...element,
    before: element.points.map(() => [0.1, -0.2, 0.05, 0.02, 0.1, -0.03]),
  };
  test.each([
    ['elastic', element],
    ['damped', damped],
  ])('pulls along the slope of its energy, and stiffens as its pull changes: %s', (_, own) => {
    for (const x of states) {
      const slope = gradient(own, x);
      const curve = hessian(own, x, false);
      const unit = Math.max(...slope.map(Math.abs));
      const stiff = Math.max(...curve.map(Math.abs));
      for (let i = 0; i < size; i++) {
        const there = x.slice();
        there[i] += small;
        const [ahead, up] = [energy(own, there), gradient(own, there)];
        there[i] -= 2 * small;
        const [behind, down] = [energy(own, there), gradient(own, there)];
        expect(Math.abs((ahead - behind) / (2 * small) - slope[i])).toBeLessThan(1e-7 * (1 + unit));
        for (let j = 0; j < size; j++)
          expect(Math.abs((up[j] - down[j]) / (2 * small) - curve[size * i + j])).toBeLessThan(1e-7 * stiff);
      }
    }
  });

  test('projected: never negative, and the same where it was not', () => {
    for (const x of [rest, ...states, rest.map(() => 0), rest.map((at, k) => (k % 3 === 1 ? -at : at))]) {
      for (const own of [element, damped]) {
        const full = hessian(own, x, true);
        const { values } = eigenOf(full, size);
        expect(values[0]).toBeGreaterThan(-1e-11 * Math.max(1, values[size - 1]));
      }
      const plain = hessian(element, x, false);
      const projected = hessian(element, x, true);
      let least = Infinity;
      each(element, x, () => {
        neoHookeanHessian(lambda, mu, false, AT);
        least = Math.min(least, eigenOf(memory.slice(AT + 18, AT + 99), 9).values[0]);
      });
      if (least >= 0) expect(projected).toEqual(plain);
    }
  });

  test('projected as its eigenvalues say', () => {
    each(element, states[2], () => {
      neoHookeanHessian(lambda, mu, false, AT);
      const { values, vectors } = eigenOf(memory.slice(AT + 18, AT + 99), 9);
      const wanted = new Float64Array(81);
      values.forEach((value, e) => {
        for (let i = 0; i < 9; i++)
          for (let j = 0; j < 9; j++)
            wanted[9 * i + j] += Math.max(0, value) * vectors[9 * e + i] * vectors[9 * e + j];
      });
      expect(values[0]).toBeLessThan(0);
      neoHookeanHessian(lambda, mu, true, AT);
      for (let k = 0; k < 81; k++)
        expect(Math.abs(memory[AT + 18 + k] - wanted[k])).toBeLessThan(1e-11 * values[8]);
    });
  });

  test('turned inside out it is drawn back', () => {
    const mirrored = rest.map((at, k) => (k % 3 === 1 ? -at : at));
    const slope = gradient(element, mirrored);
    expect(slope.every(Number.isFinite)).toBe(true);
    let down = 0;
    for (let k = 0; k < size; k++) down += slope[k] * (rest[k] - mirrored[k]);
    expect(down).toBeLessThan(-1);
  });

  test('its shares of mass are positive and all of it', () => {
    let sum = 0;
    for (let n = 0; n < width; n++) {
      expect(nodeShare(width, n)).toBeGreaterThan(0);
      sum += nodeShare(width, n);
    }
    expect(sum).toBeCloseTo(1, 14);
  });

  test('flat or turned over at rest it is none', () => {
    const nodes = Array.from({ length: width }, (_, n) => n);
    for (const factor of [0, 1e-9, -1]) {
      const flat = rest.map((at, k) => (k % 3 === 2 ? factor * at : at));
      expect(writePoints(width, flat, nodes, [])).toBeUndefined();
    }
  });
});

test('the strain of a turn is none', () => {
  const element = elementOf(4);
  const turned = rest.slice();
  for (let n = 0; n < rest.length; n += 3) [turned[n], turned[n + 1]] = [-rest[n + 1], rest[n]];
  each(element, turned, () => {
    greenStrain(AT, STRAIN);
    for (let k = 0; k < 6; k++) expect(Math.abs(memory[STRAIN + k])).toBeLessThan(1e-14);
  });
});

test('principal stretches put together what they were taken from', () => {
  workOn(memory);
  const random = new Random(7, 1);
  const matrices = Array.from({ length: 200 }, () => Array.from({ length: 9 }, () => random.between(-1, 1)));
  matrices.push([1, 0, 0, 0, 1, 0, 0, 0, 1], [1, 2, 3, 2, 4, 6, 3, 6, 9], new Array<number>(9).fill(0));
  matrices.push([1, 0, 0, 0, 1e-9, 0, 0, 0, -1e-12]);
  for (const f of matrices) {
    memory.set(f, 0);
    principal(0, 10, 20, 30, 40);
    for (let i = 0; i < 3; i++)
      for (let j = 0; j < 3; j++) {
        let [sum, uu, vv] = [0, 0, 0];
        for (let k = 0; k < 3; k++) {
          sum += memory[10 + 3 * i + k] * memory[20 + k] * memory[30 + 3 * j + k];
          uu += memory[10 + 3 * i + k] * memory[10 + 3 * j + k];
          vv += memory[30 + 3 * i + k] * memory[30 + 3 * j + k];
        }
        expect(Math.abs(sum - f[3 * i + j])).toBeLessThan(1e-9);
        expect(Math.abs(uu - (i === j ? 1 : 0))).toBeLessThan(1e-13);
        expect(Math.abs(vv - (i === j ? 1 : 0))).toBeLessThan(1e-13);
      }
  }
});

test('eigenvalues of three are those of any number', () => {
  workOn(memory);
  const random = new Random(9, 1);
  for (let n = 0; n < 100; n++) {
    const a = new Float64Array(9);
    for (let i = 0; i < 3; i++)
      for (let j = 0; j <= i; j++) a[3 * i + j] = a[3 * j + i] = random.between(-1, 1);
    memory.set(a, 0);
    eigenOfThree(0, 10);
    const found = [0, 4, 8].map((k) => memory[k]).sort((p, q) => p - q);
    for (const [k, value] of eigenOf(a, 3).values.entries()) expect(found[k]).toBeCloseTo(value, 13);
  }
});

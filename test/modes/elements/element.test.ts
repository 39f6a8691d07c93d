import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { MeshError } from '../../../src/geometry/index.ts';
import { EDGES } from '../../../src/geometry/tetra/index.ts';
import { Element, PAIRS } from '../../../src/modes/elements/element.ts';
import { Random } from '../../../src/num/index.ts';

const ten = Uint32Array.from({ length: 10 }, (_, i) => i);

/** Corners, with mid nodes moved off the middle by `bend` times random numbers. */
function nodesOf(corners: readonly number[], bend = 0, seed = 1): Float64Array {
  const random = new Random(seed);
  const nodes = new Float64Array(30);
  nodes.set(corners);
  for (let e = 0; e < 6; e++)
    for (let k = 0; k < 3; k++)
      nodes[12 + 3 * e + k] =
        0.5 * (nodes[3 * EDGES[2 * e] + k] + nodes[3 * EDGES[2 * e + 1] + k]) + bend * random.between(-1, 1);
  return nodes;
}

function computed(nodes: Float64Array, poissonRatio = 0.3): Element {
  const element = new Element(poissonRatio);
  element.compute(nodes, ten, 0);
  return element;
}

/** uᵀ K u */
function energy({ stiffness }: Element, u: Float64Array): number {
  let sum = 0;
  for (let a = 0, pair = 0; a < 10; a++)
    for (let b = 0; b <= a; b++, pair++)
      for (let r = 0; r < 3; r++)
        for (let c = 0; c < 3; c++)
          sum += (a === b ? 1 : 2) * u[3 * a + r] * stiffness[9 * pair + 3 * r + c] * u[3 * b + c];
  return sum;
}

const right = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];

const corner = fc.double({ min: -1, max: 1, noNaN: true });

/** A tetrahedron that is not too flat. */
const tetrahedron = fc
  .array(corner, { minLength: 9, maxLength: 9 })
  .map((moves) => [...right.slice(0, 3), ...right.slice(3).map((x, i) => x + 0.2 * moves[i])]);

describe('a quadratic tetrahedron', () => {
  test('has the mass table of the literature, which fourteen points confirm to their degree', () => {
    const straight = computed(nodesOf(right));
    // bent by less than it takes to be straight, and by just more: fourteen points then do the same work
    const bent = computed(nodesOf(right, 1e-7));
    for (let pair = 0; pair < PAIRS; pair++) {
      expect(bent.mass[pair]).toBeCloseTo(straight.mass[pair], 7);
      expect(420 * 6 * straight.mass[pair]).toBeCloseTo(Math.round(420 * 6 * straight.mass[pair]), 10);
    }
    for (let i = 0; i < 9 * PAIRS; i++) expect(bent.stiffness[i]).toBeCloseTo(straight.stiffness[i], 5);
    let total = 0;
    for (let a = 0, pair = 0; a < 10; a++)
      for (let b = 0; b <= a; b++, pair++) total += (a === b ? 1 : 2) * straight.mass[pair];
    expect(total).toBeCloseTo(1 / 6, 15);
  });

  test('does not feel rigid motions, straight or curved', () => {
    fc.assert(
      fc.property(
        tetrahedron,
        fc.boolean(),
        fc.array(corner, { minLength: 6, maxLength: 6 }),
        (corners, curved, m) => {
          const nodes = nodesOf(corners, curved ? 0.03 : 0);
          const element = computed(nodes);
          const u = new Float64Array(30);
          for (let a = 0; a < 30; a += 3) {
            const [x, y, z] = [nodes[a], nodes[a + 1], nodes[a + 2]];
            u[a] = m[0] + m[4] * z - m[5] * y;
            u[a + 1] = m[1] + m[5] * x - m[3] * z;
            u[a + 2] = m[2] + m[3] * y - m[4] * x;
          }
          expect(Math.abs(energy(element, u))).toBeLessThan(1e-11);
        },
      ),
    );
  });

  test('has the exact energy of uniform strain (the patch test), straight or curved', () => {
    fc.assert(
      fc.property(
        tetrahedron,
        fc.boolean(),
        fc.array(corner, { minLength: 9, maxLength: 9 }),
        fc.double({ min: -0.5, max: 0.49, noNaN: true }),
        (corners, curved, g, nu) => {
          const nodes = nodesOf(corners, curved ? 0.03 : 0);
          const element = computed(nodes, nu);
          const u = new Float64Array(30);
          for (let a = 0; a < 30; a += 3)
            for (let r = 0; r < 3; r++) for (let c = 0; c < 3; c++) u[a + r] += g[3 * r + c] * nodes[a + c];
          let volume = 0;
          for (let a = 0, pair = 0; a < 10; a++)
            for (let b = 0; b <= a; b++, pair++) volume += (a === b ? 1 : 2) * element.mass[pair];
          const lambda = nu / ((1 + nu) * (1 - 2 * nu));
          const mu = 1 / (2 * (1 + nu));
          const trace = g[0] + g[4] + g[8];
          let density = lambda * trace * trace;
          for (let r = 0; r < 3; r++)
            for (let c = 0; c < 3; c++) density += 2 * mu * (0.5 * (g[3 * r + c] + g[3 * c + r])) ** 2;
          // the rational integrand of a curved element is integrated to the degree of its rule
          expect(Math.abs(energy(element, u) - density * volume)).toBeLessThan(1e-9 + 1e-9 * density);
        },
      ),
    );
  });

  test('is refused inside out, with its number and place', () => {
    const nodes = nodesOf([0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 1]);
    expect(() => computed(nodes)).toThrow(MeshError);
    expect(() => computed(nodes)).toThrow(/tetrahedron 0 at .*inside out.*another resolution/);
    expect(() => computed(nodesOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0]))).toThrow(/flat/);
  });
});

describe('stress stiffens an element', () => {
  const corners = [0, 0, 0, 1.2, 0.1, 0, 0.2, 1, 0.1, 0, 0.3, 0.9];
  const nu = 0.3;

  /** Of displacements of its nodes. */
  function stiffened(nodes: Float64Array, u: Float64Array): Float64Array {
    const out = new Float64Array(PAIRS);
    new Element(nu).stiffen(nodes, ten, 0, u, out);
    return out;
  }

  test('that is the same all round by what the trace of its own stiffness says, straight or curved', () => {
    for (const bend of [0, 0.05]) {
      const nodes = nodesOf(corners, bend);
      const { stiffness } = computed(nodes, nu);
      // x = 1.001 x: σ = 0.001 / (1 - 2ν); tr K_ab = (λ + 4μ) tr G_ab
      const found = stiffened(
        nodes,
        nodes.map((x) => 0.001 * x),
      );
      const lambda = nu / ((1 + nu) * (1 - 2 * nu));
      const mu = 1 / (2 * (1 + nu));
      const scale = 0.001 / (1 - 2 * nu) / (lambda + 4 * mu);
      for (let pair = 0; pair < PAIRS; pair++) {
        const trace = stiffness[9 * pair] + stiffness[9 * pair + 4] + stiffness[9 * pair + 8];
        // G of a curved element is a quotient, which both integrate at the same points
        expect(found[pair]).toBeCloseTo(scale * trace, 12);
      }
    }
  });

  test('and what moves without deforming has none', () => {
    const nodes = nodesOf(corners, 0.05);
    const turned = nodes.map((_, i) => {
      const [x, y, z] = nodes.subarray(i - (i % 3), i - (i % 3) + 3);
      return [0.3 - 0.2 * y + 0.1 * z, 0.2 * x - 0.4 * z, 0.4 * y - 0.1 * x][i % 3];
    });
    for (const value of stiffened(nodes, turned)) expect(Math.abs(value)).toBeLessThan(1e-14);
  });
});

import { describe, expect, test } from 'vitest';
import { boxTetrahedra, quadratic, type TetraMesh } from '../../src/geometry/tetra/index.ts';
import { memoryCache } from '../../src/modes/cache.ts';
import { type ModeInertia, sizeOf } from '../../src/modes/inertia.ts';
import { analyse, type Modes } from '../../src/modes/modes.ts';
import { withSize } from '../../src/modes/scale.ts';
import { mapped } from './bodies.ts';

const steel = { density: 7850, youngsModulus: 2e11, poissonRatio: 0.29 };

const inertiaOf = (modes: Modes): ModeInertia => modes.inertia as ModeInertia;
const pairAt = (m: number, n: number): number => 9 * (sizeOf(Math.max(m, n)) + Math.min(m, n));

/** G = ∫ρ U_m × U_n of m < n. */
function gyration({ pairs }: ModeInertia, m: number, n: number): [number, number, number] {
  const [, xy, xz, yx, , yz, zx, zy] = pairs.subarray(pairAt(m, n), pairAt(m, n) + 9);
  return [yz - zy, zx - xz, xy - yx];
}

/** A bar of square section bent to a ring about z and closed, of radius 1. */
function ring(cells: number, thickness: number): TetraMesh {
  const length = 2 * Math.PI;
  const bar = boxTetrahedra([length, thickness, thickness], [cells, 1, 1]);
  const nodeOf = new Map<string, number>();
  const corners: number[] = [];
  const place = (node: number): number => {
    const [x, y, z] = bar.positions.subarray(3 * node, 3 * node + 3);
    const cell = Math.round(((x + 0.5 * length) / length) * cells) % cells;
    const key = `${cell} ${y > 0} ${z > 0}`;
    const known = nodeOf.get(key);
    if (known !== undefined) return known;
    const angle = (2 * Math.PI * cell) / cells;
    nodeOf.set(key, corners.length / 3);
    // x along the circle, y outwards: left-handed unless the angle runs backwards
    corners.push((1 + y) * Math.cos(angle), -(1 + y) * Math.sin(angle), z);
    return corners.length / 3 - 1;
  };
  const tetrahedra: number[] = [];
  for (let t = 0; t < bar.elements.length; t += 10)
    for (let c = 0; c < 4; c++) tetrahedra.push(place(bar.elements[t + c]));
  return quadratic(Float64Array.from(corners), Uint32Array.from(tetrahedra));
}

describe('integrals of the mass that modes move', () => {
  // no symmetry, and its own middle is elsewhere
  const mesh = mapped(boxTetrahedra([0.3, 0.05, 0.1], [5, 2, 2]), (x, y, z) => [
    0.02 + x + 0.5 * y,
    y * (1 + x) - 0.01,
    z + 2 * x * x,
  ]);
  const { modes } = analyse(mesh, steel, { count: 9, inertia: true });
  const { totals, moments, pairs, stiffening } = inertiaOf(modes);

  test('of a free body say that modes are orthogonal to rigid motions, and to each other', () => {
    for (const total of totals) expect(Math.abs(total)).toBeLessThan(1e-12);
    for (let m = 0; m < modes.count; m++) {
      const [, xy, xz, yx, , yz, zx, zy] = moments.subarray(9 * m, 9 * m + 9);
      for (const turn of [yz - zy, zx - xz, xy - yx]) expect(Math.abs(turn)).toBeLessThan(1e-12);
      for (let n = m; n < modes.count; n++) {
        const at = pairAt(m, n);
        expect(pairs[at] + pairs[at + 4] + pairs[at + 8]).toBeCloseTo(m === n ? 1 : 0, 11);
      }
    }
    expect(Math.max(...moments.map(Math.abs))).toBeGreaterThan(1e-3);
  });

  test('are not found where nobody asked, kept where they were, and of the first modes for fewer', () => {
    const cache = memoryCache();
    expect(analyse(mesh, steel, { count: 9, cache }).modes.inertia).toBeUndefined();
    const first = analyse(mesh, steel, { count: 9, cache, inertia: true }).modes;
    expect(first).toEqual(modes);
    const fewer = inertiaOf(analyse(mesh, steel, { count: 4, cache, inertia: true }).modes);
    expect(fewer.pairs).toEqual(pairs.slice(0, 90));
    expect(fewer.moments).toEqual(moments.slice(0, 36));
  });

  test('scale with size and density', () => {
    const large = withSize(modes, 3);
    const light = analyse(
      mapped(mesh, (x, y, z) => [3 * x, 3 * y, 3 * z]),
      { ...steel, density: 700 },
      { count: 9, inertia: true },
    ).modes;
    const scale = Math.sqrt(700 / 7850);
    for (let i = 0; i < moments.length; i++)
      expect(Math.abs(inertiaOf(light).moments[i])).toBeCloseTo(
        Math.abs(scale * inertiaOf(large).moments[i]),
        8,
      );
    for (let i = 0; i < pairs.length; i++)
      expect(Math.abs(inertiaOf(light).pairs[i])).toBeCloseTo(Math.abs(pairs[i]), 8);
    stiffening.forEach((value, i) => {
      expect(Math.abs(inertiaOf(light).stiffening[i])).toBeCloseTo(Math.abs(value), 6);
    });
  });

  test('of a cantilever: 61% of its mass moves with the first mode, as theory says', () => {
    const size: [number, number, number] = [0.4, 0.01, 0.013];
    const held = analyse(boxTetrahedra(size, [16, 1, 1]), steel, {
      count: 1,
      inertia: true,
      clamped: (x) => x < -0.1999,
    }).modes;
    const mass = steel.density * size[0] * size[1] * size[2];
    const { totals: gamma, moments: p } = inertiaOf(held);
    expect((gamma[1] * gamma[1]) / mass).toBeCloseTo(0.613, 2);
    // ∫ρ x U_y from the clamp is 2/λ² √m L
    expect(Math.abs(p[1] + 0.2 * gamma[1]) / (Math.sqrt(mass) * 0.4)).toBeCloseTo(2 / 1.8751 ** 2, 2);
  });

  test('of a thin ring: its two-lobed modes turn by 2n/(n² + 1), after Bryan', () => {
    const thin = analyse(ring(28, 0.04), steel, { count: 8, inertia: true }).modes;
    const found: number[] = [];
    for (let n = 1; n < thin.count; n++)
      for (let m = 0; m < n; m++) found.push(Math.abs(gyration(inertiaOf(thin), m, n)[2]));
    found.sort((a, b) => b - a);
    expect(Math.abs(found[0] / 0.8 - 1)).toBeLessThan(0.01);
    // and those with three lobes
    expect(Math.abs(found[1] / 0.6 - 1)).toBeLessThan(0.01);
  });
});

describe('how spin stiffens modes', () => {
  const size: [number, number, number] = [1, 0.01, 0.02];
  /** K_g of mode m: along xx, yy and zz. */
  const stiffness = ({ stiffening }: ModeInertia, m: number): number[] =>
    Array.from(stiffening.subarray(6 * (sizeOf(m) + m), 6 * (sizeOf(m) + m) + 3));

  test('of a blade held at its root on the axis: by 1.193 Ω² and 6.478 Ω², after Southwell', () => {
    const blade = mapped(boxTetrahedra(size, [24, 1, 1]), (x, y, z) => [x + 0.5, y, z]);
    const { modes } = analyse(blade, steel, { count: 5, inertia: true, clamped: (x) => x < 1e-6 });
    const { pairs } = inertiaOf(modes);
    // those that bend along y, which is thinner
    const thin = [0, 1, 2, 3, 4].filter((m) => pairs[pairAt(m, m) + 4] > 0.9);
    [1.193, 6.478].forEach((known, k) => {
      const [xx, yy, zz] = stiffness(inertiaOf(modes), thin[k]);
      expect(Math.abs(yy / known - 1), `mode ${k}`).toBeLessThan(0.02);
      expect(Math.abs(zz / known - 1), `mode ${k}`).toBeLessThan(0.02);
      expect(Math.abs(xx)).toBeLessThan(0.01);
    });
  });

  test('of a free bar that spins about an axis across it: as strings do, by ∫ρ ½(L² − x²) U′²', () => {
    const { modes } = analyse(boxTetrahedra(size, [24, 1, 1]), steel, { count: 3, inertia: true });
    // the first free mode, U = cosh kx / cosh kL + cos kx / cos kL over half a length L
    const [half, steps] = [0.5, 2000];
    const k = 4.73004 / (2 * half);
    let [own, drawn] = [0, 0];
    for (let i = 0; i < steps; i++) {
      const x = ((i + 0.5) / steps) * half;
      const u = Math.cosh(k * x) / Math.cosh(k * half) + Math.cos(k * x) / Math.cos(k * half);
      const slope = k * (Math.sinh(k * x) / Math.cosh(k * half) - Math.sin(k * x) / Math.cos(k * half));
      own += u * u;
      drawn += 0.5 * (half * half - x * x) * slope * slope;
    }
    const [xx, yy, zz] = stiffness(inertiaOf(modes), 0);
    expect(Math.abs((yy * own) / drawn - 1)).toBeLessThan(0.02);
    expect(Math.abs((zz * own) / drawn - 1)).toBeLessThan(0.02);
    expect(Math.abs(xx)).toBeLessThan(0.01);
  });
});

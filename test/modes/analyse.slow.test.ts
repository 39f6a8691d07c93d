import { describe, expect, test } from 'vitest';
import { MeshError } from '../../src/geometry/index.ts';
import { ballTetrahedra, boxTetrahedra, quadratic, type TetraMesh } from '../../src/geometry/tetra/index.ts';
import { type AnalyseOptions, analyse, frequencyHz, type ModesReport } from '../../src/modes/modes.ts';
import { hollowBall, mapped } from './bodies.ts';
import { Element } from '../../src/modes/elements/element.ts';
import { generalised, hollowSphere, timoshenko } from './oracles.ts';

const aluminium = { density: 2700, youngsModulus: 7e10, poissonRatio: 0.35 };
/** Frequencies are then η = ω R / c_s. */
const unit = (poissonRatio: number) => ({ density: 1, youngsModulus: 2 * (1 + poissonRatio), poissonRatio });

/** Every analysis must measure well and count itself complete. */
function run(mesh: TetraMesh, material: typeof aluminium, options: AnalyseOptions): ModesReport {
  const report = analyse(mesh, material, options);
  expect(report.complete).toBe(true);
  expect(report.orthogonality).toBeLessThan(1e-12);
  expect(Math.max(0, ...report.modes.residuals)).toBeLessThan(1e-6);
  return report;
}

const hertz = (report: ModesReport): number[] => Array.from(report.modes.omegas, frequencyHz);
const off = (found: number, known: number): number => Math.abs(found / known - 1);

describe('beams', () => {
  test('the cantilever has its first mode at 369.9 Hz', () => {
    const mesh = boxTetrahedra([0.15, 0.01, 0.03], [24, 2, 3]);
    const report = run(mesh, aluminium, { count: 3, clamped: (x) => x < -0.0749 });
    expect(off(hertz(report)[0], 369.9)).toBeLessThan(0.005);
    expect(report.rigid).toBe(0);
    expect(report.modes.clamped).toBe(true);
    expect(report.modes.unknowns).toBeLessThan(mesh.positions.length);
  });

  test.each([10, 40])('a free beam of L/h = %d follows Timoshenko', (slenderness) => {
    const [h, width] = [0.01, 0.013];
    const beam = { length: slenderness * h, height: () => h, width, clamped: false, ...aluminium };
    const known = timoshenko(beam);
    const mesh = boxTetrahedra([beam.length, h, width], [slenderness === 10 ? 14 : 24, 2, 2]);
    const found = hertz(run(mesh, aluminium, { count: 10 }));
    // bending in the other plane, twisting and stretching lie between
    for (let k = 0; k < 3; k++)
      expect(Math.min(...found.map((f) => off(f, known[k]))), `mode ${k}`).toBeLessThan(0.01);
    const other = timoshenko({ ...beam, height: () => width, width: h });
    expect(Math.min(...found.map((f) => off(f, other[0])))).toBeLessThan(0.01);
  });

  test('a slender free beam has the ratios of Euler', () => {
    const found = hertz(run(boxTetrahedra([1, 0.008, 0.008], [30, 1, 1]), aluminium, { count: 8 }));
    [1, 2.757, 5.404, 8.933].forEach((ratio, k) => {
      expect(off(found[2 * k] / found[0], ratio)).toBeLessThan(0.01);
      expect(off(found[2 * k + 1], found[2 * k])).toBeLessThan(2e-3);
    });
  });

  test('a wedge clamped at its thick end follows Timoshenko of varying height', () => {
    const thickness = (s: number) => 0.02 * (1 - 0.9 * s);
    const [length, width] = [0.2, 0.015];
    const mesh = mapped(boxTetrahedra([length, 1, width], [24, 2, 2]), (x, y, z) => [
      x,
      y * thickness(x / length + 0.5),
      z,
    ]);
    const known = timoshenko({ length, width, height: thickness, clamped: true, ...aluminium });
    const found = hertz(run(mesh, aluminium, { count: 5, clamped: (x) => x < -length / 2 + 1e-6 }));
    for (let k = 0; k < 2; k++) expect(Math.min(...found.map((f) => off(f, known[k])))).toBeLessThan(0.015);
  });
});

describe('plates (Leissa 1973, ν = 0.3), ω a² √(ρh/D)', () => {
  const [a, h] = [1, 0.02];
  const material = { density: 1, youngsModulus: 12 * (1 - 0.3 * 0.3), poissonRatio: 0.3 };
  // D = h³ with this E, so that ω a² √(ρh/D) = ω a² / h
  const numbers = (report: ModesReport): number[] => Array.from(report.modes.omegas, (w) => (w * a * a) / h);
  const mesh = boxTetrahedra([a, a, h], [20, 20, 1]);

  test('free', () => {
    const found = numbers(run(mesh, material, { count: 5 }));
    [13.468, 19.596, 24.27, 34.801, 34.801].forEach((known, k) => {
      expect(off(found[k], known)).toBeLessThan(0.01);
    });
  });

  test('clamped along one edge', () => {
    const found = numbers(run(mesh, material, { count: 4, clamped: (x) => x < -a / 2 + 1e-6 }));
    [3.471, 8.508, 21.285, 27.199].forEach((known, k) => {
      expect(off(found[k], known)).toBeLessThan(0.01);
    });
  });

  test('clamped all round', () => {
    const edge = a / 2 - 1e-6;
    const found = numbers(
      run(mesh, material, { count: 4, clamped: (x, y) => Math.abs(x) > edge || Math.abs(y) > edge }),
    );
    [35.985, 73.394, 73.394, 108.22].forEach((known, k) => {
      expect(off(found[k], known)).toBeLessThan(0.015);
    });
  });
});

describe('spheres', () => {
  // Lamb 1882: degree 2 has five modes of one frequency, degree 1 three
  const known = [...Array(5).fill(2.50113), ...Array(5).fill(2.64622), ...Array(3).fill(3.52999)];

  test('a ball has the frequencies of Lamb, every one of its multiplets whole, at order 2 and better', () => {
    const errors = [2, 4].map((n) => {
      const { omegas } = run(ballTetrahedra(1, n), unit(0.3), { count: 13 }).modes;
      return known.map((eta, k) => off(omegas[k], eta));
    });
    expect(Math.max(...errors[1])).toBeLessThan(0.002);
    for (const k of [0, 5, 10]) {
      const order = Math.log(errors[0][k] / errors[1][k]) / Math.log(2);
      expect(order).toBeGreaterThan(1.8);
    }
  });

  test('a hollow ball twists and breathes as its equations say', () => {
    const inner = 0.6;
    const { omegas } = run(hollowBall(inner, 3, 2), unit(0.25), { count: 50 }).modes;
    const twist = hollowSphere(inner, 0.25, 'torsional', 1);
    expect(omegas.filter((eta) => off(eta, twist) < 0.005)).toHaveLength(5);
    const breath = hollowSphere(inner, 0.25, 'breathing', 1);
    expect(Math.min(...Array.from(omegas, (eta) => off(eta, breath)))).toBeLessThan(0.005);
  });
});

test('a nearly incompressible cube does not lock', () => {
  const material = { density: 1, youngsModulus: 1, poissonRatio: 0.499 };
  const found = hertz(run(boxTetrahedra([1, 1, 1], [5, 5, 5]), material, { count: 2 }));
  expect(off(found[0], 0.26259869)).toBeLessThan(0.005);
  expect(found[0]).toBeGreaterThan(0.26259);
  expect(off(found[1], found[0])).toBeLessThan(1e-3);
});

test('all eigenvalues of a lopsided body are those of dense matrices', () => {
  const lopsided = mapped(boxTetrahedra([1, 1, 1], [2, 1, 1]), (x, y, z) => [
    x + 0.2 * y * z,
    y * (1 + 0.3 * x) + 0.1 * x * x,
    z + 0.1 * x * y,
  ]);
  const clampedAt = (x: number) => x < -0.4;
  const free = Array.from({ length: lopsided.positions.length / 3 }, (_, i) => i).filter(
    (i) => !clampedAt(lopsided.positions[3 * i]),
  );
  for (const nodes of [free, Array.from({ length: lopsided.positions.length / 3 }, (_, i) => i)]) {
    const n = 3 * nodes.length;
    const place = new Map(nodes.map((node, i) => [node, i]));
    const k = new Float64Array(n * n);
    const m = new Float64Array(n * n);
    const element = new Element(0.35);
    for (let t = 0; t < lopsided.elements.length / 10; t++) {
      element.compute(lopsided.positions, lopsided.elements, t);
      for (let a = 0, pair = 0; a < 10; a++)
        for (let b = 0; b <= a; b++, pair++) {
          const i = place.get(lopsided.elements[10 * t + a]);
          const j = place.get(lopsided.elements[10 * t + b]);
          if (i === undefined || j === undefined) continue;
          for (let r = 0; r < 3; r++)
            for (let c = 0; c < 3; c++) {
              const [stiffness, mass] = [
                element.stiffness[9 * pair + 3 * r + c],
                r === c ? element.mass[pair] : 0,
              ];
              k[(3 * i + r) * n + 3 * j + c] += stiffness;
              m[(3 * i + r) * n + 3 * j + c] += mass;
              if (a === b) continue;
              k[(3 * j + c) * n + 3 * i + r] += stiffness;
              m[(3 * j + c) * n + 3 * i + r] += mass;
            }
        }
    }
    const rigid = nodes === free ? 0 : 6;
    const known = generalised(k, m, n).slice(rigid);
    const { modes } = run(
      lopsided,
      { density: 1, youngsModulus: 1, poissonRatio: 0.35 },
      {
        count: n - rigid,
        ...(nodes === free ? { clamped: clampedAt } : {}),
      },
    );
    expect(modes.count).toBe(known.length);
    known.forEach((value, i) => {
      expect(off(modes.omegas[i], Math.sqrt(value))).toBeLessThan(1e-9);
    });
  }
});

describe('what is asked for', () => {
  const mesh = boxTetrahedra([0.1, 0.02, 0.03], [4, 1, 1]);
  const all = analyse(mesh, aluminium, { count: 30 });

  test('all modes up to a frequency are those that a longer list has below it', () => {
    const cut = 0.5 * (all.modes.omegas[11] + all.modes.omegas[12]);
    const below = run(mesh, aluminium, { upToHz: frequencyHz(cut) });
    expect(below.modes.count).toBe(12);
    for (let k = 0; k < 12; k++) expect(off(below.modes.omegas[k], all.modes.omegas[k])).toBeLessThan(1e-9);
    expect(below.completeBelow).toBeCloseTo(cut, 3);
    expect(run(mesh, aluminium, { upToHz: frequencyHz(cut), count: 5 }).modes.count).toBe(5);
  });

  test('none where all of them are higher: a marble is silent', () => {
    const marble = run(ballTetrahedra(0.008, 1), aluminium, { upToHz: 20000 });
    expect(marble.modes.count).toBe(0);
  });

  test('shapes are mass-normalised and zero where clamped, frequencies and shapes scale with the material', () => {
    const clampedAt = (x: number) => x < -0.0499;
    const first = run(mesh, aluminium, { count: 4, clamped: clampedAt }).modes;
    const heavy = run(mesh, { ...aluminium, density: 4 * 2700 }, { count: 4, clamped: clampedAt }).modes;
    expect(heavy.omegas[0]).toBeCloseTo(first.omegas[0] / 2, 6);
    let moved = 0;
    for (let v = 0; v < first.positions.length; v += 3) {
      const length = Math.hypot(first.shapes[v], first.shapes[v + 1], first.shapes[v + 2]);
      if (clampedAt(first.positions[v])) expect(length).toBe(0);
      moved = Math.max(moved, length);
      expect(Math.abs(heavy.shapes[v])).toBeCloseTo(Math.abs(first.shapes[v]) / 2, 6);
    }
    // the tip of a cantilever: q moves it by 2/√m
    const mass = 2700 * 0.1 * 0.02 * 0.03;
    expect(off(moved, 2 / Math.sqrt(mass))).toBeLessThan(0.05);
  });

  test('clamping a point or a line leaves the rotations about it', () => {
    expect(run(mesh, aluminium, { count: 2, clamped: pointAt(mesh, 0) }).rigid).toBe(3);
    const edge = (_: number, y: number, z: number) => y < -0.0099 && z < -0.0149;
    expect(run(mesh, aluminium, { count: 2, clamped: edge }).rigid).toBe(1);
  });

  test('bodies in several parts have the rigid motions of each', () => {
    const twice = { ...mesh, positions: new Float64Array(2 * mesh.positions.length) };
    twice.positions.set(mesh.positions);
    twice.positions.set(
      mesh.positions.map((x, i) => x + (i % 3 === 1 ? 1 : 0)),
      mesh.positions.length,
    );
    const nodes = mesh.positions.length / 3;
    const both = (list: Uint32Array) => Uint32Array.from([...list, ...list.map((i) => i + nodes)]);
    const report = run(
      { positions: twice.positions, elements: both(mesh.elements), surface: both(mesh.surface) },
      aluminium,
      { count: 6 },
    );
    expect(report.rigid).toBe(12);
    for (let k = 0; k < 6; k++)
      expect(off(report.modes.omegas[k], all.modes.omegas[k >> 1])).toBeLessThan(1e-9);
  });

  test('a body can be asked for more modes than it has', () => {
    const one = quadratic(Float64Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1), Uint32Array.of(0, 1, 2, 3));
    expect(run(one, aluminium, { count: 100 }).modes.count).toBe(24);
  });

  test('the same question gives the same bits', () => {
    expect(analyse(mesh, aluminium, { count: 30 }).modes.shapes).toEqual(all.modes.shapes);
  });

  test('progress is told, and what it throws ends the analysis', () => {
    const doings = new Set<string>();
    analyse(mesh, aluminium, { count: 3, progress: (_, doing) => doings.add(doing) });
    expect([...doings]).toEqual(expect.arrayContaining(['ordering', 'factorising', 'iterating']));
    const stop = () => {
      throw new Error('enough');
    };
    expect(() => analyse(mesh, aluminium, { count: 3, progress: stop })).toThrow('enough');
  });
});

describe('refusals', () => {
  const mesh = boxTetrahedra([1, 1, 1], [2, 2, 2]);
  test.each([
    ['too little memory', aluminium, { memoryBytes: 4e5 }, /unknowns would take .* a lower resolution/],
    [
      'much too little memory',
      aluminium,
      { memoryBytes: 1e5 },
      /too large for the memory.* a lower resolution/,
    ],
    ['density', { ...aluminium, density: 0 }, {}, /density.*out of range/],
    ['modulus', { ...aluminium, youngsModulus: Number.NaN }, {}, /youngsModulus/],
    ['incompressible', { ...aluminium, poissonRatio: 0.5 }, {}, /poissonRatio.*0.4999/],
    ['count', aluminium, { count: 0 }, /no number of modes/],
    ['frequency', aluminium, { upToHz: -1 }, /no frequency/],
    ['clamp nowhere', aluminium, { clamped: () => false }, /nothing is clamped/],
    ['clamp everywhere', aluminium, { clamped: () => true }, /nothing can vibrate/],
  ] as [string, typeof aluminium, AnalyseOptions, RegExp][])('%s', (_, material, options, words) => {
    expect(() => analyse(mesh, material, options)).toThrow(MeshError);
    expect(() => analyse(mesh, material, options)).toThrow(words);
  });

  test('parts that hang together by one edge', () => {
    const two = quadratic(
      Float64Array.of(0, 0, 0, 0, 0, 1, 1, 0, 0, 0.5, 1, 0, -1, 0, 0, -0.5, -1, 0),
      Uint32Array.of(0, 2, 3, 1, 0, 4, 5, 1),
    );
    expect(() => analyse(two, aluminium, { count: 3 })).toThrow(/mechanism/);
  });
});

function pointAt(mesh: TetraMesh, node: number): Uint8Array {
  const mask = new Uint8Array(mesh.positions.length / 3);
  mask[node] = 1;
  return mask;
}

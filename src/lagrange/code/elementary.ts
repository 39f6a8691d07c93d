// sin, cos, atan2, exp and log in the small language, so that a program needs nobody else's. The formulas are those of
// src/num (trigonometric.ts, arc.ts, exponential.ts, logarithm.ts), without the two-part results: within 2 ulp here.

import { ARC_ROWS, EXP_ROWS, LOG_ROWS } from '../../num/elementary/index.ts';
import type { Code, CodeArray, CodeFunction } from './ir.ts';
import {
  abs,
  add,
  and,
  binary,
  call,
  define,
  div,
  eq,
  f,
  floor,
  gt,
  i,
  le,
  load,
  lt,
  mul,
  negate,
  select,
  sub,
  toFloat,
  toInteger,
  type Writer,
} from './write.ts';

export const elementaryArrays: readonly CodeArray[] = [
  { name: 'logRows', length: LOG_ROWS.length, doc: 'Table of the logarithm.', initial: LOG_ROWS },
  { name: 'expRows', length: EXP_ROWS.length, doc: 'Table of 2^(i/64).', initial: EXP_ROWS },
  { name: 'arcRows', length: ARC_ROWS.length, doc: 'Table of the arc tangent.', initial: ARC_ROWS },
];

/** Exact. */
function powerOfTwo(k: number): number {
  let power = 1;
  for (let n = 0; n < Math.abs(k); n++) power *= k < 0 ? 0.5 : 2;
  return power;
}

/** c0 + x (c1 + x (c2 + …)) */
function polynomial(x: Code, coefficients: readonly number[]): Code {
  let value: Code = f(coefficients[coefficients.length - 1]);
  for (let k = coefficients.length - 2; k >= 0; k--) value = add(coefficients[k], mul(x, value));
  return value;
}

/** x − n π/2 in two parts, and n mod 4; by parts of π/2 that hold for |x| below a million. */
function reduce(w: Writer, x: Code): { r: Code; low: Code; quadrant: Code } {
  const n = w.let('n', floor(add(mul(x, 0.6366197723675814), 0.5)));
  const first = w.let('first', sub(sub(x, mul(n, 1.5707963267341256)), mul(n, 6.077100506303966e-11)));
  const tail = w.let('tail', mul(n, 2.0222662487959506e-21));
  const r = w.let('r', sub(first, tail));
  const low = w.let('low', sub(sub(first, r), tail));
  const quadrant = w.let('quadrant', and(toInteger(n), i(3)));
  return { r, low, quadrant };
}

function sineSeries(r: Code, low: Code, z: Code): Code {
  const series = polynomial(
    z,
    [
      0.00833333333332249, -0.0001984126982985795, 2.7557313707070068e-6, -2.5050760253406863e-8,
      1.58969099521155e-10,
    ],
  );
  const cube = mul(z, r);
  return add(
    r,
    add(mul(cube, -0.16666666666666632), add(mul(z, sub(mul(cube, series), mul(0.5, low))), low)),
  );
}

function cosineSeries(r: Code, low: Code, z: Code): Code {
  const series = polynomial(
    z,
    [
      0.0416666666666666, -0.001388888888887411, 2.480158728947673e-5, -2.7557314351390663e-7,
      2.087572321298175e-9, -1.1359647557788195e-11,
    ],
  );
  const half = mul(0.5, z);
  const rest = sub(1, half);
  return add(rest, add(sub(sub(1, rest), half), sub(mul(mul(z, z), series), mul(r, low))));
}

/** Both series are cheap next to a branch that is guessed wrong half of the time, but not free: branch. */
function trigonometric(name: string, doc: string, shift: number): CodeFunction {
  return define(
    name,
    'x',
    doc,
    (w, x) => {
      const { r, low, quadrant } = reduce(w, x);
      const z = w.let('z', mul(r, r));
      const turned = shift === 0 ? quadrant : w.let('turned', and(add(quadrant, i(shift)), i(3)));
      w.let('y', 0);
      w.if(
        and(turned, i(1)),
        () => w.let('y', cosineSeries(r, low, z)),
        () => w.let('y', sineSeries(r, low, z)),
      );
      const y: Code = { kind: 'local', type: 'f64', name: 'y' };
      w.return(select(and(turned, i(2)), negate(y), y));
    },
    { result: 'f64' },
  );
}

const sine = trigonometric('sine', 'sin x', 0);
const cosine = trigonometric('cosine', 'cos x', 1);

/** With c = j/32 the nearest to least/most, atan(least/most) = atan c + atan t, t = (least − c most)/(most + c least). */
const arcTangent2 = define(
  'arcTangent2',
  'y x',
  'The angle of the point (x, y), in ±π.',
  (w, y, x) => {
    const a = w.let('a', abs(y));
    const b = w.let('b', abs(x));
    const steep = w.let('steep', lt(b, a));
    const least = w.let('least', select(steep, b, a));
    const most = w.let('most', select(steep, a, b));
    w.if(eq(most, 0), () => w.return(f(0)));
    const j = w.let('j', toInteger(add(mul(32, div(least, most)), 0.5)));
    const c = w.let('c', mul(toFloat(j), 0.03125));
    const t = w.let('t', div(sub(least, mul(c, most)), add(most, mul(c, least))));
    const z = w.let('z', mul(t, t));
    const series = mul(
      mul(t, z),
      polynomial(z, [-0.3333333333332828, 0.19999999627578433, -0.14281646189494704]),
    );
    const rest = w.let('rest', add(t, add(load('arcRows', add(mul(i(2), j), i(1))), series)));
    const angle = w.let('angle', add(load('arcRows', mul(i(2), j)), rest));
    const upright = w.let(
      'upright',
      select(steep, sub(sub(Math.PI / 2, angle), -6.123233995736766e-17), angle),
    );
    const left = w.let(
      'left',
      select(lt(x, 0), sub(sub(Math.PI, upright), -1.2246467991473532e-16), upright),
    );
    w.return(select(lt(y, 0), negate(left), left));
  },
  { result: 'f64' },
);

const twoToThe = define(
  'twoToThe',
  'k:i32',
  '2ᵏ, by multiplication: exact.',
  (w, k) => {
    w.let('power', 1);
    const power: Code = { kind: 'local', type: 'f64', name: 'power' };
    w.let('base', select(lt(k, i(0)), 0.5, 2));
    const base: Code = { kind: 'local', type: 'f64', name: 'base' };
    w.let('left', select(lt(k, i(0)), sub(i(0), k), k));
    const left: Code = { kind: 'local', type: 'i32', name: 'left' };
    w.while(lt(i(0), left), () => {
      w.if(and(left, i(1)), () => {
        w.let('power', mul(power, base));
      });
      w.let('base', mul(base, base));
      w.let('left', binary('>>', left, i(1)));
    });
    w.return(power);
  },
  { result: 'f64' },
);

/** x = (64 k + i) ln 2/64 + r, eˣ = 2ᵏ 2^(i/64) eʳ */
const exponential = define(
  'exponential',
  'x',
  'eˣ',
  (w, x) => {
    w.if(gt(x, 709.78), () => w.return(f(Infinity)));
    w.if(lt(x, -745), () => w.return(f(0)));
    const n = w.let('n', floor(add(mul(x, 92.33248261689366), 0.5)));
    const r = w.let('r', sub(sub(x, mul(n, 0.010830424696450791)), mul(n, -2.0164562921995537e-13)));
    const whole = w.let('whole', toInteger(n));
    const row = w.let('row', mul(i(2), and(whole, i(63))));
    const z = w.let('z', mul(r, r));
    const series = mul(
      z,
      polynomial(r, [0.49999999999985073, 0.16666666666664534, 0.04166670739519196, 0.008333339151693497]),
    );
    const power = w.let('power', load('expRows', row));
    const y = w.let('y', add(power, mul(power, add(r, add(load('expRows', add(row, i(1))), series)))));
    const k = w.let('k', binary('>>', whole, i(6)));
    // In two halves: 2ᵏ alone may be beyond the range.
    const half = w.let('half', binary('>>', k, i(1)));
    w.return(mul(y, call('twoToThe', [half]), call('twoToThe', [sub(k, half)])));
  },
  { result: 'f64' },
);

/** x = 2ᵏ m with m in [0.7, 1.4], found by halving; ln m from the nearest row c: ln c + ln(m/c). */
const logarithm = define(
  'logarithm',
  'x',
  'ln x',
  (w, x) => {
    w.if(le(x, 0), () => w.return(select(eq(x, 0), -Infinity, div(f(0), f(0)))));
    w.if(eq(x, f(Infinity)), () => w.return(x));
    w.let('m', x);
    const m: Code = { kind: 'local', type: 'f64', name: 'm' };
    w.let('k', i(0));
    const k: Code = { kind: 'local', type: 'i32', name: 'k' };
    for (const step of [512, 256, 128, 64, 32, 16, 8, 4, 2, 1, 1]) {
      w.if(le(step === 1 ? 1.4140625 : powerOfTwo(step), m), () => {
        w.let('m', mul(m, powerOfTwo(-step)));
        w.let('k', add(k, i(step)));
      });
      w.if(lt(m, step === 1 ? 0.70703125 : powerOfTwo(-step)), () => {
        w.let('m', mul(m, powerOfTwo(step)));
        w.let('k', sub(k, i(step)));
      });
    }
    w.let('row', i(0));
    const row: Code = { kind: 'local', type: 'i32', name: 'row' };
    // Rows stand for m by its distance to c: 37 rows of 1/128 below 1, then rows of 1/64.
    w.if(
      lt(m, 1),
      () => w.let('row', toInteger(add(mul(sub(m, 0.7109375), 128), 0.5))),
      () => w.let('row', add(i(37), toInteger(add(mul(sub(m, 1), 64), 0.5)))),
    );
    const at = w.let('at', mul(i(5), select(lt(row, i(0)), i(0), select(lt(i(63), row), i(63), row))));
    const r = w.let(
      'r',
      add(mul(sub(m, load('logRows', at)), load('logRows', add(at, i(1)))), load('logRows', add(at, i(2)))),
    );
    const z = w.let('z', mul(r, r));
    const series = mul(
      z,
      polynomial(
        r,
        [
          -0.5, 0.3333333333333333, -0.250000000000071, 0.20000000000006454, -0.1666666641594601,
          0.14285714057785673, -0.12502832659622834, 0.11113686262651747,
        ],
      ),
    );
    const base = w.let('base', add(mul(toFloat(k), 0.6931471806019545), load('logRows', add(at, i(3)))));
    const low = w.let('low', add(mul(toFloat(k), -4.2009150726810846e-11), load('logRows', add(at, i(4)))));
    w.return(add(base, add(r, add(series, low))));
  },
  { result: 'f64' },
);

export const elementaryFunctions: readonly CodeFunction[] = [
  sine,
  cosine,
  arcTangent2,
  twoToThe,
  exponential,
  logarithm,
];

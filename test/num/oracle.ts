// Elementary functions to about 150 bits in big integers: the judge of src/num/elementary.
//
// A value is mantissa · 2^exponent. Series are summed in fixed point; each function reduces its
// argument in its own plain way, and shares nothing with the functions it judges but, as a first
// guess that is then corrected, the platform's `Math`.

export interface Big {
  readonly m: bigint;
  readonly e: number;
}

const view = new DataView(new ArrayBuffer(8));

/** A finite double, exactly. */
export function big(x: number): Big {
  view.setFloat64(0, x);
  const bits = view.getBigUint64(0);
  const exponent = Number((bits >> 52n) & 0x7ffn);
  const fraction = bits & 0xfffffffffffffn;
  const m = exponent === 0 ? fraction : fraction | 0x10000000000000n;
  return { m: bits >> 63n ? -m : m, e: Math.max(exponent, 1) - 1075 };
}

const bitLength = (m: bigint) => (m < 0n ? -m : m).toString(2).length;
const shift = (m: bigint, by: number) => (by >= 0 ? m << BigInt(by) : m >> BigInt(-by));
/** floor(a 2^p) */
const fixed = (a: Big, p: number) => shift(a.m, a.e + p);
/** About log₂ |a| */
const magnitude = (a: Big) => bitLength(a.m) + a.e;

function toNumber(a: Big): number {
  if (a.m === 0n) return 0;
  const extra = Math.max(bitLength(a.m) - 64, 0);
  const e = a.e + extra;
  const half = Math.trunc(e / 2);
  return Number(shift(a.m, -extra)) * 2 ** half * 2 ** (e - half);
}

/** How far the double y is from the exact value, in units of the last place of that value. */
export function ulps(y: number, exact: Big): number {
  if (!Number.isFinite(y)) return toNumber(exact) === y ? 0 : Infinity;
  const ulp = Math.max(magnitude(exact) - 53, -1074);
  const b = big(y);
  const e = Math.min(b.e, exact.e);
  const difference = shift(b.m, b.e - e) - shift(exact.m, exact.e - e);
  return toNumber({ m: difference < 0n ? -difference : difference, e: e - ulp });
}

const floorDivide = (a: bigint, b: bigint) => (a < 0n ? -((b - 1n - a) / b) : a / b);

function squareRoot(n: bigint): bigint {
  if (n < 2n) return n;
  let x = 1n << BigInt((bitLength(n) + 1) >> 1);
  for (;;) {
    const next = (x + n / x) >> 1n;
    if (next >= x) return x;
    x = next;
  }
}

function atanOfInverse(n: bigint, p: number): bigint {
  let term = (1n << BigInt(p)) / n;
  let sum = 0n;
  for (let k = 1n; term !== 0n; k += 2n) {
    sum += k % 4n === 1n ? term / k : -term / k;
    term /= n * n;
  }
  return sum;
}

const PI_BITS = 2800;
const PI = 4n * (4n * atanOfInverse(5n, PI_BITS) - atanOfInverse(239n, PI_BITS));

const LN2_BITS = 2800;
const LN2 = (() => {
  // 2 atanh(1/3)
  let term = (1n << BigInt(LN2_BITS + 1)) / 3n;
  let sum = 0n;
  for (let k = 1n; term !== 0n; k += 2n) {
    sum += term / k;
    term /= 9n;
  }
  return sum;
})();

/** e^(a 2^-p) in fixed point of p bits, times 2^-k */
function expFixed(a: bigint, p: number): { value: bigint; k: number } {
  const ln2 = shift(LN2, p - LN2_BITS);
  const k = floorDivide(2n * a + ln2, 2n * ln2);
  const r = (a - k * ln2) >> 8n;
  const one = 1n << BigInt(p);
  let term = one;
  let sum = one;
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    term = ((term * r) >> BigInt(p)) / n;
    sum += term;
  }
  for (let i = 0; i < 8; i++) sum = (sum * sum) >> BigInt(p);
  return { value: sum, k: Number(k) };
}

export function expBig(x: Big, p = 200): Big {
  const { value, k } = expFixed(fixed(x, p), p);
  return { m: value, e: k - p };
}

/** Extra bits that a result of the argument's own size needs. */
const precisionFor = (x: Big) => 200 + Math.max(0, -magnitude(x));

function hyperbolic(x: Big): { sinh: Big; cosh: Big } {
  const p = precisionFor(x) + Math.max(0, magnitude(x) > 1 ? 2 * Math.ceil(1.45 * Math.abs(toNumber(x))) : 0);
  const up = expBig(x, p);
  const down = expBig({ m: -x.m, e: x.e }, p);
  const a = shift(up.m, up.e + p);
  const b = shift(down.m, down.e + p);
  return { sinh: { m: a - b, e: -p - 1 }, cosh: { m: a + b, e: -p - 1 } };
}
export const sinhBig = (x: Big) => hyperbolic(x).sinh;
export const coshBig = (x: Big) => hyperbolic(x).cosh;

function quotient(a: Big, b: Big): Big {
  const up = 200 + bitLength(b.m);
  return { m: (a.m << BigInt(up)) / b.m, e: a.e - b.e - up };
}

export function logBig(x: Big, p = 260): Big {
  // m in [1, 2), a guess g of ln m, then ln(m e^-g) by its short series
  const length = bitLength(x.m);
  const k = length - 1 + x.e;
  const unit = shift(x.m, p - (length - 1));
  const guess = Math.log(toNumber({ m: unit, e: -p }));
  const inverse = expBig({ m: -big(guess).m, e: big(guess).e }, p);
  const delta = ((unit * inverse.m) >> BigInt(-inverse.e)) - (1n << BigInt(p));
  let term = delta;
  let sum = 0n;
  for (let n = 1n; term !== 0n && term !== -1n; n++) {
    sum += n % 2n === 1n ? term / n : -term / n;
    term = (term * delta) >> BigInt(p);
  }
  return { m: sum + fixed(big(guess), p) + BigInt(k) * shift(LN2, p - LN2_BITS), e: -p };
}

export const log10Big = (x: Big) => quotient(logBig(x), logBig(big(10)));

export function powBig(x: Big, y: Big): Big {
  const l = logBig(x);
  return expBig({ m: l.m * y.m, e: l.e + y.e }, 260);
}

/** sin and cos in fixed point of p bits, for any x */
function sinCos(x: Big, p: number): { sin: bigint; cos: bigint } {
  // r = x - n π/2, in as many more bits as n has
  const extra = 64 + Math.max(0, magnitude(x));
  const a = fixed(x, p + extra);
  const halfPi = shift(PI, p + extra - 1 - PI_BITS);
  const n = floorDivide(2n * a + halfPi, 2n * halfPi);
  const r = (a - n * halfPi) >> BigInt(extra);
  let sin = 0n;
  let cos = 0n;
  let term = 1n << BigInt(p);
  for (let k = 0n; term !== 0n && term !== -1n; k++) {
    if (k % 2n === 0n) cos += k % 4n === 0n ? term : -term;
    else sin += k % 4n === 1n ? term : -term;
    term = ((term * r) >> BigInt(p)) / (k + 1n);
  }
  const quadrant = ((n % 4n) + 4n) % 4n;
  if (quadrant === 0n) return { sin, cos };
  if (quadrant === 1n) return { sin: cos, cos: -sin };
  if (quadrant === 2n) return { sin: -sin, cos: -cos };
  return { sin: -cos, cos: sin };
}
export const sinBig = (x: Big): Big => {
  const p = precisionFor(x);
  return { m: sinCos(x, p).sin, e: -p };
};
export const cosBig = (x: Big): Big => ({ m: sinCos(x, 260).cos, e: -260 });
export const tanBig = (x: Big): Big => {
  const p = precisionFor(x);
  const { sin, cos } = sinCos(x, p);
  return quotient({ m: sin, e: -p }, { m: cos, e: -p });
};

/** The angle of (x, y): the platform's guess g, corrected by atan((y cos g - x sin g)/(x cos g + y sin g)) */
export function atan2Big(y: Big, x: Big): Big {
  const e = Math.min(x.e, y.e);
  const ym = shift(y.m, y.e - e);
  const xm = shift(x.m, x.e - e);
  const scale = Math.max(0, Math.max(bitLength(ym), bitLength(xm)) - 60);
  const guess = big(Math.atan2(Number(shift(ym, -scale)), Number(shift(xm, -scale))));
  const p = 260 + Math.max(0, bitLength(xm) - bitLength(ym));
  const { sin, cos } = sinCos(guess, p);
  const across = ym * cos - xm * sin;
  const along = xm * cos + ym * sin;
  const t = (across << BigInt(p)) / along;
  let term = t;
  let sum = 0n;
  for (let k = 1n; term !== 0n && term !== -1n; k += 2n) {
    sum += k % 4n === 1n ? term / k : -term / k;
    term = (((term * t) >> BigInt(p)) * t) >> BigInt(p);
  }
  return { m: sum + fixed(guess, p), e: -p };
}
export const atanBig = (x: Big) => atan2Big(x, big(1));

/** √(1 - x²) to 500 bits */
function otherLeg(x: Big): Big {
  const square = { m: x.m * x.m, e: 2 * x.e };
  return { m: squareRoot((1n << 1000n) - fixed(square, 1000)), e: -500 };
}
export const asinBig = (x: Big) => atan2Big(x, otherLeg(x));
export const acosBig = (x: Big) => atan2Big(otherLeg(x), x);

export function cbrtBig(x: Big): Big {
  const negative = x.m < 0n;
  const up = 600 + ((((x.e - 600) % 3) + 3) % 3);
  const n = shift(negative ? -x.m : x.m, up);
  let root = 1n << BigInt(Math.ceil(bitLength(n) / 3) + 1);
  for (;;) {
    const next = (2n * root + n / (root * root)) / 3n;
    if (next >= root) break;
    root = next;
  }
  return { m: negative ? -root : root, e: (x.e - up) / 3 };
}

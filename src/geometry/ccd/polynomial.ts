// Polynomials with integer coefficients on [0, 1]: their roots, and signs at those roots, exactly.
//
// A polynomial is its coefficients from the constant up. A root is an interval of dyadic numbers
// that holds it alone, halved as often as a question needs. Roots are told apart by Descartes'
// rule in Bernstein form: as many sign changes of the Bernstein coefficients over an interval as
// roots inside it, or an even number more; none means none and one means one.
//
// This decides continuous collision where rounding cannot: it is slow (tens of microseconds) and
// only asked when the floating-point kernels have not already proven the answer.
//
// Collins and Akritas 1976; Eigenwillig 2008 for the Bernstein form.

export type Polynomial = readonly bigint[];

/** A root: exactly from / 2^level, or the only one strictly between that and (from + 1) / 2^level. */
export interface Root {
  readonly of: Polynomial;
  from: bigint;
  level: number;
  exact: boolean;
  /** The sign of the polynomial between `from` and the root. */
  readonly before: number;
}

export function subtractPolynomials(a: Polynomial, b: Polynomial): bigint[] {
  const out: bigint[] = [];
  for (let i = 0; i < Math.max(a.length, b.length); i++) out.push((a[i] ?? 0n) - (b[i] ?? 0n));
  return trim(out);
}

export function addPolynomials(a: Polynomial, b: Polynomial): bigint[] {
  const out: bigint[] = [];
  for (let i = 0; i < Math.max(a.length, b.length); i++) out.push((a[i] ?? 0n) + (b[i] ?? 0n));
  return trim(out);
}

export function multiplyPolynomials(a: Polynomial, b: Polynomial): bigint[] {
  if (a.length === 0 || b.length === 0) return [];
  const out = new Array<bigint>(a.length + b.length - 1).fill(0n);
  for (let i = 0; i < a.length; i++) for (let j = 0; j < b.length; j++) out[i + j] += a[i] * b[j];
  return out;
}

/** The zero polynomial has no coefficients at all. */
export function isZero(p: Polynomial): boolean {
  return p.length === 0;
}

function trim(p: bigint[]): bigint[] {
  while (p.length > 0 && p[p.length - 1] === 0n) p.pop();
  return p;
}

const signOf = (value: bigint): number => (value > 0n ? 1 : value < 0n ? -1 : 0);

/** The sign of p at from / 2^level. */
function signAtPoint(p: Polynomial, from: bigint, level: number): number {
  let sum = 0n;
  const shift = BigInt(level);
  let scale = 0n;
  for (let i = p.length - 1; i >= 0; i--) {
    sum = sum * from + (p[i] << scale);
    scale += shift;
  }
  return signOf(sum);
}

/** p(from/2^level + x/2^level) in powers of x, times 2^(level · degree). */
function onInterval(p: Polynomial, from: bigint, level: number): bigint[] {
  const degree = p.length - 1;
  const out = p.map((c, i) => c << BigInt(level * (degree - i)));
  for (let i = 0; i < degree; i++) for (let j = degree - 1; j >= i; j--) out[j] += from * out[j + 1];
  return out;
}

/** Coefficients with the signs of p's Bernstein coefficients over the interval. */
function bernstein(p: Polynomial, from: bigint, level: number): bigint[] {
  const powers = onInterval(p, from, level);
  const degree = p.length - 1;
  // Reversing, shifting by one and reversing again gives Bernstein coefficients times binomials.
  const out = powers.reverse();
  for (let i = 0; i < degree; i++) for (let j = degree - 1; j >= i; j--) out[j] += out[j + 1];
  return out.reverse();
}

/** Descartes' bound on the number of roots strictly inside an interval, from Bernstein coefficients over it. */
function signChanges(coefficients: readonly bigint[]): number {
  let changes = 0;
  let last = 0;
  for (const c of coefficients) {
    const sign = signOf(c);
    if (sign !== 0 && last !== 0 && sign !== last) changes++;
    if (sign !== 0) last = sign;
  }
  return changes;
}

function greatestDivisor(a: bigint, b: bigint): bigint {
  let x = a < 0n ? -a : a;
  let y = b < 0n ? -b : b;
  while (y > 0n) [x, y] = [y, x % y];
  return x;
}

function primitivePart(p: bigint[]): bigint[] {
  let content = 0n;
  for (const c of p) content = greatestDivisor(content, c);
  return content > 1n ? p.map((c) => c / content) : p;
}

/** The remainder of a power of b's leading coefficient times a, divided by b. */
function pseudoRemainder(a: Polynomial, b: Polynomial): bigint[] {
  const out = [...a];
  const lead = b[b.length - 1];
  while (out.length >= b.length) {
    const top = out[out.length - 1];
    const shift = out.length - b.length;
    for (let i = 0; i < out.length; i++) out[i] *= lead;
    for (let i = 0; i < b.length; i++) out[i + shift] -= top * b[i];
    trim(out);
  }
  return out;
}

function commonDivisor(a: Polynomial, b: Polynomial): bigint[] {
  let x = primitivePart([...a]);
  let y = primitivePart([...b]);
  while (y.length > 0) [x, y] = [y, primitivePart(pseudoRemainder(x, y))];
  return x;
}

/** p without its repeated factors, up to a constant. */
function squareFree(p: Polynomial): Polynomial {
  if (p.length <= 2) return p;
  const slope = p.slice(1).map((c, i) => c * BigInt(i + 1));
  const repeated = commonDivisor(p, slope);
  if (repeated.length <= 1) return primitivePart([...p]);
  // Exact division of lead^k · p by the repeated part.
  const rest = [...p];
  const quotient = new Array<bigint>(p.length - repeated.length + 1).fill(0n);
  const lead = repeated[repeated.length - 1];
  for (let shift = quotient.length - 1; shift >= 0; shift--) {
    const top = rest[shift + repeated.length - 1];
    for (let i = 0; i < rest.length; i++) rest[i] *= lead;
    for (let i = 0; i < quotient.length; i++) quotient[i] *= lead;
    quotient[shift] += top;
    for (let i = 0; i < repeated.length; i++) rest[i + shift] -= top * repeated[i];
  }
  return primitivePart(quotient);
}

/** Roots nearer than 2^-16 to each other, or double ones, are first made simple. */
const DEPTH = 16;

/** Adds the roots of `of` strictly inside an interval; false where halving does not tell them apart in time. */
function isolate(of: Polynomial, from: bigint, level: number, deepest: number, roots: Root[]): boolean {
  const coefficients = bernstein(of, from, level);
  const changes = signChanges(coefficients);
  if (changes === 0) return true;
  if (changes === 1) {
    const before = signOf(coefficients.find((c) => c !== 0n)!);
    roots.push({ of, from, level, exact: false, before });
    return true;
  }
  if (level >= deepest) return false;
  const middle = 2n * from + 1n;
  if (!isolate(of, middle - 1n, level + 1, deepest, roots)) return false;
  if (signAtPoint(of, middle, level + 1) === 0)
    roots.push({ of, from: middle, level: level + 1, exact: true, before: 0 });
  return isolate(of, middle, level + 1, deepest, roots);
}

/** Every root in [0, 1] of a polynomial other than zero, in order, each once. */
export function rootsInUnit(p: Polynomial): Root[] {
  let of = p;
  let roots: Root[] = [];
  if (!isolate(of, 0n, 0, DEPTH, roots)) {
    of = squareFree(p);
    roots = [];
    isolate(of, 0n, 0, Infinity, roots);
  }
  if (of[0] === 0n) roots.unshift({ of, from: 0n, level: 0, exact: true, before: 0 });
  if (signAtPoint(of, 1n, 0) === 0) roots.push({ of, from: 1n, level: 0, exact: true, before: 0 });
  return roots;
}

/** The start of [0, 1] as a point to ask signs at. */
export function startPoint(): Root {
  return { of: [0n, 1n], from: 0n, level: 0, exact: true, before: 0 };
}

/** Halves a root's interval. */
function refine(root: Root): void {
  if (root.exact) return;
  root.level++;
  root.from *= 2n;
  const sign = signAtPoint(root.of, root.from + 1n, root.level);
  if (sign === 0) root.exact = true;
  if (sign === 0 || sign === root.before) root.from += 1n;
}

/** After this many halvings without an answer we ask whether the two polynomials share the root. */
const PATIENCE = 24;

/** The sign of g at a root of another polynomial: -1, 0 or 1. */
export function signAtRoot(g: Polynomial, root: Root): number {
  if (isZero(g)) return 0;
  for (let halvings = 0; ; halvings++) {
    if (root.exact) return signAtPoint(g, root.from, root.level);
    let least = 0;
    let most = 0;
    for (const c of bernstein(g, root.from, root.level)) {
      const sign = signOf(c);
      least = Math.min(least, sign);
      most = Math.max(most, sign);
    }
    if (least === 0 || most === 0) return least + most;
    if (halvings === PATIENCE) {
      const shared = commonDivisor(root.of, g);
      while (shared.length > 1 && !root.exact) {
        const changes = signChanges(bernstein(shared, root.from, root.level));
        if (changes === 0) break;
        if (changes === 1) return 0;
        refine(root);
      }
    }
    refine(root);
  }
}

/** The largest double with 53 bits that is not beyond the root; 0 for roots below 2⁻⁹⁴⁰. */
export function rootFloor(root: Root): number {
  while (!root.exact && root.from >> 60n === 0n && root.level < 1000) refine(root);
  const bits = root.from === 0n ? 0 : root.from.toString(2).length;
  const surplus = Math.max(0, bits - 53);
  let value = Number(root.from >> BigInt(surplus));
  for (let halvings = root.level - surplus; halvings > 0; halvings--) value /= 2;
  return value;
}

// Squared distances by brute force in 60-digit arithmetic: every region is tried, none is trusted.

import { Decimal } from 'decimal.js';

const Number60 = Decimal.clone({ precision: 60 });
type Exact = Decimal[];

function vector(x: Float64Array, at: number): Exact {
  return [new Number60(x[at]), new Number60(x[at + 1]), new Number60(x[at + 2])];
}
const minus = (a: Exact, b: Exact): Exact => a.map((value, i) => value.minus(b[i]));
const dot = (a: Exact, b: Exact): Decimal => a[0].times(b[0]).plus(a[1].times(b[1])).plus(a[2].times(b[2]));
const cross = (a: Exact, b: Exact): Exact => [
  a[1].times(b[2]).minus(a[2].times(b[1])),
  a[2].times(b[0]).minus(a[0].times(b[2])),
  a[0].times(b[1]).minus(a[1].times(b[0])),
];
const inUnit = (value: Decimal): boolean => value.gte(0) && value.lte(1);

function segment(p: Exact, e0: Exact, e1: Exact): Decimal {
  const u = minus(e1, e0);
  const q = minus(p, e0);
  const uu = dot(u, u);
  let lambda = uu.isZero() ? uu : dot(u, q).div(uu);
  lambda = Number60.min(1, Number60.max(0, lambda));
  const r = q.map((value, i) => value.minus(u[i].times(lambda)));
  return dot(r, r);
}

export function exactPointEdge(x: Float64Array, p: number, e0: number, e1: number): number {
  return segment(vector(x, p), vector(x, e0), vector(x, e1)).toNumber();
}

export function exactPointTriangle(x: Float64Array, p: number, t0: number, t1: number, t2: number): number {
  const [q, a, b, c] = [p, t0, t1, t2].map((at) => vector(x, at));
  let best = Number60.min(segment(q, a, b), segment(q, b, c), segment(q, c, a));
  const n = cross(minus(b, a), minus(c, a));
  const nn = dot(n, n);
  if (!nn.isZero()) {
    const d = minus(q, a);
    const beta = dot(cross(d, minus(c, a)), n).div(nn);
    const gamma = dot(cross(minus(b, a), d), n).div(nn);
    if (beta.gte(0) && gamma.gte(0) && beta.plus(gamma).lte(1)) {
      best = Number60.min(best, dot(d, n).pow(2).div(nn));
    }
  }
  return best.toNumber();
}

export function exactEdgeEdge(x: Float64Array, a0: number, a1: number, b0: number, b1: number): number {
  const [a, aEnd, b, bEnd] = [a0, a1, b0, b1].map((at) => vector(x, at));
  let best = Number60.min(
    segment(a, b, bEnd),
    segment(aEnd, b, bEnd),
    segment(b, a, aEnd),
    segment(bEnd, a, aEnd),
  );
  const u = minus(aEnd, a);
  const v = minus(bEnd, b);
  const n = cross(u, v);
  const nn = dot(n, n);
  if (!nn.isZero()) {
    const d = minus(b, a);
    const s = dot(cross(d, v), n).div(nn);
    const t = dot(cross(d, u), n).div(nn);
    if (inUnit(s) && inUnit(t)) best = Number60.min(best, dot(d, n).pow(2).div(nn));
  }
  return best.toNumber();
}

// Scaling of a complementarity problem by a positive diagonal on both sides, which keeps its solutions:
//
//   M̂ = S M S,   q̂ = S q / c,   z = c S ẑ,   w = c S⁻¹ ŵ
//
// S makes the largest entry of each row and column about 1 (Ruiz 2001, symmetric), c makes the largest of q̂ 1.

import { largestMagnitude } from './report.ts';

export interface ScaledLcp {
  readonly m: Float64Array;
  readonly q: Float64Array;
  readonly s: Float64Array;
  readonly c: number;
}

export function scaleLcp(n: number, m: Float64Array, q: Float64Array): ScaledLcp {
  const s = new Float64Array(n).fill(1);
  const largest = new Float64Array(n);
  for (let round = 0; round < 6; round++) {
    largest.fill(0);
    for (let i = 0; i < n; i++) {
      for (let j = 0; j < n; j++) {
        const size = Math.abs(s[i] * m[i * n + j] * s[j]);
        if (size > largest[i]) largest[i] = size;
        if (size > largest[j]) largest[j] = size;
      }
    }
    for (let i = 0; i < n; i++) if (largest[i] > 0) s[i] /= Math.sqrt(largest[i]);
  }
  const scaled = new Float64Array(n * n);
  const right = new Float64Array(n);
  for (let i = 0; i < n; i++) {
    right[i] = s[i] * q[i];
    for (let j = 0; j < n; j++) scaled[i * n + j] = s[i] * m[i * n + j] * s[j];
  }
  const c = largestMagnitude(right) || 1;
  for (let i = 0; i < n; i++) right[i] /= c;
  return { m: scaled, q: right, s, c };
}

// The elementary functions as a kernel sees them, by number: compiled by kernels.test.ts.

import { acos, asin, atan, atan2 } from '../../../src/num/elementary/arc.ts';
import { exp } from '../../../src/num/elementary/exponential.ts';
import { log, log10 } from '../../../src/num/elementary/logarithm.ts';
import { pow } from '../../../src/num/elementary/power.ts';
import { cbrt } from '../../../src/num/elementary/roots.ts';
import { tan } from '../../../src/num/elementary/tangent.ts';
import { cos, sin } from '../../../src/num/elementary/trigonometric.ts';
import type { f64, i32 } from '../../../src/num/kernels/machine.ts';

export function ofOne(which: i32, x: f64): f64 {
  if (which === 0) return sin(x);
  if (which === 1) return cos(x);
  if (which === 2) return tan(x);
  if (which === 3) return asin(x);
  if (which === 4) return acos(x);
  if (which === 5) return atan(x);
  if (which === 6) return exp(x);
  if (which === 7) return log(x);
  if (which === 8) return log10(x);
  return cbrt(x);
}

export function ofTwo(which: i32, x: f64, y: f64): f64 {
  return which === 0 ? atan2(x, y) : pow(x, y);
}

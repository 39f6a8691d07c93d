// The value of an operation on numbers: for folding constants and for evaluating graphs.

import { acos, asin, atan2, cos, exp, log, pow, sin } from '../../num/elementary/index.ts';
import { type Op, op } from './op.ts';

/** NaN where the operation takes neither one nor two arguments. */
export function fold(operation: Op, a: number, b: number): number {
  switch (operation) {
    case op.sqrt:
      return Math.sqrt(a);
    case op.sin:
      return sin(a);
    case op.cos:
      return cos(a);
    case op.atan2:
      return atan2(a, b);
    case op.asin:
      return asin(a);
    case op.acos:
      return acos(a);
    case op.exp:
      return exp(a);
    case op.log:
      return log(a);
    case op.power:
      return pow(a, b);
    case op.abs:
      return Math.abs(a);
    case op.sign:
      return Math.sign(a);
    case op.min:
      return Math.min(a, b);
    case op.max:
      return Math.max(a, b);
    case op.less:
      return a < b ? 1 : 0;
    case op.atMost:
      return a <= b ? 1 : 0;
    default:
      return Number.NaN;
  }
}

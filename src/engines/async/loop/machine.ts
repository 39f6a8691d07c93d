// What the event loop stands on: the files of this folder are portable (num/kernels/machine.ts says how they are written).

export { atan2 } from '../../../num/elementary/index.ts';
export {
  type f64,
  type i32,
  least,
  most,
  putReal,
  putWhole,
  quotient,
  real,
  realAt,
  times,
  whole,
  wholeAt,
  workOn,
} from '../../../num/kernels/machine.ts';

import type { f64 } from '../../../num/kernels/machine.ts';

export function sqrt(x: f64): f64 {
  return Math.sqrt(x);
}

export function floor(x: f64): f64 {
  return Math.floor(x);
}

export function ceil(x: f64): f64 {
  return Math.ceil(x);
}

export function abs(x: f64): f64 {
  return Math.abs(x);
}

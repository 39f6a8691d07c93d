// Elementary functions over whole arrays; kernels import them from the part files and call them one by one.

import { atan2, exp, log } from './elementary.part.as';
import { cos, sin } from './trigonometric.part.as';

/** out = sin x and cos x, of n numbers each. */
export function writeSines(n: i32, x: usize, sines: usize, cosines: usize): void {
  for (let at: usize = 0; at < <usize>n << 3; at += 8) {
    store<f64>(sines + at, sin(load<f64>(x + at)));
    store<f64>(cosines + at, cos(load<f64>(x + at)));
  }
}

/** out = ln x */
export function writeLogarithms(n: i32, x: usize, out: usize): void {
  for (let at: usize = 0; at < <usize>n << 3; at += 8) store<f64>(out + at, log(load<f64>(x + at)));
}

/** out = eˣ */
export function writeExponentials(n: i32, x: usize, out: usize): void {
  for (let at: usize = 0; at < <usize>n << 3; at += 8) store<f64>(out + at, exp(load<f64>(x + at)));
}

/** out = the angles of the points (x, y) */
export function writeAngles(n: i32, y: usize, x: usize, out: usize): void {
  for (let at: usize = 0; at < <usize>n << 3; at += 8) store<f64>(out + at, atan2(load<f64>(y + at), load<f64>(x + at)));
}

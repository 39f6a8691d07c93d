// Twin of complex-lu.ts: see there. Products are done in tiles of 2 rows × 4 columns held in eight registers, from
// packed copies of both factors; lanes lie across columns, so that every sum keeps its plain order.

const BLOCK: i32 = 32;
/** Rows of the left factor that are kept in the nearest cache. */
const CHUNK: i32 = 64;

export function complexFactor(re: usize, im: usize, n: i32, stride: i32, pivots: usize, scratch: usize): i32 {
  const rowBytes = (<usize>stride) << 3;
  for (let k0 = 0; k0 < n; k0 += BLOCK) {
    const k1 = min(n, k0 + BLOCK);
    for (let k = k0; k < k1; k++) {
      let best = k;
      let largest: f64 = -1;
      let at = <usize>k * rowBytes + ((<usize>k) << 3);
      for (let i = k; i < n; i++) {
        const size = Math.abs(load<f64>(re + at)) + Math.abs(load<f64>(im + at));
        if (size > largest) {
          largest = size;
          best = i;
        }
        at += rowBytes;
      }
      store<i32>(pivots + ((<usize>k) << 2), best);
      if (!(largest > 0)) return k;
      const row = <usize>k * rowBytes;
      if (best !== k) {
        swap(re + row, re + <usize>best * rowBytes, rowBytes);
        swap(im + row, im + <usize>best * rowBytes, rowBytes);
      }
      const column = (<usize>k) << 3;
      const pr = load<f64>(re + row + column);
      const pi = load<f64>(im + row + column);
      const norm = pr * pr + pi * pi;
      const ir = pr / norm;
      const ii = -pi / norm;
      for (let i = k + 1; i < n; i++) {
        const to = <usize>i * rowBytes;
        const ar = load<f64>(re + to + column);
        const ai = load<f64>(im + to + column);
        store<f64>(re + to + column, ar * ir - ai * ii);
        store<f64>(im + to + column, ar * ii + ai * ir);
        eliminate(re, im, to, row, k, k + 1, k1);
      }
    }
    for (let k = k0; k < k1; k++) {
      for (let i = k + 1; i < k1; i++) {
        eliminate(re, im, <usize>i * rowBytes, <usize>k * rowBytes, k, k1, stride);
      }
    }
    if (k1 < n) update(re, im, n, stride, k0, k1, scratch);
  }
  return -1;
}

function swap(a: usize, b: usize, bytes: usize): void {
  for (let j: usize = 0; j < bytes; j += 16) {
    const x = v128.load(a + j);
    v128.store(a + j, v128.load(b + j));
    v128.store(b + j, x);
  }
}

function eliminate(re: usize, im: usize, to: usize, from: usize, k: i32, j0: i32, j1: i32): void {
  const lr = load<f64>(re + to + ((<usize>k) << 3));
  const li = load<f64>(im + to + ((<usize>k) << 3));
  const lrs = f64x2.splat(lr);
  const lis = f64x2.splat(li);
  let j = j0;
  for (; j + 2 <= j1; j += 2) {
    const at = (<usize>j) << 3;
    const ur = v128.load(re + from + at);
    const ui = v128.load(im + from + at);
    v128.store(
      re + to + at,
      f64x2.sub(v128.load(re + to + at), f64x2.sub(f64x2.mul(lrs, ur), f64x2.mul(lis, ui))),
    );
    v128.store(
      im + to + at,
      f64x2.sub(v128.load(im + to + at), f64x2.add(f64x2.mul(lrs, ui), f64x2.mul(lis, ur))),
    );
  }
  for (; j < j1; j++) {
    const at = (<usize>j) << 3;
    const ur = load<f64>(re + from + at);
    const ui = load<f64>(im + from + at);
    store<f64>(re + to + at, load<f64>(re + to + at) - (lr * ur - li * ui));
    store<f64>(im + to + at, load<f64>(im + to + at) - (lr * ui + li * ur));
  }
}

/** Rows and columns from k1 on -= L(·, k0 … k1) U(k0 … k1, ·). */
function update(re: usize, im: usize, n: i32, stride: i32, k0: i32, k1: i32, scratch: usize): void {
  const rowBytes = (<usize>stride) << 3;
  const depth = k1 - k0;
  // four columns together: real parts of each k, then imaginary ones
  let to = scratch;
  for (let j = k1; j < stride; j += 4) {
    for (let k = k0; k < k1; k++) {
      const from = <usize>k * rowBytes + ((<usize>j) << 3);
      v128.store(to, v128.load(re + from));
      v128.store(to, v128.load(re + from, 16), 16);
      v128.store(to, v128.load(im + from), 32);
      v128.store(to, v128.load(im + from, 16), 48);
      to += 64;
    }
  }
  // two rows together; an odd last one beside zeros
  const left = to;
  for (let i = k1; i < n; i += 2) {
    const a = <usize>i * rowBytes;
    for (let k = k0; k < k1; k++) {
      const from = a + ((<usize>k) << 3);
      store<f64>(to, load<f64>(re + from));
      store<f64>(to, load<f64>(im + from), 8);
      store<f64>(to, i + 1 < n ? load<f64>(re + from + rowBytes) : 0, 16);
      store<f64>(to, i + 1 < n ? load<f64>(im + from + rowBytes) : 0, 24);
      to += 32;
    }
  }
  for (let i0 = k1; i0 < n; i0 += CHUNK) {
    const i1 = min(n, i0 + CHUNK);
    let tile = scratch;
    for (let j = k1; j < stride; j += 4) {
      let pair = left + <usize>((i0 - k1) >> 1) * <usize>(depth << 5);
      for (let i = i0; i < i1; i += 2) {
        const at = <usize>i * rowBytes + ((<usize>j) << 3);
        multiply(re + at, im + at, rowBytes, pair, tile, depth, i + 1 < n);
        pair += <usize>(depth << 5);
      }
      tile += <usize>(depth << 6);
    }
  }
}

function multiply(re: usize, im: usize, rowBytes: usize, a: usize, b: usize, depth: i32, both: bool): void {
  let r00 = f64x2.splat(0),
    r01 = r00,
    m00 = r00,
    m01 = r00,
    r10 = r00,
    r11 = r00,
    m10 = r00,
    m11 = r00;
  for (let k = 0; k < depth; k++) {
    const br0 = v128.load(b);
    const br1 = v128.load(b, 16);
    const bi0 = v128.load(b, 32);
    const bi1 = v128.load(b, 48);
    let ar = v128.load_splat<f64>(a);
    let ai = v128.load_splat<f64>(a, 8);
    r00 = f64x2.sub(f64x2.add(r00, f64x2.mul(ar, br0)), f64x2.mul(ai, bi0));
    r01 = f64x2.sub(f64x2.add(r01, f64x2.mul(ar, br1)), f64x2.mul(ai, bi1));
    m00 = f64x2.add(f64x2.add(m00, f64x2.mul(ar, bi0)), f64x2.mul(ai, br0));
    m01 = f64x2.add(f64x2.add(m01, f64x2.mul(ar, bi1)), f64x2.mul(ai, br1));
    ar = v128.load_splat<f64>(a, 16);
    ai = v128.load_splat<f64>(a, 24);
    r10 = f64x2.sub(f64x2.add(r10, f64x2.mul(ar, br0)), f64x2.mul(ai, bi0));
    r11 = f64x2.sub(f64x2.add(r11, f64x2.mul(ar, br1)), f64x2.mul(ai, bi1));
    m10 = f64x2.add(f64x2.add(m10, f64x2.mul(ar, bi0)), f64x2.mul(ai, br0));
    m11 = f64x2.add(f64x2.add(m11, f64x2.mul(ar, bi1)), f64x2.mul(ai, br1));
    a += 32;
    b += 64;
  }
  subtract(re, r00, r01);
  subtract(im, m00, m01);
  if (!both) return;
  subtract(re + rowBytes, r10, r11);
  subtract(im + rowBytes, m10, m11);
}

function subtract(to: usize, left: v128, right: v128): void {
  v128.store(to, f64x2.sub(v128.load(to), left));
  v128.store(to, f64x2.sub(v128.load(to, 16), right), 16);
}

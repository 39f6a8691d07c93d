// Dense work on the panels of a factor: updates by a product, and the factorisation of one panel.
//
// Lanes lie across columns (updates) or rows (strips), so each sum keeps its plain order. An update is a product
// of a tall row-major panel with a packed small matrix, in tiles of 4 × 4 held in eight registers.

import {
  BASES,
  COLUMNS,
  INERTIA,
  INVERSE_PIVOTS,
  PACKED,
  PIVOTS,
  SCALES,
  at32,
  at64,
  put32,
  scaleRow,
  word,
} from './ldl-record.part.as';

const STRIP: i32 = 8;

/** Strips of four columns, each k after k; the last one filled up with zeros. */
export function pack(
  record: usize,
  source: usize,
  stride: i32,
  depth: i32,
  firstPivot: i32,
  w: i32,
  firstColumn: i32,
): void {
  const pivots = at64(<usize>word(record, PIVOTS), firstPivot);
  const scales = at64(<usize>word(record, SCALES), firstColumn);
  const columns = <usize>word(record, COLUMNS);
  const packed = <usize>word(record, PACKED);
  const bytes = (<usize>depth) << 3;
  for (let j = 0; j < w; j++) {
    const row = source + ((<usize>(j * stride)) << 3);
    let to = packed + <usize>(j & ~3) * bytes + ((<usize>(j & 3)) << 3);
    const scaleAt = scales + at32(columns, j);
    let scale = load<f64>(scaleAt);
    for (let k: usize = 0; k < bytes; k += 8) {
      const l = load<f64>(row + k);
      const scaled = load<f64>(pivots + k) * l;
      store<f64>(to, scaled);
      scale += Math.abs(scaled * l);
      to += 32;
    }
    store<f64>(scaleAt, scale);
  }
  for (let j = w; (j & 3) !== 0; j++) {
    let to = packed + <usize>(j & ~3) * bytes + ((<usize>(j & 3)) << 3);
    for (let k: usize = 0; k < bytes; k += 8) {
      store<f64>(to, 0);
      to += 32;
    }
  }
}

/** Subtracts from four, or `valid`, neighbouring or scattered numbers of the row at `base`. @inline */
function subtractFour(
  base: usize,
  columns: usize,
  valid: i32,
  contiguous: bool,
  left: v128,
  right: v128,
): void {
  if (contiguous && valid === 4) {
    const to = base + at32(columns, 0);
    v128.store(to, f64x2.sub(v128.load(to), left));
    v128.store(to, f64x2.sub(v128.load(to, 16), right), 16);
    return;
  }
  let to = base + at32(columns, 0);
  store<f64>(to, load<f64>(to) - f64x2.extract_lane(left, 0));
  if (valid > 1) {
    to = base + at32(columns, 1);
    store<f64>(to, load<f64>(to) - f64x2.extract_lane(left, 1));
    if (valid > 2) {
      to = base + at32(columns, 2);
      store<f64>(to, load<f64>(to) - f64x2.extract_lane(right, 0));
      if (valid > 3) {
        to = base + at32(columns, 3);
        store<f64>(to, load<f64>(to) - f64x2.extract_lane(right, 1));
      }
    }
  }
}

export function subtractProduct(
  source: usize,
  stride: i32,
  depth: i32,
  m: i32,
  packed: usize,
  w: i32,
  bases: usize,
  columns: usize,
  contiguous: bool,
): void {
  const rowBytes = (<usize>stride) << 3;
  const bytes = (<usize>depth) << 3;
  let i = 0;
  for (; i + 4 <= m; i += 4) {
    const row0 = source + <usize>i * rowBytes;
    const row1 = row0 + rowBytes;
    const row2 = row1 + rowBytes;
    const row3 = row2 + rowBytes;
    const base = bases + ((<usize>i) << 2);
    // above the diagonal there is nothing to compute
    const end = min(w, i + 4);
    for (let j = 0; j < end; j += 4) {
      let from = packed + <usize>j * bytes;
      let c00 = f64x2.splat(0),
        c01 = c00,
        c10 = c00,
        c11 = c00,
        c20 = c00,
        c21 = c00,
        c30 = c00,
        c31 = c00;
      for (let k: usize = 0; k < bytes; k += 8) {
        const left = v128.load(from);
        const right = v128.load(from, 16);
        from += 32;
        const a0 = v128.load_splat<f64>(row0 + k);
        c00 = f64x2.add(c00, f64x2.mul(a0, left));
        c01 = f64x2.add(c01, f64x2.mul(a0, right));
        const a1 = v128.load_splat<f64>(row1 + k);
        c10 = f64x2.add(c10, f64x2.mul(a1, left));
        c11 = f64x2.add(c11, f64x2.mul(a1, right));
        const a2 = v128.load_splat<f64>(row2 + k);
        c20 = f64x2.add(c20, f64x2.mul(a2, left));
        c21 = f64x2.add(c21, f64x2.mul(a2, right));
        const a3 = v128.load_splat<f64>(row3 + k);
        c30 = f64x2.add(c30, f64x2.mul(a3, left));
        c31 = f64x2.add(c31, f64x2.mul(a3, right));
      }
      const valid = min(4, w - j);
      const column = columns + ((<usize>j) << 2);
      const corner = i - j;
      subtractFour(at32(base, 0), column, corner >= 3 ? valid : min(valid, corner + 1), contiguous, c00, c01);
      subtractFour(at32(base, 1), column, corner >= 3 ? valid : min(valid, corner + 2), contiguous, c10, c11);
      subtractFour(at32(base, 2), column, corner >= 3 ? valid : min(valid, corner + 3), contiguous, c20, c21);
      subtractFour(at32(base, 3), column, valid, contiguous, c30, c31);
    }
  }
  for (; i < m; i++) {
    const row = source + <usize>i * rowBytes;
    const base = at32(bases, i);
    const end = min(w, i + 1);
    for (let j = 0; j < end; j += 4) {
      let from = packed + <usize>j * bytes;
      let left = f64x2.splat(0),
        right = left;
      for (let k: usize = 0; k < bytes; k += 8) {
        const a = v128.load_splat<f64>(row + k);
        left = f64x2.add(left, f64x2.mul(a, v128.load(from)));
        right = f64x2.add(right, f64x2.mul(a, v128.load(from, 16)));
        from += 32;
      }
      subtractFour(base, columns + ((<usize>j) << 2), min(4, end - j), contiguous, left, right);
    }
  }
}

export function factorPanel(
  record: usize,
  firstColumn: i32,
  width: i32,
  height: i32,
  panel: usize,
  tolerance: f64,
  definite: i32,
): i32 {
  const inversePivots = at64(<usize>word(record, INVERSE_PIVOTS), firstColumn);
  const bases = <usize>word(record, BASES);
  const columns = <usize>word(record, COLUMNS);
  const packed = <usize>word(record, PACKED);
  const stride = (<usize>width) << 3;
  if (width > STRIP) {
    let base = panel;
    for (let i = 0; i < height; i++) {
      put32(bases, i, <i32>base);
      base += stride;
    }
  }
  for (let j0 = 0; j0 < width; j0 += STRIP) {
    const j1 = min(width, j0 + STRIP);
    const top = panel + <usize>j0 * stride;
    if (j0 > 0) {
      for (let j = j0; j < j1; j++) put32(columns, j - j0, j << 3);
      pack(record, top, width, j0, firstColumn, j1 - j0, firstColumn);
      subtractProduct(
        top,
        width,
        j0,
        height - j0,
        packed,
        j1 - j0,
        bases + ((<usize>j0) << 2),
        columns,
        true,
      );
    }

    const strip = at64(top, j0);
    const inverses = at64(inversePivots, j0);
    const w = j1 - j0;
    for (let i = 0; i < w; i++) {
      const row = strip + <usize>i * stride;
      for (let k = 0; k < i; k++) {
        const x = load<f64>(at64(row, k));
        let l = at64(strip + <usize>(k + 1) * stride, k);
        for (let j = k + 1; j < i; j++) {
          const to = at64(row, j);
          store<f64>(to, load<f64>(to) - x * load<f64>(l));
          l += stride;
        }
      }
      if (!takePivot(record, row, i, inverses, firstColumn + j0 + i, tolerance, definite))
        return firstColumn + j0 + i;
      memory.fill(at64(row, i + 1), 0, (<usize>(width - j0 - i - 1)) << 3);
      for (let k = 0; k < i; k++) {
        const to = at64(row, k);
        store<f64>(to, load<f64>(to) * load<f64>(at64(inverses, k)));
      }
    }
    finishRows(strip + <usize>w * stride, strip, stride, height - j1, w, inverses);
  }
  return -1;
}

/** The rows below a strip, four at a time: x_j -= x_k L(j, k) for k < j, then L = x / d. */
function finishRows(below: usize, strip: usize, stride: usize, rows: i32, w: i32, inverses: usize): void {
  let i = 0;
  let row0 = below;
  for (; i + 4 <= rows; i += 4) {
    const row1 = row0 + stride;
    const row2 = row1 + stride;
    const row3 = row2 + stride;
    for (let j = 1; j < w; j++) {
      const l = strip + <usize>j * stride;
      let upper = f64x2(load<f64>(at64(row0, j)), 0);
      upper = f64x2.replace_lane(upper, 1, load<f64>(at64(row1, j)));
      let lower = f64x2.splat(load<f64>(at64(row2, j)));
      lower = f64x2.replace_lane(lower, 1, load<f64>(at64(row3, j)));
      for (let k = 0; k < j; k++) {
        const factor = v128.load_splat<f64>(at64(l, k));
        let x = f64x2.splat(load<f64>(at64(row0, k)));
        x = f64x2.replace_lane(x, 1, load<f64>(at64(row1, k)));
        upper = f64x2.sub(upper, f64x2.mul(x, factor));
        let y = f64x2.splat(load<f64>(at64(row2, k)));
        y = f64x2.replace_lane(y, 1, load<f64>(at64(row3, k)));
        lower = f64x2.sub(lower, f64x2.mul(y, factor));
      }
      store<f64>(at64(row0, j), f64x2.extract_lane(upper, 0));
      store<f64>(at64(row1, j), f64x2.extract_lane(upper, 1));
      store<f64>(at64(row2, j), f64x2.extract_lane(lower, 0));
      store<f64>(at64(row3, j), f64x2.extract_lane(lower, 1));
    }
    scaleRow(row0, inverses, w);
    scaleRow(row1, inverses, w);
    scaleRow(row2, inverses, w);
    scaleRow(row3, inverses, w);
    row0 = row3 + stride;
  }
  for (; i < rows; i++) {
    for (let j = 1; j < w; j++) {
      const l = strip + <usize>j * stride;
      let x = load<f64>(at64(row0, j));
      for (let k = 0; k < j; k++) x -= load<f64>(at64(row0, k)) * load<f64>(at64(l, k));
      store<f64>(at64(row0, j), x);
    }
    scaleRow(row0, inverses, w);
    row0 += stride;
  }
}

function takePivot(
  record: usize,
  row: usize,
  i: i32,
  inverses: usize,
  column: i32,
  tolerance: f64,
  definite: i32,
): bool {
  const scaleAt = at64(<usize>word(record, SCALES), column);
  const inertia = <usize>word(record, INERTIA);
  let d = load<f64>(at64(row, i));
  let scale = load<f64>(scaleAt);
  for (let k = 0; k < i; k++) {
    const x = load<f64>(at64(row, k));
    const term = x * (x * load<f64>(at64(inverses, k)));
    d -= term;
    scale += Math.abs(term);
  }
  store<f64>(at64(row, i), d);
  store<f64>(scaleAt, scale);
  if (d - d !== 0) return false;
  const zero = Math.abs(d) <= tolerance * scale;
  const kind = zero ? 2 : d > 0 ? 0 : 1;
  put32(inertia, kind, at32(inertia, kind) + 1);
  store<f64>(at64(<usize>word(record, PIVOTS), column), zero ? 0 : d);
  store<f64>(at64(inverses, i), zero ? 0 : 1 / d);
  return !definite || kind === 0;
}

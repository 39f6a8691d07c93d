// The numeric core of the sparse factorisation: see ldl-numeric.ts, its twin, for what is computed and why.
//
// Lanes lie across columns (updates) or rows (strips), so each sum keeps its plain order. An update is a product
// of a tall row-major panel with a packed small matrix, in tiles of 4 × 4 held in eight registers.

const STRIP: i32 = 8;

// The record of addresses and sizes that ldl.ts writes, as numbered 32-bit words.
const BLOCK_SIZE = 0, SUPERNODES = 1, BLOCKS = 2, FACTOR_LENGTH = 3, FIRSTS = 4, SUPERNODE_OF = 5, ROW_STARTS = 6,
  ROWS = 7, PANEL_STARTS = 8, TARGETS = 9, STRIDES = 10, VALUES = 11, FACTOR = 12, PIVOTS = 13, INVERSE_PIVOTS = 14,
  SCALES = 15, HEAD = 16, NEXT = 17, PENDING = 18, LOCAL_ROW = 19, BASES = 20, COLUMNS = 21, PACKED = 22, INERTIA = 23;

// @ts-ignore: decorator
@inline
function word(record: usize, index: i32): i32 {
  return load<i32>(record + (<usize>index << 2));
}

// @ts-ignore: decorator
@inline
function at32(array: usize, index: i32): i32 {
  return load<i32>(array + (<usize>index << 2));
}

// @ts-ignore: decorator
@inline
function put32(array: usize, index: i32, value: i32): void {
  store<i32>(array + (<usize>index << 2), value);
}

// @ts-ignore: decorator
@inline
function at64(array: usize, index: i32): usize {
  return array + (<usize>index << 3);
}

/** -1 when finished, else the column at which it stopped. */
export function ldlFactor(record: usize, tolerance: f64, definite: i32): i32 {
  const b = word(record, BLOCK_SIZE);
  const count = word(record, SUPERNODES);
  const firsts = <usize>word(record, FIRSTS);
  const supernodeOf = <usize>word(record, SUPERNODE_OF);
  const rowStarts = <usize>word(record, ROW_STARTS);
  const rows = <usize>word(record, ROWS);
  const panelStarts = <usize>word(record, PANEL_STARTS);
  const factor = <usize>word(record, FACTOR);
  const scales = <usize>word(record, SCALES);
  const head = <usize>word(record, HEAD);
  const next = <usize>word(record, NEXT);
  const pending = <usize>word(record, PENDING);
  const localRow = <usize>word(record, LOCAL_ROW);
  const inertia = <usize>word(record, INERTIA);

  placeValues(record);
  memory.fill(head, 0xff, <usize>count << 2);
  memory.fill(inertia, 0, 12);
  for (let s = 0; s < count; s++) {
    const firstBlock = at32(firsts, s);
    const endBlock = at32(firsts, s + 1);
    const width = (endBlock - firstBlock) * b;
    const panel = at64(factor, at32(panelStarts, s));
    const rowStart = at32(rowStarts, s);
    const rowEnd = at32(rowStarts, s + 1);
    for (let r = rowStart; r < rowEnd; r++) put32(localRow, at32(rows, r), r - rowStart);
    let diagonal = panel;
    const step = <usize>(width + 1) << 3;
    for (let c = firstBlock * b; c < endBlock * b; c++) {
      store<f64>(at64(scales, c), Math.abs(load<f64>(diagonal)));
      diagonal += step;
    }

    let d = at32(head, s);
    while (d >= 0) {
      const following = at32(next, d);
      const from = at32(pending, d);
      const end = at32(rowStarts, d + 1);
      let to = from;
      while (to < end && at32(rows, to) < endBlock) to++;
      subtractContribution(record, d, s, from, to, width, panel);
      if (to < end) {
        const owner = at32(supernodeOf, at32(rows, to));
        put32(pending, d, to);
        put32(next, d, at32(head, owner));
        put32(head, owner, d);
      }
      d = following;
    }

    const stopped = factorPanel(record, firstBlock * b, width, (rowEnd - rowStart) * b, panel, tolerance, definite);
    if (stopped >= 0) return stopped;
    const below = rowStart + endBlock - firstBlock;
    if (below < rowEnd) {
      const owner = at32(supernodeOf, at32(rows, below));
      put32(pending, s, below);
      put32(next, s, at32(head, owner));
      put32(head, owner, s);
    }
  }
  return -1;
}

function placeValues(record: usize): void {
  const b = word(record, BLOCK_SIZE);
  const blocks = word(record, BLOCKS);
  const targets = <usize>word(record, TARGETS);
  const strides = <usize>word(record, STRIDES);
  const factor = <usize>word(record, FACTOR);
  let source = <usize>word(record, VALUES);
  memory.fill(factor, 0, <usize>word(record, FACTOR_LENGTH) << 3);
  if (b == 1) {
    for (let e = 0; e < blocks; e++) {
      store<f64>(at64(factor, at32(targets, e)), load<f64>(source));
      source += 8;
    }
    return;
  }
  for (let e = 0; e < blocks; e++) {
    const target = at64(factor, at32(targets, e));
    const stride = at32(strides, e);
    // down the target for each number along the source's row where it is transposed, else along its row
    const along: usize = stride > 0 ? 8 : <usize>(-stride) << 3;
    const down: usize = stride > 0 ? <usize>stride << 3 : 8;
    for (let r = 0; r < b; r++) {
      let to = target + <usize>r * down;
      for (let c = 0; c < b; c++) {
        store<f64>(to, load<f64>(source));
        source += 8;
        to += along;
      }
    }
  }
}

function subtractContribution(
  record: usize, d: i32, s: i32, from: i32, to: i32, width: i32, panel: usize,
): void {
  const b = word(record, BLOCK_SIZE);
  const firsts = <usize>word(record, FIRSTS);
  const rowStarts = <usize>word(record, ROW_STARTS);
  const rows = <usize>word(record, ROWS);
  const localRow = <usize>word(record, LOCAL_ROW);
  const bases = <usize>word(record, BASES);
  const columns = <usize>word(record, COLUMNS);
  const firstD = at32(firsts, d);
  const firstS = at32(firsts, s);
  const depth = (at32(firsts, d + 1) - firstD) * b;
  const rowStart = at32(rowStarts, d);
  const end = at32(rowStarts, d + 1);
  const source = at64(at64(<usize>word(record, FACTOR), at32(<usize>word(record, PANEL_STARTS), d)), (from - rowStart) * b * depth);

  let w = 0;
  for (let r = from; r < to; r++) {
    const column = (at32(rows, r) - firstS) * b;
    for (let c = 0; c < b; c++) put32(columns, w++, (column + c) << 3);
  }
  let m = 0;
  const stride = width << 3;
  for (let r = from; r < end; r++) {
    let base = <i32>panel + at32(localRow, at32(rows, r)) * b * stride;
    for (let c = 0; c < b; c++) {
      put32(bases, m++, base);
      base += stride;
    }
  }
  const contiguous = at32(rows, to - 1) - at32(rows, from) == to - 1 - from;
  pack(record, source, depth, depth, firstD * b, w, firstS * b);
  subtractProduct(source, depth, depth, m, <usize>word(record, PACKED), w, bases, columns, contiguous);
}

/** Strips of four columns, each k after k; the last one filled up with zeros. */
function pack(
  record: usize, source: usize, stride: i32, depth: i32, firstPivot: i32, w: i32, firstColumn: i32,
): void {
  const pivots = at64(<usize>word(record, PIVOTS), firstPivot);
  const scales = at64(<usize>word(record, SCALES), firstColumn);
  const columns = <usize>word(record, COLUMNS);
  const packed = <usize>word(record, PACKED);
  const bytes = <usize>depth << 3;
  for (let j = 0; j < w; j++) {
    const row = source + (<usize>(j * stride) << 3);
    let to = packed + (<usize>(j & ~3) * bytes) + (<usize>(j & 3) << 3);
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
  for (let j = w; (j & 3) != 0; j++) {
    let to = packed + (<usize>(j & ~3) * bytes) + (<usize>(j & 3) << 3);
    for (let k: usize = 0; k < bytes; k += 8) {
      store<f64>(to, 0);
      to += 32;
    }
  }
}

/** Subtracts from four, or `valid`, neighbouring or scattered numbers of the row at `base`. */
// @ts-ignore: decorator
@inline
function subtractFour(base: usize, columns: usize, valid: i32, contiguous: bool, left: v128, right: v128): void {
  if (contiguous && valid == 4) {
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

function subtractProduct(
  source: usize, stride: i32, depth: i32, m: i32, packed: usize, w: i32, bases: usize, columns: usize, contiguous: bool,
): void {
  const rowBytes = <usize>stride << 3;
  const bytes = <usize>depth << 3;
  let i = 0;
  for (; i + 4 <= m; i += 4) {
    const row0 = source + <usize>i * rowBytes;
    const row1 = row0 + rowBytes;
    const row2 = row1 + rowBytes;
    const row3 = row2 + rowBytes;
    const base = bases + (<usize>i << 2);
    // above the diagonal there is nothing to compute
    const end = min(w, i + 4);
    for (let j = 0; j < end; j += 4) {
      let from = packed + <usize>j * bytes;
      let c00 = f64x2.splat(0), c01 = c00, c10 = c00, c11 = c00, c20 = c00, c21 = c00, c30 = c00, c31 = c00;
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
      const column = columns + (<usize>j << 2);
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
      let left = f64x2.splat(0), right = left;
      for (let k: usize = 0; k < bytes; k += 8) {
        const a = v128.load_splat<f64>(row + k);
        left = f64x2.add(left, f64x2.mul(a, v128.load(from)));
        right = f64x2.add(right, f64x2.mul(a, v128.load(from, 16)));
        from += 32;
      }
      subtractFour(base, columns + (<usize>j << 2), min(4, end - j), contiguous, left, right);
    }
  }
}

function factorPanel(
  record: usize, firstColumn: i32, width: i32, height: i32, panel: usize, tolerance: f64, definite: i32,
): i32 {
  const inversePivots = at64(<usize>word(record, INVERSE_PIVOTS), firstColumn);
  const bases = <usize>word(record, BASES);
  const columns = <usize>word(record, COLUMNS);
  const packed = <usize>word(record, PACKED);
  const stride = <usize>width << 3;
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
      subtractProduct(top, width, j0, height - j0, packed, j1 - j0, bases + (<usize>j0 << 2), columns, true);
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
      if (!takePivot(record, row, i, inverses, firstColumn + j0 + i, tolerance, definite)) return firstColumn + j0 + i;
      memory.fill(at64(row, i + 1), 0, <usize>(width - j0 - i - 1) << 3);
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

// @ts-ignore: decorator
@inline
function scaleRow(row: usize, inverses: usize, w: i32): void {
  let k = 0;
  for (; k + 2 <= w; k += 2) v128.store(at64(row, k), f64x2.mul(v128.load(at64(row, k)), v128.load(at64(inverses, k))));
  if (k < w) store<f64>(at64(row, k), load<f64>(at64(row, k)) * load<f64>(at64(inverses, k)));
}

function takePivot(
  record: usize, row: usize, i: i32, inverses: usize, column: i32, tolerance: f64, definite: i32,
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
  if (d - d != 0) return false;
  const zero = Math.abs(d) <= tolerance * scale;
  const kind = zero ? 2 : d > 0 ? 0 : 1;
  put32(inertia, kind, at32(inertia, kind) + 1);
  store<f64>(at64(<usize>word(record, PIVOTS), column), zero ? 0 : d);
  store<f64>(at64(inverses, i), zero ? 0 : 1 / d);
  return !definite || kind == 0;
}

/** x in the order of elimination, solved in place. */
export function ldlSolve(record: usize, x: usize): void {
  const b = word(record, BLOCK_SIZE);
  const count = word(record, SUPERNODES);
  const firsts = <usize>word(record, FIRSTS);
  const rowStarts = <usize>word(record, ROW_STARTS);
  const rows = <usize>word(record, ROWS);
  const panelStarts = <usize>word(record, PANEL_STARTS);
  const factor = <usize>word(record, FACTOR);
  const inversePivots = <usize>word(record, INVERSE_PIVOTS);

  for (let s = 0; s < count; s++) {
    const firstBlock = at32(firsts, s);
    const blocks = at32(firsts, s + 1) - firstBlock;
    const own = at64(x, firstBlock * b);
    const width = blocks * b;
    const stride = <usize>width << 3;
    let row = at64(factor, at32(panelStarts, s));
    for (let i = 0; i < width; i++) {
      const to = at64(own, i);
      store<f64>(to, load<f64>(to) - dot(row, own, i));
      row += stride;
    }
    const end = at32(rowStarts, s + 1);
    for (let r = at32(rowStarts, s) + blocks; r < end; r++) {
      let to = at64(x, at32(rows, r) * b);
      for (let c = 0; c < b; c++) {
        store<f64>(to, load<f64>(to) - dot(row, own, width));
        row += stride;
        to += 8;
      }
    }
  }

  for (let s = count - 1; s >= 0; s--) {
    const firstBlock = at32(firsts, s);
    const blocks = at32(firsts, s + 1) - firstBlock;
    const own = at64(x, firstBlock * b);
    const width = blocks * b;
    const stride = <usize>width << 3;
    const panel = at64(factor, at32(panelStarts, s));
    scaleRow(own, at64(inversePivots, firstBlock * b), width);
    let row = panel + <usize>width * stride;
    const end = at32(rowStarts, s + 1);
    for (let r = at32(rowStarts, s) + blocks; r < end; r++) {
      let from = at64(x, at32(rows, r) * b);
      for (let c = 0; c < b; c++) {
        subtractScaled(own, row, load<f64>(from), width);
        row += stride;
        from += 8;
      }
    }
    for (let i = width - 1; i > 0; i--) subtractScaled(own, panel + <usize>i * stride, load<f64>(at64(own, i)), i);
  }
}

// @ts-ignore: decorator
@inline
function dot(a: usize, x: usize, length: i32): f64 {
  let left = f64x2.splat(0), right = left;
  let k = 0;
  for (; k + 4 <= length; k += 4) {
    left = f64x2.add(left, f64x2.mul(v128.load(at64(a, k)), v128.load(at64(x, k))));
    right = f64x2.add(right, f64x2.mul(v128.load(at64(a, k), 16), v128.load(at64(x, k), 16)));
  }
  left = f64x2.add(left, right);
  let sum = f64x2.extract_lane(left, 0) + f64x2.extract_lane(left, 1);
  for (; k < length; k++) sum += load<f64>(at64(a, k)) * load<f64>(at64(x, k));
  return sum;
}

// @ts-ignore: decorator
@inline
function subtractScaled(x: usize, row: usize, scale: f64, length: i32): void {
  const scales = f64x2.splat(scale);
  let k = 0;
  for (; k + 2 <= length; k += 2) {
    v128.store(at64(x, k), f64x2.sub(v128.load(at64(x, k)), f64x2.mul(v128.load(at64(row, k)), scales)));
  }
  if (k < length) store<f64>(at64(x, k), load<f64>(at64(x, k)) - load<f64>(at64(row, k)) * scale);
}

// Solves with a sparse factor: see solvePanels in ldl-numeric.ts, the twin.

import {
  BLOCK_SIZE,
  FACTOR,
  FIRSTS,
  INVERSE_PIVOTS,
  PANEL_STARTS,
  ROWS,
  ROW_STARTS,
  SUPERNODES,
  at32,
  at64,
  scaleRow,
  word,
} from './ldl-record.part.as';

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
    const stride = (<usize>width) << 3;
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
    const stride = (<usize>width) << 3;
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
    for (let i = width - 1; i > 0; i--)
      subtractScaled(own, panel + <usize>i * stride, load<f64>(at64(own, i)), i);
  }
}

/** @inline */
function dot(a: usize, x: usize, length: i32): f64 {
  let left = f64x2.splat(0),
    right = left;
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

/** @inline */
function subtractScaled(x: usize, row: usize, scale: f64, length: i32): void {
  const scales = f64x2.splat(scale);
  let k = 0;
  for (; k + 2 <= length; k += 2) {
    v128.store(at64(x, k), f64x2.sub(v128.load(at64(x, k)), f64x2.mul(v128.load(at64(row, k)), scales)));
  }
  if (k < length) store<f64>(at64(x, k), load<f64>(at64(x, k)) - load<f64>(at64(row, k)) * scale);
}

// What the kernels of the sparse factorisation share: the record that ldl.ts writes, and short helpers.

// Addresses and sizes, as numbered 32-bit words.
export const BLOCK_SIZE = 0,
  SUPERNODES = 1,
  BLOCKS = 2,
  FACTOR_LENGTH = 3,
  FIRSTS = 4,
  SUPERNODE_OF = 5,
  ROW_STARTS = 6,
  ROWS = 7,
  PANEL_STARTS = 8,
  TARGETS = 9,
  STRIDES = 10,
  VALUES = 11,
  FACTOR = 12,
  PIVOTS = 13,
  INVERSE_PIVOTS = 14,
  SCALES = 15,
  HEAD = 16,
  NEXT = 17,
  PENDING = 18,
  LOCAL_ROW = 19,
  BASES = 20,
  COLUMNS = 21,
  PACKED = 22,
  INERTIA = 23;

export function word(record: usize, index: i32): i32 {
  return load<i32>(record + ((<usize>index) << 2));
}

export function at32(array: usize, index: i32): i32 {
  return load<i32>(array + ((<usize>index) << 2));
}

export function put32(array: usize, index: i32, value: i32): void {
  store<i32>(array + ((<usize>index) << 2), value);
}

export function at64(array: usize, index: i32): usize {
  return array + ((<usize>index) << 3);
}

/** row_k *= inverses_k @inline */
export function scaleRow(row: usize, inverses: usize, w: i32): void {
  let k = 0;
  for (; k + 2 <= w; k += 2)
    v128.store(at64(row, k), f64x2.mul(v128.load(at64(row, k)), v128.load(at64(inverses, k))));
  if (k < w) store<f64>(at64(row, k), load<f64>(at64(row, k)) * load<f64>(at64(inverses, k)));
}

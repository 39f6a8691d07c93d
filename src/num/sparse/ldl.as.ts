// The numeric core of the sparse factorisation: see ldl-numeric.ts, its twin, for what is computed and why.

import { factorPanel, pack, subtractProduct } from './ldl-panel.part.as';
import {
  BASES,
  BLOCK_SIZE,
  BLOCKS,
  COLUMNS,
  FACTOR,
  FACTOR_LENGTH,
  FIRSTS,
  HEAD,
  INERTIA,
  LOCAL_ROW,
  NEXT,
  PACKED,
  PANEL_STARTS,
  PENDING,
  ROWS,
  ROW_STARTS,
  SCALES,
  STRIDES,
  SUPERNODES,
  SUPERNODE_OF,
  TARGETS,
  VALUES,
  at32,
  at64,
  put32,
  word,
} from './ldl-record.part.as';

/** Supernodes fromNode … toNode - 1. -1 when done, else the column at which it stopped. */
export function ldlFactor(record: usize, tolerance: f64, definite: i32, fromNode: i32, toNode: i32): i32 {
  const b = word(record, BLOCK_SIZE);
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

  if (fromNode === 0) {
    placeValues(record);
    memory.fill(head, 0xff, (<usize>word(record, SUPERNODES)) << 2);
    memory.fill(<usize>word(record, INERTIA), 0, 12);
  }
  for (let s = fromNode; s < toNode; s++) {
    const firstBlock = at32(firsts, s);
    const endBlock = at32(firsts, s + 1);
    const width = (endBlock - firstBlock) * b;
    const panel = at64(factor, at32(panelStarts, s));
    const rowStart = at32(rowStarts, s);
    const rowEnd = at32(rowStarts, s + 1);
    for (let r = rowStart; r < rowEnd; r++) put32(localRow, at32(rows, r), r - rowStart);
    let diagonal = panel;
    const step = (<usize>(width + 1)) << 3;
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

    const stopped = factorPanel(
      record,
      firstBlock * b,
      width,
      (rowEnd - rowStart) * b,
      panel,
      tolerance,
      definite,
    );
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
  memory.fill(factor, 0, (<usize>word(record, FACTOR_LENGTH)) << 3);
  if (b === 1) {
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
    const along: usize = stride > 0 ? 8 : (<usize>-stride) << 3;
    const down: usize = stride > 0 ? (<usize>stride) << 3 : 8;
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
  record: usize,
  d: i32,
  s: i32,
  from: i32,
  to: i32,
  width: i32,
  panel: usize,
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
  const source = at64(
    at64(<usize>word(record, FACTOR), at32(<usize>word(record, PANEL_STARTS), d)),
    (from - rowStart) * b * depth,
  );

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
  const contiguous = at32(rows, to - 1) - at32(rows, from) === to - 1 - from;
  pack(record, source, depth, depth, firstD * b, w, firstS * b);
  subtractProduct(source, depth, depth, m, <usize>word(record, PACKED), w, bases, columns, contiguous);
}

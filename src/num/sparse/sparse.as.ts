// y = A x for a symmetric matrix of blocks: see multiplySymmetric in sparse.ts, the twin.

/** starts, rows: the pattern; values, x, y: numbers. */
export function multiplySymmetric(
  count: i32, b: i32, starts: usize, rows: usize, values: usize, x: usize, y: usize,
): void {
  const rowBytes = <usize>b << 3;
  const blockBytes = rowBytes * <usize>b;
  memory.fill(y, 0, <usize>count * rowBytes);
  for (let column = 0; column < count; column++) {
    const start = load<i32>(starts + (<usize>column << 2));
    const end = load<i32>(starts + (<usize>column << 2), 4);
    const xj = x + <usize>column * rowBytes;
    const yj = y + <usize>column * rowBytes;
    const diagonal = values + <usize>start * blockBytes;
    for (let r = 0; r < b; r++) {
      const to = <usize>r << 3;
      addRow(diagonal + <usize>r * rowBytes, r, xj, yj, load<f64>(xj + to), yj + to);
    }
    for (let r = 0; r < b; r++) {
      const to = <usize>r << 3;
      store<f64>(yj + to, load<f64>(yj + to) + load<f64>(diagonal + <usize>r * (rowBytes + 8)) * load<f64>(xj + to));
    }
    let row = diagonal + blockBytes;
    for (let e = start + 1; e < end; e++) {
      let to = <usize>load<i32>(rows + (<usize>e << 2)) * rowBytes;
      for (let r = 0; r < b; r++) {
        addRow(row, b, xj, yj, load<f64>(x + to), y + to);
        row += rowBytes;
        to += 8;
      }
    }
  }
}

// @ts-ignore: decorator
@inline
function addRow(a: usize, length: i32, xj: usize, yj: usize, xi: f64, yi: usize): void {
  const bytes = <usize>length << 3;
  const both = f64x2.splat(xi);
  let sums = f64x2.splat(0);
  let c: usize = 0;
  for (; c + 16 <= bytes; c += 16) {
    const entries = v128.load(a + c);
    sums = f64x2.add(sums, f64x2.mul(entries, v128.load(xj + c)));
    v128.store(yj + c, f64x2.add(v128.load(yj + c), f64x2.mul(entries, both)));
  }
  let sum = f64x2.extract_lane(sums, 0) + f64x2.extract_lane(sums, 1);
  if (c < bytes) {
    const entry = load<f64>(a + c);
    sum += entry * load<f64>(xj + c);
    store<f64>(yj + c, load<f64>(yj + c) + entry * xi);
  }
  store<f64>(yi, load<f64>(yi) + sum);
}

// Cholesky's factorisation for matrices of order 50 to 300, whose factorisation is most of what (5b) costs.
//
// The same as num/cholesky.ts, two columns and two rows at a time: four sums of products share four loads where
// plain loops need two loads for one, which is about twice as fast. Sums run in the same order.

/** Factors the row-major matrix at a[0…]: its lower half becomes L; false as soon as a pivot is not positive. */
export function factorDefinite(a: Float64Array, n: number): boolean {
  let j = 0;
  for (; j + 1 < n; j += 2) {
    const p = j * n;
    const q = p + n;
    let pp = a[p + j];
    let qp = a[q + j];
    let qq = a[q + j + 1];
    for (let k = 0; k < j; k++) {
      const x = a[p + k];
      const y = a[q + k];
      pp -= x * x;
      qp -= y * x;
      qq -= y * y;
    }
    if (!(pp > 0)) return false;
    const first = Math.sqrt(pp);
    const link = qp / first;
    qq -= link * link;
    if (!(qq > 0)) return false;
    const second = Math.sqrt(qq);
    a[p + j] = first;
    a[q + j] = link;
    a[q + j + 1] = second;
    let i = j + 2;
    for (; i + 1 < n; i += 2) {
      const r = i * n;
      const s = r + n;
      let rp = a[r + j];
      let rq = a[r + j + 1];
      let sp = a[s + j];
      let sq = a[s + j + 1];
      for (let k = 0; k < j; k++) {
        const x = a[p + k];
        const y = a[q + k];
        const u = a[r + k];
        const v = a[s + k];
        rp -= u * x;
        rq -= u * y;
        sp -= v * x;
        sq -= v * y;
      }
      rp /= first;
      sp /= first;
      a[r + j] = rp;
      a[s + j] = sp;
      a[r + j + 1] = (rq - rp * link) / second;
      a[s + j + 1] = (sq - sp * link) / second;
    }
    if (i < n) {
      const r = i * n;
      let rp = a[r + j];
      let rq = a[r + j + 1];
      for (let k = 0; k < j; k++) {
        rp -= a[r + k] * a[p + k];
        rq -= a[r + k] * a[q + k];
      }
      rp /= first;
      a[r + j] = rp;
      a[r + j + 1] = (rq - rp * link) / second;
    }
  }
  if (j < n) {
    const p = j * n;
    let pivot = a[p + j];
    for (let k = 0; k < j; k++) pivot -= a[p + k] * a[p + k];
    if (!(pivot > 0)) return false;
    a[p + j] = Math.sqrt(pivot);
  }
  return true;
}

// The inverse of a dense matrix whose rows and columns come and go in pairs: a change costs O(n²), where factors anew
// would take O(n³).
//
//   ⎡ K  c ⎤⁻¹   ⎡ K⁻¹ + y z/σ   −y/σ ⎤
//   ⎣ d  f ⎦   = ⎣   −z/σ         1/σ ⎦      y = K⁻¹ c,   z = d K⁻¹,   σ = f − d y
//
// Rounding adds up over changes: callers look at what their equations leave, and invert anew where it is too much.

/** What a new row finds left for itself, and pivots of those that go, are nothing below this. */
const SINGULAR = 1e-13;

export class BorderedInverse {
  size = 0;
  /** Row-major, rows `room` apart. */
  entries = new Float64Array(0);
  room = 0;
  private fall = new Float64Array(0);
  private swaps = new Int32Array(0);

  /** Room for n rows; what is there stays. True where arrays have moved. */
  reserve(n: number): boolean {
    if (this.room >= n) return false;
    const room = Math.max(16, 2 * n);
    const entries = new Float64Array(room * room);
    for (let i = 0; i < this.size; i++)
      for (let k = 0; k < this.size; k++) entries[i * room + k] = this.entries[i * this.room + k];
    this.entries = entries;
    this.room = room;
    this.fall = new Float64Array(room);
    this.swaps = new Int32Array(room);
    return true;
  }

  /** Inverts the matrix of order `size` that was written to the entries, by Gauss and Jordan's method; false where it is singular. */
  invert(): boolean {
    const { entries, room, size, swaps } = this;
    for (let k = 0; k < size; k++) {
      let pivot = k;
      let most = 0;
      for (let i = k; i < size; i++) {
        const entry = Math.abs(entries[i * room + k]);
        if (entry > most) {
          most = entry;
          pivot = i;
        }
      }
      if (!(most > 0)) return false;
      swaps[k] = pivot;
      const from = k * room;
      if (pivot !== k) swapRows(entries, from, pivot * room, size);
      const scale = 1 / entries[from + k];
      entries[from + k] = 1;
      for (let j = 0; j < size; j++) entries[from + j] *= scale;
      for (let i = 0; i < size; i++) {
        if (i === k) continue;
        const to = i * room;
        const share = entries[to + k];
        if (share === 0) continue;
        entries[to + k] = 0;
        for (let j = 0; j < size; j++) entries[to + j] -= share * entries[from + j];
      }
    }
    for (let k = size - 1; k >= 0; k--) {
      const other = swaps[k];
      if (other === k) continue;
      for (let i = 0; i < size; i++) {
        const entry = entries[i * room + k];
        entries[i * room + k] = entries[i * room + other];
        entries[i * room + other] = entry;
      }
    }
    return true;
  }

  /** One more column c and row d; c's last entry is where they meet. Room must be there. False where the row depends on the others. */
  add(c: Float64Array, d: Float64Array): boolean {
    const { entries, room, size, fall } = this;
    const last = size * room;
    let left = c[size];
    for (let j = 0; j < size; j++) entries[last + j] = 0;
    for (let j = 0; j < size; j++) {
      const at = j * room;
      const share = d[j];
      let sum = 0;
      for (let m = 0; m < size; m++) {
        sum += entries[at + m] * c[m];
        entries[last + m] += share * entries[at + m];
      }
      fall[j] = sum;
      left -= share * sum;
    }
    this.size = size + 1;
    if (!(Math.abs(left) > SINGULAR)) return false;
    const scale = 1 / left;
    for (let j = 0; j < size; j++) entries[last + j] *= -scale;
    for (let j = 0; j < size; j++) {
      const at = j * room;
      const share = fall[j];
      for (let m = 0; m < size; m++) entries[at + m] -= share * entries[last + m];
      entries[at + size] = -share * scale;
    }
    entries[last + size] = scale;
    return true;
  }

  /** Row and column k go, and the last ones take their place; false where what is left is singular. */
  remove(k: number): boolean {
    const { entries, room } = this;
    const last = this.size - 1;
    const mine = k * room;
    const pivot = entries[mine + k];
    this.size = last;
    if (!(Math.abs(pivot) > SINGULAR)) return false;
    for (let j = 0; j <= last; j++) {
      if (j === k) continue;
      const at = j * room;
      const share = entries[at + k] / pivot;
      for (let m = 0; m <= last; m++) entries[at + m] -= share * entries[mine + m];
    }
    for (let m = 0; m < last; m++) entries[mine + m] = entries[last * room + m];
    for (let j = 0; j < last; j++) entries[j * room + k] = entries[j * room + last];
    entries[mine + k] = entries[last * room + last];
    return true;
  }

  /** After column `from` of the matrix has lost share · column `to`. */
  combine(to: number, from: number, share: number): void {
    const { entries, room, size } = this;
    for (let m = 0; m < size; m++) entries[to * room + m] += share * entries[from * room + m];
  }

  /** After rows a, b of the matrix, and likewise its columns, have become cos a − sin b and sin a + cos b. */
  turn(a: number, b: number, cosine: number, sine: number): void {
    const { entries, room, size } = this;
    for (let k = 0; k < size; k++) {
      const x = entries[a * room + k];
      const y = entries[b * room + k];
      entries[a * room + k] = cosine * x - sine * y;
      entries[b * room + k] = sine * x + cosine * y;
    }
    for (let k = 0; k < size; k++) {
      const x = entries[k * room + a];
      const y = entries[k * room + b];
      entries[k * room + a] = cosine * x - sine * y;
      entries[k * room + b] = sine * x + cosine * y;
    }
  }

  /** x += inverse · right, for two columns, by turns. */
  addProduct(right: Float64Array, x: Float64Array): void {
    const { entries, room, size } = this;
    for (let i = 0; i < size; i++) {
      const at = i * room;
      let a = 0;
      let b = 0;
      for (let k = 0; k < size; k++) {
        const entry = entries[at + k];
        a += entry * right[2 * k];
        b += entry * right[2 * k + 1];
      }
      x[2 * i] += a;
      x[2 * i + 1] += b;
    }
  }
}

function swapRows(entries: Float64Array, a: number, b: number, n: number): void {
  for (let j = 0; j < n; j++) {
    const entry = entries[a + j];
    entries[a + j] = entries[b + j];
    entries[b + j] = entry;
  }
}

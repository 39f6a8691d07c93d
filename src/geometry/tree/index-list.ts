// A growing list of small integers without boxing: what searches write their findings into.
// Reused from step to step, it stops allocating once it has been as long as it gets.

export class IndexList {
  /** Only the first `length` entries count; replaced by a longer array when it is full. */
  data: Int32Array;
  length = 0;

  constructor(capacity = 64) {
    this.data = new Int32Array(Math.max(2, capacity));
  }

  clear(): void {
    this.length = 0;
  }

  push(value: number): void {
    if (this.length === this.data.length) this.grow();
    this.data[this.length++] = value;
  }

  pushPair(first: number, second: number): void {
    if (this.length + 2 > this.data.length) this.grow();
    this.data[this.length] = first;
    this.data[this.length + 1] = second;
    this.length += 2;
  }

  private grow(): void {
    const data = new Int32Array(2 * this.data.length);
    data.set(this.data);
    this.data = data;
  }
}

/** A value for each of some corners, all of which are forgotten at once. */
export class Marks {
  private values = new Float64Array(0);
  private rounds = new Int32Array(0);
  private round = 1;

  forget(): void {
    this.round++;
  }

  has(v: number): boolean {
    return this.rounds[v] === this.round;
  }

  /** Of a corner that has one. */
  get(v: number): number {
    return this.values[v];
  }

  set(v: number, value: number): void {
    if (v >= this.values.length) this.grow(2 * v + 2);
    this.rounds[v] = this.round;
    this.values[v] = value;
  }

  private grow(length: number): void {
    const { values, rounds } = this;
    this.values = new Float64Array(length);
    this.values.set(values);
    this.rounds = new Int32Array(length);
    this.rounds.set(rounds);
  }
}

// Weights summed up by the edge or vertex that they belong to: forgotten at once, point after point.

export class FeatureSums {
  /** Features that were counted, by first appearance, and the sum of each. */
  length = 0;
  items = new Int32Array(64);
  sums = new Int32Array(0);
  /** The round in which a feature was last counted, and last asked for. */
  private counted = new Float64Array(0);
  private visited = new Float64Array(0);
  private round = 0;

  /** Forgets all sums; there are so many features. */
  begin(features: number): void {
    this.length = 0;
    this.round++;
    if (this.sums.length >= features) return;
    this.sums = new Int32Array(features);
    this.counted = new Float64Array(features);
    this.visited = new Float64Array(features);
  }

  /** Whether a feature is asked for the first time. */
  isNew(item: number): boolean {
    if (this.visited[item] === this.round) return false;
    this.visited[item] = this.round;
    return true;
  }

  count(item: number, weight: number): void {
    if (this.counted[item] === this.round) {
      this.sums[item] += weight;
      return;
    }
    this.counted[item] = this.round;
    this.sums[item] = weight;
    if (this.length === this.items.length) {
      const longer = new Int32Array(2 * this.length);
      longer.set(this.items);
      this.items = longer;
    }
    this.items[this.length++] = item;
  }
}

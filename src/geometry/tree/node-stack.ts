// Nodes of trees that wait to be looked at: one array, kept from search to search.

export class NodeStack {
  private waiting = new Int32Array(512);

  /** Room for `needed` numbers. */
  atLeast(needed: number): Int32Array {
    if (this.waiting.length < needed) this.waiting = new Int32Array(2 * needed);
    return this.waiting;
  }
}

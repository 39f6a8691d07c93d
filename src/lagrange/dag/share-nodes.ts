// Which node an expression is already, so that equal ones are made once: a table of nodes by what they are made of (hash
// consing), with open addressing.

import type { Dag, Node } from './dag.ts';
import type { Op } from './op.ts';

const FIRST_SIZE = 1024;

export class SharedNodes {
  private readonly dag: Pick<Dag, 'equals'>;
  private count = 0;
  private table = new Int32Array(4 * FIRST_SIZE).fill(-1);
  /** Beside the table: the hash of each node in it. */
  private hashes = new Int32Array(4 * FIRST_SIZE);
  /** Where the expression looked for last belongs, and its hash. */
  private slot = 0;
  private code = 0;

  constructor(dag: Pick<Dag, 'equals'>) {
    this.dag = dag;
  }

  /** The node made of just this, if there is one. */
  find(
    operation: Op,
    value: number,
    args: readonly number[],
    weights: readonly number[],
    count: number,
  ): Node | undefined {
    if (2 * (this.count + 1) > this.table.length) this.grow();
    const mask = this.table.length - 1;
    this.code = hash(operation, value, args, weights, count);
    for (let slot = this.code & mask; ; slot = (slot + 1) & mask) {
      const found = this.table[slot];
      if (found < 0) {
        this.slot = slot;
        return undefined;
      }
      if (this.dag.equals(found, operation, value, args, weights, count)) return found;
    }
  }

  /** The node that was looked for last, and not found. */
  add(node: Node): void {
    this.table[this.slot] = node;
    this.hashes[this.slot] = this.code;
    this.count++;
  }

  private grow(): void {
    const { table, hashes } = this;
    this.table = new Int32Array(2 * table.length).fill(-1);
    this.hashes = new Int32Array(2 * table.length);
    const mask = this.table.length - 1;
    for (let from = 0; from < table.length; from++) {
      if (table[from] < 0) continue;
      let slot = hashes[from] & mask;
      while (this.table[slot] >= 0) slot = (slot + 1) & mask;
      this.table[slot] = table[from];
      this.hashes[slot] = hashes[from];
    }
  }
}

const bits = new Float64Array(1);
const words = new Uint32Array(bits.buffer);

function hash(
  operation: Op,
  value: number,
  args: readonly number[],
  weights: readonly number[],
  count: number,
): number {
  bits[0] = value;
  let h =
    Math.imul(operation + 1, 0x9e3779b1) ^ Math.imul(words[0], 0x85ebca6b) ^ Math.imul(words[1], 0xc2b2ae35);
  for (let k = 0; k < count; k++) {
    h = Math.imul(h ^ args[k], 0x9e3779b1);
    h ^= h >>> 15;
    if (weights.length === 0) continue;
    bits[0] = weights[k];
    h = Math.imul(h ^ words[0] ^ Math.imul(words[1], 0x85ebca6b), 0xc2b2ae35);
    h ^= h >>> 13;
  }
  return h ^ (h >>> 16);
}

// Improves a vertex separator by moving one vertex at a time; see ordering-separator.ts.

import { SEPARATOR, type WeightedGraph } from './ordering-sides.ts';

const PASSES = 8;
/** No side may be heavier than this share of the whole, unless it was and the move makes it lighter. */
const HEAVIEST = 0.6;
/** Moves without a better state after which a pass ends. */
const PATIENCE = 80;

/** What a separator costs: its weight, and a little for halves of unequal weight. Changes `sides`. */
export function refineSeparator(graph: WeightedGraph, sides: Uint8Array): number {
  const refinement = new Refinement(graph, sides);
  let cost = refinement.cost();
  for (let pass = 0; pass < PASSES; pass++) {
    const better = refinement.pass();
    if (better >= cost) break;
    cost = better;
  }
  return cost;
}

class Refinement {
  private readonly graph: WeightedGraph;
  private readonly sides: Uint8Array;
  private readonly partWeights = new Float64Array(3);
  private readonly total: number;
  private readonly locked: Uint8Array;
  private readonly queue = new MoveQueue();

  constructor(graph: WeightedGraph, sides: Uint8Array) {
    this.graph = graph;
    this.sides = sides;
    this.locked = new Uint8Array(sides.length);
    for (let v = 0; v < sides.length; v++) this.partWeights[sides[v]] += graph.weights[v];
    this.total = this.partWeights[0] + this.partWeights[1] + this.partWeights[2];
  }

  cost(): number {
    const [a, b, s] = this.partWeights;
    const uneven = Math.abs(a - b) / this.total;
    const heavy = Math.max(0, Math.max(a, b) - HEAVIEST * this.total);
    return s * (1 + 0.4 * uneven * uneven) + heavy;
  }

  /** Moves best first until nothing has improved for a while, then goes back to the best state; its cost. */
  pass(): number {
    const { graph, sides, queue, locked } = this;
    locked.fill(0);
    queue.clear();
    for (let v = 0; v < sides.length; v++) if (sides[v] === SEPARATOR) this.offer(v);

    /** Vertex and the part it came from, in order of change. */
    const trail: number[] = [];
    let best = this.cost();
    let bestLength = 0;
    let idle = 0;
    while (idle < PATIENCE && queue.pop()) {
      const { vertex: v, side } = queue;
      if (sides[v] !== SEPARATOR || locked[v]) continue;
      const gain = this.gain(v, side);
      if (gain !== queue.gain) {
        // a neighbour moved since this was offered: it waits for its new turn
        queue.push(v, side, gain);
        continue;
      }
      if (
        this.partWeights[side] + graph.weights[v] > HEAVIEST * this.total &&
        this.partWeights[side] > this.partWeights[1 - side]
      )
        continue;

      locked[v] = 1;
      trail.push(v, SEPARATOR);
      this.put(v, side);
      for (let e = graph.starts[v]; e < graph.starts[v + 1]; e++) {
        const u = graph.neighbours[e];
        if (sides[u] !== 1 - side) continue;
        trail.push(u, 1 - side);
        this.put(u, SEPARATOR);
        if (!locked[u]) this.offer(u);
      }
      const cost = this.cost();
      if (cost < best) {
        best = cost;
        bestLength = trail.length;
        idle = 0;
      } else idle++;
    }
    for (let k = trail.length - 2; k >= bestLength; k -= 2) this.put(trail[k], trail[k + 1]);
    return best;
  }

  private offer(v: number): void {
    this.queue.push(v, 0, this.gain(v, 0));
    this.queue.push(v, 1, this.gain(v, 1));
  }

  /** How much lighter the separator gets when v goes to a side. */
  private gain(v: number, side: number): number {
    const { starts, neighbours, weights } = this.graph;
    let gain = weights[v];
    for (let e = starts[v]; e < starts[v + 1]; e++) {
      if (this.sides[neighbours[e]] === 1 - side) gain -= weights[neighbours[e]];
    }
    return gain;
  }

  private put(v: number, part: number): void {
    this.partWeights[this.sides[v]] -= this.graph.weights[v];
    this.partWeights[part] += this.graph.weights[v];
    this.sides[v] = part;
  }
}

/** A binary heap of moves: largest gain first, then the latest offer, so that moves stay close together. */
class MoveQueue {
  /** The move that `pop` took. */
  vertex = 0;
  side = 0;
  gain = 0;
  private readonly moves: number[] = [];
  private readonly gains: number[] = [];
  private readonly stamps: number[] = [];
  private count = 0;
  private stamp = 0;

  clear(): void {
    this.count = 0;
  }

  push(vertex: number, side: number, gain: number): void {
    let at = this.count++;
    const stamp = this.stamp++;
    while (at > 0) {
      const up = (at - 1) >> 1;
      if (this.gains[up] > gain || (this.gains[up] === gain && this.stamps[up] > stamp)) break;
      this.copy(at, up);
      at = up;
    }
    this.moves[at] = 2 * vertex + side;
    this.gains[at] = gain;
    this.stamps[at] = stamp;
  }

  pop(): boolean {
    if (this.count === 0) return false;
    this.vertex = this.moves[0] >> 1;
    this.side = this.moves[0] & 1;
    this.gain = this.gains[0];
    const last = --this.count;
    let at = 0;
    for (;;) {
      let down = 2 * at + 1;
      if (down >= last) break;
      if (down + 1 < last && this.before(down + 1, down)) down++;
      if (!this.before(down, last)) break;
      this.copy(at, down);
      at = down;
    }
    this.copy(at, last);
    return true;
  }

  private before(a: number, b: number): boolean {
    return (
      this.gains[a] > this.gains[b] || (this.gains[a] === this.gains[b] && this.stamps[a] > this.stamps[b])
    );
  }

  private copy(to: number, from: number): void {
    this.moves[to] = this.moves[from];
    this.gains[to] = this.gains[from];
    this.stamps[to] = this.stamps[from];
  }
}

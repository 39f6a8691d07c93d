// The rods that a mesh of wires is made of: strands, each from one end to another or round in a loop.
//
// Two wires that meet go on as one strand. Where more of them meet, the two that go on most straight do, then the two straightest of
// what is left, as long as they turn by less than a right angle; all others only hang together there, as on a ring. So knots of a
// net are two strands that cross, and a rope's end that is led back and tied to it forms an eye.

export interface Strand {
  /** Wires along it, and the vertices between them: one more, or as many where it is closed. */
  readonly wires: readonly number[];
  readonly vertices: readonly number[];
  readonly isClosed: boolean;
}

/** @param positions  at rest */
export function strandsOf(wires: ArrayLike<number>, positions: Float64Array): Strand[] {
  const next = continuations(wires, positions);
  const taken = new Uint8Array(wires.length / 2);
  const strands: Strand[] = [];
  const follow = (end: number): void => {
    const strand: Strand = { wires: [], vertices: [wires[end]], isClosed: false };
    const list = strand.wires as number[];
    const vertices = strand.vertices as number[];
    // an end 2 w + k of wire w is the one at its vertex k
    for (let at = end; ; ) {
      const wire = at >> 1;
      taken[wire] = 1;
      list.push(wire);
      const far = next[at ^ 1];
      if (far === end) {
        strands.push({ ...strand, isClosed: true });
        return;
      }
      vertices.push(wires[at ^ 1]);
      if (far < 0) {
        strands.push(strand);
        return;
      }
      at = far;
    }
  };
  for (let end = 0; end < wires.length; end++) if (next[end] < 0 && taken[end >> 1] === 0) follow(end);
  for (let end = 0; end < wires.length; end += 2) if (taken[end >> 1] === 0) follow(end);
  return strands;
}

/** Of each end of a wire the end of another that it goes on with, -1: it ends there. */
function continuations(wires: ArrayLike<number>, positions: Float64Array): Int32Array {
  const endsAt = new Map<number, number[]>();
  for (let end = 0; end < wires.length; end++) {
    const ends = endsAt.get(wires[end]);
    if (ends) ends.push(end);
    else endsAt.set(wires[end], [end]);
  }
  const next = new Int32Array(wires.length).fill(-1);
  for (const ends of endsAt.values()) {
    if (ends.length === 2) {
      [next[ends[0]], next[ends[1]]] = [ends[1], ends[0]];
      continue;
    }
    const pairs: { a: number; b: number; straight: number }[] = [];
    for (let i = 0; i < ends.length; i++)
      for (let j = 0; j < i; j++)
        pairs.push({ a: ends[j], b: ends[i], straight: straightness(wires, positions, ends[j], ends[i]) });
    pairs.sort((one, two) => two.straight - one.straight);
    for (const { a, b, straight } of pairs) {
      if (!(straight > 0) || next[a] >= 0 || next[b] >= 0) continue;
      [next[a], next[b]] = [b, a];
    }
  }
  return next;
}

/** Cosine of the angle by which a strand turns that comes in by end a and goes out by end b. */
function straightness(wires: ArrayLike<number>, x: Float64Array, a: number, b: number): number {
  let [aa, ab, bb] = [0, 0, 0];
  for (let k = 0; k < 3; k++) {
    const u = x[3 * wires[a] + k] - x[3 * wires[a ^ 1] + k];
    const v = x[3 * wires[b ^ 1] + k] - x[3 * wires[b] + k];
    aa += u * u;
    ab += u * v;
    bb += v * v;
  }
  return ab / Math.sqrt(aa * bb);
}

// Wires as tubes as thick as they are, for files whose lines have no width: rings around the vertices, mitred where wires bend.
//
// Wires hang together in chains: from end or knot to end or knot, or once round. Each chain is a closed surface of its own.

import { crossTriple, dotTriple, lengthTriple } from '../../num/index.ts';

/** Of a ring. */
const SIDES = 8;
/** Rings lean into a bend as far as one of 120° wants; around sharper ones a tube is too thin. */
const LEAST_COSINE = 0.5;

type Triple = readonly number[];

export class ThickRod {
  readonly faces: Uint32Array;
  /** [m], xyz a vertex. */
  readonly positions: Float64Array;
  private readonly radius: number;
  private readonly chains: readonly (readonly number[])[];
  /** Of each chain: square to its first segment as it was last written, so that rings do not spin from one moment to the next. */
  private readonly sideways: Triple[];

  /**
   * @param wires      two vertices each
   * @param thickness  [m]
   */
  constructor(wires: ArrayLike<number>, thickness: number) {
    this.radius = 0.5 * thickness;
    this.chains = chainsOf(wires);
    this.sideways = this.chains.map(() => [0, 0, 0]);
    const faces: number[] = [];
    let first = 0;
    for (const { length } of this.chains) {
      addTube(faces, first, length);
      first += SIDES * length;
    }
    this.faces = Uint32Array.from(faces);
    this.positions = new Float64Array(3 * first);
  }

  /**
   * Puts it where the vertices are.
   * @param vertices  [m], xyz a vertex
   */
  write(vertices: ArrayLike<number>): void {
    let at = 0;
    this.chains.forEach((chain, c) => {
      const places = chain.map((v) => [vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]]);
      const ways = directions(places);
      const last = ways.length - 1;
      const isRound = chain[0] === chain[chain.length - 1];
      let u = squareTo(ways[0], this.sideways[c]);
      this.sideways[c] = u;
      places.forEach((place, i) => {
        const before = i > 0 ? ways[i - 1] : isRound ? ways[last] : ways[0];
        const after = i <= last ? ways[i] : isRound ? ways[0] : ways[last];
        this.writeRing(at, place, u, ways[Math.max(0, i - 1)], unit(sum(before, 1, after)) ?? before);
        at += 3 * SIDES;
        if (i > 0 && i <= last) u = carried(u, ways[i - 1], ways[i]);
      });
    });
  }

  /** @param along  of the segment that u is square to; its ring lies square to `mitre` */
  private writeRing(at: number, place: Triple, u: Triple, along: Triple, mitre: Triple): void {
    const v = crossTriple(along, u);
    const slope = Math.max(LEAST_COSINE, dotTriple(along, mitre));
    OCTAGON.forEach(([c, s], side) => {
      const out = [0, 1, 2].map((k) => this.radius * (c * u[k] + s * v[k]));
      const lean = dotTriple(out, mitre) / slope;
      for (let k = 0; k < 3; k++) this.positions[at + 3 * side + k] = place[k] + out[k] - lean * along[k];
    });
  }
}

const HALF_ROOT = Math.SQRT1_2;
const OCTAGON: readonly (readonly [number, number])[] = [
  [1, 0],
  [HALF_ROOT, HALF_ROOT],
  [0, 1],
  [-HALF_ROOT, HALF_ROOT],
  [-1, 0],
  [-HALF_ROOT, -HALF_ROOT],
  [0, -1],
  [HALF_ROOT, -HALF_ROOT],
];

/** Rings one after another, and a lid at either end. */
function addTube(faces: number[], first: number, rings: number): void {
  const last = first + SIDES * (rings - 1);
  for (let k = 0; k < SIDES; k++) {
    const next = (k + 1) % SIDES;
    for (let at = first; at < last; at += SIDES)
      faces.push(at + k, at + next, at + SIDES + k, at + next, at + SIDES + next, at + SIDES + k);
    if (k > 0 && k < SIDES - 1) faces.push(first, first + k + 1, first + k, last, last + k, last + k + 1);
  }
}

/** Vertices of each chain from end to end; of one that goes round, the first again at its end. */
function chainsOf(wires: ArrayLike<number>): number[][] {
  const around = new Map<number, number[]>();
  for (let i = 0; i < wires.length; i++)
    around.set(wires[i], [...(around.get(wires[i]) ?? []), Math.floor(i / 2)]);
  const wiresAt = (vertex: number): readonly number[] => around.get(vertex) ?? [];
  const taken = new Set<number>();
  const chains: number[][] = [];
  const follow = (start: number): void => {
    for (const first of wiresAt(start)) {
      if (taken.has(first)) continue;
      const chain = [start];
      let wire: number | undefined = first;
      while (wire !== undefined) {
        taken.add(wire);
        const from: number = chain[chain.length - 1];
        const to: number = wires[2 * wire] === from ? wires[2 * wire + 1] : wires[2 * wire];
        chain.push(to);
        wire =
          wiresAt(to).length === 2 && to !== start ? wiresAt(to).find((one) => !taken.has(one)) : undefined;
      }
      chains.push(chain);
    }
  };
  for (const [vertex, own] of around) if (own.length !== 2) follow(vertex);
  for (const vertex of around.keys()) follow(vertex);
  return chains;
}

/** Unit, one a segment; one without length goes as that before it. */
function directions(places: readonly Triple[]): Triple[] {
  const out: Triple[] = [];
  for (let i = 1; i < places.length; i++)
    out.push(unit(sum(places[i], -1, places[i - 1])) ?? out[i - 2] ?? [1, 0, 0]);
  return out;
}

/** What of a vector is square to a direction, or something else that is where nothing is left. */
function squareTo(way: Triple, vector: Triple): Triple {
  const rest = sum(vector, -dotTriple(vector, way), way);
  const other = Math.abs(way[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  return (lengthTriple(rest) > 1e-3 ? unit(rest) : unit(crossTriple(way, other))) as Triple;
}

/** Turned the short way from one direction to the next, to which it then is square. */
function carried(u: Triple, from: Triple, to: Triple): Triple {
  const both = 1 + dotTriple(from, to);
  if (both < 1e-6) return u;
  return squareTo(to, sum(u, -dotTriple(u, to) / both, sum(from, 1, to)));
}

function sum(a: Triple, factor: number, b: Triple): Triple {
  return a.map((x, k) => x + factor * b[k]);
}

function unit(a: Triple): Triple | undefined {
  const length = lengthTriple(a);
  return length > 0 ? a.map((x) => x / length) : undefined;
}

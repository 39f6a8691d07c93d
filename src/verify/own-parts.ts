// Which parts of one deformable its thickness keeps apart: points and faces, and edges, that share no vertex and are not nearer at
// rest than a fifth more than the thickness (and the separation that was promised). What is nearer at rest, as neighbours of a fine
// mesh are, can keep no more than not to touch, and that is judged as of any surface.
//
// Two simplices that are far enough from each other at rest are looked at as wholes: all their parts are kept apart. Of others, and of those
// that share a vertex, single pairs of a point and a face and of two edges are, each with the first two simplices that have it.

import type { Encounter } from './crossing/encounter.ts';
import { sharedVertices } from './crossing/simplex-pair.ts';
import { bestSeparation, type Parting } from './distance/separation.ts';
import { thicknessOf, type World } from './world.ts';

/** What is nearer at rest than so many times what is kept does not keep it. */
const NEAR_AT_REST = 1.2;

/** Of two simplices: all of both. */
const whole = new Int32Array(0);
/** Numbers of a part: how many vertices it has of the first simplex and of both, then up to four vertices of the world. */
const PART = 6;

export class OwnParts {
  private readonly world: World;
  /** What was promised beyond thickness [m]. */
  private readonly least: number;
  /** Of each deformable, by two of its simplices. */
  private readonly known: readonly Map<number, Int32Array>[];
  /** Parts that some simplices have, by their item and vertices. */
  private readonly taken = new Set<string>();
  private readonly parting: Parting = { direction: new Float64Array(3), feature: 0, sign: 1 };
  private readonly points = new Float64Array(18);

  constructor(world: World, least: number) {
    this.world = world;
    this.least = least;
    this.known = world.scene.deformables.map(() => new Map<number, Int32Array>());
  }

  /** Chooses in the encounter one after the other what is kept apart of two simplices of an item. */
  forEach(encounter: Encounter, item: number, one: number, other: number, look: () => void): void {
    const p = Math.min(one, other);
    const q = Math.max(one, other);
    const parts = this.partsOf(item, p, q);
    if (parts === whole) {
      encounter.chooseSimplices(item, p, item, q);
      look();
    }
    for (let at = 0; at < parts.length; at += PART) {
      const count = parts[at];
      encounter.choose(item, item, parts.subarray(at + 2, at + PART), count, parts[at + 1] - count);
      look();
    }
  }

  private partsOf(item: number, p: number, q: number): Int32Array {
    const { world } = this;
    // grains have no rest: they are apart where they start, or that is found
    if (world.scene.deformables[item - world.bodies].kind === 'particles') return whole;
    const known = this.known[item - world.bodies];
    const key = p * world.forms[item].simplices.count + q;
    let parts = known.get(key);
    if (!parts) {
      parts = this.find(item, p, q);
      known.set(key, parts);
    }
    return parts;
  }

  private find(item: number, p: number, q: number): Int32Array {
    const { world } = this;
    const a = this.cornersOf(item, p);
    const b = this.cornersOf(item, q);
    if (sharedVertices(world, item, p, q) === 0 && this.isKept(item, a, b)) return whole;
    const parts: number[] = [];
    const offer = (one: readonly number[], two: readonly number[]): void => {
      if (one.some((v) => two.includes(v)) || !this.isKept(item, one, two)) return;
      const [first, second] = [sortedName(one), sortedName(two)];
      const name = first < second ? `${first}|${second}` : `${second}|${first}`;
      if (this.taken.has(name)) return;
      this.taken.add(name);
      parts.push(one.length, one.length + two.length, ...one, ...two);
      while (parts.length % PART > 0) parts.push(0);
    };
    if (b.length === 3) for (const v of a) offer([v], b);
    if (a.length === 3) for (const v of b) offer(a, [v]);
    for (const one of edgesOf(a)) for (const two of edgesOf(b)) offer(one, two);
    // points on their own
    if (Math.min(a.length, b.length) === 1 && Math.max(a.length, b.length) < 3) offer(a, b);
    return Int32Array.from(parts);
  }

  /** Vertices of the world. */
  private cornersOf(item: number, simplex: number): number[] {
    const { vertices, sizes } = this.world.forms[item].simplices;
    return Array.from(
      { length: sizes[simplex] },
      (_, k) => this.world.firstVertex[item] + vertices[3 * simplex + k],
    );
  }

  /** Whether two parts of an item are far enough from each other at rest. */
  private isKept(item: number, a: readonly number[], b: readonly number[]): boolean {
    const { world, points, parting, least } = this;
    const { mesh, restPositions } = world.scene.deformables[item - world.bodies];
    const rest = restPositions ?? world.scene.meshes[mesh].positions;
    [...a, ...b].forEach((v, n) => {
      const from = 3 * (v - world.firstVertex[item]);
      for (let k = 0; k < 3; k++) points[3 * n + k] = rest[from + k];
    });
    const near = NEAR_AT_REST * thicknessOf(world, item, item) + least;
    return bestSeparation(parting, points, a.length, b.length) > near;
  }
}

function edgesOf([v, w, u]: readonly number[]): [number, number][] {
  if (u !== undefined)
    return [
      [v, w],
      [w, u],
      [u, v],
    ];
  return w === undefined ? [] : [[v, w]];
}

function sortedName(vertices: readonly number[]): string {
  return [...vertices].sort((v, w) => v - w).join(' ');
}

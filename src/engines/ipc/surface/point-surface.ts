// The barrier of a point over a surface, which does not feel how the surface is cut into triangles.
//
//   E(p) = κ [ Σ_T b(d_T) + Σ_e w_e b(d_e) + Σ_v w_v b(d_v) ]         w: surface.ts, −1 and +1 inside a closed surface
//
// Each triangle alone would push a point that is beside it back over its edge. In the sum, what is nearest to the same
// edge or vertex cancels: where the surface within reach is one disc E = κ b(distance), at a concave edge both walls push, and
// E is C¹ everywhere. Written as ∫ −b'(r) χ(r) dr, χ the Euler characteristic of the surface within r of p, it is seen to
// be the same for every triangulation, and to grow without bound where p touches: χ is 1 next to a point that is touched.
//
// So weights are summed for each feature that is nearest to something, and what sums up to zero is no contact.
// Li et al. 2023, "Convergent Incremental Potential Contact", for smooth surfaces; the weights make it so for all.

import {
  CANDIDATE_STRIDE,
  FLIPPED,
  POINT_EDGE,
  POINT_POINT,
  POINT_TRIANGLE,
} from '../../../geometry/ccd/index.ts';
import { pointEdgeClosest, pointPointClosest } from '../../../geometry/distance/index.ts';
import type { Candidates } from '../contact/candidates.ts';
import { type ContactSet, recordSize } from '../contact/contact-set.ts';
import { FeatureSums } from './feature-sums.ts';
import { shareNegative } from './share-negative.ts';
import type { Surface } from './surface.ts';

/** Feature codes of geometry/distance: vertices 0 1 2, edges 3 4 5, the inside of a triangle; of edges 0 1, the inside. */
const insideTriangle = 6;
const insideEdge = 2;

const record = new Float64Array(recordSize);

/** Triangles and wires within reach of the points of a pair, gathered by point, then summed up. */
export class PointSurface {
  private count = 0;
  private candidate = new Int32Array(64);
  private feature = new Int32Array(64);
  private records = new Float64Array(64 * recordSize);
  /** The next of the same point, -1 at the end. */
  private next = new Int32Array(64);
  /** Points by first appearance, so many; the first and last of what each has. */
  private points = new Int32Array(64);
  private pointCount = 0;
  private heads = new Int32Array(0);
  private tails = new Int32Array(0);
  /** The round in which a point was last seen. */
  private seen = new Float64Array(0);
  private round = 0;
  /** Of the point that is summed up: the first vertex of the other surface in the scene, and FLIPPED where that is the pair's a. */
  private start = 0;
  private flipped = 0;
  private readonly edges = new FeatureSums();
  private readonly vertices = new FeatureSums();

  /** Forgets all points; the scene has so many vertices. */
  begin(vertices: number): void {
    this.count = 0;
    this.pointCount = 0;
    this.round++;
    if (this.seen.length >= vertices) return;
    this.heads = new Int32Array(vertices);
    this.tails = new Int32Array(vertices);
    this.seen = new Float64Array(vertices);
  }

  /** Takes candidate c, of which this feature is nearest, with its closest record. */
  add({ list }: Candidates, c: number, feature: number, closest: Float64Array): void {
    if (this.count === this.candidate.length) this.grow();
    const cell = this.count++;
    this.candidate[cell] = c;
    this.feature[cell] = feature;
    this.next[cell] = -1;
    for (let k = 0; k < recordSize; k++) this.records[recordSize * cell + k] = closest[k];
    const p = list[CANDIDATE_STRIDE * c + 1];
    if (this.seen[p] === this.round) {
      this.next[this.tails[p]] = cell;
    } else {
      this.seen[p] = this.round;
      this.heads[p] = cell;
      this.points[this.pointCount++] = p; // no more than there are cells
    }
    this.tails[p] = cell;
  }

  private grow(): void {
    const size = 2 * this.candidate.length;
    const longer = (from: Int32Array): Int32Array<ArrayBuffer> => {
      const to = new Int32Array(size);
      to.set(from);
      return to;
    };
    this.candidate = longer(this.candidate);
    this.feature = longer(this.feature);
    this.next = longer(this.next);
    this.points = longer(this.points);
    const records = new Float64Array(size * recordSize);
    records.set(this.records);
    this.records = records;
  }

  /** Adds the contacts of all points; returns whether none touches. */
  finish(
    candidates: Candidates,
    x: Float64Array,
    reachSquared: number,
    separation: number,
    dHat: number,
    set: ContactSet,
  ): boolean {
    for (let k = 0; k < this.pointCount; k++) {
      const p = this.points[k];
      const begin = set.count;
      const head = this.heads[p];
      this.flipped = candidates.list[CANDIDATE_STRIDE * this.candidate[head]] & FLIPPED;
      const side = this.flipped ? 0 : 1;
      const surface = candidates.surfaces[side];
      this.start = candidates.starts[side];
      // An edge of weight is shared, and what shares it is no farther than it: a triangle alone has none within reach.
      const isAlone = this.next[head] < 0 && kindOf(candidates, this.candidate[head]) === POINT_TRIANGLE;
      if (isAlone && this.feature[head] === insideTriangle) {
        this.addNearest(candidates, surface, head, set);
        const sharp = candidates.surfaces[1 - side].vertexSharpness[p - candidates.starts[1 - side]];
        if (!setGaps(set, begin, separation, sharp)) return false;
        continue;
      }
      this.edges.begin(surface.edgeWeights.length);
      this.vertices.begin(surface.vertexWeights.length);
      for (let cell = head; cell >= 0; cell = this.next[cell]) {
        this.addNearest(candidates, surface, cell, set);
        if (!isAlone) this.visitParts(candidates, surface, cell, x, 3 * p, reachSquared);
      }
      const own = p - candidates.starts[1 - side];
      this.addSums(this.edges, POINT_EDGE, surface.edges, x, p, own, set);
      this.addSums(this.vertices, POINT_POINT, surface.edges, x, p, own, set);
      const sharpness = candidates.surfaces[1 - side].vertexSharpness[own];
      if (!setGaps(set, begin, separation, sharpness)) return false;
      shareNegative(set, begin, dHat);
    }
    return true;
  }

  /** Counts a triangle at what of it is nearest; its inside is a contact at once. */
  private addNearest(candidates: Candidates, surface: Surface, cell: number, set: ContactSet): void {
    const c = this.candidate[cell];
    const { list, primitives } = candidates;
    const feature = this.feature[cell];
    const second = primitives[2 * c + 1];
    // wires and points count by their own weight, where their parts are visited
    if (kindOf(candidates, c) !== POINT_TRIANGLE) return;
    if (feature === insideTriangle) {
      const to = set.add();
      for (let k = 0; k < CANDIDATE_STRIDE; k++)
        set.list[CANDIDATE_STRIDE * to + k] = list[CANDIDATE_STRIDE * c + k];
      for (let k = 0; k < recordSize; k++)
        set.record[recordSize * to + k] = this.records[recordSize * cell + k];
      set.features[2 * to] = primitives[2 * c];
      set.features[2 * to + 1] = second;
      set.weight[to] = 1;
    } else if (feature >= 3) {
      this.edges.count(surface.faceEdges[3 * second + feature - 3], 1);
    } else {
      this.vertices.count(surface.faces[3 * second + feature], 1);
    }
  }

  /** Counts the edges and vertices of a cell that were not seen before. */
  private visitParts(
    candidates: Candidates,
    surface: Surface,
    cell: number,
    x: Float64Array,
    p: number,
    reachSquared: number,
  ): void {
    const c = this.candidate[cell];
    const kind = kindOf(candidates, c);
    const second = candidates.primitives[2 * c + 1];
    if (kind === POINT_TRIANGLE) {
      for (let k = 3 * second; k < 3 * second + 3; k++) {
        this.visitEdge(surface, surface.faceEdges[k], x, p, reachSquared);
        this.visitVertex(surface, surface.faces[k], x, p, reachSquared);
      }
    } else if (kind === POINT_EDGE) {
      const e = surface.edgeOfWire[second];
      this.visitEdge(surface, e, x, p, reachSquared);
      for (let k = 2 * e; k < 2 * e + 2; k++) this.visitVertex(surface, surface.edges[k], x, p, reachSquared);
    } else {
      this.visitVertex(surface, second, x, p, reachSquared);
    }
  }

  private visitEdge(
    { edges, edgeWeights }: Surface,
    e: number,
    x: Float64Array,
    p: number,
    reachSquared: number,
  ): void {
    const weight = edgeWeights[e];
    if (weight === 0 || !this.edges.isNew(e)) return;
    const v0 = edges[2 * e];
    const v1 = edges[2 * e + 1];
    const feature = pointEdgeClosest(record, 0, x, p, 3 * (this.start + v0), 3 * (this.start + v1));
    if (record[7] >= reachSquared) return;
    if (feature === insideEdge) this.edges.count(e, weight);
    else this.vertices.count(feature === 0 ? v0 : v1, weight);
  }

  private visitVertex(
    { vertexWeights }: Surface,
    v: number,
    x: Float64Array,
    p: number,
    reachSquared: number,
  ): void {
    const weight = vertexWeights[v];
    if (weight === 0 || !this.vertices.isNew(v)) return;
    pointPointClosest(record, 0, x, p, 3 * (this.start + v));
    if (record[7] < reachSquared) this.vertices.count(v, weight);
  }

  /** Adds the contacts of point p with the edges, or the vertices, whose weights have not summed up to zero. */
  private addSums(
    sums: FeatureSums,
    kind: typeof POINT_EDGE | typeof POINT_POINT,
    ends: Uint32Array,
    x: Float64Array,
    p: number,
    own: number,
    set: ContactSet,
  ): void {
    const { start, flipped } = this;
    for (let k = 0; k < sums.length; k++) {
      const item = sums.items[k];
      if (sums.sums[item] === 0) continue;
      const to = set.add();
      const isEdge = kind === POINT_EDGE;
      const i = start + (isEdge ? ends[2 * item] : item);
      const j = start + (isEdge ? ends[2 * item + 1] : item);
      if (isEdge) pointEdgeClosest(set.record, recordSize * to, x, 3 * p, 3 * i, 3 * j);
      else pointPointClosest(set.record, recordSize * to, x, 3 * p, 3 * i);
      writeVertices(set, to, kind + flipped, p, i, j);
      set.features[2 * to] = own;
      set.features[2 * to + 1] = item;
      set.weight[to] = sums.sums[item];
    }
  }
}

function kindOf({ list }: Candidates, c: number): number {
  return list[CANDIDATE_STRIDE * c] & 3;
}

function writeVertices(set: ContactSet, to: number, code: number, p: number, i: number, j: number): void {
  const at = CANDIDATE_STRIDE * to;
  set.list[at] = code;
  set.list[at + 1] = p;
  set.list[at + 2] = i;
  set.list[at + 3] = j;
  set.list[at + 4] = i;
}

/** Gaps and weights of the contacts from `begin` on, which count by how sharp their vertex is; whether all are open. */
function setGaps(set: ContactSet, begin: number, separation: number, sharpness: number): boolean {
  for (let c = begin; c < set.count; c++) {
    const gap = Math.sqrt(set.record[recordSize * c + 7]) - separation;
    if (!(gap > 0)) return false;
    set.gap[c] = gap;
    set.weight[c] *= sharpness;
    set.mollifier[c] = 1;
    set.threshold[c] = 0;
    set.strength[c] = Math.max(0, set.weight[c]);
  }
  return true;
}

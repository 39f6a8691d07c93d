// Which primitives may come within reach of each other on a way: points with triangles, edges with edges, of soft items with
// themselves, with each other and with bodies.
//
// Cells (cells.ts) are boxed along the whole way, so that what is found serves continuous collision to its end, and contacts
// anywhere on it. The order hangs on the cells alone.

import {
  CANDIDATE_STRIDE,
  EDGE_EDGE,
  POINT_EDGE,
  POINT_POINT,
  POINT_TRIANGLE,
} from '../../../geometry/ccd/index.ts';
import { BroadPhase, findInBox, FittedTree, IndexList } from '../../../geometry/tree/index.ts';
import { measure } from '../contact/contacts.ts';
import { isStatic, type Model } from '../model.ts';
import type { Poses } from '../step/poses.ts';
import { type Cells, cellsOf } from './cells.ts';
import { moved } from './elements.ts';
import type { Soft, SoftItem } from './soft.ts';
import { VertexWays } from './vertex-ways.ts';

/** Stencils in one list: kind and four vertices each, the number of their rule, what they keep between them. */
export class Stencils {
  count = 0;
  list = new Int32Array(256 * CANDIDATE_STRIDE);
  rule = new Int32Array(256);
  separation = new Float64Array(256);

  clear(): void {
    this.count = 0;
  }

  add(kind: number, v0: number, v1: number, v2: number, v3: number, rule: number, separation: number): void {
    if (this.count === this.rule.length) this.grow();
    const at = CANDIDATE_STRIDE * this.count;
    this.list[at] = kind;
    this.list[at + 1] = v0;
    this.list[at + 2] = v1;
    this.list[at + 3] = v2;
    this.list[at + 4] = v3;
    this.rule[this.count] = rule;
    this.separation[this.count] = separation;
    this.count++;
  }

  private grow(): void {
    this.list = moved(this.list, new Int32Array(2 * this.list.length));
    this.rule = moved(this.rule, new Int32Array(2 * this.rule.length));
    this.separation = moved(this.separation, new Float64Array(2 * this.separation.length));
  }
}

/** What is searched: what each owner is now, and 1 for scripted ones that have arrived. */
export interface Searched {
  readonly model: Model;
  readonly role: Uint8Array;
  readonly frozen: Uint8Array | undefined;
}

interface Present {
  searched: Searched | undefined;
  x: Float64Array;
  out: Stencils;
  rule: number;
  isSelf: boolean;
}

/** Finds stencils of a set of soft items and what is near them. */
export class StencilSearch {
  private readonly soft: Soft;
  private readonly items: readonly SoftItem[];
  /** First cell of each item among all of them, and which item each is of. */
  private readonly firstCell: Int32Array;
  private readonly itemOfCell: Int32Array;
  private readonly boxes: Float64Array;
  private readonly ways: VertexWays;
  private readonly broad = new BroadPhase();
  private readonly fitted = new FittedTree();
  private readonly found = new IndexList(256);
  /** What is being found: where, into what, by which rule, and whether of one item. */
  private readonly present: Present;

  /** @param places  of the items among soft ones */
  constructor(soft: Soft, places: readonly number[]) {
    this.soft = soft;
    this.items = places.map((s) => soft.items[s]);
    this.firstCell = new Int32Array(places.length + 1);
    this.items.forEach(({ cells }, k) => {
      this.firstCell[k + 1] = this.firstCell[k] + cells.count;
    });
    const cells = this.firstCell[places.length];
    this.itemOfCell = new Int32Array(cells);
    places.forEach((_, k) => {
      this.itemOfCell.fill(k, this.firstCell[k], this.firstCell[k + 1]);
    });
    this.boxes = new Float64Array(6 * cells);
    this.ways = new VertexWays(soft.ownerOf.length);
    this.present = {
      searched: undefined,
      x: new Float64Array(0),
      out: new Stencils(),
      rule: -1,
      isSelf: false,
    };
  }

  /**
   * @param owners  bodies and grains that are near
   * @param from    where everything is
   * @param way     (u, ω) of each owner
   */
  find(searched: Searched, owners: readonly number[], from: Poses, way: Float64Array, out: Stencils): void {
    out.clear();
    const { model } = searched;
    const { soft, items, boxes, firstCell, ways } = this;
    const wider = 0.5 * (soft.widest + model.options.minimumSeparation);
    items.forEach(({ cells, half, first, until }, k) => {
      for (let i = first; i < until; i++) ways.write(model, from, i, way);
      for (let c = 0; c < cells.count; c++)
        ways.around(cells.vertices, 3 * c, half + wider, boxes, 6 * (firstCell[k] + c));
    });
    this.present.searched = searched;
    this.present.x = from.x;
    this.present.out = out;
    this.pairOwn();
    if (boxes.length === 0) return;
    const tree = this.fitted.fit(boxes);
    const { found, itemOfCell } = this;
    for (const owner of owners) {
      ways.write(model, from, owner, way);
      const cells = bodyCells(model, soft, owner);
      for (let c = 0; c < cells.count; c++) {
        ways.around(cells.vertices, 3 * c, model.round[owner] + wider, box, 0);
        found.clear();
        findInBox(found, tree, box, 0);
        const list = found.data.subarray(0, found.length).sort();
        for (let k = 0; k < list.length; k++) {
          const s = itemOfCell[list[k]];
          const rule = soft.ruleOf(model.itemOf[owner], items[s].item);
          if (rule < 0) continue;
          this.present.rule = rule;
          this.present.isSelf = false;
          this.pairCells(cells, c, items[s].cells, list[k] - firstCell[s]);
        }
      }
    }
  }

  /** Soft items with themselves and each other. */
  private pairOwn(): void {
    const { found, firstCell, itemOfCell, items } = this;
    found.clear();
    this.broad.findPairs(found, this.boxes);
    for (let k = 0; k < found.length; k += 2) {
      const [i, j] = [found.data[k], found.data[k + 1]];
      const a = itemOfCell[i];
      const b = itemOfCell[j];
      const rule = this.soft.ruleOf(items[a].item, items[b].item);
      if (rule < 0) continue;
      this.present.rule = rule;
      this.present.isSelf = a === b;
      this.pairCells(items[a].cells, i - firstCell[a], items[b].cells, j - firstCell[b]);
    }
  }

  /** What two cells own of each other. */
  private pairCells(one: Cells, i: number, two: Cells, j: number): void {
    this.pairPoints(one, i, two, j);
    this.pairPoints(two, j, one, i);
    for (let k = 0; k < 3; k++) {
      if (!(one.owns[i] & (8 << k))) continue;
      const a = one.vertices[3 * i + k];
      const b = endOf(one, i, k);
      for (let l = 0; l < 3; l++) {
        if (!(two.owns[j] & (8 << l))) continue;
        const c = two.vertices[3 * j + l];
        const d = endOf(two, j, l);
        if (a === c || a === d || b === c || b === d) continue;
        this.offer(EDGE_EDGE, a, b, c, d);
      }
    }
  }

  /** The vertices that cell i owns, with the whole of cell j. */
  private pairPoints(one: Cells, i: number, two: Cells, j: number): void {
    const a = two.vertices[3 * j];
    const b = two.vertices[3 * j + 1];
    const c = two.vertices[3 * j + 2];
    // points of edges are met by the edges, those on their own only here
    const isPoint = one.vertices[3 * i + 1] < 0;
    if (c < 0 && !isPoint) return;
    // of two points the first
    if (b < 0 && a < one.vertices[3 * i]) return;
    for (let k = 0; k < 3; k++) {
      const p = one.vertices[3 * i + k];
      if (p < 0 || !(one.owns[i] & (1 << k)) || p === a || p === b || p === c) continue;
      if (c >= 0) this.offer(POINT_TRIANGLE, p, a, b, c);
      else if (b >= 0) this.offer(POINT_EDGE, p, a, b, b);
      else this.offer(POINT_POINT, p, a, a, a);
    }
  }

  /** Whether a vertex of a stencil is glued to the body that the other side is of: what is glued begins where it likes. */
  private isGlued(v0: number, v1: number, v2: number, v3: number): boolean {
    const { gluedTo, ownerOf } = this.soft;
    const one = ownerOf[v0];
    const other = ownerOf[v3];
    const isOn = (v: number): boolean => gluedTo[v] === one || gluedTo[v] === other;
    return isOn(v0) || isOn(v1) || isOn(v2) || isOn(v3);
  }

  /** Adds a stencil that can come within reach on the way, and of which anything can move. */
  private offer(kind: number, v0: number, v1: number, v2: number, v3: number): void {
    const { searched, x, out, rule, isSelf } = this.present;
    if (!searched) return;
    const { role, frozen } = searched;
    const { ways } = this;
    const { ownerOf, rest, rules } = this.soft;
    if (!isSelf && this.isGlued(v0, v1, v2, v3)) return;
    const { dHat, separation } = rules[rule];
    const reach = separation + dHat;
    const edges = kind === EDGE_EDGE;
    if (edges ? !ways.meet(v0, v1, v2, v3, v3, reach) : !ways.meet(v0, v0, v1, v2, v3, reach)) return;
    const moves = (v: number): boolean => role[ownerOf[v]] !== isStatic && !frozen?.[ownerOf[v]];
    if (!moves(v0) && !moves(v1) && !moves(v2) && !moves(v3)) return;
    stencil[0] = kind;
    stencil[1] = v0;
    stencil[2] = v1;
    stencil[3] = v2;
    stencil[4] = v3;
    measure(record, 0, x, stencil, 0);
    const { lengths } = ways;
    const others = Math.max(lengths[v2], lengths[v3]);
    const approach = edges
      ? Math.max(lengths[v0], lengths[v1]) + others
      : lengths[v0] + Math.max(lengths[v1], others);
    const most = reach + approach * (1 + 1e-9);
    if (record[7] > most * most) return;
    let kept = separation;
    if (isSelf) {
      measure(record, 0, rest, stencil, 0);
      // what is nearer at rest than its thickness can keep no more than not to touch
      if (record[7] < reach * reach) kept = 0;
    }
    out.add(kind, v0, v1, v2, v3, rule, kept);
  }
}

const box = new Float64Array(6);
const stencil = new Int32Array(CANDIDATE_STRIDE);
const record = new Float64Array(8);

/** The second vertex of edge k of cell i. */
function endOf({ vertices }: Cells, i: number, k: number): number {
  const next = vertices[3 * i + ((k + 1) % 3)];
  return next >= 0 ? next : vertices[3 * i];
}

/** Those of a body, of vertices of the scene. */
export function bodyCells(model: Model, soft: Soft, owner: number): Cells {
  let cells = soft.bodyCells[owner];
  if (!cells) {
    const own = cellsOf(model.shapes[owner].mesh);
    const first = model.vertexStart[owner];
    cells = { ...own, vertices: own.vertices.map((v) => (v < 0 ? v : first + v)) };
    soft.bodyCells[owner] = cells;
  }
  return cells;
}

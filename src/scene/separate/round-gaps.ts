// Gaps between two bodies of which one or both are round: distances of their cores less both radii, along the shortest
// vectors. Where round bodies overlap by a hair their cores are still far apart, so nothing has to be known of insides.

import {
  edgeEdgeClosest,
  pointEdgeClosest,
  pointPointClosest,
  pointTriangleClosest,
} from '../../geometry/distance/index.ts';
import { findTreePairs, IndexList, relativeRest, type Tree } from '../../geometry/tree/index.ts';
import type { Vec3 } from '../types.ts';
import type { VisitGap } from './gaps.ts';
import type { PlacedShape } from './shapes.ts';

const found = new IndexList(1024);
const record = new Float64Array(8);
const x = new Float64Array(12);

/** Primitives of one kind: a tree over them, the vertices of each, and how many there are of these. */
interface Kind {
  readonly tree: Tree;
  readonly vertices: Uint32Array | undefined;
  readonly each: number;
}

type Measure = (out: Float64Array, o: number, x: Float64Array) => unknown;

/** Every gap up to `reach` between body a, moved by the offset, and body b [m]. */
export function findRoundGaps(
  a: PlacedShape,
  b: PlacedShape,
  offset: Vec3,
  reach: number,
  visit: VisitGap,
): void {
  const within = reach + a.thickness + b.thickness;
  const search = (first: Kind, second: Kind, measure: Measure): void => {
    if (first.tree.count === 0 || second.tree.count === 0) return;
    const motion = relativeRest(within);
    motion.translation.set(offset);
    found.clear();
    findTreePairs(found, first.tree, second.tree, motion);
    for (let i = 0; i < found.length; i += 2) {
      load(0, a, first, found.data[i], offset);
      load(3 * first.each, b, second, found.data[i + 1], nowhere);
      measure(record, 0, x);
      const distance = Math.sqrt(record[7]);
      if (!(distance > 0 && distance < within)) continue;
      const gap = distance - a.thickness - b.thickness;
      visit(record[4] / distance, record[5] / distance, record[6] / distance, gap, true);
    }
  };
  const [corner, edge, face] = [pointsOf, edgesOf, facesOf];
  search(corner(a), face(b), (out, o, at) => pointTriangleClosest(out, o, at, 0, 3, 6, 9));
  search(face(a), corner(b), (out, o, at) => turned(out, o, pointTriangleClosest(out, o, at, 9, 0, 3, 6)));
  search(edge(a), edge(b), (out, o, at) => edgeEdgeClosest(out, o, at, 0, 3, 6, 9));
  search(corner(a), edge(b), (out, o, at) => pointEdgeClosest(out, o, at, 0, 3, 6));
  search(edge(a), corner(b), (out, o, at) => turned(out, o, pointEdgeClosest(out, o, at, 6, 0, 3)));
  search(corner(a), corner(b), (out, o, at) => pointPointClosest(out, o, at, 0, 3));
}

const nowhere: Vec3 = [0, 0, 0];

const pointsOf = ({ vertices }: PlacedShape): Kind => ({ tree: vertices, vertices: undefined, each: 1 });
const edgesOf = ({ edges, edgeVertices }: PlacedShape): Kind => ({
  tree: edges,
  vertices: edgeVertices,
  each: 2,
});
const facesOf = ({ faces, mesh }: PlacedShape): Kind => ({ tree: faces, vertices: mesh.faces, each: 3 });

function load(at: number, { mesh }: PlacedShape, { vertices, each }: Kind, i: number, offset: Vec3): void {
  for (let c = 0; c < each; c++) {
    const v = vertices === undefined ? i : vertices[each * i + c];
    for (let k = 0; k < 3; k++) x[at + 3 * c + k] = mesh.positions[3 * v + k] + offset[k];
  }
}

/** The record of the two the other way round: its vector from b to a. */
function turned(out: Float64Array, o: number, _feature: number): void {
  for (let k = 4; k < 7; k++) out[o + k] = -out[o + k];
}

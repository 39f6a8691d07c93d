// npm run bench geometry: nanoseconds a query of distances and trees, then of continuous
// collision (ccd.ts) and of the sparse solver (sparse.ts), each beside a peer where there is one.
//
// Distances: contacts as an engine meets them, two small shapes a little apart, in random order, so that
// branches are not predictable. Trees: two spheres of 5,120 faces that nearly touch, beside three-mesh-bvh.

import * as THREE from 'three';
import { MeshBVH, SAH } from 'three-mesh-bvh';
import { writePrimitiveBoxes } from '../src/geometry/tree/box.ts';
import { BroadPhase } from '../src/geometry/tree/broad.ts';
import { edgeEdgeClosest } from '../src/geometry/distance/edge-edge.ts';
import { pointEdgeClosest } from '../src/geometry/distance/point-edge.ts';
import { pointTriangleClosest } from '../src/geometry/distance/point-triangle.ts';
import { IndexList } from '../src/geometry/tree/index-list.ts';
import { buildTree, refitTree } from '../src/geometry/tree/tree.ts';
import { findInBox } from '../src/geometry/tree/node-box.ts';
import { findTreePairs, relativeRest } from '../src/geometry/tree/pairs.ts';
import { Random } from '../src/num/index.ts';
import { benchmarks as collisionBenchmarks } from './ccd.ts';
import { keep, nanoseconds, row, shown } from './lib/measure.ts';
import { benchmarks as sparseBenchmarks } from './sparse.ts';

export const benchmarks = [
  benchmarkDistances,
  benchmarkTrees,
  benchmarkBodies,
  ...collisionBenchmarks,
  ...sparseBenchmarks,
];

/** Nanoseconds a query, where `run` does `queries` of them. */
const time = (queries: number, run: () => number): number =>
  nanoseconds(() => {
    keep(run());
    return queries;
  });

function benchmarkDistances(): void {
  console.log('distances, a query');
  const count = 2048;
  const random = new Random(1);
  const x = new Float64Array(12 * count);
  for (let i = 0; i < x.length; i++) x[i] = random.between(-1, 1);
  const out = new Float64Array(8);

  const rows: Record<string, (o: number) => number> = {
    'point–edge, closest points': (o) => pointEdgeClosest(out, 0, x, o, o + 3, o + 6),
    'point–triangle, closest points': (o) => pointTriangleClosest(out, 0, x, o, o + 3, o + 6, o + 9),
    'edge–edge, closest points': (o) => edgeEdgeClosest(out, 0, x, o, o + 3, o + 6, o + 9),
  };
  // three's own, for the same points
  const triangle = new THREE.Triangle();
  const point = new THREE.Vector3();
  const nearest = new THREE.Vector3();
  const peers: Record<string, (o: number) => number> = {
    'point–triangle, closest points': (o) => {
      point.fromArray(x, o);
      triangle.a.fromArray(x, o + 3);
      triangle.b.fromArray(x, o + 6);
      triangle.c.fromArray(x, o + 9);
      return triangle.closestPointToPoint(point, nearest).distanceToSquared(point);
    },
  };
  const timed = (query: (o: number) => number): number =>
    time(count, () => {
      let sum = 0;
      for (let o = 0; o < x.length; o += 12) sum += query(o);
      return sum;
    });
  for (const [name, query] of Object.entries(rows)) {
    const peer = peers[name] ? `three: ${shown(timed(peers[name]))}` : '';
    row(name, timed(query), peer);
  }
}

interface Surface {
  readonly geometry: THREE.BufferGeometry;
  readonly positions: Float64Array;
  readonly faces: Uint32Array;
}

function sphere(): Surface {
  const geometry = new THREE.IcosahedronGeometry(1, 15);
  const positions = Float64Array.from(geometry.getAttribute('position').array);
  const faces = Uint32Array.from({ length: positions.length / 3 }, (_, i) => i);
  geometry.setIndex(new THREE.BufferAttribute(faces.slice(), 1));
  return { geometry, positions, faces };
}

function benchmarkTrees(): void {
  const surface = sphere();
  const count = surface.faces.length / 3;
  console.log(`trees, a sphere of ${count} faces`);
  const boxes = new Float64Array(6 * count);
  writePrimitiveBoxes(boxes, surface.positions, surface.faces, 3);
  const tree = buildTree(boxes);
  const makePeer = (): MeshBVH =>
    new MeshBVH(surface.geometry, { targetLeafSize: 1, indirect: true, strategy: SAH });
  const peer = makePeer();
  const beside = (value: number): string => `three-mesh-bvh: ${shown(value)}`;

  row(
    'build',
    time(1, () => buildTree(boxes).depth),
    beside(time(1, () => makePeer().geometry.id)),
  );
  row(
    'refit',
    time(1, () => {
      refitTree(tree, boxes);
      return tree.depth;
    }),
    beside(
      time(1, () => {
        peer.refit();
        return 0;
      }),
    ),
  );

  const random = new Random(2);
  const queries = new Float64Array(6 * 500);
  for (let q = 0; q < queries.length; q += 6) {
    for (let k = 0; k < 3; k++) {
      queries[q + k] = random.between(-1, 0.9);
      queries[q + 3 + k] = queries[q + k] + 0.1;
    }
  }
  const list = new IndexList();
  let found = 0;
  const mine = time(500, () => {
    list.clear();
    for (let q = 0; q < queries.length; q += 6) findInBox(list, tree, queries, q);
    found = list.length;
    return found;
  });
  const box = new THREE.Box3();
  const theirs = time(500, () => {
    let hits = 0;
    for (let q = 0; q < queries.length; q += 6) {
      box.min.fromArray(queries, q);
      box.max.fromArray(queries, q + 3);
      peer.shapecast({
        intersectsBounds: (bounds) => bounds.intersectsBox(box),
        intersectsRange: () => {
          hits++;
          return false;
        },
      });
    }
    return hits;
  });
  row(`box against tree, ${(found / 500).toFixed(1)} faces found`, mine, beside(theirs));

  const motion = relativeRest(0.01);
  motion.rotation.set([0.36, 0.48, -0.8, -0.8, 0.6, 0, 0.48, 0.64, 0.6]);
  motion.translation[0] = 2.001;
  const search = (): number => {
    list.clear();
    findTreePairs(list, tree, tree, motion);
    return list.length;
  };
  search();
  const restPairs = list.length / 2;
  const rest = time(1, search);
  const r = motion.rotation;
  const matrix = new THREE.Matrix4().set(
    ...([r[0], r[1], r[2], 2.001 - 0.01, r[3], r[4], r[5], 0, r[6], r[7], r[8], 0, 0, 0, 0, 1] as const),
  );
  let castPairs = 0;
  const cast = time(1, () => {
    let pairs = 0;
    peer.bvhcast(peer, matrix, {
      intersectsRanges: () => {
        pairs++;
        return false;
      },
    });
    castPairs = pairs;
    return pairs;
  });
  row(`tree against tree at rest, ${restPairs} pairs`, rest, `${beside(cast)}, ${castPairs} pairs`);
  motion.sweep.set([-0.02, 0.03, 0.01]);
  motion.angleA = 0.02;
  motion.angleB = 0.01;
  search();
  row(`tree against tree in motion, ${list.length / 2} pairs`, time(1, search));
}

function benchmarkBodies(): void {
  console.log('bodies of a heap, all overlapping pairs');
  for (const count of [100, 1000, 10000]) {
    const random = new Random(3);
    const boxes = new Float64Array(6 * count);
    // A cube of bodies a little wider than their distance, on a floor.
    const side = Math.cbrt(count);
    for (let i = 0; i < count; i++) {
      for (let k = 0; k < 3; k++) {
        boxes[6 * i + k] = random.between(0, side);
        boxes[6 * i + 3 + k] = boxes[6 * i + k] + 0.9;
      }
    }
    boxes.set([-1, -1, -1, side + 1, side + 1, 0.1], 0);
    const broad = new BroadPhase();
    const list = new IndexList();
    const wall = time(1, () => {
      list.clear();
      broad.findPairs(list, boxes);
      return list.length;
    });
    row(`${count} bodies, ${list.length / 2} pairs`, wall);
  }
}

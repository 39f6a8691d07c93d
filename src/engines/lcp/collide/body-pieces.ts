// From a body of the scene to its convex pieces.
//
// Balls, capsules, cylinders, boxes and planes by their formulas; a convex mesh as it is; any other mesh as the convex
// solids that it falls into; and where it does not, the mesh of a static body face by face, and that of a moving one as
// convex pieces that are near it.

import { closednessOf, splitSolids } from '../../../geometry/surface/index.ts';
import type { Mesh } from '../../../geometry/index.ts';
import { cos, sin } from '../../../num/elementary/index.ts';
import type { Body, Shape } from '../../../scene/index.ts';
import { convexPolytope, type MeshNames, namesOf } from './convex-mesh.ts';
import { decomposedMesh, type Progress } from './decomposed.ts';
import { meshTriangles } from './mesh-triangles.ts';
import { BALL, BOX, CAPSULE, CYLINDER, HULL, noPolytope, PLANE, Piece } from './piece.ts';
import { boxPolygons, boxVertices, makePolytope, type Polytope } from './polytope.ts';

/** How a moving body that is not convex becomes convex pieces. */
export interface Detail {
  /** How much they may exceed it, as a part of its volume. */
  readonly detail: number;
  readonly progress?: Progress | undefined;
}

/** Why a body has no pieces, undefined where it has; costs no decomposition. */
export function whyNoPieces(body: Body, mesh: Mesh): string | undefined {
  if (isDecomposed(body, mesh)) return undefined;
  const pieces = bodyPieces(body, 0, mesh, { detail: 1 });
  return typeof pieces === 'string' ? pieces : undefined;
}

/** Whether a body moves as pieces that are only near it. */
export function isDecomposed({ shape, motion }: Body, mesh: Mesh): boolean {
  return (
    !formulas.has(shape.kind) &&
    motion !== 'static' &&
    solidsOf(mesh).length === 0 &&
    mesh.wires.length === 0 &&
    mesh.points.length === 0 &&
    closednessOf(mesh).closed
  );
}

const formulas: ReadonlySet<string> = new Set(['sphere', 'box', 'plane', 'capsule', 'cylinder']);

/** The pieces, or a sentence that says why there are none. */
export function bodyPieces(body: Body, number: number, mesh: Mesh, detail: Detail): Piece[] | string {
  const { shape } = body;
  switch (shape.kind) {
    case 'sphere':
      return [
        new Piece({
          kind: BALL,
          body: number,
          local: new Float64Array(3),
          reach: shape.radius,
          radius: shape.radius,
          polytope: noPolytope,
        }),
      ];
    case 'box': {
      const [x, y, z] = shape.size;
      return [boxPiece(number, [0, 0, 0], [x / 2, y / 2, z / 2], (corners) => boxNames(mesh, corners))];
    }
    case 'plane':
      if (body.motion !== 'static') return 'moves and is a sheet without an inside';
      return [planePiece(number, mesh, shape.normal)];
    case 'capsule':
      return [capsulePiece(number, shape)];
    case 'cylinder':
      return [cylinderPiece(number, shape)];
    default:
      return isDecomposed(body, mesh)
        ? decomposedMesh(mesh, detail.detail, detail.progress).polytopes.map((piece) =>
            hullPiece(number, piece),
          )
        : meshPieces(number, mesh, body.motion === 'static');
  }
}

function meshPieces(number: number, mesh: Mesh, isStatic: boolean): Piece[] | string {
  const solids = solidsOf(mesh);
  if (solids.length > 0) return solids.map((solid) => hullPiece(number, solid));
  if (isStatic) return meshTriangles(number, mesh);
  return mesh.wires.length + mesh.points.length > 0
    ? 'moves and has edges or points without faces'
    : 'moves and has a mesh that is not closed';
}

function solidsOf(mesh: Mesh): readonly Polytope[] {
  let solids = known.get(mesh);
  if (solids === undefined) {
    solids = convexSolids(mesh);
    known.set(mesh, solids);
  }
  return solids;
}

/** Many bodies may have one mesh. */
const known = new WeakMap<Mesh, readonly Polytope[]>();

/** The convex solids that a mesh is made of; none where it is not. */
function convexSolids(mesh: Mesh): readonly Polytope[] {
  const whole = convexPolytope(mesh, namesOf(mesh));
  if (whole !== undefined) return [whole];
  if (mesh.wires.length > 0 || mesh.points.length > 0) return [];
  const solids = splitSolids(mesh);
  if (solids.length < 2) return [];
  const names = namesByPlace(mesh);
  const parts = solids.map((solid) => convexPolytope(solid, names(solid)));
  return parts.every((part) => part !== undefined) ? parts : [];
}

/** How to call the features of a part of a mesh in the whole, whose corners are in the same places. */
function namesByPlace(mesh: Mesh): (part: Mesh) => MeshNames {
  const names = namesOf(mesh);
  const place = ({ positions }: Mesh, v: number) => positions.subarray(3 * v, 3 * v + 3).join();
  const vertices = new Map<string, number>();
  for (let v = mesh.positions.length / 3 - 1; v >= 0; v--) vertices.set(place(mesh, v), v);
  const corners = (part: Mesh, f: number) =>
    [0, 1, 2].map((k) => vertices.get(place(part, part.faces[3 * f + k])) ?? 0).sort((a, b) => a - b);
  const faces = new Map<string, number>();
  for (let f = mesh.faces.length / 3 - 1; f >= 0; f--) faces.set(corners(mesh, f).join(), f);
  return (part) => {
    const vertex = (v: number) => vertices.get(place(part, v)) ?? 0;
    return {
      vertex,
      edge: (v, w) => names.edge(vertex(v), vertex(w)),
      face: (f) => faces.get(corners(part, f).join()) ?? 0,
    };
  };
}

type PolytopeNames = Parameters<typeof makePolytope>[2];

function boxPiece(
  body: number,
  centre: readonly number[],
  half: readonly number[],
  names: (corners: Float64Array) => PolytopeNames,
): Piece {
  const vertices = boxVertices(centre[0], centre[1], centre[2], half[0], half[1], half[2]);
  return new Piece({
    kind: BOX,
    body,
    local: Float64Array.from(centre),
    half: Float64Array.from(half),
    reach: Math.sqrt(half[0] * half[0] + half[1] * half[1] + half[2] * half[2]),
    polytope: makePolytope(vertices, boxPolygons, names(vertices)),
  });
}

/** A convex polytope; as a box where it is one along the body's axes. */
function hullPiece(body: number, polytope: Polytope): Piece {
  const { vertices, normals } = polytope;
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  vertices.forEach((x, i) => {
    low[i % 3] = Math.min(low[i % 3], x);
    high[i % 3] = Math.max(high[i % 3], x);
  });
  const centre = low.map((x, k) => 0.5 * (x + high[k]));
  if (normals.length === 18 && normals.every((x) => Math.abs(x) < 1e-12 || Math.abs(x) > 1 - 1e-12))
    return boxPiece(
      body,
      centre,
      low.map((x, k) => 0.5 * (high[k] - x)),
      (corners) => namesAsIn(polytope, corners),
    );
  let reach = 0;
  for (let i = 0; i < vertices.length; i += 3) {
    const [dx, dy, dz] = [0, 1, 2].map((k) => vertices[i + k] - centre[k]);
    reach = Math.max(reach, Math.sqrt(dx * dx + dy * dy + dz * dz));
  }
  return new Piece({ kind: HULL, body, local: Float64Array.from(centre), reach, polytope });
}

/** Its polytope is the axis: two corners and an edge. */
function capsulePiece(body: number, { radius, length, axis }: Extract<Shape, { kind: 'capsule' }>): Piece {
  const half = Float64Array.from(axis, (x) => 0.5 * length * x);
  return new Piece({
    kind: CAPSULE,
    body,
    local: new Float64Array(3),
    reach: 0.5 * length + radius,
    radius,
    half,
    polytope: {
      ...noPolytope,
      vertices: Float64Array.of(...half, ...half.map((x) => -x)),
      edges: Int32Array.of(0, 1),
      vertexNames: Uint32Array.of(0, 4),
      edgeNames: Uint32Array.of(1),
    },
  });
}

const SIDES = 64;

/** Its polytope is a prism around it (cylinders.ts). */
function cylinderPiece(body: number, { radius, length, axis }: Extract<Shape, { kind: 'cylinder' }>): Piece {
  const half = Float64Array.from(axis, (x) => 0.5 * length * x);
  const k = axis.findIndex((x) => Math.abs(x) > 0.5);
  const sign = axis[k] < 0 ? -1 : 1;
  const outer = radius / cos(Math.PI / SIDES);
  const vertices = new Float64Array(6 * SIDES);
  for (let i = 0; i < SIDES; i++) {
    const angle = (2 * Math.PI * i) / SIDES;
    for (let end = 0; end < 2; end++) {
      const at = 3 * (i + end * SIDES);
      vertices[at + k] = (end === 0 ? 0.5 : -0.5) * sign * length;
      vertices[at + ((k + 1) % 3)] = outer * cos(angle);
      vertices[at + ((k + 2) % 3)] = sign * outer * sin(angle);
    }
  }
  const round = Array.from({ length: SIDES }, (_, i) => i);
  const polygons = [
    round,
    round.map((i) => SIDES + i).reverse(),
    ...round.map((i) => {
      const next = (i + 1) % SIDES;
      return [i, SIDES + i, SIDES + next, next];
    }),
  ];
  return new Piece({
    kind: CYLINDER,
    body,
    local: new Float64Array(3),
    reach: Math.sqrt(0.25 * length * length + outer * outer),
    radius,
    half,
    polytope: makePolytope(vertices, polygons, {
      vertex: (v) => v,
      edge: (_v, _w, e) => e,
      face: (f) => f,
    }),
  });
}

/** The numbers of a box's features in the mesh that draws it: by where they lie. */
function boxNames(mesh: Mesh, vertices: Float64Array): PolytopeNames {
  const { positions, faces } = mesh;
  const corners = Array.from({ length: 8 }, (_, v) => nearestPoint(positions, vertices, v));
  const names = namesOf(mesh);
  return {
    vertex: (v) => corners[v],
    edge: (v, w) => names.edge(corners[v], corners[w]),
    face(f) {
      const own = new Set(boxPolygons[f].map((v) => corners[v]));
      for (let i = 0; i < faces.length; i += 3)
        if (own.has(faces[i]) && own.has(faces[i + 1]) && own.has(faces[i + 2])) return i / 3;
      return f;
    },
  };
}

/** Features of a box called as those of the polytope that it is. */
function namesAsIn(polytope: Polytope, vertices: Float64Array): PolytopeNames {
  const { edges, loops, loopStart, vertexNames, edgeNames, faceNames } = polytope;
  const corners = Array.from({ length: 8 }, (_, v) => nearestPoint(polytope.vertices, vertices, v));
  return {
    vertex: (v) => vertexNames[corners[v]] >> 2,
    edge(v, w) {
      for (let e = 0; e < edgeNames.length; e++) {
        const [p, q] = [edges[2 * e], edges[2 * e + 1]];
        if ((p === corners[v] && q === corners[w]) || (p === corners[w] && q === corners[v]))
          return edgeNames[e] >> 2;
      }
      return 0;
    },
    face(f) {
      const own = new Set(boxPolygons[f].map((v) => corners[v]));
      for (let g = 0; g < faceNames.length; g++)
        if (loops.subarray(loopStart[g], loopStart[g + 1]).every((v) => own.has(v))) return faceNames[g] >> 2;
      return f;
    },
  };
}

/** Which of some points is nearest to another one. */
function nearestPoint(points: Float64Array, vertices: Float64Array, v: number): number {
  let best = 0;
  let least = Infinity;
  for (let i = 0; i < points.length; i += 3) {
    let squared = 0;
    for (let k = 0; k < 3; k++)
      squared += (points[i + k] - vertices[3 * v + k]) * (points[i + k] - vertices[3 * v + k]);
    if (squared < least) {
      least = squared;
      best = i / 3;
    }
  }
  return best;
}

/** A sheet of four corners in the plane across its normal. */
function planePiece(body: number, mesh: Mesh, normal: readonly number[]): Piece {
  const { positions } = mesh;
  // The corners in turn: sorted as the mesh's faces run, which look along the normal.
  const loop = [0, 1, 2, 3];
  const vertices = positions.slice(0, 12);
  const polytope = makePolytope(vertices, [loop], { ...namesOf(mesh), face: () => 0 });
  const along = [0, 1, 2].reduce((sum, k) => sum + polytope.normals[k] * normal[k], 0);
  const turned =
    along >= 0
      ? polytope
      : makePolytope(vertices, [[...loop].reverse()], { ...namesOf(mesh), face: () => 0 });
  const local = new Float64Array(3);
  for (let i = 0; i < 12; i++) local[i % 3] += 0.25 * vertices[i];
  let reach = 0;
  for (let i = 0; i < 12; i += 3) {
    const [dx, dy, dz] = [0, 1, 2].map((k) => vertices[i + k] - local[k]);
    reach = Math.max(reach, Math.sqrt(dx * dx + dy * dy + dz * dz));
  }
  const edge = (v: number, w: number) => {
    const [dx, dy, dz] = [0, 1, 2].map((k) => vertices[3 * v + k] - vertices[3 * w + k]);
    return Math.sqrt(dx * dx + dy * dy + dz * dz);
  };
  const inner = 0.5 * Math.min(edge(0, 1), edge(1, 2)) * (1 - 1e-9);
  return new Piece({ kind: PLANE, body, local, reach, inner, polytope: turned });
}

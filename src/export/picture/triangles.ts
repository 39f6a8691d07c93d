// One frame as triangles in the world: rigid meshes placed, their wires as thin rods and their points as small beads; sheets, rods and
// grains as thick as they are.
//
// What deforms is smooth where it is at rest: a cloth's folds are round, however sharp, and the edges of a crate stay edges.

import { type ShadingMesh, shadingMesh, ThickSheet } from '../../geometry/surface/index.ts';
import type { Mesh } from '../../geometry/index.ts';
import { crossTriple, rotateByQuaternion } from '../../num/index.ts';
import type { Frame } from '../../record/index.ts';
import { colorOf, type Scene } from '../../scene/index.ts';
import { linearFromSrgb } from '../color.ts';

export interface Triangles {
  /** World [m], xyz a vertex. */
  readonly positions: Float64Array;
  readonly normals: Float64Array;
  readonly faces: Uint32Array;
  /** The item (body, or deformable counted on) that each face belongs to. */
  readonly items: Uint32Array;
  /** Linear light, rgb an item. */
  readonly colors: Float64Array;
  /** Items that throw no shadow: endless floors. */
  readonly isFloor: readonly boolean[];
}

/** @param thickness  radius of wires and beads of bodies [m] */
export function placeTriangles(scene: Scene, frame: Frame, thickness: number): Triangles {
  const out = new Builder();
  const shadings = new Map<Mesh, ShadingMesh>();
  const shadingOf = (mesh: Mesh) => {
    const known = shadings.get(mesh) ?? shadingMesh(mesh);
    shadings.set(mesh, known);
    return known;
  };
  const absent = new Set(frame.absent);
  scene.bodies.forEach((body, item) => {
    if (absent.has(item)) return;
    const mesh = scene.meshes[body.mesh];
    out.addShading(shadingOf(mesh), item, (v, p) => place(frame.poses, 7 * item, v, p));
    const world = worldPositions(mesh.positions, frame.poses, 7 * item);
    out.addThin(mesh, world, item, thickness, 2 * thickness);
  });
  let vertex = 0;
  scene.deformables.forEach(({ kind, mesh: number, restPositions, thickness: diameter }, i) => {
    const mesh = scene.meshes[number];
    const world = frame.vertices.slice(3 * vertex, 3 * vertex + mesh.positions.length);
    vertex += mesh.positions.length / 3;
    const item = scene.bodies.length + i;
    const rest = { ...mesh, positions: restPositions ?? mesh.positions };
    const isSheet = kind !== 'solid' && mesh.faces.length > 0;
    out.addShading(isSheet ? thickSheet(rest, world, diameter) : smoothAsAtRest(rest, world), item, () => {});
    out.addThin(mesh, world, item, 0.5 * diameter, 0.5 * diameter);
    for (const vertex of new Set(mesh.wires)) out.addBead(world, 3 * vertex, item, 0.5 * diameter);
  });
  const items = scene.bodies.length + scene.deformables.length;
  const colors = new Float64Array(3 * items);
  for (let i = 0; i < items; i++) colors.set(colorOf(scene, i).map(linearFromSrgb), 3 * i);
  const isFloor = Array.from({ length: items }, (_, i) => isFlatFloor(scene, i));
  return { ...out.finish(), colors, isFloor };
}

function thickSheet(rest: Mesh, world: Float64Array, thickness: number): ShadingMesh {
  const sheet = new ThickSheet(rest, thickness);
  sheet.write(world, 0);
  return sheet;
}

/** No edge is a crease. */
const SMOOTH = -2;

function smoothAsAtRest(rest: Mesh, world: Float64Array): ShadingMesh {
  const { source, faces } = shadingMesh(rest);
  const positions = new Float64Array(3 * source.length);
  source.forEach((v, i) => {
    positions.set(world.subarray(3 * v, 3 * v + 3), 3 * i);
  });
  return shadingMesh({ ...rest, positions, faces }, SMOOTH);
}

function isFlatFloor({ bodies }: Scene, item: number): boolean {
  const body = bodies[item];
  return body?.motion === 'static' && body.shape.kind === 'plane';
}

function place(poses: Float64Array, at: number, vector: Float64Array, isPoint: boolean): void {
  rotateByQuaternion(vector, 0, poses, at + 3, vector, 0);
  if (isPoint) for (let k = 0; k < 3; k++) vector[k] += poses[at + k];
}

function worldPositions(positions: Float64Array, poses: Float64Array, at: number): Float64Array {
  const out = new Float64Array(positions.length);
  for (let i = 0; i < positions.length; i += 3) {
    rotateByQuaternion(out, i, poses, at + 3, positions, i);
    for (let k = 0; k < 3; k++) out[i + k] += poses[at + k];
  }
  return out;
}

/** A unit octahedron, its faces split in four twice: 128, round enough for a grain. */
const { positions: BEAD, faces: BEAD_FACES } = roundBead(2);
const ROD_SIDES = 6;

class Builder {
  private readonly positions: number[] = [];
  private readonly normals: number[] = [];
  private readonly faces: number[] = [];
  private readonly items: number[] = [];
  private readonly vector = new Float64Array(3);

  addShading(
    shading: ShadingMesh,
    item: number,
    move: (vector: Float64Array, isPoint: boolean) => void,
  ): void {
    const first = this.positions.length / 3;
    const { vector } = this;
    for (let i = 0; i < shading.positions.length; i += 3) {
      for (const [from, to, isPoint] of [
        [shading.positions, this.positions, true],
        [shading.normals, this.normals, false],
      ] as const) {
        for (let k = 0; k < 3; k++) vector[k] = from[i + k];
        move(vector, isPoint);
        to.push(vector[0], vector[1], vector[2]);
      }
    }
    for (const vertex of shading.faces) this.faces.push(first + vertex);
    for (let f = 0; f < shading.faces.length; f += 3) this.items.push(item);
  }

  /** @param bead  radius of points [m] */
  addThin(mesh: Mesh, world: Float64Array, item: number, radius: number, bead: number): void {
    for (let w = 0; w < mesh.wires.length; w += 2)
      this.addRod(world, 3 * mesh.wires[w], 3 * mesh.wires[w + 1], item, radius);
    for (const point of mesh.points) this.addBead(world, 3 * point, item, bead);
  }

  finish(): Pick<Triangles, 'positions' | 'normals' | 'faces' | 'items'> {
    return {
      positions: Float64Array.from(this.positions),
      normals: Float64Array.from(this.normals),
      faces: Uint32Array.from(this.faces),
      items: Uint32Array.from(this.items),
    };
  }

  private addRod(x: Float64Array, a: number, b: number, item: number, radius: number): void {
    const d = [x[b] - x[a], x[b + 1] - x[a + 1], x[b + 2] - x[a + 2]];
    const length = Math.sqrt(d[0] * d[0] + d[1] * d[1] + d[2] * d[2]);
    if (!(length > 0)) return;
    const [u, v] = across(d.map((value) => value / length));
    const first = this.positions.length / 3;
    for (let side = 0; side < ROD_SIDES; side++) {
      const [c, s] = HEXAGON[side];
      const n = [0, 1, 2].map((k) => c * u[k] + s * v[k]);
      for (const end of [a, b]) {
        for (let k = 0; k < 3; k++) this.positions.push(x[end + k] + radius * n[k]);
        this.normals.push(n[0], n[1], n[2]);
      }
      const i = first + 2 * side;
      const j = first + 2 * ((side + 1) % ROD_SIDES);
      this.faces.push(i, j, i + 1, j, j + 1, i + 1);
      this.items.push(item, item);
    }
  }

  /** @param at  where the point is in x */
  addBead(x: Float64Array, at: number, item: number, radius: number): void {
    const first = this.positions.length / 3;
    for (let i = 0; i < BEAD.length; i += 3) {
      for (let k = 0; k < 3; k++) this.positions.push(x[at + k] + radius * BEAD[i + k]);
      this.normals.push(BEAD[i], BEAD[i + 1], BEAD[i + 2]);
    }
    for (const vertex of BEAD_FACES) this.faces.push(first + vertex);
    for (let f = 0; f < BEAD_FACES.length; f += 3) this.items.push(item);
  }
}

function roundBead(splits: number): { positions: number[]; faces: number[] } {
  const positions = [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1];
  let faces = [0, 2, 4, 2, 1, 4, 1, 3, 4, 3, 0, 4, 2, 0, 5, 1, 2, 5, 3, 1, 5, 0, 3, 5];
  for (let split = 0; split < splits; split++) {
    const middles = new Map<string, number>();
    const middle = (a: number, b: number): number => {
      const key = a < b ? `${a} ${b}` : `${b} ${a}`;
      const known = middles.get(key);
      if (known !== undefined) return known;
      const made = positions.length / 3;
      positions.push(...unit([0, 1, 2].map((k) => positions[3 * a + k] + positions[3 * b + k])));
      middles.set(key, made);
      return made;
    };
    const finer: number[] = [];
    for (let f = 0; f < faces.length; f += 3) {
      const [a, b, c] = faces.slice(f, f + 3);
      const [ab, bc, ca] = [middle(a, b), middle(b, c), middle(c, a)];
      finer.push(a, ab, ca, ab, b, bc, ca, bc, c, ab, bc, ca);
    }
    faces = finer;
  }
  return { positions, faces };
}

const HALF_ROOT_3 = Math.sqrt(3) / 2;
const HEXAGON = [
  [1, 0],
  [0.5, HALF_ROOT_3],
  [-0.5, HALF_ROOT_3],
  [-1, 0],
  [-0.5, -HALF_ROOT_3],
  [0.5, -HALF_ROOT_3],
] as const;

/** Two unit vectors square to a unit vector and to each other. */
export function across(d: readonly number[]): [number[], number[]] {
  const other = Math.abs(d[0]) < 0.6 ? [1, 0, 0] : [0, 1, 0];
  const u = unit(crossTriple(d, other));
  return [u, crossTriple(d, u)];
}

export function unit(a: readonly number[]): number[] {
  const length = Math.sqrt(a[0] * a[0] + a[1] * a[1] + a[2] * a[2]);
  return a.map((value) => value / length);
}

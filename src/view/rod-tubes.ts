// The wires of a deformable as tubes as thick as they are, round where they meet, in two instanced meshes.

import {
  Color,
  CylinderGeometry,
  Group,
  type InstancedBufferAttribute,
  InstancedMesh,
  type Material,
  Matrix4,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';

export class RodTubes {
  readonly object = new Group();
  private readonly tubes: InstancedMesh;
  private readonly ends: InstancedMesh;
  private readonly wires: Uint32Array;
  /** Vertices that wires end in. */
  private readonly vertices: Uint32Array;
  private readonly radius: number;

  /**
   * @param wires   two vertices each
   * @param radius  [m]
   */
  constructor(wires: Uint32Array, radius: number, material: Material) {
    this.wires = wires;
    this.radius = radius;
    this.vertices = Uint32Array.from(new Set(wires));
    this.tubes = new InstancedMesh(new CylinderGeometry(1, 1, 1, 12, 1, true), material, wires.length / 2);
    this.ends = new InstancedMesh(new SphereGeometry(1, 12, 8), material, this.vertices.length);
    for (const mesh of [this.tubes, this.ends]) {
      mesh.castShadow = mesh.receiveShadow = true;
      mesh.frustumCulled = false;
      this.object.add(mesh);
    }
  }

  /** @param first  where the deformable's coordinates begin */
  show(coordinates: ArrayLike<number>, first: number): void {
    const { wires, vertices, radius, tubes, ends } = this;
    for (let i = 0; i < wires.length; i += 2) {
      from.fromArray(coordinates, first + 3 * wires[i]);
      along.fromArray(coordinates, first + 3 * wires[i + 1]).sub(from);
      const length = along.length();
      turn.setFromUnitVectors(UP, length > 0 ? along.divideScalar(length) : UP);
      from.addScaledVector(along, 0.5 * length);
      tubes.setMatrixAt(i / 2, placed.compose(from, turn, size.set(radius, length, radius)));
    }
    for (let i = 0; i < vertices.length; i++) {
      from.fromArray(coordinates, first + 3 * vertices[i]);
      ends.setMatrixAt(i, placed.makeScale(radius, radius, radius).setPosition(from));
    }
    for (const mesh of [tubes, ends]) {
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null;
    }
  }

  /** Colours by vertex, rgb in linear light, which the material's is multiplied with; none: that one alone. */
  tint(colors: Float32Array | undefined): void {
    const { wires, vertices, tubes, ends } = this;
    for (let i = 0; i < wires.length / 2; i++) {
      tinted.setRGB(1, 1, 1);
      if (colors) {
        tinted.fromArray(colors, 3 * wires[2 * i]).lerp(other.fromArray(colors, 3 * wires[2 * i + 1]), 0.5);
      }
      tubes.setColorAt(i, tinted);
    }
    for (let i = 0; i < vertices.length; i++)
      ends.setColorAt(i, colors ? tinted.fromArray(colors, 3 * vertices[i]) : tinted.setRGB(1, 1, 1));
    for (const { instanceColor } of [tubes, ends])
      (instanceColor as InstancedBufferAttribute).needsUpdate = true;
  }

  dispose(): void {
    for (const mesh of [this.tubes, this.ends]) {
      mesh.geometry.dispose();
      mesh.dispose();
    }
  }
}

const UP = new Vector3(0, 1, 0);
const from = new Vector3();
const along = new Vector3();
const size = new Vector3();
const turn = new Quaternion();
const placed = new Matrix4();
const tinted = new Color();
const other = new Color();

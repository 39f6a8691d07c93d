// The particles of a deformable as balls as thick as they are, in one instanced mesh.

import { InstancedMesh, type Material, Matrix4, SphereGeometry } from 'three';

export class ParticleBalls {
  readonly object: InstancedMesh;
  readonly geometry = new SphereGeometry(1, 16, 12);
  private readonly points: Uint32Array;
  private readonly radius: number;

  /**
   * @param points  vertices that are particles
   * @param radius  [m]
   */
  constructor(points: Uint32Array, radius: number, material: Material) {
    this.points = points;
    this.radius = radius;
    this.object = new InstancedMesh(this.geometry, material, points.length);
    this.object.castShadow = this.object.receiveShadow = true;
    this.object.frustumCulled = false;
  }

  /** @param first  where the deformable's coordinates begin */
  show(vertices: ArrayLike<number>, first: number): void {
    const { points, radius, object } = this;
    for (let i = 0; i < points.length; i++) {
      const at = first + 3 * points[i];
      ball.makeScale(radius, radius, radius).setPosition(vertices[at], vertices[at + 1], vertices[at + 2]);
      object.setMatrixAt(i, ball);
    }
    object.instanceMatrix.needsUpdate = true;
    object.boundingSphere = null;
  }
}

const ball = new Matrix4();

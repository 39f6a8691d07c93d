// Many arrows at once: shafts and heads as two instanced meshes that grow as needed. What lies behind something shines
// through a little.

import {
  Color,
  ConeGeometry,
  CylinderGeometry,
  DynamicDrawUsage,
  Group,
  InstancedMesh,
  Matrix4,
  MeshBasicMaterial,
  Quaternion,
  Vector3,
} from 'three';

const white = new Color(1, 1, 1);
const UP = new Vector3(0, 1, 0);
const direction = new Vector3();
const base = new Vector3();
const turn = new Quaternion();
const scale = new Vector3();
const matrix = new Matrix4();

export class Arrows {
  readonly object = new Group();
  // A few pixels wide and thousands of them: corners are not seen, and their drawing is what takes time.
  private readonly shaftShape = new CylinderGeometry(1, 1, 1, 6, 1, true).translate(0, 0.5, 0);
  private readonly headShape = new ConeGeometry(1, 1, 8).translate(0, 0.5, 0);
  private readonly material = new MeshBasicMaterial({ toneMapped: false });
  private readonly ghost = new MeshBasicMaterial({
    toneMapped: false,
    transparent: true,
    opacity: 0.3,
    depthTest: false,
    depthWrite: false,
  });
  private shafts: InstancedMesh;
  private heads: InstancedMesh;
  private capacity = 64;
  private count = 0;

  constructor() {
    this.shafts = this.instances(this.shaftShape);
    this.heads = this.instances(this.headShape);
  }

  begin(most: number): void {
    this.count = 0;
    if (most <= this.capacity) return;
    while (this.capacity < most) this.capacity *= 2;
    for (const old of [this.shafts, this.heads]) old.dispose();
    this.object.clear();
    this.shafts = this.instances(this.shaftShape);
    this.heads = this.instances(this.headShape);
  }

  /**
   * @param along   its direction; need not be of unit length
   * @param length  [m]; without length there is no arrow
   * @param width   of the shaft [m]
   */
  add(from: Vector3, along: Vector3, length: number, width: number, color: Color): void {
    direction.copy(along).normalize();
    if (!(length > 0) || !(direction.lengthSq() > 0.5)) return;
    turn.setFromUnitVectors(UP, direction);
    const head = Math.min(4.5 * width, 0.6 * length);
    const thin = Math.min(width / 2, head / 5);
    matrix.compose(from, turn, scale.set(thin, length - head, thin));
    this.shafts.setMatrixAt(this.count, matrix);
    this.shafts.setColorAt(this.count, color);
    base.copy(from).addScaledVector(direction, length - head);
    matrix.compose(base, turn, scale.set(head / 2.6, head, head / 2.6));
    this.heads.setMatrixAt(this.count, matrix);
    this.heads.setColorAt(this.count, color);
    this.count++;
  }

  /** @param isCoarse  what lies behind something is not seen */
  end(isCoarse: boolean): void {
    for (const mesh of [this.shafts, this.heads]) {
      mesh.count = this.count;
      const ghost = mesh.userData.ghost as InstancedMesh;
      ghost.count = this.count;
      ghost.visible = !isCoarse;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  dispose(): void {
    for (const one of [this.shafts, this.heads, this.shaftShape, this.headShape, this.material, this.ghost])
      one.dispose();
  }

  private instances(shape: CylinderGeometry | ConeGeometry): InstancedMesh {
    const made = new InstancedMesh(shape, this.material, this.capacity);
    made.instanceMatrix.setUsage(DynamicDrawUsage);
    made.frustumCulled = false;
    made.count = 0;
    made.setColorAt(0, white);
    const ghost = new InstancedMesh(shape, this.ghost, this.capacity);
    ghost.instanceMatrix = made.instanceMatrix;
    ghost.instanceColor = made.instanceColor;
    ghost.frustumCulled = false;
    ghost.count = 0;
    ghost.renderOrder = 2;
    made.userData.ghost = ghost;
    this.object.add(made, ghost);
    return made;
  }
}

// The bodies of a scene as three.js objects: those of one shape are one instanced mesh, each with its own colour.

import {
  BufferAttribute,
  BufferGeometry,
  Color,
  Group,
  type InstancedBufferAttribute,
  InstancedMesh,
  LineBasicMaterial,
  LineSegments,
  type Material as ThreeMaterial,
  Matrix4,
  MeshStandardMaterial,
  Points,
  PointsMaterial,
  Quaternion,
  SRGBColorSpace,
  Vector3,
} from 'three';
import { toCreasedNormals } from 'three/examples/jsm/utils/BufferGeometryUtils.js';
import { colorOf, type Mesh, type Scene } from '../scene/index.ts';
import { type Bending, bentBodies, type BentBody, type Frame } from '../record/index.ts';
import { BentGeometry } from './bent.ts';
import { DeformableObject } from './deformable-object.ts';

const CREASE = 0.7; // [rad], about 40°

/** Bodies of one shape: instance i is body `bodies[i]`. */
export interface Instances {
  readonly object: InstancedMesh;
  readonly bodies: readonly number[];
}

/** What of a frame can be seen. */
type ShownFrame = Pick<Frame, 'poses' | 'vertices' | 'bends' | 'absent'>;

/** Everything of a scene that can be seen. Put `root` into a three.js scene, and call `show` with any frame. */
export class SceneObjects {
  /** What goes into a three.js scene. */
  readonly root = new Group();
  /** Bodies of one shape, drawn together. */
  readonly instances: Instances[] = [];
  /** What is drawn. */
  readonly scene: Scene;
  /** Which bodies bend. */
  readonly bending: Bending | undefined;
  /** What bending is multiplied with, from the next `show` on: most of it is too small to see. */
  bendFactor = 1;
  /** The frame that is shown, and what its bending is multiplied with. */
  shown: { readonly frame: ShownFrame; readonly bendFactor: number } | undefined;
  /** Bodies that bend, each an instanced mesh of one. */
  private readonly bent: BentGeometry[] = [];
  /** Where a body is among the instances: which mesh, which instance. */
  private readonly places = new Map<number, { readonly object: InstancedMesh; readonly index: number }>();
  /** Wires and points of bodies, one object each. */
  private readonly singles: { readonly object: LineSegments | Points; readonly body: number }[] = [];
  private readonly deformables: { readonly made: DeformableObject; readonly first: number }[] = [];
  private readonly disposables: { dispose(): void }[] = [];

  /** @param bending  which bodies bend, where the frames that are to be shown say how far */
  constructor(scene: Scene, bending?: Bending) {
    this.scene = scene;
    this.bending = bending;
    this.addBodies(scene, bending);
    let first = 0;
    scene.deformables.forEach((deformable, i) => {
      const mesh = scene.meshes[deformable.mesh];
      const item = scene.bodies.length + i;
      const made = this.keep(new DeformableObject(deformable, mesh, threeColor(scene, item)));
      this.root.add(made.object);
      this.deformables.push({ made, first });
      first += mesh.positions.length;
    });
    // three.js looks up along y.
    if (scene.up === 'z') this.root.rotation.x = -Math.PI / 2;
  }

  /** Moves everything to where a frame has it. */
  show(frame: ShownFrame): void {
    this.shown = { frame, bendFactor: this.bendFactor };
    const absent = new Set(frame.absent);
    for (const one of this.bent) one.show(frame.bends, this.bendFactor);
    for (const { object, bodies } of this.instances) {
      bodies.forEach((body, i) => {
        object.setMatrixAt(i, absent.has(body) ? NOWHERE : matrixOf(frame.poses, body));
      });
      object.instanceMatrix.needsUpdate = true;
      object.boundingSphere = null;
    }
    for (const { object, body } of this.singles) {
      object.visible = !absent.has(body);
      matrixOf(frame.poses, body).decompose(object.position, object.quaternion, scaleOut);
    }
    for (const { made, first } of this.deformables) made.show(frame.vertices, first);
  }

  /** Gives a body (or deformable, counted on from the bodies) another colour; without one, its own again. */
  paint(item: number, color: Color = threeColor(this.scene, item)): void {
    const place = this.places.get(item);
    if (place) {
      place.object.setColorAt(place.index, color);
      (place.object.instanceColor as InstancedBufferAttribute).needsUpdate = true;
    }
    for (const { object, body } of this.singles)
      if (body === item) (object.material as LineBasicMaterial | PointsMaterial).color.copy(color);
    this.deformables[item - this.scene.bodies.length]?.made.paint(color);
  }

  /** Gives a deformable a colour at each vertex (rgb, linear light), such as its strain; none: its own again. */
  tint(deformable: number, colors: Float32Array | undefined): void {
    this.deformables[deformable].made.tint(colors);
  }

  /** Off the graphics card. */
  dispose(): void {
    for (const one of this.disposables) one.dispose();
  }

  private addBodies(scene: Scene, bending: Bending | undefined): void {
    const bent = new Map(bentBodies(bending).map((one) => [one.body, one]));
    const groups = new Map<string, number[]>();
    scene.bodies.forEach((body, i) => {
      const key = bent.has(i) ? `bent ${i}` : `${body.mesh} ${isFloor(scene, i)}`;
      const group = groups.get(key);
      if (group) group.push(i);
      else groups.set(key, [i]);
    });
    for (const bodies of groups.values()) {
      const mesh = scene.meshes[scene.bodies[bodies[0]].mesh];
      if (mesh.faces.length > 0) {
        const own = bent.get(bodies[0]);
        const geometry = own ? this.bentFaces(own) : this.faces(mesh);
        const object = new InstancedMesh(geometry, this.material(), bodies.length);
        bodies.forEach((body, index) => {
          this.places.set(body, { object, index });
          object.setColorAt(index, threeColor(scene, body));
        });
        object.castShadow = !isFloor(scene, bodies[0]);
        object.receiveShadow = true;
        this.keep(object);
        this.instances.push({ object, bodies });
        this.root.add(object);
      }
      for (const body of bodies) this.addThin(scene, mesh, body);
    }
  }

  private addThin(scene: Scene, mesh: Mesh, body: number): void {
    const color = threeColor(scene, body);
    const add = (object: LineSegments | Points) => {
      this.singles.push({ object, body });
      this.root.add(object);
    };
    const over = (list: Uint32Array) => {
      const geometry = this.keep(new BufferGeometry());
      geometry.setAttribute('position', new BufferAttribute(Float32Array.from(mesh.positions), 3));
      geometry.setIndex(new BufferAttribute(list.slice(), 1));
      return geometry;
    };
    if (mesh.wires.length > 0)
      add(new LineSegments(over(mesh.wires), this.keep(new LineBasicMaterial({ color }))));
    if (mesh.points.length > 0)
      add(
        new Points(
          over(mesh.points),
          this.keep(new PointsMaterial({ color, size: 4, sizeAttenuation: false })),
        ),
      );
  }

  private bentFaces(bent: BentBody): BufferGeometry {
    const { positions, faces } = bent.shape;
    const rest = this.faces({ positions, faces });
    const made = new BentGeometry(bent, rest.getAttribute('normal').array);
    this.bent.push(made);
    return this.keep(made.geometry);
  }

  private faces(mesh: Pick<Mesh, 'positions' | 'faces'>): BufferGeometry {
    const scale = creaseScale(mesh.positions);
    const plain = new BufferGeometry();
    plain.setAttribute(
      'position',
      new BufferAttribute(
        Float32Array.from(mesh.positions, (x) => x * scale),
        3,
      ),
    );
    plain.setIndex(new BufferAttribute(mesh.faces.slice(), 1));
    const creased = this.keep(toCreasedNormals(plain, CREASE));
    plain.dispose();
    const { array } = creased.getAttribute('position') as BufferAttribute;
    for (let i = 0; i < array.length; i++) array[i] /= scale;
    return creased;
  }

  /** White where every instance has its own colour. */
  private material(color: Color = new Color(1, 1, 1)): ThreeMaterial {
    return this.keep(new MeshStandardMaterial({ color, roughness: 0.6, metalness: 0, side: 2 }));
  }

  private keep<T extends { dispose(): void }>(one: T): T {
    this.disposables.push(one);
    return one;
  }
}

/** Positions of this size [m] have corners that `toCreasedNormals` can tell apart, and cells it can number. */
const CREASED_SIZE = 1e5;

/**
 * `toCreasedNormals` takes corners within a hundredth of a unit for one: in metres that would smooth away the threads
 * of a bolt, and take minutes for a fine mesh of a few centimetres. By this power of two, which costs no bits, corners
 * are one only where they nearly are.
 */
function creaseScale(positions: Float64Array): number {
  let size = 0;
  for (let i = 0; i < positions.length; i++) size = Math.max(size, Math.abs(positions[i]));
  if (!(size > 0 && size < Infinity)) return 1;
  let scale = 1;
  while (size * scale < CREASED_SIZE / 2 && scale < 2e18) scale *= 2;
  while (size * scale > CREASED_SIZE) scale /= 2;
  return scale;
}

/** Whether a body is a floor: large, flat and below everything. */
export function isFloor({ bodies }: Scene, index: number): boolean {
  const body = bodies[index];
  return body.motion === 'static' && body.shape.kind === 'plane';
}

function threeColor(scene: Scene, item: number): Color {
  const [r, g, b] = colorOf(scene, item);
  return new Color().setRGB(r, g, b, SRGBColorSpace);
}

const matrix = new Matrix4();
const position = new Vector3();
const rotation = new Quaternion();
const scale = new Vector3(1, 1, 1);
const scaleOut = new Vector3();

/** What is not there has no size. */
const NOWHERE = new Matrix4().makeScale(0, 0, 0);

function matrixOf(poses: Float64Array, body: number): Matrix4 {
  const p = 7 * body;
  position.set(poses[p], poses[p + 1], poses[p + 2]);
  rotation.set(poses[p + 3], poses[p + 4], poses[p + 5], poses[p + 6]);
  return matrix.compose(position, rotation, scale);
}

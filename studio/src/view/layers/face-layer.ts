// Faces of bodies in a colour of their own: those that overlap at the start, in red and seen through everything else.

import { BufferAttribute, BufferGeometry, Group, Mesh, MeshBasicMaterial, Quaternion, Vector3 } from 'three';
import type { Scene } from '../../../../src/scene/index.ts';
import type { Overlap } from '../../model/overlaps.ts';
import type { Layer, Shown } from './layer.ts';
import type { Palette } from './palette.ts';
import { poseOf } from '../pointer/pick.ts';

const position = new Vector3();
const turn = new Quaternion();

export class FaceLayer implements Layer {
  readonly object = new Group();
  private readonly front = new MeshBasicMaterial({
    side: 2,
    polygonOffset: true,
    polygonOffsetFactor: -4,
    polygonOffsetUnits: -4,
  });
  private readonly through = new MeshBasicMaterial({
    side: 2,
    transparent: true,
    opacity: 0.4,
    depthTest: false,
    depthWrite: false,
  });
  private pieces: { readonly body: number; readonly mesh: Mesh }[] = [];
  private readonly palette: () => Palette;

  constructor(palette: () => Palette) {
    this.palette = palette;
  }

  /** Faces of bodies of this scene; of others nothing is drawn. */
  set(scene: Scene, overlaps: readonly Overlap[]): void {
    this.clear();
    const faces = new Map<number, Set<number>>();
    for (const { a, b, facesA, facesB } of overlaps) {
      for (const [body, list] of [
        [a, facesA],
        [b, facesB],
      ] as const) {
        const known = faces.get(body) ?? new Set();
        for (const face of list) known.add(face);
        faces.set(body, known);
      }
    }
    for (const [body, list] of faces) this.addFaces(scene, body, [...list]);
  }

  update({ frame }: Shown): void {
    this.front.color.copy(this.palette().bad);
    this.through.color.copy(this.palette().bad);
    for (const { body, mesh } of this.pieces) {
      poseOf(frame, body, position, turn);
      mesh.position.copy(position);
      mesh.quaternion.copy(turn);
    }
  }

  dispose(): void {
    this.clear();
    this.front.dispose();
    this.through.dispose();
  }

  private addFaces(scene: Scene, body: number, list: readonly number[]): void {
    if (scene.bodies[body] === undefined) return;
    const { faces, positions } = scene.meshes[scene.bodies[body].mesh];
    const valid = list.filter((face) => 3 * face + 2 < faces.length);
    const corners = new Float32Array(9 * valid.length);
    valid.forEach((face, i) => {
      for (let c = 0; c < 3; c++)
        for (let k = 0; k < 3; k++) corners[9 * i + 3 * c + k] = positions[3 * faces[3 * face + c] + k];
    });
    const geometry = new BufferGeometry();
    geometry.setAttribute('position', new BufferAttribute(corners, 3));
    for (const material of [this.front, this.through]) {
      const mesh = new Mesh(geometry, material);
      mesh.frustumCulled = false;
      mesh.renderOrder = 4;
      this.object.add(mesh);
      this.pieces.push({ body, mesh });
    }
  }

  private clear(): void {
    for (const { mesh } of this.pieces) mesh.geometry.dispose();
    this.object.clear();
    this.pieces = [];
  }
}

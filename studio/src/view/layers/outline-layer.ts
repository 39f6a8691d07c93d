// The edges of selected bodies, seen through everything.

import { EdgesGeometry, Group, LineBasicMaterial, LineSegments, Quaternion, Vector3 } from 'three';
import type { Mesh } from '../../../../src/geometry/index.ts';
import type { Layer, Shown } from './layer.ts';
import { meshTree } from '../pointer/mesh-tree.ts';
import type { Palette } from './palette.ts';
import { poseOf } from '../pointer/pick.ts';

const CREASE = 20; // [°]
/** Finding edges of larger meshes takes too long; colour alone says that they are selected. */
const MOST_FACES = 60_000;
const MOST_BODIES = 200;

const position = new Vector3();
const turn = new Quaternion();

export class OutlineLayer implements Layer {
  readonly object = new Group();
  private readonly material = new LineBasicMaterial({ depthTest: false, transparent: true, opacity: 0.9 });
  private readonly shapes = new Map<Mesh, EdgesGeometry>();
  private selection: readonly number[] = [];
  private readonly palette: () => Palette;

  constructor(palette: () => Palette) {
    this.palette = palette;
  }

  set(scene: Shown['scene'], items: readonly number[]): void {
    this.object.clear();
    this.selection = items.filter((i) => scene.bodies[i] !== undefined).slice(0, MOST_BODIES);
    for (const item of this.selection) {
      const lines = new LineSegments(this.edges(scene.meshes[scene.bodies[item].mesh]), this.material);
      lines.frustumCulled = false;
      lines.renderOrder = 3;
      this.object.add(lines);
    }
  }

  update({ frame }: Shown): void {
    this.material.color.copy(this.palette().accent);
    this.selection.forEach((item, i) => {
      poseOf(frame, item, position, turn);
      this.object.children[i].position.copy(position);
      this.object.children[i].quaternion.copy(turn);
    });
  }

  dispose(): void {
    this.object.clear();
    this.material.dispose();
    for (const shape of this.shapes.values()) shape.dispose();
  }

  private edges(mesh: Mesh): EdgesGeometry {
    const known = this.shapes.get(mesh);
    if (known) return known;
    const tree = mesh.faces.length <= 3 * MOST_FACES ? meshTree(mesh) : undefined;
    const made = new EdgesGeometry(tree?.geometry, CREASE);
    this.shapes.set(mesh, made);
    return made;
  }
}

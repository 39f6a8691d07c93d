// The triangles of every mesh as lines over it. Shares shapes and places with what is drawn already.

import { Group, InstancedMesh, Mesh, MeshBasicMaterial } from 'three';
import type { SceneObjects } from '../../../../src/view/index.ts';
import type { Layer } from './layer.ts';
import type { Palette } from './palette.ts';

export class WireLayer implements Layer {
  readonly object = new Group();
  private readonly material = new MeshBasicMaterial({
    wireframe: true,
    transparent: true,
    opacity: 0.45,
    depthWrite: false,
  });
  private readonly palette: () => Palette;

  constructor(objects: SceneObjects, palette: () => Palette) {
    this.palette = palette;
    for (const { object } of objects.instances) {
      const lines = new InstancedMesh(object.geometry, this.material, object.count);
      lines.instanceMatrix = object.instanceMatrix;
      lines.frustumCulled = false;
      this.object.add(lines);
    }
    // of what deforms, the surfaces
    for (const group of objects.root.children)
      for (const child of group.children) {
        if (!(child instanceof Mesh) || child instanceof InstancedMesh) continue;
        const lines = new Mesh(child.geometry, this.material);
        lines.frustumCulled = false;
        this.object.add(lines);
      }
  }

  update(): void {
    this.material.color.set(this.palette().dark ? 0xffffff : 0x000000);
  }

  dispose(): void {
    this.material.dispose();
  }
}

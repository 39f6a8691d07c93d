// The thread by which a body is pulled.

import { BufferAttribute, BufferGeometry, Group, Line, LineBasicMaterial, Points, Vector3 } from 'three';
import { dragged } from '../../model/drag.ts';
import { dotMaterial } from './dots.ts';
import type { Layer, Shown } from './layer.ts';
import type { Palette } from './palette.ts';
import { toScene } from '../pointer/pick.ts';

const held = new Vector3();

export class PullLayer implements Layer {
  readonly object = new Group();
  private readonly shape = new BufferGeometry();
  private readonly lineMaterial = new LineBasicMaterial({ depthTest: false });
  private readonly dotMaterial = dotMaterial(8);
  private readonly palette: () => Palette;

  constructor(palette: () => Palette) {
    this.palette = palette;
    this.shape.setAttribute('position', new BufferAttribute(new Float32Array(6), 3));
    for (const one of [new Line(this.shape, this.lineMaterial), new Points(this.shape, this.dotMaterial)]) {
      one.frustumCulled = false;
      one.renderOrder = 9;
      this.object.add(one);
    }
  }

  update({ scene, frame }: Shown): void {
    const now = dragged.peek();
    const isPulled = now?.target !== undefined && scene.bodies[now.body] !== undefined;
    this.shape.setDrawRange(0, isPulled ? 2 : 0);
    if (!isPulled) return;
    const { accent } = this.palette();
    this.lineMaterial.color.copy(accent);
    this.dotMaterial.color.copy(accent);
    toScene(scene, frame, now.body, held.set(...now.point), held);
    const position = this.shape.getAttribute('position') as BufferAttribute;
    position.setXYZ(0, held.x, held.y, held.z);
    position.setXYZ(1, ...now.target);
    position.needsUpdate = true;
  }

  dispose(): void {
    for (const one of [this.shape, this.lineMaterial, this.dotMaterial]) one.dispose();
  }
}

// Centres of mass: the origins of the body frames.

import { BufferAttribute, BufferGeometry, Points } from 'three';
import type { Scene } from '../../../../src/scene/index.ts';
import { dotMaterial } from './dots.ts';
import type { Layer, Shown } from './layer.ts';
import type { Palette } from './palette.ts';

export class MassLayer implements Layer {
  private readonly dots = new BufferGeometry();
  private readonly material = dotMaterial(7);
  readonly object = new Points(this.dots, this.material);
  private readonly palette: () => Palette;
  private readonly moving: readonly number[];

  constructor(scene: Scene, palette: () => Palette) {
    this.palette = palette;
    this.moving = scene.bodies.flatMap(({ motion }, i) => (motion === 'static' ? [] : [i]));
    this.dots.setAttribute('position', new BufferAttribute(new Float32Array(3 * this.moving.length), 3));
    this.object.frustumCulled = false;
    this.object.renderOrder = 6;
  }

  update({ frame }: Shown): void {
    this.material.color.copy(this.palette().mass);
    const dots = this.dots.getAttribute('position') as BufferAttribute;
    this.moving.forEach((body, i) => {
      const p = 7 * body;
      dots.setXYZ(i, frame.poses[p], frame.poses[p + 1], frame.poses[p + 2]);
    });
    dots.needsUpdate = true;
  }

  dispose(): void {
    this.dots.dispose();
    this.material.dispose();
  }
}

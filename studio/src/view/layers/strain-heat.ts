// Paints what deforms by how far it is stretched or pressed at the moment that is shown.

import { signal } from '@preact/signals';
import { Color } from 'three';
import { Strain } from '../../../../src/query/index.ts';
import type { Scene } from '../../../../src/scene/index.ts';
import type { SceneObjects } from '../../../../src/view/index.ts';
import { heatColor } from '../contacts/gaps.ts';
import { deformableStarts } from '../start-frame.ts';
import type { Frame } from '../../../../src/record/index.ts';
import { overlays } from './overlays.ts';

/** The strain of the hottest colour, while colours are shown. */
export const strainRange = signal<number | undefined>(undefined);

/** Less than this is told apart from rest by nobody. */
const LEAST = 1e-3;

export class StrainHeat {
  private readonly objects: SceneObjects;
  private readonly parts: {
    readonly strain: Strain;
    readonly first: number;
    readonly values: Float64Array;
  }[];
  private isOn = false;
  /** The largest that was seen so far. */
  private most = 0;

  constructor(scene: Scene, objects: SceneObjects) {
    this.objects = objects;
    const starts = deformableStarts(scene);
    this.parts = scene.deformables.map((deformable, d) => {
      const mesh = scene.meshes[deformable.mesh];
      const values = new Float64Array(mesh.positions.length / 3);
      return { strain: new Strain(deformable, mesh), first: starts[d], values };
    });
  }

  update({ vertices }: Frame): void {
    if (this.parts.length === 0) return;
    if (!overlays.strain.on.peek()) {
      this.close();
      return;
    }
    this.isOn = true;
    for (const { strain, first, values } of this.parts) {
      strain.write(vertices, first, values);
      for (const value of values) this.most = Math.max(this.most, Math.abs(value));
    }
    const range = roundUp(Math.max(LEAST, this.most));
    strainRange.value = range;
    this.parts.forEach(({ values }, d) => {
      const colors = new Float32Array(3 * values.length);
      for (let v = 0; v < values.length; v++)
        heatColor(1 - Math.abs(values[v]) / range, color).toArray(colors, 3 * v);
      this.objects.tint(d, colors);
    });
  }

  /** Everything in its own colour again. */
  close(): void {
    if (!this.isOn) return;
    this.isOn = false;
    strainRange.value = undefined;
    for (let d = 0; d < this.parts.length; d++) this.objects.tint(d, undefined);
  }
}

const color = new Color();

/** 1, 2 or 5 times a power of ten, at least as large. */
function roundUp(value: number): number {
  const power = 10 ** Math.floor(Math.log10(value));
  return power * ([1, 2, 5].find((step) => step * power >= value) ?? 10);
}

// Where bodies are going: an arrow from each centre of mass, as far as it gets in a tenth of a second or so.

import { signal } from '@preact/signals';
import { Vector3 } from 'three';
import { Arrows } from './arrows.ts';
import type { Layer, Shown } from './layer.ts';
import type { Palette } from './palette.ts';

const LONGEST = 0.9; // in radii of everything
/** Slower than this part of the longest is drawn as nothing. */
const LEAST = 0.004;

/** Seconds of motion that an arrow spans, for the legend. */
export const velocitySpan = signal<number | undefined>(undefined);

const from = new Vector3();
const along = new Vector3();

export class VelocityLayer implements Layer {
  private readonly arrows = new Arrows();
  readonly object = this.arrows.object;
  private readonly palette: () => Palette;

  constructor(palette: () => Palette) {
    this.palette = palette;
  }

  update({ scene, frame, radius, pixel, isCoarse }: Shown): void {
    const { velocity } = this.palette();
    const width = Math.min(2 * pixel, 0.015 * radius);
    const span = spanFor(radius, Math.hypot(...scene.gravity));
    this.arrows.begin(scene.bodies.length);
    for (let i = 0; i < scene.bodies.length; i++) {
      along.fromArray(frame.velocities, 6 * i);
      const length = Math.min(LONGEST * radius, along.length() * span);
      if (length < LEAST * radius) continue;
      from.fromArray(frame.poses, 7 * i);
      this.arrows.add(from, along, length, width, velocity);
    }
    this.arrows.end(isCoarse);
    velocitySpan.value = span;
  }

  dispose(): void {
    this.arrows.dispose();
    velocitySpan.value = undefined;
  }
}

/** So that what has fallen through the whole picture has an arrow of half its size; 1, 2 or 5 times a power of ten. */
function spanFor(radius: number, pull: number): number {
  const speed = pull > 0 ? Math.sqrt(4 * pull * radius) : radius;
  const asked = (0.5 * radius) / speed;
  const power = 10 ** Math.floor(Math.log10(asked));
  return power * ([5, 2].find((step) => asked >= step * power) ?? 1);
}

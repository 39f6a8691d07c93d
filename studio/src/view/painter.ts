// The colour of each body: its own or that of its gap, lighter under the pointer, tinted where it is selected.

import { Color } from 'three';
import { colorOf, type Scene } from '../../../src/scene/index.ts';
import { isFloor, type SceneObjects } from '../../../src/view/index.ts';
import { type GapRange, heatColor, heatOf } from './contacts/gaps.ts';
import type { Palette } from './layers/palette.ts';

const WHITE = new Color(1, 1, 1);
const color = new Color();

export class Painter {
  private readonly scene: Scene;
  private readonly objects: SceneObjects;
  private selected: readonly number[] = [];
  private hovered: number | undefined;
  private heat: { readonly gaps: Float64Array; readonly range: GapRange } | undefined;

  constructor(scene: Scene, objects: SceneObjects) {
    this.scene = scene;
    this.objects = objects;
  }

  /** Nearest gaps to draw as heat; undefined for the bodies' own colours. */
  paintHeat(
    heat: { readonly gaps: Float64Array; readonly range: GapRange } | undefined,
    palette: Palette,
  ): void {
    if (heat === undefined && this.heat === undefined) return;
    this.heat = heat;
    this.paintAll(palette);
  }

  paintAll(palette: Palette): void {
    const count = this.scene.bodies.length + this.scene.deformables.length;
    for (let item = 0; item < count; item++) this.paint(item, palette);
  }

  mark(selected: readonly number[], hovered: number | undefined, palette: Palette): void {
    const changed = new Set([...this.selected, ...selected]);
    for (const item of [this.hovered, hovered]) if (item !== undefined) changed.add(item);
    this.selected = selected;
    this.hovered = hovered;
    for (const item of changed) this.paint(item, palette);
  }

  private paint(item: number, palette: Palette): void {
    const { bodies, deformables } = this.scene;
    if (item < 0 || item >= bodies.length + deformables.length) return;
    const gap = item < bodies.length && !isFloor(this.scene, item) ? this.heat?.gaps[item] : undefined;
    if (gap !== undefined) heatColor(heatOf(gap, (this.heat as { range: GapRange }).range), color);
    else {
      const [r, g, b] = colorOf(this.scene, item);
      color.setRGB(r, g, b, 'srgb');
    }
    const isFlat = item < bodies.length && isFloor(this.scene, item);
    // A bright floor would outshine everything in a dark room.
    if (isFlat && palette.dark) color.lerp(palette.background, 0.8);
    if (this.selected.includes(item)) color.lerp(palette.accent, isFlat ? 0.12 : 0.3);
    if (item === this.hovered) color.lerp(WHITE, isFlat ? 0.15 : 0.25);
    this.objects.paint(item, color);
  }
}

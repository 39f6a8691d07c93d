// Pins and pulls in the view: dots where vertices are held, lines where they are drawn.

import {
  BufferAttribute,
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Points,
  PointsMaterial,
} from 'three';
import type { Layer, Shown } from '../../view/layers/layer.ts';
import type { Stage } from '../../view/stage.ts';
import { deformableStarts } from '../../view/start-frame.ts';
import { dragged } from '../../model/drag.ts';
import { brushed, drawn } from './pin-hand.ts';

export class PinLayer implements Layer {
  readonly object = new Group();
  private readonly stage: Stage;
  private readonly dots = new BufferGeometry();
  private readonly lines = new BufferGeometry();
  private pulled: { readonly of: readonly number[]; readonly at: number } | undefined;
  private readonly dotMaterial = new PointsMaterial({
    size: 9,
    sizeAttenuation: false,
    depthTest: false,
    transparent: true,
  });
  private readonly lineMaterial = new LineBasicMaterial({ depthTest: false, transparent: true });

  constructor(stage: Stage) {
    this.stage = stage;
    for (const one of [
      new Points(this.dots, this.dotMaterial),
      new LineSegments(this.lines, this.lineMaterial),
    ]) {
      one.frustumCulled = false;
      one.renderOrder = 8;
      this.object.add(one);
    }
  }

  update({ scene, frame, radius }: Shown): void {
    this.dotMaterial.color.copy(this.stage.palette.accent);
    this.lineMaterial.color.copy(this.stage.palette.accent);
    const starts = deformableStarts(scene);
    const dots: number[] = [];
    const lines: number[] = [];
    let strongest = 0;
    for (const { pins } of scene.deformables)
      for (const { force } of pins) if (force) strongest = Math.max(strongest, Math.hypot(...force));
    scene.deformables.forEach(({ pins }, d) => {
      for (const { vertices, force } of pins) {
        for (const vertex of vertices) {
          const at = [...frame.vertices.subarray(starts[d] + 3 * vertex, starts[d] + 3 * vertex + 3)];
          if (force === undefined) dots.push(...at);
          else lines.push(...at, ...at.map((x, k) => x + (0.4 * radius * force[k]) / (strongest || 1)));
        }
      }
    });
    const now = drawn.peek();
    if (now) lines.push(...now.from, ...now.to);
    dots.push(...brushed.peek());
    this.addThread(lines, frame.vertices, scene.bodies.length, starts);
    this.dots.setAttribute('position', new BufferAttribute(Float32Array.from(dots), 3));
    this.lines.setAttribute('position', new BufferAttribute(Float32Array.from(lines), 3));
  }

  /** From the vertex that is pulled by hand to the pointer. */
  private addThread(lines: number[], places: Float64Array, bodies: number, starts: readonly number[]): void {
    const now = dragged.peek();
    const item = (now?.body ?? 0) - bodies;
    if (now?.target === undefined || item < 0 || starts[item + 1] === undefined) {
      this.pulled = undefined;
      return;
    }
    if (this.pulled?.of !== now.point) {
      // The engine takes the nearest one when a pull begins.
      let at = starts[item];
      let least = Infinity;
      for (let i = starts[item]; i < starts[item + 1]; i += 3) {
        const away = Math.hypot(...now.point.map((x, k) => x - places[i + k]));
        if (away < least) [least, at] = [away, i];
      }
      this.pulled = { of: now.point, at };
    }
    lines.push(...places.subarray(this.pulled.at, this.pulled.at + 3), ...now.target);
  }

  dispose(): void {
    for (const one of [this.dots, this.lines, this.dotMaterial, this.lineMaterial]) one.dispose();
  }
}

// Ruler and protractor: points on bodies, which they keep while the bodies move, so that a length can be watched.

import { signal } from '@preact/signals';
import { BufferAttribute, BufferGeometry, Group, Line, LineBasicMaterial, Points, Vector3 } from 'three';
import type { Frame } from '../../../../src/record/index.ts';
import type { Scene } from '../../../../src/scene/index.ts';
import type { Label } from '../layers/labels.ts';
import { dotMaterial } from '../layers/dots.ts';
import type { Layer, Shown } from '../layers/layer.ts';
import type { Palette } from '../layers/palette.ts';
import { toScene } from './pick.ts';
import { say, sayAngle } from '../say.ts';

export interface Mark {
  readonly item: number;
  /** In body coordinates. */
  readonly local: Vector3;
}

export interface Measurement {
  readonly kind: 'ruler' | 'protractor';
  readonly marks: readonly Mark[];
}

export const measurement = signal<Measurement>({ kind: 'ruler', marks: [] });

/** Adds a point; a full measurement begins anew. */
export function addMark(kind: Measurement['kind'], mark: Mark): void {
  const { marks, kind: before } = measurement.value;
  const isFull = before !== kind || marks.length >= (kind === 'ruler' ? 2 : 3);
  measurement.value = { kind, marks: isFull ? [mark] : [...marks, mark] };
}

export function clearMarks(): void {
  if (measurement.value.marks.length > 0) measurement.value = { ...measurement.value, marks: [] };
}

/** The angle at the middle point [rad]. */
export function angleAt(a: Vector3, middle: Vector3, c: Vector3): number {
  const [ux, uy, uz] = [a.x - middle.x, a.y - middle.y, a.z - middle.z];
  const [vx, vy, vz] = [c.x - middle.x, c.y - middle.y, c.z - middle.z];
  const cross = Math.hypot(uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx);
  return Math.atan2(cross, ux * vx + uy * vy + uz * vz);
}

/** What the points say, once there are enough of them. */
export function sayMeasurement(kind: Measurement['kind'], points: readonly Vector3[]): string | undefined {
  if (kind === 'ruler') return points.length === 2 ? say(points[0].distanceTo(points[1]), 'm') : undefined;
  return points.length === 3 ? sayAngle(angleAt(points[0], points[1], points[2])) : undefined;
}

export class MeasureLayer implements Layer {
  readonly object = new Group();
  /** What to write, and where; in the coordinates of the scene. */
  label: Label | undefined;
  private readonly shape = new BufferGeometry();
  private readonly lineMaterial = new LineBasicMaterial({ depthTest: false });
  private readonly dotMaterial = dotMaterial(9);
  private readonly palette: () => Palette;
  private readonly points = [new Vector3(), new Vector3(), new Vector3()];

  constructor(palette: () => Palette) {
    this.palette = palette;
    this.shape.setAttribute('position', new BufferAttribute(new Float32Array(9), 3));
    for (const one of [new Line(this.shape, this.lineMaterial), new Points(this.shape, this.dotMaterial)]) {
      one.frustumCulled = false;
      one.renderOrder = 8;
      this.object.add(one);
    }
  }

  update({ scene, frame }: Pick<Shown, 'scene' | 'frame'>): void {
    const { kind, marks } = measurement.value;
    this.lineMaterial.color.copy(this.palette().accent);
    this.dotMaterial.color.copy(this.palette().accent);
    const points = placeMarks(scene, frame, marks, this.points);
    const position = this.shape.getAttribute('position') as BufferAttribute;
    points.forEach((point, i) => {
      position.setXYZ(i, point.x, point.y, point.z);
    });
    position.needsUpdate = true;
    this.shape.setDrawRange(0, points.length);
    const text = sayMeasurement(kind, points);
    this.label = undefined;
    if (text === undefined) return;
    const at = kind === 'ruler' ? points[0].clone().lerp(points[1], 0.5) : points[1].clone();
    this.label = { text, at, kind: 'measure' };
  }

  dispose(): void {
    for (const one of [this.shape, this.lineMaterial, this.dotMaterial]) one.dispose();
  }
}

function placeMarks(scene: Scene, frame: Frame, marks: readonly Mark[], out: readonly Vector3[]): Vector3[] {
  const count = scene.bodies.length + scene.deformables.length;
  const valid = marks.filter(({ item }) => item < count);
  return valid.map(({ item, local }, i) => toScene(scene, frame, item, local, out[i]));
}

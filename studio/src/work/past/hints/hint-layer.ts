// Hints in the view: the way a body slid in as a line, the way it came bouncing as an arc; and the stroke being drawn.

import {
  BufferAttribute,
  BufferGeometry,
  Group,
  Line,
  LineBasicMaterial,
  LineSegments,
  Vector3,
} from 'three';
import type { Layer, Shown } from '../../../view/layers/layer.ts';
import type { Stage } from '../../../view/stage.ts';
import { bodyRadii } from '../../../view/start-frame.ts';
import { drawn } from './sketch.ts';

/** Pieces of an arc. */
const PIECES = 12;

export class HintLayer implements Layer {
  readonly object = new Group();
  private readonly stage: Stage;
  private readonly ways = new BufferGeometry();
  private readonly stroke = new BufferGeometry();
  private readonly material = new LineBasicMaterial({ depthTest: false, transparent: true });

  constructor(stage: Stage) {
    this.stage = stage;
    for (const one of [new LineSegments(this.ways, this.material), new Line(this.stroke, this.material)]) {
      one.frustumCulled = false;
      one.renderOrder = 8;
      this.object.add(one);
    }
  }

  update({ scene, radius }: Shown): void {
    this.material.color.copy(this.stage.palette.accent);
    this.stroke.setAttribute('position', new BufferAttribute(Float32Array.from(drawn.peek()), 3));
    const points: number[] = [];
    const radii = (scene.hints?.length ?? 0) > 0 ? bodyRadii(scene) : [];
    const up = scene.up === 'z' ? new Vector3(0, 0, 1) : new Vector3(0, 1, 0);
    for (const { body, from, kind } of scene.hints ?? []) {
      if (from === undefined) continue;
      const at = new Vector3(...scene.bodies[body].pose.position);
      const length = Math.max(1.6 * radii[body], 0.12 * radius);
      const way = new Vector3(...from).normalize().multiplyScalar(length);
      addWay(points, at, way, up.clone().multiplyScalar(kind === 'bounce' ? 0.5 * length : 0), up);
    }
    this.ways.setAttribute('position', new BufferAttribute(Float32Array.from(points), 3));
  }

  dispose(): void {
    for (const one of [this.ways, this.stroke, this.material]) one.dispose();
  }
}

/** p(s) = at + s way + 4 s (1 − s) rise, and an arrowhead at its beginning, where the body came to. */
function addWay(points: number[], at: Vector3, way: Vector3, rise: Vector3, up: Vector3): void {
  const point = (s: number) =>
    at
      .clone()
      .addScaledVector(way, s)
      .addScaledVector(rise, 4 * s * (1 - s));
  for (let i = 0; i < PIECES; i++) points.push(...point(i / PIECES), ...point((i + 1) / PIECES));
  const tip = point(0.1);
  const side = way.clone().cross(up).multiplyScalar(0.1);
  const back = point(0.26);
  points.push(...tip, ...back.clone().add(side), ...tip, ...back.clone().sub(side));
}

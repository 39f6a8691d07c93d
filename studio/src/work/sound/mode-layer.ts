// A mode shown in the view: the body's surface swings through its shape, far slower and wider than it does.

import { signal } from '@preact/signals';
import {
  BufferAttribute,
  BufferGeometry,
  Color,
  DoubleSide,
  Mesh as ThreeMesh,
  MeshStandardMaterial,
} from 'three';
import { heatColor } from '../../view/contacts/gaps.ts';
import type { Layer, Shown } from '../../view/layers/layer.ts';
import { poseOf } from '../../view/pointer/pick.ts';
import type { Stage } from '../../view/stage.ts';
import { ready } from './state.ts';

/** The mode that is shown, and how wide it swings as a part of the body's size. */
export const swinging = signal<{ readonly body: number; readonly mode: number } | undefined>(undefined);
export const width = signal(0.1);

const SWINGS_A_SECOND = 0.8;

export class ModeLayer implements Layer {
  readonly object: ThreeMesh;
  private readonly stage: Stage;
  private readonly geometry = new BufferGeometry();
  private readonly material = new MeshStandardMaterial({
    vertexColors: true,
    side: DoubleSide,
    roughness: 0.6,
    polygonOffset: true,
    polygonOffsetFactor: -2,
    polygonOffsetUnits: -2,
  });
  private asked = 0;
  private laid: unknown;

  constructor(stage: Stage) {
    this.stage = stage;
    this.object = new ThreeMesh(this.geometry, this.material);
    this.object.frustumCulled = false;
  }

  update({ frame, scene }: Shown): void {
    const shown = swinging.peek();
    const modes = shown && ready.peek().get(shown.body);
    this.object.visible = modes !== undefined && scene.bodies[shown?.body ?? -1] !== undefined;
    if (shown === undefined || modes === undefined || !this.object.visible) return;
    const { positions, faces, shapes } = modes;
    const from = shown.mode * positions.length;
    let widest = 0;
    let size = 0;
    for (let i = 0; i < positions.length; i += 3) {
      const at = from + i;
      widest = Math.max(widest, Math.hypot(shapes[at], shapes[at + 1], shapes[at + 2]));
      size = Math.max(size, Math.hypot(positions[i], positions[i + 1], positions[i + 2]));
    }
    const phase = (performance.now() / 1000) * SWINGS_A_SECOND * 2 * Math.PI;
    const scale = ((width.peek() * 2 * size) / (widest || 1)) * Math.sin(phase);
    if (this.laid !== modes) {
      this.laid = modes;
      this.geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions.length), 3));
      this.geometry.setAttribute('color', new BufferAttribute(new Float32Array(positions.length), 3));
      this.geometry.setIndex(new BufferAttribute(faces, 1));
    }
    const places = this.geometry.getAttribute('position') as BufferAttribute;
    const colours = this.geometry.getAttribute('color') as BufferAttribute;
    const color = new Color();
    for (let i = 0; i < positions.length; i += 3) {
      const [x, y, z] = [shapes[from + i], shapes[from + i + 1], shapes[from + i + 2]];
      places.setXYZ(
        i / 3,
        positions[i] + scale * x,
        positions[i + 1] + scale * y,
        positions[i + 2] + scale * z,
      );
      heatColor(1 - Math.hypot(x, y, z) / (widest || 1), color);
      colours.setXYZ(i / 3, color.r, color.g, color.b);
    }
    places.needsUpdate = true;
    colours.needsUpdate = true;
    this.geometry.computeVertexNormals();
    poseOf(frame, shown.body, this.object.position, this.object.quaternion);
    cancelAnimationFrame(this.asked);
    this.asked = requestAnimationFrame(() => this.stage.invalidate(true));
  }

  dispose(): void {
    cancelAnimationFrame(this.asked);
    this.geometry.dispose();
    this.material.dispose();
  }
}

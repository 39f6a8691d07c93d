// A picture of one frame, by a small software rasteriser: the same bytes everywhere, and no graphics card.
//
// Nine samples a pixel; each finds its triangle, is lit (shade.ts), and floors fade into the background so that
// a scene stands in a studio without walls.

import { faceCoordinates } from '../../geometry/distance/index.ts';
import { cos, sin } from '../../num/elementary/index.ts';
import { crossEdges, dot3 } from '../../num/index.ts';
import type { Bending, Frame } from '../../record/index.ts';
import type { Scene } from '../../scene/index.ts';
import { bentScene } from '../bent-scene.ts';
import { linearFromSrgb, srgbFromLinear } from '../color.ts';
import { type Camera, type CameraOptions, placeCamera } from './camera.ts';
import { renderLightMap } from './light-map.ts';
import { type Lights, SHARES, SeenPoint, shade, skyDirections } from './shade.ts';
import { placeTriangles, type Triangles, unit } from './triangles.ts';
import { findVisible, type Visibility } from './visibility.ts';

/** What a picture may be told. */
export interface PictureOptions extends CameraOptions {
  /** Pixels. */
  readonly width?: number;
  /** Pixels. */
  readonly height?: number;
  /** Instead of one placed for this frame: a film keeps one camera. */
  readonly camera?: Camera;
  /** That of the recording, where bodies bend. */
  readonly bending?: Bending;
}

/** A picture. */
export interface Picture {
  /** Pixels. */
  readonly width: number;
  /** Pixels. */
  readonly height: number;
  /** Three bytes a pixel, rows from the top. */
  readonly rgb: Uint8Array;
}

const SAMPLES = 3;
const SKY_LIGHTS = 36;
const SKY_SIZE = 448;
const SUN_SIZE = 2048;
/** Background at the top and at the horizon, and below it. */
const TOP = [0.8, 0.845, 0.895].map(linearFromSrgb);
const HORIZON = [0.945, 0.95, 0.955].map(linearFromSrgb);

/** A picture of one frame. */
export function renderPicture(straight: Scene, frame: Frame, options: PictureOptions = {}): Picture {
  const { width = 1280, height = 720 } = options;
  const scene = bentScene(straight, options.bending, frame);
  const camera = options.camera ?? placeCamera(scene, frame, width / height, options);
  const triangles = placeTriangles(scene, frame, 0.006 * camera.radius);
  const lights = placeLights(scene, triangles, camera);
  const visible = findVisible(
    camera,
    triangles.positions,
    triangles.faces,
    SAMPLES * width,
    SAMPLES * height,
  );
  const rgb = new Uint8Array(3 * width * height);
  const painter = new Painter(triangles, camera, lights, visible);
  const sum = new Float64Array(3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      sum.fill(0);
      for (let share = 0; share < SHARES; share++) {
        const sx = SAMPLES * x + (share % SAMPLES);
        const sy = SAMPLES * y + Math.floor(share / SAMPLES);
        // Shares wander from pixel to pixel, so that no pattern shows where a pixel has two surfaces.
        painter.paint(sx, sy, (share + 4 * x + 7 * y) % SHARES, sum);
      }
      for (let k = 0; k < 3; k++) rgb[3 * (y * width + x) + k] = encode(sum[k] / SHARES);
    }
  }
  return { width, height, rgb };
}

function placeLights(scene: Scene, triangles: Triangles, camera: Camera): Lights {
  const up = scene.up === 'y' ? [0, 1, 0] : [0, 0, 1];
  // From behind the viewer's left shoulder, high: shadows fall to the right and away.
  const side = [0, 1, 2].map((k) => -0.62 * camera.right[k] - 0.35 * camera.forward[k]);
  const lean = side[0] * up[0] + side[1] * up[1] + side[2] * up[2];
  const flat = side.map((value, k) => value - lean * up[k]);
  const length = Math.sqrt(flat[0] * flat[0] + flat[1] * flat[1] + flat[2] * flat[2]);
  const sunHeight = 0.95;
  const usual = flat.map((value, k) => (cos(sunHeight) * value) / length + sin(sunHeight) * up[k]);
  const own = scene.lights?.find(({ kind }) => kind === 'sun');
  const sun = own === undefined ? usual : unit(own.position.map((value, k) => value - own.target[k]));
  const map = (direction: number[], size: number) =>
    renderLightMap(triangles, direction, camera.target, 1.5 * camera.radius, size);
  return {
    sun: map(sun, SUN_SIZE),
    sky: skyDirections(SKY_LIGHTS, scene.up).map((direction) => map(direction, SKY_SIZE)),
    up,
  };
}

const place = new Float64Array(3);
const across = new Float64Array(3);

class Painter {
  private readonly triangles: Triangles;
  private readonly camera: Camera;
  private readonly lights: Lights;
  private readonly visible: Visibility;
  private readonly scale: number;
  private readonly ray = new Float64Array(3);
  private readonly seen = new SeenPoint();
  private readonly light = new Float64Array(3);
  private readonly back = new Float64Array(3);

  constructor(triangles: Triangles, camera: Camera, lights: Lights, visible: Visibility) {
    this.triangles = triangles;
    this.camera = camera;
    this.lights = lights;
    this.visible = visible;
    this.scale = (2 * camera.tangent) / visible.height;
  }

  /** Adds the light of one sample. */
  paint(sx: number, sy: number, share: number, sum: Float64Array): void {
    const { camera, visible, triangles, ray, seen, light, back } = this;
    const { position: point, toEye } = seen;
    const at = sy * visible.width + sx;
    const a = (sx + 0.5 - visible.width / 2) * this.scale;
    const b = (visible.height / 2 - sy - 0.5) * this.scale;
    for (let k = 0; k < 3; k++) ray[k] = camera.forward[k] + a * camera.right[k] + b * camera.up[k];
    this.background(ray, back);
    const face = visible.faces[at];
    if (face === 0) {
      for (let k = 0; k < 3; k++) sum[k] += back[k];
      return;
    }
    const depth = 1 / visible.inverseDepths[at];
    for (let k = 0; k < 3; k++) point[k] = camera.eye[k] + depth * ray[k];
    const rayLength = Math.sqrt(1 + a * a + b * b);
    for (let k = 0; k < 3; k++) toEye[k] = -ray[k] / rayLength;
    const item = triangles.items[face - 1];
    const fade = triangles.isFloor[item] ? this.fade(point) : 0;
    if (fade >= 1) {
      for (let k = 0; k < 3; k++) sum[k] += back[k];
      return;
    }
    this.findNormal(face - 1);
    const penumbra = 0.018 * camera.radius;
    shade(light, this.lights, triangles.colors, 3 * item, seen, share, penumbra);
    for (let k = 0; k < 3; k++) sum[k] += light[k] + fade * (back[k] - light[k]);
  }

  /** The normal at `point`, from the corners of its face, turned to the eye (open sheets have two sides). */
  private findNormal(face: number): void {
    const { positions: x, normals: n, faces } = this.triangles;
    const { position: p, normal, toEye } = this.seen;
    const a = 3 * faces[3 * face];
    const b = 3 * faces[3 * face + 1];
    const c = 3 * faces[3 * face + 2];
    faceCoordinates(place, x, a, b, c, p);
    const area = place[2];
    const s = area > 0 ? Math.min(1, Math.max(0, place[0] / area)) : 0;
    const t = area > 0 ? Math.min(1 - s, Math.max(0, place[1] / area)) : 0;
    let length = 0;
    for (let k = 0; k < 3; k++) {
      normal[k] = n[a + k] + s * (n[b + k] - n[a + k]) + t * (n[c + k] - n[a + k]);
      length += normal[k] * normal[k];
    }
    crossEdges(across, 0, x, a, b, a, c);
    const away = dot3(across, 0, toEye, 0) < 0;
    const scale = (away ? -1 : 1) / Math.sqrt(length || 1);
    for (let k = 0; k < 3; k++) normal[k] *= scale;
  }

  private background(ray: Float64Array, out: Float64Array): void {
    const { up } = this.lights;
    const rise =
      (ray[0] * up[0] + ray[1] * up[1] + ray[2] * up[2]) /
      Math.sqrt(ray[0] * ray[0] + ray[1] * ray[1] + ray[2] * ray[2]);
    const s = Math.min(1, Math.max(0, rise / 0.35));
    for (let k = 0; k < 3; k++) out[k] = HORIZON[k] + s * (TOP[k] - HORIZON[k]);
  }

  /** 0 near what is looked at, 1 far away. */
  private fade(p: Float64Array): number {
    const { target, radius } = this.camera;
    const distance = Math.sqrt(
      (p[0] - target[0]) * (p[0] - target[0]) +
        (p[1] - target[1]) * (p[1] - target[1]) +
        (p[2] - target[2]) * (p[2] - target[2]),
    );
    const s = Math.min(1, Math.max(0, (distance / radius - 1.2) / 3.2));
    return s * s * (3 - 2 * s);
  }
}

const ENCODED = Uint8Array.from({ length: 4097 }, (_, i) => Math.round(255 * srgbFromLinear(i / 4096)));

/** Bright light bends towards white instead of being cut off. */
function encode(light: number): number {
  const value = light < 0.7 ? light : 0.7 + (0.3 * (light - 0.7)) / (light - 0.4);
  return ENCODED[Math.max(0, Math.min(4096, Math.round(4096 * value)))];
}

// Where to look from. By itself the camera looks down a little from the side and stands as near as it can while
// everything that matters is in the picture.
//
// For a point (x, y, z) in camera axes (z forward) to be inside a half angle of tangent t to both sides,
// |x - cx| ≤ t (z - cz). The nearest cz over all points has cx = (A - B)/2, cz = -(A + B)/(2 t), where
// A = max(x - t z) and B = max(-x - t z).

import { atan, cos, sin, tan } from '../../num/elementary/index.ts';
import type { Frame } from '../../record/index.ts';
import { meshBounds } from '../../geometry/index.ts';
import { crossTriple, dotTriple, rotateByQuaternion } from '../../num/index.ts';
import { cameraAt, type Scene, type Vec3 } from '../../scene/index.ts';
import { unit } from './triangles.ts';

export interface Camera {
  readonly eye: readonly number[];
  readonly right: readonly number[];
  readonly up: readonly number[];
  readonly forward: readonly number[];
  /** Tangent of half the vertical angle of view. */
  readonly tangent: number;
  /** What it looks at: a ball around everything that matters [m]. */
  readonly target: readonly number[];
  readonly radius: number;
}

export interface CameraOptions {
  /** Where the eye is [m]; by itself unless given. */
  readonly eye?: Vec3;
  /** What it looks at [m]; the middle of what moves unless given. */
  readonly target?: Vec3;
  /** About the up axis from the x axis towards the other one, and above the horizon [rad]. */
  readonly azimuth?: number;
  readonly elevation?: number;
}

const AZIMUTH = 1.05;
const ELEVATION = 0.52;
/** 28° from top to bottom: a long lens, which keeps shapes as they are. */
const HALF_ANGLE = 0.245;
const MARGIN = 1.12;

export function placeCamera(scene: Scene, frame: Frame, aspect: number, given: CameraOptions = {}): Camera {
  const points = pointsThatMatter(scene, frame);
  const { middle, radius } = ballAround(points);
  const up = scene.up === 'y' ? [0, 1, 0] : [0, 0, 1];
  const { options, halfAngle } = ofScene(scene, frame, aspect, given);
  const tangent = tan(halfAngle);
  const target = options.target ?? middle;
  const away = options.eye
    ? unit(options.eye.map((value, k) => value - target[k]))
    : direction(scene.up, options.azimuth ?? AZIMUTH, options.elevation ?? ELEVATION);
  const forward = away.map((value) => -value);
  const level = crossTriple(forward, up);
  const right = unit(Math.abs(dotTriple(forward, up)) > 0.999 ? [1, 0, 0] : level);
  const above = crossTriple(right, forward);
  const axes = { right, up: above, forward, tangent, target, radius };
  if (options.eye) return { ...axes, eye: options.eye };

  const ty = tangent / MARGIN;
  const tx = (tangent * aspect) / MARGIN;
  const x = standBack(points, right, forward, tx);
  const y = standBack(points, above, forward, ty);
  const depth = Math.min(x.depth, y.depth);
  const eye = [0, 1, 2].map((k) => x.shift * right[k] + y.shift * above[k] + depth * forward[k]);
  return { ...axes, eye };
}

/** What the scene says of its camera, where whoever asks says nothing. */
function ofScene(
  scene: Scene,
  frame: Frame,
  aspect: number,
  given: CameraOptions,
): { readonly options: CameraOptions; readonly halfAngle: number } {
  const isAsked = [given.eye, given.target, given.azimuth, given.elevation].some(
    (word) => word !== undefined,
  );
  if (scene.camera === undefined || isAsked) return { options: given, halfAngle: HALF_ANGLE };
  const { position: eye, target } = cameraAt(scene, frame.poses);
  // the angle is across the shorter side, and a camera is given the one from top to bottom
  const half = scene.camera.fieldOfView / 2;
  return {
    options: { ...given, ...(eye ? { eye } : {}), ...(target ? { target } : {}) },
    halfAngle: aspect >= 1 ? half : atan(tan(half) / aspect),
  };
}

function standBack(
  points: readonly number[][],
  side: readonly number[],
  forward: readonly number[],
  t: number,
) {
  let a = Number.NEGATIVE_INFINITY;
  let b = Number.NEGATIVE_INFINITY;
  for (const point of points) {
    const x = dotTriple(point, side);
    const z = dotTriple(point, forward);
    a = Math.max(a, x - t * z);
    b = Math.max(b, -x - t * z);
  }
  return { shift: (a - b) / 2, depth: -(a + b) / (2 * t) };
}

function direction(up: 'y' | 'z', azimuth: number, elevation: number): number[] {
  const x = cos(azimuth) * cos(elevation);
  const other = sin(azimuth) * cos(elevation);
  return up === 'y' ? [x, sin(elevation), other] : [x, -other, sin(elevation)];
}

/** Corners of the boxes of everything that moves, of smaller things that stand still, and not of what has gone astray. */
function pointsThatMatter(scene: Scene, frame: Frame): number[][] {
  const absent = new Set(frame.absent);
  const boxes = scene.bodies.flatMap((body, i) =>
    absent.has(i)
      ? []
      : [{ moves: body.motion !== 'static', isSoft: false, corners: corners(scene, frame, i) }],
  );
  let vertex = 0;
  for (const { mesh } of scene.deformables) {
    const length = scene.meshes[mesh].positions.length;
    const own: number[][] = [];
    for (let i = 0; i < length; i += 3) own.push([...frame.vertices.subarray(vertex + i, vertex + i + 3)]);
    vertex += length;
    boxes.push({ moves: true, isSoft: true, corners: own });
  }
  const balls = boxes.map((box) => ({ ...box, ...ballAround(box.corners) }));
  const moving = balls.filter(({ moves }) => moves);
  const main = moving.length > 0 ? moving : balls;
  const centre = [0, 1, 2].map((k) => median(main.map(({ middle }) => middle[k])));
  const distances = main.map(({ middle, radius }) => distance(middle, centre) + radius);
  const usual = Math.max(median(distances), median(main.map(({ radius }) => radius)));
  // a cloth is as wide as it likes, if some of it is near
  const kept = main.filter(({ isSoft, radius }, i) => distances[i] - (isSoft ? 2 * radius : 0) <= 4 * usual);
  const reach = Math.max(...kept.map(({ middle, radius }) => distance(middle, centre) + radius));
  const around = balls.filter(
    ({ moves, radius, middle }) => !moves && radius < 2.5 * reach && distance(middle, centre) < 3 * reach,
  );
  return [...kept, ...around].flatMap((ball) => ball.corners);
}

function corners(scene: Scene, frame: Frame, index: number): number[][] {
  const box = meshBounds(scene.meshes[scene.bodies[index].mesh]);
  const corner = new Float64Array(3);
  return Array.from({ length: 8 }, (_, bits) => {
    for (let k = 0; k < 3; k++) corner[k] = box[k + ((bits >> k) & 1 ? 3 : 0)];
    rotateByQuaternion(corner, 0, frame.poses, 7 * index + 3, corner, 0);
    return [0, 1, 2].map((k) => corner[k] + frame.poses[7 * index + k]);
  });
}

function ballAround(points: readonly number[][]): { middle: number[]; radius: number } {
  const low = [0, 1, 2].map((k) =>
    points.reduce((least, point) => Math.min(least, point[k]), Number.POSITIVE_INFINITY),
  );
  const high = [0, 1, 2].map((k) =>
    points.reduce((most, point) => Math.max(most, point[k]), Number.NEGATIVE_INFINITY),
  );
  const middle = low.map((value, k) => (value + high[k]) / 2);
  const radius = points.reduce((most, point) => Math.max(most, distance(point, middle)), 0);
  return { middle, radius: radius || 1 };
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)];
}

function distance(a: readonly number[], b: readonly number[]): number {
  const d = [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
  return Math.sqrt(dotTriple(d, d));
}

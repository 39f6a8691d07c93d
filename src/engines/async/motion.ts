// Prescribed motion: obstacles, driven pins and tracks, straight from one motion tick to the next.
//
// At a motion tick every driven vertex gets the velocity that takes it to where its script has it at the next one,
// so it never drifts and is exactly there at every motion tick. These are the keys of all scripts, and, where
// something turns, the multiples of a power of two of ticks: a vertex at distance ρ from the axis cuts its arc by at
// most ρ(ωh)²/8, so the step is chosen to keep that below a share of the thinnest pair (`arcError`).

import {
  matrixFromQuaternion,
  multiplyQuaternions,
  norm3,
  quaternionFromRotationVector,
} from '../../num/index.ts';
import type { Body, Path, VertexTrack } from '../../scene/index.ts';
import { writeScripted } from '../../sim/index.ts';
import { secondsAt, tickAt, TICKS_PER_SECOND } from './clock.ts';
import type { Model } from './model/model.ts';

/** Of the thinnest pair: how far the polygon of a turning vertex may be off its arc. */
const ARC_SHARE = 1e-3;

/** A group of vertices that move together. */
interface Mover {
  readonly vertices: Int32Array;
  /** Places at a time [s], xyz a vertex. */
  place(time: number, out: Float64Array): void;
  /** The first change of course after a time [s]; infinite where there is none. */
  nextKey(time: number): number;
  /** Between two keys vertices do not move straight. */
  readonly turns: boolean;
  /** Whether it is a body with a path. */
  readonly path: boolean;
}

export class Motion {
  private readonly movers: readonly Mover[];
  /** [ticks]; infinite where keys alone will do. */
  private readonly step: number;
  private readonly places: readonly Float64Array[];
  /** How far driven vertices may be from where their scripts have them, between motion ticks [m]. */
  readonly arcError: number;

  constructor(model: Model) {
    this.movers = moversOf(model);
    this.places = this.movers.map(({ vertices }) => new Float64Array(3 * vertices.length));
    const thinnest = Math.min(model.rules.thinnest, 1);
    const bend = bendOf(model, this.movers); // ρ ω² [m/s²]
    if (bend > 0) {
      const exact = Math.sqrt((8 * ARC_SHARE * thinnest) / bend);
      this.step = powerStep(Math.min(model.options.motionStep, exact));
      const h = secondsAt(this.step);
      this.arcError = (bend * h * h) / 8;
    } else {
      this.step = Number.POSITIVE_INFINITY;
      this.arcError = 0;
    }
  }

  get isNone(): boolean {
    return this.movers.length === 0;
  }

  /** Whether a body follows a path. */
  get movesBodies(): boolean {
    return this.movers.some(({ path }) => path);
  }

  /** Whether a body's path has a key here. */
  isKey(tick: number): boolean {
    return this.movers.some(
      ({ path, nextKey }) => path && tick > 0 && tickAt(nextKey(secondsAt(tick - 1))) === tick,
    );
  }

  /** The first motion tick after this one; infinite where there is none. */
  nextTick(tick: number): number {
    let next =
      this.step < Number.POSITIVE_INFINITY ? (Math.floor(tick / this.step) + 1) * this.step : this.step;
    for (const mover of this.movers) {
      let key = mover.nextKey(secondsAt(tick));
      // a key that rounds to the present tick has been passed
      if (tickAt(key) <= tick) key = mover.nextKey(key);
      if (key < Number.POSITIVE_INFINITY) next = Math.min(next, Math.max(tick + 1, tickAt(key)));
    }
    return next;
  }

  /**
   * Says for every driven vertex which velocity [m/s] takes it from where it is at a motion tick to where it shall be
   * at the next.
   * @param place  writes where a vertex is at `tick`
   */
  steer(
    tick: number,
    place: (vertex: number, out: Float64Array) => void,
    set: (vertex: number, vx: number, vy: number, vz: number) => void,
  ): void {
    const next = this.nextTick(tick);
    const isLast = next === Number.POSITIVE_INFINITY;
    const rate = isLast ? 0 : TICKS_PER_SECOND / (next - tick);
    for (const [m, mover] of this.movers.entries()) {
      const targets = this.places[m];
      if (!isLast) mover.place(secondsAt(next), targets);
      for (let i = 0; i < mover.vertices.length; i++) {
        place(mover.vertices[i], here);
        if (isLast) set(mover.vertices[i], 0, 0, 0);
        else {
          const [x, y, z] = here;
          const t = 3 * i;
          set(
            mover.vertices[i],
            (targets[t] - x) * rate,
            (targets[t + 1] - y) * rate,
            (targets[t + 2] - z) * rate,
          );
        }
      }
    }
  }
}

const here = new Float64Array(3);

function powerStep(seconds: number): number {
  let step = 1;
  while (2 * step <= seconds * TICKS_PER_SECOND) step *= 2;
  return step;
}

function moversOf(model: Model): Mover[] {
  const { scene, bodies, firstVertex } = model;
  const movers: Mover[] = [];
  scene.bodies.forEach((body, b) => {
    if (body.motion !== 'kinematic') return;
    movers.push(bodyMover(body, model, b));
  });
  scene.deformables.forEach((deformable, d) => {
    const first = firstVertex[bodies + d];
    const local = (vertices: readonly number[]) => Int32Array.from(vertices, (v) => first + v);
    if (deformable.track) {
      const all = Array.from({ length: deformable.masses.length }, (_, v) => v);
      movers.push(trackMover(deformable.track, local(all)));
    }
    for (const pin of deformable.pins) {
      if (pin.path) movers.push(pinMover(pin.path, local(pin.vertices), model.positions));
      else if (pin.track) movers.push(trackMover(pin.track, local(pin.vertices)));
    }
  });
  return movers;
}

const pose = new Float64Array(7);
const velocity = new Float64Array(6);
const matrix = new Float64Array(9);

/** Writes the pose of a body that is not dynamic at a time [s], seven numbers, and its velocities, six. */
export function writeBodyPose(
  body: Body,
  time: number,
  poses: Float64Array,
  p: number,
  velocities: Float64Array,
  v: number,
): void {
  if (body.path) {
    writeScripted(body.path, time, poses, p, velocities, v);
    return;
  }
  poses.set(body.pose.position, p);
  poses.set(body.pose.orientation, p + 3);
  velocities.fill(0, v, v + 6);
  if (body.motion !== 'kinematic') return;
  velocities.set(body.velocity, v);
  velocities.set(body.angularVelocity, v + 3);
  for (let k = 0; k < 3; k++) {
    poses[p + k] += time * body.velocity[k];
    turn[k] = time * body.angularVelocity[k];
  }
  quaternionFromRotationVector(turned, 0, turn, 0);
  multiplyQuaternions(poses, p + 3, turned, 0, poses, p + 3);
}

const turn = new Float64Array(3);
const turned = new Float64Array(4);

function bodyMover(body: Body, model: Model, b: number): Mover {
  const local = model.scene.meshes[body.mesh].positions;
  const first = model.firstVertex[b];
  return {
    vertices: Int32Array.from({ length: local.length / 3 }, (_, i) => first + i),
    path: body.path !== undefined,
    turns: body.path ? pathTurns(body.path) : body.angularVelocity.some((w) => w !== 0),
    nextKey: (time) => (body.path ? nextPathKey(body.path, time) : coastKey(time)),
    place(time, out) {
      writeBodyPose(body, time, pose, 0, velocity, 0);
      matrixFromQuaternion(matrix, 0, pose, 3);
      for (let i = 0; i < local.length; i += 3) turnInto(out, i, local[i], local[i + 1], local[i + 2]);
    },
  };
}

/** A body without a path goes on for ever: a key now and then says where it is to be. */
function coastKey(time: number): number {
  return Math.floor(time + 1);
}

/** x = c + R (x₀ − c) + p */
function pinMover(path: Path, vertices: Int32Array, start: Float64Array): Mover {
  const centre = [0, 0, 0];
  for (const v of vertices) for (let k = 0; k < 3; k++) centre[k] += start[3 * v + k] / vertices.length;
  return {
    vertices,
    path: false,
    turns: pathTurns(path),
    nextKey: (time) => nextPathKey(path, time),
    place(time, out) {
      writeScripted(path, time, pose, 0, velocity, 0);
      matrixFromQuaternion(matrix, 0, pose, 3);
      for (let k = 0; k < 3; k++) pose[k] += centre[k];
      vertices.forEach((v, i) => {
        const [x, y, z] = [0, 1, 2].map((k) => start[3 * v + k] - centre[k]);
        turnInto(out, 3 * i, x, y, z);
      });
    },
  };
}

/** out = p + R r with the present `pose` and `matrix`. */
function turnInto(out: Float64Array, at: number, x: number, y: number, z: number): void {
  for (let k = 0; k < 3; k++) {
    out[at + k] = pose[k] + (matrix[3 * k] * x + matrix[3 * k + 1] * y + matrix[3 * k + 2] * z);
  }
}

function trackMover(track: VertexTrack, vertices: Int32Array): Mover {
  const { times, positions, after } = track;
  const width = 3 * vertices.length;
  const last = times.length - 1;
  const period = times[last] - times[0];
  return {
    vertices,
    path: false,
    turns: false,
    nextKey: (time) => nextKeyOf(times, after === 'repeat', time),
    place(time, out) {
      const folded =
        after === 'repeat' && period > 0 && time > times[last]
          ? times[0] + ((time - times[0]) % period)
          : time;
      let k = 1;
      while (k < last && times[k] < folded) k++;
      const from = Math.max(0, k - 1) * width;
      const to = Math.min(k, last) * width;
      const span = times[Math.min(k, last)] - times[Math.max(0, k - 1)];
      const s = span > 0 ? Math.min(1, Math.max(0, (folded - times[k - 1]) / span)) : 0;
      for (let i = 0; i < width; i++)
        out[i] = positions[from + i] + s * (positions[to + i] - positions[from + i]);
    },
  };
}

function pathTurns({ poses }: Path): boolean {
  return poses.some(({ orientation }) =>
    orientation.some((q, k) => Math.abs(q - poses[0].orientation[k]) > 0),
  );
}

function nextPathKey({ times, after }: Path, time: number): number {
  return nextKeyOf(times, after === 'repeat', time);
}

function nextKeyOf(times: ArrayLike<number>, repeats: boolean, time: number): number {
  const last = times.length - 1;
  const period = times[last] - times[0];
  const round =
    repeats && period > 0 && time >= times[last] ? Math.floor((time - times[0]) / period) * period : 0;
  for (let k = 0; k <= last; k++) if (times[k] + round > time) return times[k] + round;
  return repeats && period > 0 ? times[Math.min(1, last)] + round + period : Number.POSITIVE_INFINITY;
}

/** The largest ρ ω² of any driven vertex [m/s²]: how fast its course bends. */
function bendOf(model: Model, movers: readonly Mover[]): number {
  let largest = 0;
  for (const { vertices, turns } of movers) {
    if (!turns) continue;
    const item = model.itemOfVertex[vertices[0]];
    const { scene, bodies } = model;
    const path = item < bodies ? scene.bodies[item].path : pathOf(model, item, vertices[0]);
    const spin =
      path === undefined
        ? Math.sqrt(scene.bodies[item].angularVelocity.reduce((sum, w) => sum + w * w, 0))
        : fastestTurn(path);
    largest = Math.max(largest, reachOf(model, vertices, item) * spin * spin);
  }
  return largest;
}

function pathOf(model: Model, item: number, vertex: number): Path | undefined {
  const local = vertex - model.firstVertex[item];
  const { pins } = model.scene.deformables[item - model.bodies];
  return pins.find(({ path, vertices }) => path && vertices.includes(local))?.path;
}

function fastestTurn(path: Path): number {
  let fastest = 0;
  for (let k = 1; k < path.times.length; k++) {
    writeScripted({ ...path, after: 'hold' }, path.times[k], pose, 0, velocity, 0);
    fastest = Math.max(fastest, norm3(velocity, 3));
  }
  return fastest;
}

/** The farthest of the vertices from the point about which they turn [m]. */
function reachOf(model: Model, vertices: Int32Array, item: number): number {
  const { positions, scene, bodies } = model;
  const centre = [0, 0, 0];
  if (item < bodies) for (let k = 0; k < 3; k++) centre[k] = scene.bodies[item].pose.position[k];
  else
    for (const v of vertices) for (let k = 0; k < 3; k++) centre[k] += positions[3 * v + k] / vertices.length;
  let farthest = 0;
  for (const v of vertices) {
    let squared = 0;
    for (let k = 0; k < 3; k++) {
      const d = positions[3 * v + k] - centre[k];
      squared += d * d;
    }
    farthest = Math.max(farthest, squared);
  }
  return Math.sqrt(farthest);
}

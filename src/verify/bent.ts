// Bodies that bend, judged as they are bent: each is put among the deformables, with its recorded surface, at every frame and
// every knot of its path, and the rigid body it was meets nothing.
//
// Coordinates of modes are recorded at frames, and between them they are blended as viewers do: what vibrates faster than frames are
// taken is judged where the frames have it. A body that bends is not judged with itself.

import {
  type Bending,
  bentBodies,
  type BentBody,
  type Frame,
  type Knots,
  type VertexKnots,
  writeBent,
} from '../record/index.ts';
import type { Body, Deformable, Scene } from '../scene/index.ts';
import type { MotionSource } from './source.ts';

/** The source as it is bent, where anything in it bends. */
export async function asBent(source: MotionSource): Promise<MotionSource> {
  const bending = await source.bending?.();
  return bending && bending.bodies.length > 0 ? new BentSource(source, bending) : source;
}

/** A source whose bodies that bend are deformables. */
class BentSource implements MotionSource {
  readonly scene: Scene;
  readonly promise: MotionSource['promise'];
  readonly frameCount: number;
  private readonly source: MotionSource;
  private readonly bodies: readonly BentBody[];
  /** The last two frames, which a path is asked for between. */
  private readonly kept = new Map<number, Promise<Frame>>();

  constructor(source: MotionSource, bending: Bending) {
    this.source = source;
    this.bodies = bentBodies(bending);
    this.scene = bentScene(source.scene, this.bodies);
    this.promise = source.promise;
    this.frameCount = source.frameCount;
  }

  /** The body that an item stands for. */
  bodyOf(item: number): number {
    const own = item - this.source.scene.bodies.length - this.source.scene.deformables.length;
    return own < 0 ? item : this.bodies[own].body;
  }

  async frame(index: number): Promise<Frame> {
    const known = this.kept.get(index);
    if (known) return known;
    const made = this.source.frame(index).then((frame) => this.bent(frame));
    this.kept.set(index, made);
    for (const key of this.kept.keys()) if (key < index - 1) this.kept.delete(key);
    return made;
  }

  path(index: number): Promise<Knots> {
    return this.source.path(index);
  }

  turns(index: number): ReturnType<MotionSource['turns']> {
    return this.source.turns(index);
  }

  stray(index: number): Promise<number> {
    return this.source.stray(index);
  }

  async vertexKnots(index: number): Promise<readonly VertexKnots[]> {
    const own = (await this.source.vertexKnots?.(index)) ?? [];
    const { times, poses } = await this.source.path(index);
    const [before, after] = [await this.frame(index - 1), await this.frame(index)];
    const stride = before.poses.length;
    const inside = [...times.keys()].filter(
      (k) => times[k] > before.time && times[k] < after.time && times[k] > (k > 0 ? times[k - 1] : -Infinity),
    );
    let firstVertex = this.firstVertex();
    const made = this.bodies.map((bent, d): VertexKnots => {
      const size = bent.shape.positions.length;
      const mine = inside.filter((k) => !isStill(before, after, poses.subarray(k * stride), bent.body));
      const positions = new Float64Array(size * mine.length);
      const bends = new Float64Array(before.bends?.length ?? 0);
      mine.forEach((k, i) => {
        const s = (times[k] - before.time) / (after.time - before.time);
        for (let m = bent.at; m < bent.at + bent.shape.modes; m++)
          bends[m] = (before.bends?.[m] ?? 0) * (1 - s) + (after.bends?.[m] ?? 0) * s;
        place(positions.subarray(i * size, (i + 1) * size), bent, bends, poses.subarray(k * stride));
      });
      const knots = {
        deformable: this.source.scene.deformables.length + d,
        firstVertex,
        times: Float64Array.from(mine, (k) => times[k]),
        positions,
      };
      firstVertex += size / 3;
      return knots;
    });
    return [...own, ...made.filter((knots) => knots.times.length > 0)];
  }

  private firstVertex(): number {
    return this.source.scene.deformables.reduce(
      (sum, { mesh }) => sum + this.source.scene.meshes[mesh].positions.length / 3,
      0,
    );
  }

  private bent(frame: Frame): Frame {
    const size = this.bodies.reduce((sum, { shape }) => sum + shape.positions.length, 0);
    const vertices = new Float64Array(frame.vertices.length + size);
    vertices.set(frame.vertices);
    let at = frame.vertices.length;
    for (const bent of this.bodies) {
      const to = at + bent.shape.positions.length;
      place(vertices.subarray(at, to), bent, frame.bends, frame.poses);
      at = to;
    }
    return { ...frame, vertices };
  }
}

/** Writes a bent surface into the world. */
function place(
  out: Float64Array,
  { body, shape, at }: BentBody,
  bends: Float64Array | undefined,
  poses: Float64Array,
): void {
  writeBent(out, shape, bends, at);
  const [px, py, pz, x, y, z, w] = poses.subarray(7 * body, 7 * body + 7);
  for (let i = 0; i < out.length; i += 3) {
    const [a, b, c] = [out[i], out[i + 1], out[i + 2]];
    // v + 2 q × (q × v + w v)
    const tx = 2 * (y * c - z * b);
    const ty = 2 * (z * a - x * c);
    const tz = 2 * (x * b - y * a);
    out[i] = px + a + w * tx + (y * tz - z * ty);
    out[i + 1] = py + b + w * ty + (z * tx - x * tz);
    out[i + 2] = pz + c + w * tz + (x * ty - y * tx);
  }
}

function isStill(before: Frame, after: Frame, poses: Float64Array, body: number): boolean {
  for (let i = 7 * body; i < 7 * body + 7; i++)
    if (poses[i] !== before.poses[i] || poses[i] !== after.poses[i]) return false;
  return true;
}

/** The same scene, its bodies that bend as deformables that meet what these met. */
function bentScene(scene: Scene, bent: readonly BentBody[]): Scene {
  const first = scene.bodies.length + scene.deformables.length;
  const standIn = new Map(bent.map(({ body }, d) => [body, first + d]));
  const meshes = [...scene.meshes];
  const deformables = bent.map(({ body, shape }): Deformable => {
    const { name, material, group, layers, touches } = scene.bodies[body];
    const count = shape.positions.length / 3;
    meshes.push({
      positions: shape.positions,
      faces: shape.faces,
      wires: new Uint32Array(0),
      points: new Uint32Array(0),
    });
    return {
      name,
      kind: 'solid',
      mesh: meshes.length - 1,
      masses: new Float64Array(count).fill(1),
      velocities: new Float64Array(3 * count),
      thickness: 0,
      stretchStiffness: 0,
      bendStiffness: 0,
      stretchDamping: 0,
      bendDamping: 0,
      pins: [],
      material,
      group,
      ...(layers === undefined ? {} : { layers }),
      ...(touches === undefined ? {} : { touches }),
    };
  });
  const apart = (a: number, b: number) => ({ a, b, collide: false });
  const isHeld = ({ motion }: Body): boolean => motion !== 'dynamic';
  const pairs = [
    ...scene.pairs,
    // the body as it was at rest meets nothing
    ...bent.flatMap(({ body }) => everything(first + bent.length).map((item) => apart(body, item))),
    ...bent.map((_, d) => apart(first + d, first + d)),
    // what the scene or joints keep apart stays so
    ...[...scene.pairs, ...scene.joints].flatMap(({ a, b, collide }) =>
      !collide && (standIn.has(a) || standIn.has(b)) && a >= 0 && b >= 0
        ? [apart(standIn.get(a) ?? a, standIn.get(b) ?? b)]
        : [],
    ),
    // nothing could keep two bodies apart that are both held
    ...bent.flatMap(({ body }, d) =>
      isHeld(scene.bodies[body])
        ? scene.bodies.flatMap((other, i) => (isHeld(other) ? [apart(first + d, standIn.get(i) ?? i)] : []))
        : [],
    ),
  ];
  return { ...scene, meshes, deformables: [...scene.deformables, ...deformables], pairs };
}

function everything(count: number): number[] {
  return Array.from({ length: count }, (_, i) => i);
}

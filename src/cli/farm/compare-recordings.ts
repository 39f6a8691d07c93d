// Where two recordings part: the first frame in which anything is elsewhere or moves otherwise, and what; and how far apart
// things get after that.

import { asin } from '../../num/elementary/index.ts';
import type { Frame, Recording } from '../../record/index.ts';
import { vertexCount } from '../../geometry/index.ts';

/** How far something is apart in two recordings at the same frame. */
export interface Apartness {
  readonly frame: number;
  /** [s] */
  readonly time: number;
  readonly body: string;
  /** Of its position, or of the vertex that is furthest [m]. */
  readonly distance: number;
  /** Between its orientations [°]. */
  readonly degrees: number;
  /** Between its velocities [m/s]. */
  readonly speed: number;
  /** Between its angular velocities [rad/s]. */
  readonly turning: number;
}

export interface Comparison {
  /** What the two runs are, where it is not the same: "engine: ipc, lcp". */
  readonly otherwise: readonly string[];
  readonly frames: readonly [number, number];
  /** Undefined where every frame that both have is equal, bit for bit. */
  readonly first: Apartness | undefined;
  /** Of all frames. */
  readonly furthest: Apartness | undefined;
}

type Item = Pick<Apartness, 'body' | 'distance' | 'degrees' | 'speed' | 'turning'>;

export async function compareRecordings(
  a: Recording,
  b: Recording,
  told: (fraction: number) => void = () => {},
): Promise<Comparison> {
  const otherwise = differencesOf(a, b);
  const frames = [a.frameCount, b.frameCount] as const;
  let first: Apartness | undefined;
  let furthest: Apartness | undefined;
  const common = namesOf(a).join('\n') === namesOf(b).join('\n') && vertexCounts(a) === vertexCounts(b);
  const until = common ? Math.min(...frames) : 0;
  for (let i = 0; i < until; i++) {
    told(i / until);
    const [one, other] = [await a.frame(i), await b.frame(i)];
    for (const item of itemsApart(a, one, other)) {
      const apart = { frame: i, time: one.time, ...item };
      first ??= apart;
      if (furthest === undefined || apart.distance > furthest.distance) furthest = apart;
    }
  }
  return { otherwise, frames, first, furthest };
}

function differencesOf(a: Recording, b: Recording): string[] {
  const found: string[] = [];
  const say = (what: string, one: unknown, other: unknown) => {
    if (one !== other) found.push(`${what}: ${String(one)}, ${String(other)}`);
  };
  say('engine', a.header.engine, b.header.engine);
  for (const name of new Set([...Object.keys(a.header.options), ...Object.keys(b.header.options)]))
    say(`option ${name}`, a.header.options[name], b.header.options[name]);
  say('seed', a.header.seed, b.header.seed);
  say('frames a second', a.header.frameRateHz, b.header.frameRateHz);
  say('bodies', namesOf(a).join(' '), namesOf(b).join(' '));
  say('vertices of deformables', vertexCounts(a), vertexCounts(b));
  return found;
}

function namesOf({ scene }: Recording): string[] {
  return [...scene.bodies, ...scene.deformables].map(({ name }) => name);
}

function vertexCounts({ scene }: Recording): string {
  return scene.deformables.map(({ mesh }) => vertexCount(scene.meshes[mesh])).join(' ');
}

/** What is not the same bit for bit, in the order of the scene. */
function* itemsApart({ scene }: Recording, a: Frame, b: Frame): Generator<Item> {
  const gone = [new Set(a.absent), new Set(b.absent)];
  for (const [index, { name }] of scene.bodies.entries()) {
    if (gone[0].has(index) && gone[1].has(index)) continue;
    const [from, motion] = [7 * index, 6 * index];
    const isSame =
      gone[0].has(index) === gone[1].has(index) &&
      areEqual(a.poses, b.poses, from, 7) &&
      areEqual(a.velocities, b.velocities, motion, 6);
    if (isSame) continue;
    const distance = distanceOf(a.poses, b.poses, from);
    const speed = distanceOf(a.velocities, b.velocities, motion);
    const turning = distanceOf(a.velocities, b.velocities, motion + 3);
    yield { body: name, distance, degrees: degreesBetween(a.poses, b.poses, from + 3), speed, turning };
  }
  let first = 0;
  for (const { name, mesh } of scene.deformables) {
    const count = vertexCount(scene.meshes[mesh]);
    if (!areEqual(a.vertices, b.vertices, 3 * first, 3 * count)) {
      let distance = 0;
      for (let v = first; v < first + count; v++)
        distance = Math.max(distance, distanceOf(a.vertices, b.vertices, 3 * v));
      yield { body: name, distance, degrees: 0, speed: 0, turning: 0 };
    }
    first += count;
  }
}

function areEqual(a: Float64Array, b: Float64Array, from: number, count: number): boolean {
  for (let i = from; i < from + count; i++) if (!Object.is(a[i], b[i])) return false;
  return true;
}

function distanceOf(a: Float64Array, b: Float64Array, at: number): number {
  const [x, y, z] = [a[at] - b[at], a[at + 1] - b[at + 1], a[at + 2] - b[at + 2]];
  return Math.sqrt(x * x + y * y + z * z);
}

/** Of two unit quaternions, by the chord between them: exact for small angles too. */
function degreesBetween(a: Float64Array, b: Float64Array, at: number): number {
  let minus = 0;
  let plus = 0;
  for (let k = at; k < at + 4; k++) {
    minus += (a[k] - b[k]) * (a[k] - b[k]);
    plus += (a[k] + b[k]) * (a[k] + b[k]);
  }
  return (4 * asin(Math.min(1, Math.sqrt(Math.min(minus, plus)) / 2)) * 180) / Math.PI;
}

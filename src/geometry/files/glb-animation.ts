// Animations of a glTF file: tracks of translation, rotation, scale and morph weights, sampled at any time.
//
//   STEP         the last key's value
//   LINEAR       straight between keys; rotations along the shorter great arc
//   CUBICSPLINE  Hermite: with s = (t − t₀)/d, d = t₁ − t₀, keys v and tangents a (in), b (out)
//                v₀ (2s³ − 3s² + 1) + d b₀ (s³ − 2s² + s) + v₁ (3s² − 2s³) + d a₁ (s³ − s²)
//
// Before the first key and after the last a track holds their values. glTF 2.0, section 3.11 and appendix C.

import { acos, sin } from '../../num/elementary/index.ts';
import { normalizeQuaternion } from '../../num/index.ts';
import { MeshError } from '../mesh-error.ts';
import { readAccessor } from './glb-accessor.ts';
import { arrayAt, isObject, type Json, objectAt, textOf } from './glb-container.ts';
import { finiteCoordinate } from './mesh-file.ts';

export type TrackPath = 'translation' | 'rotation' | 'scale' | 'weights';

export interface Track {
  readonly node: number;
  readonly path: TrackPath;
  /** [s], increasing. */
  readonly times: Float64Array;
  readonly values: Float64Array;
  readonly interpolation: 'STEP' | 'LINEAR' | 'CUBICSPLINE';
  /** Numbers a value. */
  readonly width: number;
}

interface GlbAnimation {
  readonly name: string;
  readonly tracks: readonly Track[];
  /** Channels that move something else than nodes. */
  readonly others: number;
}

const PATHS: readonly unknown[] = ['translation', 'rotation', 'scale', 'weights'];

export function readAnimations(root: Json, binary: Uint8Array): GlbAnimation[] {
  if (root['animations'] === undefined) return [];
  const animations = arrayAt(root, 'animations', 'file');
  const cache = new Map<string, Float64Array>();
  return animations.map((_, i) => {
    const animation = objectAt(root, 'animations', i);
    const channels = arrayAt(animation, 'channels', `animations[${i}]`);
    const tracks = channels.flatMap((__, c) => {
      const channel = objectAt(animation, 'channels', c);
      const target = isObject(channel['target']) ? channel['target'] : {};
      if (!Number.isInteger(target['node']) || !PATHS.includes(target['path'])) return [];
      const place = `animations[${i}].channels[${c}]`;
      return [trackOf(root, binary, animation, channel, target, place, cache)];
    });
    return { name: textOf(animation['name']) || String(i), tracks, others: channels.length - tracks.length };
  });
}

function trackOf(
  root: Json,
  binary: Uint8Array,
  animation: Json,
  channel: Json,
  target: Json,
  place: string,
  cache: Map<string, Float64Array>,
): Track {
  const sampler = objectAt(animation, 'samplers', channel['sampler']);
  const path = target['path'] as TrackPath;
  const type = path === 'rotation' ? 'VEC4' : path === 'weights' ? 'SCALAR' : 'VEC3';
  // A thousand channels may share one accessor: it is read once.
  const read = (accessor: unknown, kind: 'SCALAR' | 'VEC3' | 'VEC4', where: string): Float64Array => {
    const key = `${kind} ${textOf(accessor)}`;
    const known = cache.get(key);
    if (known !== undefined) return known;
    const values = readAccessor(root, binary, accessor, kind, where);
    for (const x of values) finiteCoordinate(x, where);
    cache.set(key, values);
    return values;
  };
  const times = read(sampler['input'], 'SCALAR', `${place} times`);
  const values = read(sampler['output'], type, `${place} values`);
  for (let k = 0; k < times.length; k++)
    if (!(times[k] >= 0 && (k === 0 || times[k] > times[k - 1])))
      throw new MeshError('the times do not increase', `${place} times`, times[k], 'save the file again');
  const interpolation = (sampler['interpolation'] ?? 'LINEAR') as Track['interpolation'];
  if (!['STEP', 'LINEAR', 'CUBICSPLINE'].includes(interpolation))
    throw new MeshError('the interpolation is unknown', place, textOf(interpolation), 'save the file again');
  const width = values.length / (times.length * (interpolation === 'CUBICSPLINE' ? 3 : 1));
  const wanted = path === 'rotation' ? 4 : path === 'weights' ? width : 3;
  if (times.length === 0 || !Number.isInteger(width) || width === 0 || width !== wanted)
    throw new MeshError(
      'there are not as many values as times',
      place,
      `${values.length} numbers for ${times.length} times`,
      'save the file again',
    );
  return { node: target['node'] as number, path, times, values, interpolation, width };
}

/** Writes the track's value at a time [s]. */
export function sampleTrack(track: Track, time: number, out: Float64Array): void {
  const { times, values, interpolation, width, path } = track;
  const cubic = interpolation === 'CUBICSPLINE';
  const last = times.length - 1;
  const valueAt = (key: number) => width * (cubic ? 3 * key + 1 : key);
  const key = time <= times[0] ? 0 : time >= times[last] ? last : keyBefore(times, time);
  if (interpolation === 'STEP' || time <= times[0] || time >= times[last]) {
    for (let k = 0; k < width; k++) out[k] = values[valueAt(key) + k];
    if (path === 'rotation') normalizeQuaternion(out, 0);
    return;
  }
  const d = times[key + 1] - times[key];
  const s = (time - times[key]) / d;
  const [a, b] = [valueAt(key), valueAt(key + 1)];
  if (cubic) {
    const s2 = s * s;
    const s3 = s2 * s;
    for (let k = 0; k < width; k++)
      out[k] =
        values[a + k] * (2 * s3 - 3 * s2 + 1) +
        d * values[a + width + k] * (s3 - 2 * s2 + s) +
        values[b + k] * (3 * s2 - 2 * s3) +
        d * values[b - width + k] * (s3 - s2);
    if (path === 'rotation') normalizeQuaternion(out, 0);
  } else if (path === 'rotation') greatArc(out, values, a, b, s);
  else for (let k = 0; k < width; k++) out[k] = values[a + k] + s * (values[b + k] - values[a + k]);
}

/** The last key at or before a time that lies between the first key and the last. */
function keyBefore(times: Float64Array, time: number): number {
  let low = 0;
  let high = times.length - 1;
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (times[middle] <= time) low = middle;
    else high = middle;
  }
  return low;
}

const from = new Float64Array(4);
const to = new Float64Array(4);

function greatArc(out: Float64Array, values: Float64Array, a: number, b: number, s: number): void {
  for (let k = 0; k < 4; k++) {
    from[k] = values[a + k];
    to[k] = values[b + k];
  }
  normalizeQuaternion(from, 0);
  normalizeQuaternion(to, 0);
  const dot = from[0] * to[0] + from[1] * to[1] + from[2] * to[2] + from[3] * to[3];
  const sign = dot < 0 ? -1 : 1;
  const angle = acos(Math.min(1, Math.abs(dot)));
  const across = sin(angle);
  // Where both are nearly one, the chord is the arc.
  const near = across < 1e-6;
  const wa = near ? 1 - s : sin((1 - s) * angle) / across;
  const wb = sign * (near ? s : sin(s * angle) / across);
  for (let k = 0; k < 4; k++) out[k] = wa * from[k] + wb * to[k];
  normalizeQuaternion(out, 0);
}

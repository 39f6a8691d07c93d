// Positions of vertices over time, from a point cache that a deformable or a pin names.
//
// The cache is in the coordinates of the shape: it is scaled, turned and moved as the shape is. Frame f of the cache
// is at f / frameRateHz; samples before the start of the scene are left out, but for the one that leads to it.

import { readPc2 } from '../../geometry/files/index.ts';
import { matrixFromQuaternion } from '../../num/index.ts';
import type { Collector } from '../fault/collector.ts';
import { limits } from '../read/limits.ts';
import { extensionOf } from '../read/mesh-files.ts';
import type { CacheFile } from '../schema/deformable.ts';
import { unitLengths } from '../schema/shape.ts';
import type { ShapeLoader } from '../shape.ts';
import type { Quaternion, Vec3, VertexTrack } from '../types.ts';

export interface Placement {
  readonly scale: Vec3;
  readonly orientation: Quaternion;
  readonly position: Vec3;
}

/** @param vertices  of the shape */
export function resolveTrack(
  file: CacheFile,
  vertices: number,
  placement: Placement,
  where: string,
  loader: ShapeLoader,
  collector: Collector,
): VertexTrack | undefined {
  const place = `${where}.path`;
  if (extensionOf(file.path) !== 'pc2') {
    collector.add('is not a point cache', place, file.path, 'give a .pc2 file');
    return undefined;
  }
  const bytes = loader.bytes(file.path, place);
  const cache = bytes && collector.attempt(place, () => readPc2(bytes));
  if (cache === undefined) return undefined;
  if (cache.points !== vertices) {
    collector.add(
      'the cache has another number of points than the shape has vertices',
      place,
      cache.points,
      `give a cache of ${vertices} points in the order of the vertices`,
    );
    return undefined;
  }
  if (cache.points * cache.samples > limits.trackPositions) {
    const remedy = `keep points times samples below ${limits.trackPositions}`;
    collector.add('the cache is too long', place, cache.points * cache.samples, remedy);
    return undefined;
  }
  const rate = file.frameRateHz ?? loader.frameRateHz;
  const times = Float64Array.from({ length: cache.samples }, (_, i) => {
    return (cache.firstFrame + i * cache.framesPerSample) / rate;
  });
  const positions = placed(cache.positions, placement, unitLengths[file.units ?? 'm']);
  return { ...fromStart(times, positions, 3 * vertices), after: file.after ?? 'hold' };
}

/** The track of some of the vertices. */
export function trackOf({ times, positions, after }: VertexTrack, chosen: readonly number[]): VertexTrack {
  const stride = positions.length / times.length;
  const out = new Float64Array(3 * chosen.length * times.length);
  for (let t = 0, o = 0; t < times.length; t++)
    for (const vertex of chosen)
      for (let k = 0; k < 3; k++) out[o++] = positions[stride * t + 3 * vertex + k];
  return { times, positions: out, after };
}

function placed(from: Float64Array, { scale, orientation, position }: Placement, unit: number): Float64Array {
  const r = new Float64Array(9);
  matrixFromQuaternion(r, 0, Float64Array.from(orientation), 0);
  const out = new Float64Array(from.length);
  for (let i = 0; i < from.length; i += 3) {
    const x = from[i] * unit * scale[0];
    const y = from[i + 1] * unit * scale[1];
    const z = from[i + 2] * unit * scale[2];
    for (let k = 0; k < 3; k++)
      out[i + k] = r[3 * k] * x + r[3 * k + 1] * y + r[3 * k + 2] * z + position[k] + 0;
  }
  return out;
}

/** Time 0 becomes the first where the cache begins before it. */
function fromStart(
  times: Float64Array,
  positions: Float64Array,
  width: number,
): Pick<VertexTrack, 'times' | 'positions'> {
  if (times[0] >= 0) return { times, positions };
  const next = times.findIndex((t) => t > 0);
  if (next < 0) return { times: Float64Array.of(0), positions: positions.slice(-width) };
  const s = -times[next - 1] / (times[next] - times[next - 1]);
  const kept = positions.slice((next - 1) * width);
  for (let i = 0; i < width; i++) kept[i] += s * (kept[width + i] - kept[i]);
  return { times: Float64Array.of(0, ...times.subarray(next)), positions: kept };
}

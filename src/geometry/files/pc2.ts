// PC2 point caches: the positions of a mesh's vertices at many moments, evenly apart.
//
//   12 bytes  "POINTCACHE2" and a zero
//   int32     version, 1
//   int32     points
//   float32   first frame
//   float32   frames a sample
//   int32     samples
//   float32   x y z of every point of every sample, little-endian
//
// A cache has no faces: it is laid over a mesh with the same vertices in the same order.

import { MeshError } from '../mesh-error.ts';
import { finiteCoordinate, requireCount } from './mesh-file.ts';

export interface PointCache {
  readonly points: number;
  readonly samples: number;
  /** The first sample's frame, and how many frames lie between two samples. */
  readonly firstFrame: number;
  readonly framesPerSample: number;
  /** xyz a point, all points of the first sample, then of the second, … */
  readonly positions: Float64Array;
}

const HEADER_BYTES = 32;
const MAGIC = 'POINTCACHE2\0';

export function readPc2(bytes: Uint8Array): PointCache {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, 12));
  if (bytes.length < HEADER_BYTES || text !== MAGIC)
    throw new MeshError('the file is not PC2', 'file', `${bytes.length} bytes`, 'save it as a PC2 cache');
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const version = view.getInt32(12, true);
  if (version !== 1) throw new MeshError('the version is not read', 'file', version, 'save it as PC2');
  const points = view.getInt32(16, true);
  const samples = view.getInt32(28, true);
  const room = Math.floor((bytes.length - HEADER_BYTES) / 12);
  requireCount('points', points, room);
  requireCount('samples', samples, points === 0 ? 0 : Math.floor(room / points));
  if (samples === 0) throw new MeshError('the cache is empty', 'samples', 0, 'save it again');
  const firstFrame = view.getFloat32(20, true);
  const framesPerSample = view.getFloat32(24, true);
  if (!(Math.abs(firstFrame) < 1e9 && framesPerSample > 0 && framesPerSample < 1e9))
    throw new MeshError(
      'the timing is not possible',
      'header',
      `first frame ${firstFrame}, ${framesPerSample} frames a sample`,
      'save it again',
    );
  const positions = new Float64Array(3 * points * samples);
  for (let i = 0; i < positions.length; i++)
    positions[i] = finiteCoordinate(view.getFloat32(HEADER_BYTES + 4 * i, true), `value ${i}`);
  return { points, samples, firstFrame, framesPerSample, positions };
}

/** @param positions  xyz a point, sample after sample; rounded to single precision */
export function writePc2(points: number, positions: Float64Array): Uint8Array {
  const bytes = new Uint8Array(HEADER_BYTES + 4 * positions.length);
  bytes.set(pc2Header(points, positions.length / (3 * points)));
  const view = new DataView(bytes.buffer);
  for (let i = 0; i < positions.length; i++) view.setFloat32(HEADER_BYTES + 4 * i, positions[i], true);
  return bytes;
}

/** From frame 0 on, a sample a frame. */
export function pc2Header(points: number, samples: number): Uint8Array {
  const header = new Uint8Array(HEADER_BYTES);
  const view = new DataView(header.buffer);
  for (let i = 0; i < MAGIC.length; i++) view.setUint8(i, MAGIC.charCodeAt(i));
  view.setInt32(12, 1, true);
  view.setInt32(16, points, true);
  view.setFloat32(20, 0, true);
  view.setFloat32(24, 1, true);
  view.setInt32(28, samples, true);
  return header;
}

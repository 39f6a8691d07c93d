// Which streams a recording has, by the version of its format and the sizes of its scene.

import type { Scene } from '../../scene/index.ts';
import type { Sizes, Stream } from './stream.ts';
import { streamsOfVersion1 } from './version-1.ts';
import { streamsOfVersion2 } from './version-2.ts';

export const FORMAT_VERSION = 2;

/** How many numbers a frame of a scene has. */
export function sizesOf(scene: Scene, reportColumns: number): Sizes {
  const vertices = vertexCounts(scene).reduce((sum, count) => sum + count, 0);
  const sizes = { bodies: scene.bodies.length, vertices, reportColumns };
  return scene.joints.length > 0 ? { ...sizes, joints: scene.joints.length } : sizes;
}

/** How many vertices each deformable has. */
export function vertexCounts(scene: Scene): number[] {
  return scene.deformables.map(({ mesh }) => scene.meshes[mesh].positions.length / 3);
}

/** Where each deformable's vertices begin among all of a frame's. */
export function firstVertices(scene: Scene): number[] {
  let next = 0;
  return vertexCounts(scene).map((count) => {
    next += count;
    return next - count;
  });
}

export function streamsOf(sizes: Sizes): Stream[] {
  const { joints = 0, vertices, formatVersion = FORMAT_VERSION } = sizes;
  if (formatVersion === 1) {
    return streamsOfVersion1(sizes).filter(({ group }) => joints > 0 || group !== 'reactions');
  }
  return streamsOfVersion2(sizes).filter(({ group }) => {
    if (group === 'reactions') return joints > 0;
    if (group === 'turns' || group === 'vertexKnots' || group === 'vertexMotion') return vertices > 0;
    return true;
  });
}

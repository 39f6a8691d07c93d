// Names of bodies and deformables where they are: the selected ones first, then the nearest.

import { Vector3 } from 'three';
import { isFloor } from '../../../../src/view/index.ts';
import type { Content } from '../content.ts';
import type { Label } from './labels.ts';
import { deformableStarts } from '../start-frame.ts';

const MOST = 400;

export function nameLabels(
  { scene, frame, root }: Content,
  selected: readonly number[],
  eye: Vector3,
): Label[] {
  const chosen = new Set(selected);
  const labels = scene.bodies.flatMap(({ name }, i) => {
    if (isFloor(scene, i) && !chosen.has(i)) return [];
    const at = new Vector3().fromArray(frame.poses, 7 * i).applyMatrix4(root.matrixWorld);
    return [{ item: i, text: name, at, away: at.distanceToSquared(eye) }];
  });
  const starts = deformableStarts(scene);
  scene.deformables.forEach(({ name }, d) => {
    const at = new Vector3().fromArray(frame.vertices, starts[d]).applyMatrix4(root.matrixWorld);
    labels.push({ item: scene.bodies.length + d, text: name, at, away: at.distanceToSquared(eye) });
  });
  labels.sort(
    (a, b) => Number(chosen.has(b.item)) - Number(chosen.has(a.item)) || a.away - b.away || a.item - b.item,
  );
  return labels
    .slice(0, MOST)
    .map(({ item, text, at }) => ({ text, at, kind: chosen.has(item) ? 'chosen' : 'name' }));
}

// Edges of what is soft that go through faces, and edges of bodies that go through its faces, however far their ends are.

import { BroadPhase, IndexList } from '../../../geometry/tree/index.ts';
import { segmentIntersectsTriangle } from '../../../geometry/predicates/index.ts';
import type { Model } from '../model.ts';
import type { Poses } from '../step/poses.ts';
import type { Cells } from './cells.ts';
import type { Meeting } from './meeting.ts';
import type { Soft } from './soft.ts';
import { bodyCells } from './stencils.ts';

/** One of each two items that cross, and of each item that crosses itself. */
export function findCrossings(model: Model, soft: Soft, { x }: Poses, owners: readonly number[]): Meeting[] {
  const surfaces = [
    ...soft.items.map(({ cells, item }) => ({ cells, item })),
    ...owners.map((owner) => ({ cells: bodyCells(model, soft, owner), item: model.itemOf[owner] })),
  ];
  const starts = new Int32Array(surfaces.length + 1);
  surfaces.forEach(({ cells }, s) => {
    starts[s + 1] = starts[s] + cells.count;
  });
  const surfaceOf = new Int32Array(starts[surfaces.length]);
  const boxes = new Float64Array(6 * surfaceOf.length);
  surfaces.forEach(({ cells }, s) => {
    surfaceOf.fill(s, starts[s], starts[s + 1]);
    for (let c = 0; c < cells.count; c++) writeBox(boxes, 6 * (starts[s] + c), x, cells, c);
  });
  const found = new IndexList(256);
  new BroadPhase().findPairs(found, boxes);
  const meetings: Meeting[] = [];
  const told = new Set<number>();
  for (let k = 0; k < found.length; k += 2) {
    const [i, j] = [found.data[k], found.data[k + 1]];
    const [s, t] = [surfaceOf[i], surfaceOf[j]];
    const key = Math.min(s, t) * surfaces.length + Math.max(s, t);
    // bodies among each other are looked at elsewhere
    if (told.has(key) || Math.min(s, t) >= soft.items.length) continue;
    if (soft.ruleOf(surfaces[s].item, surfaces[t].item) < 0) continue;
    const meeting =
      crossing(soft, x, surfaces[s].cells, i - starts[s], surfaces[t].cells, j - starts[t]) ??
      crossing(soft, x, surfaces[t].cells, j - starts[t], surfaces[s].cells, i - starts[s]);
    if (!meeting) continue;
    told.add(key);
    meetings.push(meeting);
  }
  return meetings;
}

/** An edge of a cell through the face that another is. */
function crossing(
  { gluedTo, ownerOf }: Soft,
  x: Float64Array,
  one: Cells,
  i: number,
  other: Cells,
  j: number,
): Meeting | undefined {
  const face = other.vertices.subarray(3 * j, 3 * j + 3);
  if (face[2] < 0) return undefined;
  for (let k = 0; k < 3; k++) {
    const v = one.vertices[3 * i + k];
    const w = one.vertices[3 * i + ((k + 1) % 3)];
    if (v < 0 || w < 0 || face.includes(v) || face.includes(w)) continue;
    if ([v, w].some((n) => gluedTo[n] === ownerOf[face[0]])) continue;
    if (face.some((n) => gluedTo[n] === ownerOf[v])) continue;
    if (!segmentIntersectsTriangle(x, 3 * v, 3 * w, 3 * face[0], 3 * face[1], 3 * face[2])) continue;
    return {
      one: ownerOf[v],
      other: ownerOf[face[0]],
      does: 'goes through',
      where: ` (an edge through face ${j})`,
    };
  }
  return undefined;
}

function writeBox(boxes: Float64Array, at: number, x: Float64Array, { vertices }: Cells, c: number): void {
  for (let axis = 0; axis < 3; axis++) {
    let low = Infinity;
    let high = -Infinity;
    for (let k = 3 * c; k < 3 * c + 3; k++) {
      if (vertices[k] < 0) continue;
      low = Math.min(low, x[3 * vertices[k] + axis]);
      high = Math.max(high, x[3 * vertices[k] + axis]);
    }
    boxes[at + axis] = low;
    boxes[at + 3 + axis] = high;
  }
}

// Which bodies' boxes overlap: sweep and prune along the axis on which the bodies are most spread.
//
// The boxes are ordered by their lower end; each is compared with those that begin before it ends.
// The order is kept from call to call: bodies move little between steps, so putting it right again
// takes about one pass. Pairs come sorted by (first, second), whatever the order was before, so a
// simulation restored from a snapshot finds them in the same sequence.
//
// Baraff 1992, "Dynamic Simulation of Non-Penetrating Rigid Bodies", section on bounding boxes.

import { IndexList } from './index-list.ts';

export class BroadPhase {
  private order = new Int32Array(0);
  private sorted = new Float64Array(0);
  private starts = new Int32Array(0);
  private readonly found = new IndexList(256);

  /**
   * Adds every pair i < j of overlapping boxes to the list; boxes that only touch overlap.
   * @param boxes  six numbers a body, as in box.ts; a body that should not be found has min > max
   */
  findPairs(list: IndexList, boxes: Float64Array, count = boxes.length / 6): void {
    if (this.order.length !== count) {
      this.order = new Int32Array(count);
      for (let i = 0; i < count; i++) this.order[i] = i;
      this.sorted = new Float64Array(6 * count);
      this.starts = new Int32Array(count + 1);
    }
    const axis = widestAxis(boxes, count);
    this.sortAlong(boxes, axis);
    this.sweep(boxes, axis);
    this.writeSorted(list);
  }

  private sortAlong(boxes: Float64Array, axis: number): void {
    const { order } = this;
    // Insertion is fastest while the order is nearly right; where it is not, it is given up.
    let budget = 16 * order.length;
    for (let k = 1; k < order.length; k++) {
      const body = order[k];
      const low = boxes[6 * body + axis];
      let at = k;
      while (at > 0 && boxes[6 * order[at - 1] + axis] > low) {
        order[at] = order[at - 1];
        at--;
      }
      order[at] = body;
      budget -= k - at;
      if (budget < 0) {
        order.sort((a, b) => boxes[6 * a + axis] - boxes[6 * b + axis]);
        return;
      }
    }
  }

  private sweep(boxes: Float64Array, axis: number): void {
    const { order, sorted, found } = this;
    const second = (axis + 1) % 3;
    const third = (axis + 2) % 3;
    const count = order.length;
    for (let k = 0; k < count; k++) {
      const b = 6 * order[k];
      sorted[6 * k] = boxes[b + axis];
      sorted[6 * k + 1] = boxes[b + 3 + axis];
      sorted[6 * k + 2] = boxes[b + second];
      sorted[6 * k + 3] = boxes[b + 3 + second];
      sorted[6 * k + 4] = boxes[b + third];
      sorted[6 * k + 5] = boxes[b + 3 + third];
    }
    found.clear();
    const end = 6 * count;
    for (let o = 0; o < end; o += 6) {
      const high = sorted[o + 1];
      const low2 = sorted[o + 2];
      const high2 = sorted[o + 3];
      const low3 = sorted[o + 4];
      const high3 = sorted[o + 5];
      if (!(sorted[o] <= high)) continue;
      for (let p = o + 6; p < end && sorted[p] <= high; p += 6) {
        if (sorted[p + 2] > high2 || sorted[p + 3] < low2) continue;
        if (sorted[p + 4] > high3 || sorted[p + 5] < low3) continue;
        if (!(sorted[p] <= sorted[p + 1])) continue;
        const i = order[o / 6];
        const j = order[p / 6];
        if (i < j) found.pushPair(i, j);
        else found.pushPair(j, i);
      }
    }
  }

  /** Sorts by (first, second): two stable counting passes, the second body first. */
  private writeSorted(list: IndexList): void {
    const { found, starts } = this;
    const pairs = found.length;
    // Room for one copy in between and one at the end.
    const from = list.length;
    for (let k = 0; k < pairs; k++) list.push(0);
    for (let key = 1; key >= 0; key--) {
      const source = key === 1 ? found.data : list.data;
      const target = key === 1 ? list.data : found.data;
      const sourceAt = key === 1 ? 0 : from;
      const targetAt = key === 1 ? from : 0;
      starts.fill(0);
      for (let k = 0; k < pairs; k += 2) starts[source[sourceAt + k + key] + 1]++;
      for (let k = 1; k < starts.length; k++) starts[k] += starts[k - 1];
      for (let k = 0; k < pairs; k += 2) {
        const at = targetAt + 2 * starts[source[sourceAt + k + key]]++;
        target[at] = source[sourceAt + k];
        target[at + 1] = source[sourceAt + k + 1];
      }
    }
    list.data.set(found.data.subarray(0, pairs), from);
  }
}

/** The axis along which the boxes' centres vary most. */
function widestAxis(boxes: Float64Array, count: number): number {
  let best = 0;
  let most = -1;
  for (let axis = 0; axis < 3; axis++) {
    let sum = 0;
    for (let i = 0; i < count; i++) sum += boxes[6 * i + axis] + boxes[6 * i + 3 + axis];
    const mean = sum / count;
    let variance = 0;
    for (let i = 0; i < count; i++) {
      const d = boxes[6 * i + axis] + boxes[6 * i + 3 + axis] - mean;
      variance += d * d;
    }
    if (variance > most) {
      most = variance;
      best = axis;
    }
  }
  return best;
}

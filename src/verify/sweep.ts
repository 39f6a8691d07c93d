// Which boxes are near each other: sorted along x, then looked at from left to right.
//
// The order is kept from one stretch to the next, where little has changed, so sorting by
// insertion is nearly one pass.

export class Sweep {
  private readonly order: Uint32Array;

  constructor(items: number) {
    this.order = Uint32Array.from({ length: items }, (_, i) => i);
  }

  /** Calls `near(a, b)`, a < b, for all boxes (low xyz, high xyz each) less than `margin` apart along every axis. */
  forNear(boxes: Float64Array, margin: number, near: (a: number, b: number) => void): void {
    const { order } = this;
    for (let i = 1; i < order.length; i++) {
      const item = order[i];
      const low = boxes[6 * item];
      let at = i;
      for (; at > 0 && boxes[6 * order[at - 1]] > low; at--) order[at] = order[at - 1];
      order[at] = item;
    }
    for (let i = 0; i < order.length; i++) {
      const a = 6 * order[i];
      const reach = boxes[a + 3] + margin;
      for (let j = i + 1; j < order.length; j++) {
        const b = 6 * order[j];
        if (boxes[b] > reach) break;
        if (
          boxes[a + 1] <= boxes[b + 4] + margin &&
          boxes[b + 1] <= boxes[a + 4] + margin &&
          boxes[a + 2] <= boxes[b + 5] + margin &&
          boxes[b + 2] <= boxes[a + 5] + margin
        ) {
          near(Math.min(order[i], order[j]), Math.max(order[i], order[j]));
        }
      }
    }
  }

  /** Calls `next(a, b)` for each box and the one after it, after `forNear` has sorted them. */
  forNeighbours(next: (a: number, b: number) => void): void {
    const { order } = this;
    for (let i = 1; i < order.length; i++) {
      next(Math.min(order[i - 1], order[i]), Math.max(order[i - 1], order[i]));
    }
  }
}

/** Squared distance of two boxes [m²], 0 where they overlap. */
export function boxDistanceSquared(a: Float64Array, i: number, b: Float64Array, j: number): number {
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const gap = Math.max(0, a[i + k] - b[j + k + 3], b[j + k] - a[i + k + 3]);
    sum += gap * gap;
  }
  return sum;
}

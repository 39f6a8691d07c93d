// Places where a ball may touch one body. Of those whose normals are nearly the same only the one with the smallest gap counts, so
// in a groove there are two and on a curved floor one.

/** cos 15°: normals nearer than this are one place. */
const APART = 0.9659;
/** Most places of one ball on one body. */
const MOST = 8;
/** Places are numbered along a direction that nothing in a scene is likely to have. */
const [ORDER_X, ORDER_Y, ORDER_Z] = [0.2113, 0.7171, 0.6641];
/** A place: distance of the centre, normal, face, weights. */
const SIZE = 8;

export class BallPlaces {
  data = new Float64Array(64 * SIZE);
  /** Where in `data` the chosen places begin. */
  readonly chosen: number[] = [];
  private count = 0;

  clear(): void {
    this.count = 0;
  }

  /** How far a place is from the centre [m], its normal, its face and the weights of the face's corners. */
  offer(distance: number, normal: Float64Array, face: number, weights: Float64Array): void {
    const o = SIZE * this.count++;
    if (o + SIZE > this.data.length) {
      const more = new Float64Array(2 * this.data.length);
      more.set(this.data);
      this.data = more;
    }
    const { data } = this;
    data[o] = distance;
    for (let k = 0; k < 3; k++) data[o + 1 + k] = normal[k];
    data[o + 4] = face;
    for (let k = 0; k < 3; k++) data[o + 5 + k] = weights[k];
  }

  /** The nearest place first, then others that are apart from all before; numbered along a fixed direction. */
  choose(radius: number, slop: number, depth: number): void {
    const { chosen, data, count } = this;
    chosen.length = 0;
    while (chosen.length < MOST) {
      let best = -1;
      for (let o = 0; o < SIZE * count; o += SIZE) {
        if (data[o] - radius >= 2 * slop || data[o] - radius < -depth) continue;
        const isBetter =
          best < 0 || data[o] < data[best] || (data[o] === data[best] && data[o + 4] < data[best + 4]);
        if (isBetter && this.isApart(o)) best = o;
      }
      if (best < 0) break;
      chosen.push(best);
    }
    chosen.sort((p, q) => this.rank(p) - this.rank(q));
  }

  private isApart(o: number): boolean {
    const { chosen, data } = this;
    for (const other of chosen) {
      const cosine =
        data[o + 1] * data[other + 1] + data[o + 2] * data[other + 2] + data[o + 3] * data[other + 3];
      if (cosine > APART) return false;
    }
    return true;
  }

  private rank(o: number): number {
    const { data } = this;
    return ORDER_X * data[o + 1] + ORDER_Y * data[o + 2] + ORDER_Z * data[o + 3];
  }
}

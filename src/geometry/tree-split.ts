// Where to cut a range of primitives in two: the surface area heuristic over bins.
//
// A search visits a node with a probability proportional to its surface, so the cut with the
// smallest  area(left) · |left| + area(right) · |right|  is taken, over 16 bins of the boxes' centres
// along each axis. Deep levels, where the heuristic cuts off one primitive at a time, are halved.
//
// MacDonald and Booth 1990; binning after Wald 2007, "On fast construction of SAH-based bounding
// volume hierarchies".

const BINS = 16;
/** From this level on ranges are halved, so that trees stay shallow whatever the shape. */
const HALVING_LEVEL = 48;

export interface Splitting {
  readonly boxes: Float64Array;
  /** Primitives; a range of it is a node. */
  readonly order: Int32Array;
}

export function startSplitting(boxes: Float64Array): Splitting {
  const order = new Int32Array(boxes.length / 6);
  for (let i = 0; i < order.length; i++) order[i] = i;
  return { boxes, order };
}

const binBoxes = new Float64Array(6 * BINS);
const binCounts = new Int32Array(BINS);
const rightCosts = new Float64Array(BINS);
const running = new Float64Array(6);

/** Reorders the range first … end - 1 of at least two and returns where its right part begins. */
export function splitRange(split: Splitting, first: number, end: number, level: number): number {
  if (end - first === 2) return first + 1;
  const { boxes, order } = split;

  let bestCost = Number.POSITIVE_INFINITY;
  let bestAxis = -1;
  let bestBin = 0;
  let bestLow = 0;
  let bestScale = 0;
  let widestAxis = 0;
  let widest = -1;
  for (let axis = 0; axis < 3; axis++) {
    let low = Number.POSITIVE_INFINITY;
    let high = Number.NEGATIVE_INFINITY;
    for (let i = first; i < end; i++) {
      const centre = centreOf(boxes, order[i], axis);
      low = Math.min(low, centre);
      high = Math.max(high, centre);
    }
    if (high - low > widest) {
      widest = high - low;
      widestAxis = axis;
    }
    const scale = BINS / (high - low);
    if (level >= HALVING_LEVEL || !(scale < Number.MAX_VALUE)) continue;

    fillBins(split, first, end, axis, low, scale);
    emptyBox(running, 0);
    let count = 0;
    for (let bin = BINS - 1; bin > 0; bin--) {
      growBox(running, 0, binBoxes, 6 * bin);
      count += binCounts[bin];
      rightCosts[bin] = count > 0 ? count * area(running, 0) : 0;
    }
    emptyBox(running, 0);
    count = 0;
    for (let bin = 1; bin < BINS; bin++) {
      growBox(running, 0, binBoxes, 6 * (bin - 1));
      count += binCounts[bin - 1];
      if (count === 0 || count === end - first) continue;
      const cost = count * area(running, 0) + rightCosts[bin];
      if (cost < bestCost) {
        bestCost = cost;
        bestAxis = axis;
        bestBin = bin;
        bestLow = low;
        bestScale = scale;
      }
    }
  }

  if (bestAxis < 0) return halve(split, first, end, widestAxis);
  let left = first;
  let right = end - 1;
  while (left <= right) {
    if (binOf(boxes, order[left], bestAxis, bestLow, bestScale) < bestBin) left++;
    else {
      const moved = order[left];
      order[left] = order[right];
      order[right--] = moved;
    }
  }
  return left;
}

function halve(split: Splitting, first: number, end: number, axis: number): number {
  const { boxes, order } = split;
  order.subarray(first, end).sort((a, b) => centreOf(boxes, a, axis) - centreOf(boxes, b, axis) || a - b);
  return (first + end) >> 1;
}

function fillBins(
  split: Splitting,
  first: number,
  end: number,
  axis: number,
  low: number,
  scale: number,
): void {
  const { boxes, order } = split;
  for (let bin = 0; bin < BINS; bin++) {
    binCounts[bin] = 0;
    emptyBox(binBoxes, 6 * bin);
  }
  for (let i = first; i < end; i++) {
    const bin = binOf(boxes, order[i], axis, low, scale);
    binCounts[bin]++;
    growBox(binBoxes, 6 * bin, boxes, 6 * order[i]);
  }
}

function centreOf(boxes: Float64Array, primitive: number, axis: number): number {
  return 0.5 * boxes[6 * primitive + axis] + 0.5 * boxes[6 * primitive + 3 + axis];
}

function binOf(boxes: Float64Array, primitive: number, axis: number, low: number, scale: number): number {
  return Math.min(BINS - 1, Math.floor((centreOf(boxes, primitive, axis) - low) * scale));
}

function emptyBox(out: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) {
    out[o + k] = Number.POSITIVE_INFINITY;
    out[o + 3 + k] = Number.NEGATIVE_INFINITY;
  }
}

function growBox(out: Float64Array, o: number, box: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    out[o + k] = Math.min(out[o + k], box[at + k]);
    out[o + 3 + k] = Math.max(out[o + 3 + k], box[at + 3 + k]);
  }
}

/** Half the surface, and a little for length alone: boxes of a straight wire have no surface. */
function area(box: Float64Array, o: number): number {
  const x = box[o + 3] - box[o];
  const y = box[o + 4] - box[o + 1];
  const z = box[o + 5] - box[o + 2];
  const length = x + y + z;
  return x * y + y * z + z * x + 0.02 * length * length;
}

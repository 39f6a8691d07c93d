// Where to cut a range of primitives in two: the surface area heuristic over bins.
//
// A search visits a node with a probability proportional to its surface, so the cut with the
// smallest  area(left) · |left| + area(right) · |right|  is taken, over bins of the boxes' centres
// along each axis. Deep levels, where the heuristic cuts off one primitive at a time, are halved.
//
// MacDonald and Booth 1990; binning after Wald 2007, "On fast construction of SAH-based bounding
// volume hierarchies".

const MOST_BINS = 16;
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

const binBoxes = new Float64Array(6 * MOST_BINS);
const binCounts = new Int32Array(MOST_BINS);
const rightCosts = new Float64Array(MOST_BINS);
const running = new Float64Array(6);
/** Twice the centres' range: min x y z, max x y z. */
const range = new Float64Array(6);

/** Reorders the range first … end - 1 of at least two and returns where its right part begins. */
export function splitRange(split: Splitting, first: number, end: number, level: number): number {
  if (end - first === 2) return first + 1;
  const { boxes, order } = split;
  emptyBox(range, 0);
  for (let i = first; i < end; i++) growByCentre(range, boxes, 6 * order[i]);

  const bins = end - first >= 64 ? MOST_BINS : 8;
  let bestCost = Number.POSITIVE_INFINITY;
  let bestAxis = -1;
  let bestBin = 0;
  for (let axis = 0; axis < 3; axis++) {
    const scale = bins / (range[axis + 3] - range[axis]);
    if (level >= HALVING_LEVEL || !(scale < Number.MAX_VALUE)) continue;
    fillBins(split, first, end, axis, scale, bins);
    emptyBox(running, 0);
    let count = 0;
    for (let bin = bins - 1; bin > 0; bin--) {
      if (binCounts[bin] > 0) growBox(running, 0, binBoxes, 6 * bin);
      count += binCounts[bin];
      rightCosts[bin] = count > 0 ? count * area(running) : 0;
    }
    emptyBox(running, 0);
    count = 0;
    for (let bin = 1; bin < bins; bin++) {
      if (binCounts[bin - 1] === 0) continue;
      growBox(running, 0, binBoxes, 6 * (bin - 1));
      count += binCounts[bin - 1];
      if (count === end - first) break;
      const cost = count * area(running) + rightCosts[bin];
      if (cost < bestCost) {
        bestCost = cost;
        bestAxis = axis;
        bestBin = bin;
      }
    }
  }
  if (bestAxis < 0) return halve(split, first, end);

  const low = range[bestAxis];
  const scale = bins / (range[bestAxis + 3] - low);
  let left = first;
  let right = end - 1;
  while (left <= right) {
    const primitive = order[left];
    if (binOf(boxes, primitive, bestAxis, low, scale, bins) < bestBin) left++;
    else {
      order[left] = order[right];
      order[right--] = primitive;
    }
  }
  return left;
}

/** Cuts in the middle along the axis of the widest range. */
function halve(split: Splitting, first: number, end: number): number {
  const { boxes, order } = split;
  let axis = 0;
  for (let k = 1; k < 3; k++) if (range[k + 3] - range[k] > range[axis + 3] - range[axis]) axis = k;
  order
    .subarray(first, end)
    .sort((a, b) => twiceCentre(boxes, 6 * a + axis) - twiceCentre(boxes, 6 * b + axis) || a - b);
  return (first + end) >> 1;
}

function fillBins(
  split: Splitting,
  first: number,
  end: number,
  axis: number,
  scale: number,
  bins: number,
): void {
  const { boxes, order } = split;
  const low = range[axis];
  for (let bin = 0; bin < bins; bin++) binCounts[bin] = 0;
  for (let i = first; i < end; i++) {
    const bin = binOf(boxes, order[i], axis, low, scale, bins);
    if (binCounts[bin]++ === 0) {
      for (let k = 0; k < 6; k++) binBoxes[6 * bin + k] = boxes[6 * order[i] + k];
    } else {
      growBox(binBoxes, 6 * bin, boxes, 6 * order[i]);
    }
  }
}

function twiceCentre(boxes: Float64Array, at: number): number {
  return boxes[at] + boxes[at + 3];
}

function binOf(
  boxes: Float64Array,
  primitive: number,
  axis: number,
  low: number,
  scale: number,
  bins: number,
): number {
  const bin = ((twiceCentre(boxes, 6 * primitive + axis) - low) * scale) | 0;
  return bin < bins ? bin : bins - 1;
}

function emptyBox(out: Float64Array, o: number): void {
  for (let k = 0; k < 3; k++) {
    out[o + k] = Number.POSITIVE_INFINITY;
    out[o + 3 + k] = Number.NEGATIVE_INFINITY;
  }
}

function growByCentre(out: Float64Array, boxes: Float64Array, at: number): void {
  for (let k = 0; k < 3; k++) {
    const centre = twiceCentre(boxes, at + k);
    if (centre < out[k]) out[k] = centre;
    if (centre > out[k + 3]) out[k + 3] = centre;
  }
}

function growBox(out: Float64Array, o: number, box: Float64Array, at: number): void {
  if (box[at] < out[o]) out[o] = box[at];
  if (box[at + 1] < out[o + 1]) out[o + 1] = box[at + 1];
  if (box[at + 2] < out[o + 2]) out[o + 2] = box[at + 2];
  if (box[at + 3] > out[o + 3]) out[o + 3] = box[at + 3];
  if (box[at + 4] > out[o + 4]) out[o + 4] = box[at + 4];
  if (box[at + 5] > out[o + 5]) out[o + 5] = box[at + 5];
}

/** Half the surface, and a little for length alone: boxes of a straight wire have no surface. */
function area(box: Float64Array): number {
  const x = box[3] - box[0];
  const y = box[4] - box[1];
  const z = box[5] - box[2];
  const length = x + y + z;
  return x * y + y * z + z * x + 0.02 * length * length;
}

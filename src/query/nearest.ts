// How far the surfaces of two placed forms are apart: tree against tree, the nearer nodes first, nothing beyond what was found.

import { NODE_SIZE } from '../geometry/tree/index.ts';
import { ANSWER_SIZE, closestOfSimplices } from './closest.ts';
import { MARGIN, type Placed, relate } from './placed.ts';

/** The answer of the last search, and which elements it is of. */
export const found = { answer: new Float64Array(ANSWER_SIZE), first: -1, second: -1 };

const trial = new Float64Array(ANSWER_SIZE);
const x = new Float64Array(18);
/** How the second sees the first: rotation, translation, and absolute values of the rotation. */
const relation = new Float64Array(12);
const size = new Float64Array(9);
let wide = 0;
let waiting = new Int32Array(256);
let keys = new Float64Array(128);

/** Finds the closest points of two surfaces, both with an element at least. */
export function searchNearest(a: Placed, b: Placed): void {
  const { tree: one } = a.form;
  const { tree: other } = b.form;
  relate(relation, a, b);
  for (let k = 0; k < 9; k++) size[k] = Math.abs(relation[k]);
  wide = MARGIN * (a.scale + b.scale);
  makeRoom(one.depth + other.depth + 2);
  found.answer[0] = Infinity;
  found.first = found.second = -1;
  waiting[0] = waiting[1] = 0;
  keys[0] = 0;
  let top = 1;
  while (top > 0) {
    top--;
    if (keys[top] >= found.answer[0]) continue;
    const i = waiting[2 * top];
    const j = waiting[2 * top + 1];
    const linkI = one.links[i];
    const linkJ = other.links[j];
    if (linkI < 0 && linkJ < 0) {
      compare(a, ~linkI, b, ~linkJ);
      continue;
    }
    const isFirst = linkJ < 0 || (linkI >= 0 && extent(one.nodes, i) > extent(other.nodes, j));
    const i0 = isFirst ? i + 1 : i;
    const j0 = isFirst ? j : j + 1;
    const i1 = isFirst ? linkI : i;
    const j1 = isFirst ? j : linkJ;
    const key0 = apart(one.nodes, NODE_SIZE * i0, other.nodes, NODE_SIZE * j0);
    const key1 = apart(one.nodes, NODE_SIZE * i1, other.nodes, NODE_SIZE * j1);
    const isNear = key0 <= key1;
    // the nearer one on top
    push(top++, isNear ? i1 : i0, isNear ? j1 : j0, isNear ? key1 : key0);
    push(top++, isNear ? i0 : i1, isNear ? j0 : j1, isNear ? key0 : key1);
  }
}

function compare(a: Placed, first: number, b: Placed, second: number): void {
  const countA = a.write(x, 0, first);
  const countB = b.write(x, 3 * countA, second);
  closestOfSimplices(trial, x, countA, countB);
  if (trial[0] >= found.answer[0]) return;
  found.answer.set(trial);
  found.first = first;
  found.second = second;
}

function push(top: number, i: number, j: number, key: number): void {
  waiting[2 * top] = i;
  waiting[2 * top + 1] = j;
  keys[top] = key;
}

/** Each step replaces a pair of nodes by two, one of them a level deeper. */
function makeRoom(depth: number): void {
  if (keys.length >= depth) return;
  waiting = new Int32Array(4 * depth);
  keys = new Float64Array(2 * depth);
}

function extent(nodes: Float64Array, i: number): number {
  return nodes[NODE_SIZE * i + 3] + nodes[NODE_SIZE * i + 4] + nodes[NODE_SIZE * i + 5];
}

/** At least how far two nodes are apart, squared [m²]. */
function apart(a: Float64Array, i: number, b: Float64Array, j: number): number {
  const cx = a[i];
  const cy = a[i + 1];
  const cz = a[i + 2];
  const hx = a[i + 3];
  const hy = a[i + 4];
  const hz = a[i + 5];
  let sum = 0;
  for (let k = 0; k < 3; k++) {
    const r = 3 * k;
    const centre =
      relation[9 + k] + relation[r] * cx + relation[r + 1] * cy + relation[r + 2] * cz - b[j + k];
    const half = size[r] * hx + size[r + 1] * hy + size[r + 2] * hz + b[j + 3 + k] + wide;
    const gap = Math.abs(centre) - half;
    if (gap > 0) sum += gap * gap;
  }
  return sum;
}

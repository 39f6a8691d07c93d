// Tree against tree: see findTreePairs in pairs.ts, the twin, where the tests are explained.
//
// Lanes hold the two children of a node: both are tested at once against the other tree's node, without branches, and
// those that pass wait on the stack. Every sum keeps the twin's order, so both find the same pairs in the same order.
// Findings go into a buffer of fixed size: where it is full the search returns and is called again to go on.

const MARGIN: f64 = 1.0 / 17592186044416;
const NODE_BYTES: usize = 64;
const BUCKET: i32 = 4;
/** Of a node of A laid into B's frame: centre, half extents, turn, half the sweep along A's axes. */
const LAID_BYTES: usize = 96;
/** Behind them, of a node without children that matter: the search in which its leaves were laid. */
const STAMP: usize = 80;

// Words of a tree's record: addresses of its arrays, see search.ts.
const NODES: usize = 0;
const LINKS: usize = 4;
const LEAVES: usize = 8;
const FIRSTS: usize = 12;
const BOXES: usize = 16;
const PRIMITIVES: usize = 20;

function word(record: usize, at: usize): usize {
  return <usize>load<i32>(record + at);
}

/**
 * Begins or goes on with a search, until it is done or the buffer is full.
 * @param motion      27 numbers: rotation (9), translation, sweep, pivot, spin (3 each), angleA, angleB, turn, bend,
 *                    distance, and one that no earlier search had
 * @param stack       how many numbers wait (-1 to begin, 0 when done), then those numbers: pairs of nodes that are near
 * @param laid        scratch, twelve numbers a node of A; laidLeaves: the same for its leaves
 * @param out         pairs of primitives, at most `capacity`, and room for one more
 * @returns how many pairs were written
 */
export function searchTrees(
  treeA: usize,
  treeB: usize,
  motion: usize,
  stack: usize,
  laid: usize,
  laidLeaves: usize,
  out: usize,
  capacity: i32,
): i32 {
  const nodesA = word(treeA, NODES),
    linksA = word(treeA, LINKS),
    leavesA = word(treeA, LEAVES);
  const nodesB = word(treeB, NODES),
    linksB = word(treeB, LINKS),
    leavesB = word(treeB, LEAVES);
  const firstsA = word(treeA, FIRSTS),
    firstsB = word(treeB, FIRSTS),
    boxesA = word(treeA, BOXES);
  const stamp = load<f64>(motion, 208);
  const distance = load<f64>(motion, 200);
  const ux = 0.5 * load<f64>(motion, 96),
    uy = 0.5 * load<f64>(motion, 104),
    uz = 0.5 * load<f64>(motion, 112);
  const tx = load<f64>(motion, 72) + ux,
    ty = load<f64>(motion, 80) + uy,
    tz = load<f64>(motion, 88) + uz;
  const scale =
    load<f64>(nodesA, 48) +
    load<f64>(nodesB, 48) +
    Math.abs(tx) +
    Math.abs(ty) +
    Math.abs(tz) +
    Math.abs(ux) +
    Math.abs(uy) +
    Math.abs(uz);
  const near = distance + MARGIN * (scale + distance);
  const angleB = Math.min(2, load<f64>(motion, 176));

  const waiting = stack + 4;
  let top = load<i32>(stack);
  if (top < 0) {
    layChildren(motion, near, laid, nodesA, nodesA, 0, 0);
    top = testChildren(motion, near, laid, laid, nodesA, nodesA, nodesB, nodesB, angleB) === 0 ? 2 : 0;
    store<i64>(waiting, 0);
  }
  let count: i32 = 0;
  while (top > 0 && count + BUCKET * BUCKET <= capacity) {
    top -= 2;
    const at = waiting + ((<usize>top) << 2);
    const i = load<i32>(at);
    const j = load<i32>(at, 4);
    const p = nodesA + <usize>i * NODE_BYTES;
    const q = nodesB + <usize>j * NODE_BYTES;
    const countA = load<i32>(leavesA + ((<usize>i) << 2));
    const countB = load<i32>(leavesB + ((<usize>j) << 2));
    if (countA <= BUCKET && countB <= BUCKET) {
      const firstA = load<i32>(firstsA + ((<usize>i) << 2));
      const own = laid + <usize>i * LAID_BYTES;
      if (load<f64>(own, STAMP) !== stamp) {
        store<f64>(own, stamp, STAMP);
        for (let x = firstA; x < firstA + countA; x += 2) {
          const y = min(x + 1, firstA + countA - 1);
          layChildren(
            motion,
            near,
            laidLeaves,
            boxesA + <usize>x * NODE_BYTES,
            boxesA + <usize>y * NODE_BYTES,
            x,
            y,
          );
        }
      }
      count = testBuckets(
        treeA,
        firstA,
        countA,
        treeB,
        load<i32>(firstsB + ((<usize>j) << 2)),
        countB,
        motion,
        near,
        angleB,
        laidLeaves,
        out,
        count,
      );
    } else if (countB <= BUCKET || (countA > BUCKET && load<f64>(p, 56) > load<f64>(q, 56))) {
      const link = load<i32>(linksA + ((<usize>i) << 2));
      const left = p + NODE_BYTES;
      const right = nodesA + <usize>link * NODE_BYTES;
      layChildren(motion, near, laid, left, right, i + 1, link);
      const apart = testChildren(
        motion,
        near,
        laid + <usize>(i + 1) * LAID_BYTES,
        laid + <usize>link * LAID_BYTES,
        left,
        right,
        q,
        q,
        angleB,
      );
      top = push(waiting, top, apart & 2, link, j);
      top = push(waiting, top, apart & 1, i + 1, j);
    } else {
      const link = load<i32>(linksB + ((<usize>j) << 2));
      const right = nodesB + <usize>link * NODE_BYTES;
      const own = laid + <usize>i * LAID_BYTES;
      const apart = testChildren(motion, near, own, own, p, p, q + NODE_BYTES, right, angleB);
      top = push(waiting, top, apart & 2, i, link);
      top = push(waiting, top, apart & 1, i, j + 1);
    }
  }
  store<i32>(stack, top);
  return count;
}

/** Tests all leaves of one node with all of another, two of these at a time; returns how many are found now. */
function testBuckets(
  treeA: usize,
  firstA: i32,
  countA: i32,
  treeB: usize,
  firstB: i32,
  countB: i32,
  motion: usize,
  near: f64,
  angleB: f64,
  laid: usize,
  out: usize,
  found: i32,
): i32 {
  let count = found;
  const boxesA = word(treeA, BOXES),
    primitivesA = word(treeA, PRIMITIVES);
  const boxesB = word(treeB, BOXES),
    primitivesB = word(treeB, PRIMITIVES);
  const endB = firstB + countB;
  for (let x = firstA; x < firstA + countA; x++) {
    const own = laid + <usize>x * LAID_BYTES;
    const box = boxesA + <usize>x * NODE_BYTES;
    const a = load<i32>(primitivesA + ((<usize>x) << 2));
    for (let y = firstB; y < endB; y += 2) {
      const z = min(y + 1, endB - 1);
      const apart = testChildren(
        motion,
        near,
        own,
        own,
        box,
        box,
        boxesB + <usize>y * NODE_BYTES,
        boxesB + <usize>z * NODE_BYTES,
        angleB,
      );
      count = find(out, count, apart & 1, a, load<i32>(primitivesB + ((<usize>y) << 2)));
      count = find(
        out,
        count,
        (apart & 2) | (z === y ? 1 : 0),
        a,
        load<i32>(primitivesB + ((<usize>z) << 2)),
      );
    }
  }
  return count;
}

function find(out: usize, count: i32, apart: i32, a: i32, b: i32): i32 {
  const to = out + ((<usize>count) << 3);
  store<i32>(to, a);
  store<i32>(to, b, 4);
  return count + (apart === 0 ? 1 : 0);
}

/** Writes the pair where it may be wasted, and keeps it unless it is apart. */
function push(waiting: usize, top: i32, apart: i32, i: i32, j: i32): i32 {
  const at = waiting + ((<usize>top) << 2);
  store<i32>(at, i);
  store<i32>(at, j, 4);
  return top + (apart === 0 ? 2 : 0);
}

/** Lays two nodes of A into B's frame. @inline */
function layChildren(motion: usize, near: f64, laid: usize, left: usize, right: usize, i: i32, k: i32): void {
  const x = lanes(left, right, 0),
    y = lanes(left, right, 8),
    z = lanes(left, right, 16);
  const ax = lanes(left, right, 24),
    ay = lanes(left, right, 32),
    az = lanes(left, right, 40);
  const extent = lanes(left, right, 56);
  const half = f64x2.splat(0.5);
  const ux = f64x2.mul(half, splat(motion, 96));
  const uy = f64x2.mul(half, splat(motion, 104));
  const uz = f64x2.mul(half, splat(motion, 112));
  let cx = f64x2.add(row(motion, 0, x, y, z), f64x2.add(splat(motion, 72), ux));
  let cy = f64x2.add(row(motion, 24, x, y, z), f64x2.add(splat(motion, 80), uy));
  let cz = f64x2.add(row(motion, 48, x, y, z), f64x2.add(splat(motion, 88), uz));
  let turned = f64x2.mul(f64x2.splat(Math.min(2, load<f64>(motion, 168))), lanes(left, right, 48));
  const turn = load<f64>(motion, 184);
  if (turn > 0) {
    const px = f64x2.sub(cx, splat(motion, 120));
    const py = f64x2.sub(cy, splat(motion, 128));
    const pz = f64x2.sub(cz, splat(motion, 136));
    turned = f64x2.add(turned, f64x2.mul(f64x2.splat(turn), f64x2.add(length(px, py, pz), extent)));
  }
  const width = f64x2.splat(near);
  let hx = f64x2.add(absoluteRow(motion, 0, ax, ay, az), f64x2.add(f64x2.abs(ux), width));
  let hy = f64x2.add(absoluteRow(motion, 24, ax, ay, az), f64x2.add(f64x2.abs(uy), width));
  let hz = f64x2.add(absoluteRow(motion, 48, ax, ay, az), f64x2.add(f64x2.abs(uz), width));

  const spinX = splat(motion, 144),
    spinY = splat(motion, 152),
    spinZ = splat(motion, 160);
  const angle = length(spinX, spinY, spinZ);
  const bend = splat(motion, 192);
  let fx = ux,
    fy = uy,
    fz = uz;
  if (f64x2.extract_lane(angle, 0) > 0 || f64x2.extract_lane(bend, 0) > 0) {
    const px = f64x2.sub(f64x2.sub(cx, ux), splat(motion, 120));
    const py = f64x2.sub(f64x2.sub(cy, uy), splat(motion, 128));
    const pz = f64x2.sub(f64x2.sub(cz, uz), splat(motion, 136));
    const ex = f64x2.mul(half, f64x2.sub(f64x2.mul(spinY, pz), f64x2.mul(spinZ, py)));
    const ey = f64x2.mul(half, f64x2.sub(f64x2.mul(spinZ, px), f64x2.mul(spinX, pz)));
    const ez = f64x2.mul(half, f64x2.sub(f64x2.mul(spinX, py), f64x2.mul(spinY, px)));
    turned = f64x2.add(
      turned,
      f64x2.add(f64x2.mul(angle, extent), f64x2.mul(bend, f64x2.add(length(px, py, pz), extent))),
    );
    cx = f64x2.add(cx, ex);
    cy = f64x2.add(cy, ey);
    cz = f64x2.add(cz, ez);
    fx = f64x2.add(ux, ex);
    fy = f64x2.add(uy, ey);
    fz = f64x2.add(uz, ez);
    hx = f64x2.add(hx, f64x2.sub(f64x2.abs(fx), f64x2.abs(ux)));
    hy = f64x2.add(hy, f64x2.sub(f64x2.abs(fy), f64x2.abs(uy)));
    hz = f64x2.add(hz, f64x2.sub(f64x2.abs(fz), f64x2.abs(uz)));
  }
  const one = laid + <usize>i * LAID_BYTES;
  const two = laid + <usize>k * LAID_BYTES;
  keep(one, two, 0, cx, cy);
  keep(one, two, 16, cz, f64x2.add(hx, turned));
  keep(one, two, 32, f64x2.add(hy, turned), f64x2.add(hz, turned));
  keep(one, two, 48, turned, f64x2.abs(column(motion, 0, fx, fy, fz)));
  keep(one, two, 64, f64x2.abs(column(motion, 8, fx, fy, fz)), f64x2.abs(column(motion, 16, fx, fy, fz)));
}

/** One bit for each lane: set where the two nodes are apart. `one`, `two` are laid nodes; `a…` are theirs in the tree. @inline */
function testChildren(
  motion: usize,
  near: f64,
  one: usize,
  two: usize,
  a1: usize,
  a2: usize,
  b1: usize,
  b2: usize,
  angleB: f64,
): i32 {
  const bx = lanes(b1, b2, 24),
    by = lanes(b1, b2, 32),
    bz = lanes(b1, b2, 40);
  const turnB = f64x2.mul(f64x2.splat(angleB), lanes(b1, b2, 48));
  const turnA = lanes(one, two, 48);
  const dx = f64x2.sub(lanes(one, two, 0), lanes(b1, b2, 0));
  const dy = f64x2.sub(lanes(one, two, 8), lanes(b1, b2, 8));
  const dz = f64x2.sub(lanes(one, two, 16), lanes(b1, b2, 16));
  let apart = beyond(dx, f64x2.add(f64x2.add(lanes(one, two, 24), bx), turnB));
  apart = v128.or(apart, beyond(dy, f64x2.add(f64x2.add(lanes(one, two, 32), by), turnB)));
  apart = v128.or(apart, beyond(dz, f64x2.add(f64x2.add(lanes(one, two, 40), bz), turnB)));
  if (i64x2.bitmask(apart) === 3) return 3;
  const reach = f64x2.add(f64x2.add(turnA, turnB), f64x2.splat(near));
  for (let k: usize = 0; k < 24; k += 8) {
    let limit = f64x2.add(lanes(a1 + k, a2 + k, 24), f64x2.mul(f64x2.abs(splat(motion + k, 0)), bx));
    limit = f64x2.add(limit, f64x2.mul(f64x2.abs(splat(motion + k, 24)), by));
    limit = f64x2.add(limit, f64x2.mul(f64x2.abs(splat(motion + k, 48)), bz));
    limit = f64x2.add(f64x2.add(limit, lanes(one + k, two + k, 56)), reach);
    apart = v128.or(apart, beyond(column(motion + k, 0, dx, dy, dz), limit));
  }
  return i64x2.bitmask(apart);
}

function beyond(d: v128, limit: v128): v128 {
  return f64x2.gt(f64x2.abs(d), limit);
}

function splat(at: usize, offset: usize): v128 {
  return v128.load64_splat(at + offset);
}

/** The numbers at `offset` of two records. */
function lanes(first: usize, second: usize, offset: usize): v128 {
  return v128.load_lane<f64>(second + offset, v128.load64_zero(first + offset), 1);
}

/** Writes v and then w, the first lanes to one record, the second to another. */
function keep(first: usize, second: usize, offset: usize, v: v128, w: v128): void {
  v128.store(first + offset, v128.shuffle<f64>(v, w, 0, 2));
  v128.store(second + offset, v128.shuffle<f64>(v, w, 1, 3));
}

/** (r₀ x + r₁ y) + r₂ z of a row of the rotation. */
function row(r: usize, at: usize, x: v128, y: v128, z: v128): v128 {
  return f64x2.add(
    f64x2.add(f64x2.mul(splat(r, at), x), f64x2.mul(splat(r, at + 8), y)),
    f64x2.mul(splat(r, at + 16), z),
  );
}

function absoluteRow(r: usize, at: usize, x: v128, y: v128, z: v128): v128 {
  return f64x2.add(
    f64x2.add(f64x2.mul(f64x2.abs(splat(r, at)), x), f64x2.mul(f64x2.abs(splat(r, at + 8)), y)),
    f64x2.mul(f64x2.abs(splat(r, at + 16)), z),
  );
}

/** The same of a column. */
function column(r: usize, at: usize, x: v128, y: v128, z: v128): v128 {
  return f64x2.add(
    f64x2.add(f64x2.mul(splat(r, at), x), f64x2.mul(splat(r, at + 24), y)),
    f64x2.mul(splat(r, at + 48), z),
  );
}

function length(x: v128, y: v128, z: v128): v128 {
  return f64x2.sqrt(f64x2.add(f64x2.add(f64x2.mul(x, x), f64x2.mul(y, y)), f64x2.mul(z, z)));
}

// Two folds at once in lanes: the twin of fold-pair.ts. Operations and their order are those of fold.ts and arc.ts in each lane.

import { angleOf, foldLook } from './fold';

const A1: f64 = -0.3333333333333333;
const A2: f64 = 0.19999999999998933;
const A3: f64 = -0.1428571428525851;
const A4: f64 = 0.11111111035986847;
const A5: f64 = -0.09090902874969416;
const A6: f64 = 0.07692017877237385;
const A7: f64 = -0.06658687414697743;
const A8: f64 = 0.057529943904780285;
const A9: f64 = -0.041034266985419496;

/** @inline */
function vertexAt(places: i32, vertices: i32, k: i32): i32 {
  return places + 3 * load<i32>((<usize>(vertices + k)) << 2);
}

/** @inline */
function two(first: i32, second: i32, offset: usize): v128 {
  return v128.load64_lane(
    ((<usize>second) << 3) + offset,
    v128.load64_zero(((<usize>first) << 3) + offset),
    1,
  );
}

/** @inline */
function put(out: usize, out2: usize, offset: usize, value: v128): void {
  v128.store64_lane(out + offset, value, 0);
  v128.store64_lane(out2 + offset, value, 1);
}

export function foldLookAt(places: i32, vertices: i32, out: i32): void {
  foldLook(
    vertexAt(places, vertices, 0),
    vertexAt(places, vertices, 1),
    vertexAt(places, vertices, 2),
    vertexAt(places, vertices, 3),
    out,
  );
}

export function foldLookTwo(places: i32, vertices: i32, out: i32, second: i32): void {
  const a = vertexAt(places, vertices, 0);
  const b = vertexAt(places, vertices, 1);
  const c = vertexAt(places, vertices, 2);
  const d = vertexAt(places, vertices, 3);
  const a2 = vertexAt(places, vertices, 4);
  const b2 = vertexAt(places, vertices, 5);
  const c2 = vertexAt(places, vertices, 6);
  const d2 = vertexAt(places, vertices, 7);
  const ox = two(a, a2, 0);
  const oy = two(a, a2, 8);
  const oz = two(a, a2, 16);
  const ex = f64x2.sub(two(b, b2, 0), ox);
  const ey = f64x2.sub(two(b, b2, 8), oy);
  const ez = f64x2.sub(two(b, b2, 16), oz);
  const cx = f64x2.sub(two(c, c2, 0), ox);
  const cy = f64x2.sub(two(c, c2, 8), oy);
  const cz = f64x2.sub(two(c, c2, 16), oz);
  const dx = f64x2.sub(two(d, d2, 0), ox);
  const dy = f64x2.sub(two(d, d2, 8), oy);
  const dz = f64x2.sub(two(d, d2, 16), oz);
  const nx = f64x2.sub(f64x2.mul(ey, cz), f64x2.mul(ez, cy));
  const ny = f64x2.sub(f64x2.mul(ez, cx), f64x2.mul(ex, cz));
  const nz = f64x2.sub(f64x2.mul(ex, cy), f64x2.mul(ey, cx));
  const mx = f64x2.sub(f64x2.mul(dy, ez), f64x2.mul(dz, ey));
  const my = f64x2.sub(f64x2.mul(dz, ex), f64x2.mul(dx, ez));
  const mz = f64x2.sub(f64x2.mul(dx, ey), f64x2.mul(dy, ex));
  const ee = dot(ex, ey, ez, ex, ey, ez);
  const aa = dot(nx, ny, nz, nx, ny, nz);
  const bb = dot(mx, my, mz, mx, my, mz);
  const edge = f64x2.sqrt(ee);
  const to = (<usize>out) << 3;
  const to2 = (<usize>second) << 3;
  arcs(f64x2.mul(edge, dot(mx, my, mz, cx, cy, cz)), dot(nx, ny, nz, mx, my, mz), to, to2);
  const none = f64x2.splat(0);
  const sound = v128.and(v128.and(f64x2.gt(aa, none), f64x2.gt(bb, none)), f64x2.gt(ee, none));
  const p = v128.and(f64x2.div(edge, aa), sound);
  const q = v128.and(f64x2.div(edge, bb), sound);
  const foot = v128.and(f64x2.div(f64x2.splat(1), ee), sound);
  put(to, to2, 8, f64x2.mul(p, nx));
  put(to, to2, 16, f64x2.mul(p, ny));
  put(to, to2, 24, f64x2.mul(p, nz));
  put(to, to2, 32, f64x2.mul(q, mx));
  put(to, to2, 40, f64x2.mul(q, my));
  put(to, to2, 48, f64x2.mul(q, mz));
  put(to, to2, 56, f64x2.mul(dot(cx, cy, cz, ex, ey, ez), foot));
  put(to, to2, 64, f64x2.mul(dot(dx, dy, dz, ex, ey, ez), foot));
}

/** @inline */
function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.mul(ax, bx), f64x2.mul(ay, by)), f64x2.mul(az, bz));
}

/**
 * Both angles, to the addresses given: as atan2 of arc.ts finds those below atan ¼, and by that where one is larger.
 * @inline */
function arcs(sine: v128, cosine: v128, to: usize, to2: usize): void {
  const y = f64x2.abs(sine);
  const ratio = f64x2.div(y, cosine);
  const plain = v128.and(
    v128.and(f64x2.gt(y, f64x2.splat(1e-130)), f64x2.lt(cosine, f64x2.splat(1e150))),
    v128.and(f64x2.lt(ratio, f64x2.splat(0.25)), f64x2.gt(cosine, f64x2.splat(0))),
  );
  if (!i64x2.all_true(plain)) {
    store<f64>(to, angleOf(f64x2.extract_lane(sine, 0), f64x2.extract_lane(cosine, 0)));
    store<f64>(to2, angleOf(f64x2.extract_lane(sine, 1), f64x2.extract_lane(cosine, 1)));
    return;
  }
  const splitter = f64x2.splat(134217729);
  const scaled = f64x2.mul(splitter, cosine);
  const xHead = f64x2.sub(scaled, f64x2.sub(scaled, cosine));
  const xTail = f64x2.sub(cosine, xHead);
  const scaledRatio = f64x2.mul(splitter, ratio);
  const head = f64x2.sub(scaledRatio, f64x2.sub(scaledRatio, ratio));
  const remainder = f64x2.sub(
    f64x2.sub(f64x2.sub(y, f64x2.mul(head, xHead)), f64x2.mul(head, xTail)),
    f64x2.mul(f64x2.sub(ratio, head), cosine),
  );
  const z = f64x2.mul(ratio, ratio);
  const z2 = f64x2.mul(z, z);
  let series = linear(A7, A8, z, f64x2.mul(z2, f64x2.splat(A9)));
  series = linear(A5, A6, z, f64x2.mul(z2, series));
  series = linear(A3, A4, z, f64x2.mul(z2, series));
  series = linear(A1, A2, z, f64x2.mul(z2, series));
  const rest = f64x2.add(f64x2.div(remainder, cosine), f64x2.mul(f64x2.mul(ratio, z), series));
  const angle = f64x2.add(ratio, rest);
  put(to, to2, 0, v128.or(angle, v128.and(sine, i64x2.splat(i64.MIN_VALUE))));
}

/** (a + z b) + c
 * @inline */
function linear(a: f64, b: f64, z: v128, c: v128): v128 {
  return f64x2.add(f64x2.add(f64x2.splat(a), f64x2.mul(z, f64x2.splat(b))), c);
}

// The direction in which two primitives are closest: see direction.ts, the twin. Vertices are addresses of three
// numbers; x is the address of the pair's vertices, first primitive first.

export const POINT_EDGE: i32 = 1;
export const POINT_TRIANGLE: i32 = 2;
export const EDGE_EDGE: i32 = 3;

const PARALLEL: f64 = 1e-14;

// @ts-ignore: decorator
@inline
export function X(v: usize): f64 { return load<f64>(v); }
// @ts-ignore: decorator
@inline
export function Y(v: usize): f64 { return load<f64>(v, 8); }
// @ts-ignore: decorator
@inline
export function Z(v: usize): f64 { return load<f64>(v, 16); }

// @ts-ignore: decorator
@inline
export function put(out: usize, x: f64, y: f64, z: f64): void {
  store<f64>(out, x);
  store<f64>(out, y, 8);
  store<f64>(out, z, 16);
}

/** Vertices of the first primitive, and of both. */
// @ts-ignore: decorator
@inline
export function firstCount(kind: i32): i32 { return kind == EDGE_EDGE ? 2 : 1; }
// @ts-ignore: decorator
@inline
export function vertexTotal(kind: i32): i32 { return kind == EDGE_EDGE ? 4 : kind + 2; }

// @ts-ignore: decorator
@inline
function writeUnit(out: usize, x: f64, y: f64, z: f64): void {
  const scale = 1 / Math.sqrt(x * x + y * y + z * z);
  put(out, x * scale, y * scale, z * scale);
}

// @ts-ignore: decorator
@inline
function writeDifference(out: usize, a: usize, b: usize): void {
  writeUnit(out, X(a) - X(b), Y(a) - Y(b), Z(a) - Z(b));
}

function writeFromLine(out: usize, p: usize, a: usize, b: usize, sign: f64): void {
  const ex = X(b) - X(a), ey = Y(b) - Y(a), ez = Z(b) - Z(a);
  let nx = X(p) - X(a), ny = Y(p) - Y(a), nz = Z(p) - Z(a);
  const inverse = 1 / (ex * ex + ey * ey + ez * ez);
  for (let pass = 0; pass < 2; pass++) {
    const along = (nx * ex + ny * ey + nz * ez) * inverse;
    nx -= along * ex;
    ny -= along * ey;
    nz -= along * ez;
  }
  writeUnit(out, sign * nx, sign * ny, sign * nz);
}

function writeNormal(out: usize, a: usize, b: usize, c: usize, d: usize, above: usize, below: usize): void {
  const ux = X(b) - X(a), uy = Y(b) - Y(a), uz = Z(b) - Z(a);
  const vx = X(d) - X(c), vy = Y(d) - Y(c), vz = Z(d) - Z(c);
  const nx = uy * vz - uz * vy;
  const ny = uz * vx - ux * vz;
  const nz = ux * vy - uy * vx;
  const side = nx * (X(above) - X(below)) + ny * (Y(above) - Y(below)) + nz * (Z(above) - Z(below));
  if (side < 0) writeUnit(out, -nx, -ny, -nz);
  else writeUnit(out, nx, ny, nz);
}

function writePointEdge(out: usize, p: usize, a: usize, b: usize): void {
  const ex = X(b) - X(a), ey = Y(b) - Y(a), ez = Z(b) - Z(a);
  const along = (X(p) - X(a)) * ex + (Y(p) - Y(a)) * ey + (Z(p) - Z(a)) * ez;
  if (along <= 0) writeDifference(out, p, a);
  else if (along >= ex * ex + ey * ey + ez * ez) writeDifference(out, p, b);
  else writeFromLine(out, p, a, b, 1);
}

function writePointTriangle(out: usize, x: usize): void {
  const a = x + 24, b = x + 48, c = x + 72;
  const abx = X(b) - X(a), aby = Y(b) - Y(a), abz = Z(b) - Z(a);
  const acx = X(c) - X(a), acy = Y(c) - Y(a), acz = Z(c) - Z(a);
  const apx = X(x) - X(a), apy = Y(x) - Y(a), apz = Z(x) - Z(a);
  const d1 = abx * apx + aby * apy + abz * apz;
  const d2 = acx * apx + acy * apy + acz * apz;
  if (d1 <= 0 && d2 <= 0) return writeDifference(out, x, a);

  const bpx = X(x) - X(b), bpy = Y(x) - Y(b), bpz = Z(x) - Z(b);
  const d3 = abx * bpx + aby * bpy + abz * bpz;
  const d4 = acx * bpx + acy * bpy + acz * bpz;
  if (d3 >= 0 && d4 <= d3) return writeDifference(out, x, b);
  if (d1 * d4 - d3 * d2 <= 0 && d1 >= 0 && d3 <= 0) return writeFromLine(out, x, a, b, 1);

  const cpx = X(x) - X(c), cpy = Y(x) - Y(c), cpz = Z(x) - Z(c);
  const d5 = abx * cpx + aby * cpy + abz * cpz;
  const d6 = acx * cpx + acy * cpy + acz * cpz;
  if (d6 >= 0 && d5 <= d6) return writeDifference(out, x, c);
  if (d5 * d2 - d1 * d6 <= 0 && d2 >= 0 && d6 <= 0) return writeFromLine(out, x, a, c, 1);
  if (d3 * d6 - d5 * d4 <= 0 && d4 >= d3 && d5 >= d6) return writeFromLine(out, x, b, c, 1);
  writeNormal(out, a, b, a, c, x, a);
}

function writeEdgeEdge(out: usize, x: usize): void {
  const x1 = x + 24, x2 = x + 48, x3 = x + 72;
  const ux = X(x1) - X(x), uy = Y(x1) - Y(x), uz = Z(x1) - Z(x);
  const vx = X(x3) - X(x2), vy = Y(x3) - Y(x2), vz = Z(x3) - Z(x2);
  const wx = X(x) - X(x2), wy = Y(x) - Y(x2), wz = Z(x) - Z(x2);
  const uu = ux * ux + uy * uy + uz * uz;
  const vv = vx * vx + vy * vy + vz * vz;
  const uv = ux * vx + uy * vy + uz * vz;
  const uw = ux * wx + uy * wy + uz * wz;
  const vw = vx * wx + vy * wy + vz * wz;
  const denominator = uu * vv - uv * uv;

  let s = denominator > PARALLEL * uu * vv ? (uv * vw - uw * vv) / denominator : 0;
  s = Math.max(0, Math.min(1, s));
  let t = (uv * s + vw) / vv;
  if (t <= 0 || t >= 1) {
    t = t <= 0 ? 0 : 1;
    s = (t * uv - uw) / uu;
    s = Math.max(0, Math.min(1, s));
  }
  const a = s >= 1 ? x1 : x;
  const b = t >= 1 ? x3 : x2;
  const insideFirst = s > 0 && s < 1;
  const insideSecond = t > 0 && t < 1;
  if (insideFirst && insideSecond) writeNormal(out, x, x1, x2, x3, x, x2);
  else if (insideSecond) writeFromLine(out, a, x2, x3, 1);
  else if (insideFirst) writeFromLine(out, b, x, x1, -1);
  else writeDifference(out, a, b);
}

export function closestDirection(out: usize, x: usize, kind: i32): void {
  if (kind == POINT_TRIANGLE) writePointTriangle(out, x);
  else if (kind == EDGE_EDGE) writeEdgeEdge(out, x);
  else if (kind == POINT_EDGE) writePointEdge(out, x, x + 24, x + 48);
  else writeDifference(out, x, x + 24);
}

function separationAlong(n: usize, x: usize, kind: i32): f64 {
  const first = x + 24 * <usize>firstCount(kind);
  const end = x + 24 * <usize>vertexTotal(kind);
  let least = Infinity;
  let most = -Infinity;
  for (let i = x; i < first; i += 24) least = Math.min(least, X(n) * X(i) + Y(n) * Y(i) + Z(n) * Z(i));
  for (let j = first; j < end; j += 24) most = Math.max(most, X(n) * X(j) + Y(n) * Y(j) + Z(n) * Z(j));
  return least - most;
}

/** Keeps the direction at `trial` in `out` where it separates more than `best`; returns what separates most now. */
function consider(out: usize, trial: usize, x: usize, kind: i32, best: f64): f64 {
  const separation = separationAlong(trial, x, kind);
  if (!(separation > best)) return best;
  put(out, X(trial), Y(trial), Z(trial));
  return separation;
}

/** `trial` is scratch of three numbers. */
export function widestDirection(out: usize, x: usize, kind: i32, trial: usize): void {
  let best = -Infinity;
  put(out, NaN, NaN, NaN);
  const first = x + 24 * <usize>firstCount(kind);
  const end = x + 24 * <usize>vertexTotal(kind);
  for (let a = x; a < first; a += 24) {
    for (let b = first; b < end; b += 24) {
      writeDifference(trial, a, b);
      best = consider(out, trial, x, kind, best);
      for (let c = b + 24; c < end; c += 24) {
        writeFromLine(trial, a, b, c, 1);
        best = consider(out, trial, x, kind, best);
      }
    }
  }
  if (kind == EDGE_EDGE) {
    for (let b = x + 48; b < x + 96; b += 24) {
      writeFromLine(trial, b, x, x + 24, -1);
      best = consider(out, trial, x, kind, best);
    }
  }
  if (kind >= POINT_TRIANGLE) {
    if (kind == EDGE_EDGE) writeNormal(trial, x, x + 24, x + 48, x + 72, x, x + 48);
    else writeNormal(trial, x + 24, x + 48, x + 24, x + 72, x, x + 24);
    best = consider(out, trial, x, kind, best);
    put(trial, -X(trial), -Y(trial), -Z(trial));
    consider(out, trial, x, kind, best);
  }
}

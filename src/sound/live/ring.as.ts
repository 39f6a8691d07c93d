// Resonators of live sound: see ring.ts, the twin. A group is four vectors of four modes.

const QUANTUM: i32 = 128;
const GROUP_BYTES: usize = 64;
const OVER: f32 = 1e-20;

/** Zero where both are below what counts. */
function kept(value: v128, y: v128, d: v128): v128 {
  const largest = f32x4.max(f32x4.abs(y), f32x4.abs(d));
  return v128.and(value, f32x4.ge(largest, f32x4.splat(OVER)));
}

function stepped(delta: v128, d: v128, kappa: v128, y: v128): v128 {
  return f32x4.sub(f32x4.mul(delta, d), f32x4.mul(kappa, y));
}

/** Addresses of the arrays from the first mode on; vectors of forces are `width` numbers apart. */
export function ringLive(
  y: usize,
  d: usize,
  kappa: usize,
  delta: usize,
  groups: i32,
  lanes: usize,
  forces: i32,
  vectors: usize,
  width: i32,
  profiles: usize,
): void {
  for (let group = 0; group < groups; group++) {
    const at = <usize>group * GROUP_BYTES;
    let y0 = v128.load(y + at);
    let y1 = v128.load(y + at, 16);
    let y2 = v128.load(y + at, 32);
    let y3 = v128.load(y + at, 48);
    let d0 = v128.load(d + at);
    let d1 = v128.load(d + at, 16);
    let d2 = v128.load(d + at, 32);
    let d3 = v128.load(d + at, 48);
    if (forces === 0) {
      if (
        !v128.any_true(
          v128.or(v128.or(v128.or(y0, y1), v128.or(y2, y3)), v128.or(v128.or(d0, d1), v128.or(d2, d3))),
        )
      )
        continue;
    }
    const k0 = v128.load(kappa + at);
    const k1 = v128.load(kappa + at, 16);
    const k2 = v128.load(kappa + at, 32);
    const k3 = v128.load(kappa + at, 48);
    const r0 = v128.load(delta + at);
    const r1 = v128.load(delta + at, 16);
    const r2 = v128.load(delta + at, 32);
    const r3 = v128.load(delta + at, 48);
    let into = lanes;
    for (let n = 0; n < QUANTUM; n++) {
      d0 = stepped(r0, d0, k0, y0);
      d1 = stepped(r1, d1, k1, y1);
      d2 = stepped(r2, d2, k2, y2);
      d3 = stepped(r3, d3, k3, y3);
      for (let j = 0; j < forces; j++) {
        const force = v128.load32_splat(profiles + ((<usize>(QUANTUM * j + n)) << 2));
        const vector = vectors + ((<usize>(width * j)) << 2) + at;
        d0 = f32x4.add(d0, f32x4.mul(force, v128.load(vector)));
        d1 = f32x4.add(d1, f32x4.mul(force, v128.load(vector, 16)));
        d2 = f32x4.add(d2, f32x4.mul(force, v128.load(vector, 32)));
        d3 = f32x4.add(d3, f32x4.mul(force, v128.load(vector, 48)));
      }
      y0 = f32x4.add(y0, d0);
      y1 = f32x4.add(y1, d1);
      y2 = f32x4.add(y2, d2);
      y3 = f32x4.add(y3, d3);
      v128.store(into, f32x4.add(v128.load(into), f32x4.add(f32x4.add(y0, y1), f32x4.add(y2, y3))));
      into += 16;
    }
    v128.store(y + at, kept(y0, y0, d0));
    v128.store(y + at, kept(y1, y1, d1), 16);
    v128.store(y + at, kept(y2, y2, d2), 32);
    v128.store(y + at, kept(y3, y3, d3), 48);
    v128.store(d + at, kept(d0, y0, d0));
    v128.store(d + at, kept(d1, y1, d1), 16);
    v128.store(d + at, kept(d2, y2, d2), 32);
    v128.store(d + at, kept(d3, y3, d3), 48);
  }
}

export function foldLanes(lanes: usize, mono: usize): f32 {
  let largest = f32x4.splat(0);
  for (let n = 0; n < QUANTUM; n += 4) {
    const from = lanes + ((<usize>n) << 4);
    const a = v128.load(from);
    const b = v128.load(from, 16);
    const c = v128.load(from, 32);
    const d = v128.load(from, 48);
    // columns of the four samples
    const ab = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
    const cd = v128.shuffle<f32>(c, d, 0, 4, 1, 5);
    const abHigh = v128.shuffle<f32>(a, b, 2, 6, 3, 7);
    const cdHigh = v128.shuffle<f32>(c, d, 2, 6, 3, 7);
    const x = v128.shuffle<f64>(ab, cd, 0, 2);
    const y = v128.shuffle<f64>(ab, cd, 1, 3);
    const z = v128.shuffle<f64>(abHigh, cdHigh, 0, 2);
    const w = v128.shuffle<f64>(abHigh, cdHigh, 1, 3);
    const sum = f32x4.add(f32x4.add(x, y), f32x4.add(z, w));
    v128.store(mono + ((<usize>n) << 2), sum);
    largest = f32x4.max(largest, f32x4.abs(sum));
  }
  return max(
    max(f32x4.extract_lane(largest, 0), f32x4.extract_lane(largest, 1)),
    max(f32x4.extract_lane(largest, 2), f32x4.extract_lane(largest, 3)),
  );
}

export function spreadLive(mono: usize, to: usize, from: f32, step: f32): void {
  const start = f32x4.splat(from);
  const by = f32x4.splat(step);
  let n = f32x4(0, 1, 2, 3);
  const four = f32x4.splat(4);
  for (let i: usize = 0; i < 512; i += 16) {
    const gain = f32x4.add(start, f32x4.mul(n, by));
    v128.store(to + i, f32x4.add(v128.load(to + i), f32x4.mul(v128.load(mono + i), gain)));
    n = f32x4.add(n, four);
  }
}

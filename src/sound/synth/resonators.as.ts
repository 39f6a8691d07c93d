// Resonators in blocks of 32 samples: see resonators.ts, the twin. Lanes are neighbouring modes.

const BLOCK: i32 = 32;
/** Bytes of the eight modes of a group. */
const GROUP_BYTES: usize = 64;

/** Addresses of the arrays of a bank, in the order in which bank.ts lists them; scratch has 256 bytes. */
@unmanaged
class Bank {
  awake: usize = 0;
  x: usize = 0;
  v: usize = 0;
  p11: usize = 0;
  p12: usize = 0;
  p21: usize = 0;
  p22: usize = 0;
  extra: usize = 0;
  heardX: usize = 0;
  heardV: usize = 0;
  sums: usize = 0;
  scratch: usize = 0;
  starts: usize = 0;
  profiles: usize = 0;
}

function staying(a: v128): v128 {
  const one = f64x2.splat(1);
  const inner = f64x2.add(one, f64x2.mul(a, f64x2.splat(0.25)));
  const third = f64x2.add(one, f64x2.mul(f64x2.mul(a, f64x2.splat(0.3333333333333333)), inner));
  const half = f64x2.add(one, f64x2.mul(f64x2.mul(a, f64x2.splat(0.5)), third));
  return f64x2.div(one, f64x2.add(one, f64x2.mul(a, half)));
}

/** Puts y[0], y[1], tr A and det A of two modes to `at`, 64 bytes apart; after the last weights moves the state on. */
function prepare(bank: Bank, m: usize, set: usize, scratch: usize, moves: bool): void {
  const x = bank.x;
  const v = bank.v;
  const one = f64x2.splat(1);
  const s = staying(v128.load(bank.extra + m));
  const a11 = v128.load(bank.p11 + m);
  const a12 = f64x2.mul(v128.load(bank.p12 + m), s);
  const a21 = f64x2.mul(v128.load(bank.p21 + m), s);
  const a22 = f64x2.mul(f64x2.mul(v128.load(bank.p22 + m), s), s);
  const lx = v128.load(bank.heardX + set + m);
  const lv = v128.load(bank.heardV + set + m);
  const rx = f64x2.add(f64x2.mul(lx, f64x2.sub(a11, one)), f64x2.mul(lv, a21));
  const rv = f64x2.add(f64x2.mul(lx, a12), f64x2.mul(lv, f64x2.sub(a22, one)));
  const nowX = v128.load(x + m);
  const nowV = v128.load(v + m);
  const nextX = f64x2.add(f64x2.mul(a11, nowX), f64x2.mul(a12, nowV));
  const nextV = f64x2.add(f64x2.mul(a21, nowX), f64x2.mul(a22, nowV));
  const tr = f64x2.add(a11, a22);
  const det = f64x2.sub(f64x2.mul(a11, a22), f64x2.mul(a12, a21));
  v128.store(scratch, f64x2.add(f64x2.mul(rx, nowX), f64x2.mul(rv, nowV)));
  v128.store(scratch, f64x2.add(f64x2.mul(rx, nextX), f64x2.mul(rv, nextV)), 64);
  v128.store(scratch, tr, 128);
  v128.store(scratch, det, 192);
  if (!moves) return;
  let c1 = one;
  let c0 = f64x2.splat(0);
  for (let k = 0; k < 5; k++) {
    const square = f64x2.mul(c1, c1);
    c1 = f64x2.mul(c1, f64x2.add(f64x2.mul(c1, tr), f64x2.add(c0, c0)));
    c0 = f64x2.sub(f64x2.mul(c0, c0), f64x2.mul(square, det));
  }
  v128.store(x + m, f64x2.add(f64x2.mul(c1, nextX), f64x2.mul(c0, nowX)));
  v128.store(v + m, f64x2.add(f64x2.mul(c1, nextV), f64x2.mul(c0, nowV)));
}

export function ringFreely(address: usize, groups: i32, padded: i32, sets: i32): void {
  const bank = changetype<Bank>(address);
  const scratch = bank.scratch;
  const setBytes = (<usize>padded) << 3;
  for (let g = 0; g < groups; g++) {
    const first = <usize>load<i32>(bank.awake + ((<usize>g) << 2)) * GROUP_BYTES;
    for (let set = 0; set < sets; set++) {
      const last = set === sets - 1;
      for (let i: usize = 0; i < GROUP_BYTES; i += 16)
        prepare(bank, first + i, <usize>set * setBytes, scratch + i, last);
      let a0 = v128.load(scratch);
      let a1 = v128.load(scratch, 16);
      let a2 = v128.load(scratch, 32);
      let a3 = v128.load(scratch, 48);
      let b0 = v128.load(scratch, 64);
      let b1 = v128.load(scratch, 80);
      let b2 = v128.load(scratch, 96);
      let b3 = v128.load(scratch, 112);
      const t0 = v128.load(scratch, 128);
      const t1 = v128.load(scratch, 144);
      const t2 = v128.load(scratch, 160);
      const t3 = v128.load(scratch, 176);
      const d0 = v128.load(scratch, 192);
      const d1 = v128.load(scratch, 208);
      const d2 = v128.load(scratch, 224);
      const d3 = v128.load(scratch, 240);
      let into = bank.sums + ((<usize>set * <usize>BLOCK) << 4);
      // two samples a turn: a and b change places instead of being moved
      for (let n = 0; n < BLOCK; n += 2) {
        v128.store(into, f64x2.add(v128.load(into), f64x2.add(f64x2.add(a0, a1), f64x2.add(a2, a3))));
        a0 = f64x2.sub(f64x2.mul(t0, b0), f64x2.mul(d0, a0));
        a1 = f64x2.sub(f64x2.mul(t1, b1), f64x2.mul(d1, a1));
        a2 = f64x2.sub(f64x2.mul(t2, b2), f64x2.mul(d2, a2));
        a3 = f64x2.sub(f64x2.mul(t3, b3), f64x2.mul(d3, a3));
        v128.store(into, f64x2.add(v128.load(into, 16), f64x2.add(f64x2.add(b0, b1), f64x2.add(b2, b3))), 16);
        b0 = f64x2.sub(f64x2.mul(t0, a0), f64x2.mul(d0, b0));
        b1 = f64x2.sub(f64x2.mul(t1, a1), f64x2.mul(d1, b1));
        b2 = f64x2.sub(f64x2.mul(t2, a2), f64x2.mul(d2, b2));
        b3 = f64x2.sub(f64x2.mul(t3, a3), f64x2.mul(d3, b3));
        into += 32;
      }
    }
  }
}

/** Four modes; starts: where each strand's vector lies, counted in numbers. */
export function ringForced(address: usize, groups: i32, padded: i32, sets: i32, strands: i32): void {
  const bank = changetype<Bank>(address);
  const x = bank.x;
  const v = bank.v;
  const heardX = bank.heardX;
  const heardV = bank.heardV;
  const sums = bank.sums;
  const scratch = bank.scratch;
  const starts = bank.starts;
  const profiles = bank.profiles;
  const one = f64x2.splat(1);
  const setBytes = (<usize>padded) << 3;
  for (let g = 0; g < groups; g++) {
    const group = <usize>load<i32>(bank.awake + ((<usize>g) << 2)) * GROUP_BYTES;
    for (let half: usize = 0; half < GROUP_BYTES; half += 32) {
      const m = group + half;
      const sA = staying(v128.load(bank.extra + m));
      const sB = staying(v128.load(bank.extra + m, 16));
      const a11A = v128.load(bank.p11 + m);
      const a11B = v128.load(bank.p11 + m, 16);
      const a12A = f64x2.mul(v128.load(bank.p12 + m), sA);
      const a12B = f64x2.mul(v128.load(bank.p12 + m, 16), sB);
      const a21A = f64x2.mul(v128.load(bank.p21 + m), sA);
      const a21B = f64x2.mul(v128.load(bank.p21 + m, 16), sB);
      const a22A = f64x2.mul(f64x2.mul(v128.load(bank.p22 + m), sA), sA);
      const a22B = f64x2.mul(f64x2.mul(v128.load(bank.p22 + m, 16), sB), sB);
      for (let set = 0; set < sets; set++) {
        const at = m + <usize>set * setBytes;
        const lxA = v128.load(heardX + at);
        const lxB = v128.load(heardX + at, 16);
        const lvA = v128.load(heardV + at);
        const lvB = v128.load(heardV + at, 16);
        const to = scratch + ((<usize>set) << 6);
        v128.store(to, f64x2.add(f64x2.mul(lxA, f64x2.sub(a11A, one)), f64x2.mul(lvA, a21A)));
        v128.store(to, f64x2.add(f64x2.mul(lxB, f64x2.sub(a11B, one)), f64x2.mul(lvB, a21B)), 16);
        v128.store(to, f64x2.add(f64x2.mul(lxA, a12A), f64x2.mul(lvA, f64x2.sub(a22A, one))), 32);
        v128.store(to, f64x2.add(f64x2.mul(lxB, a12B), f64x2.mul(lvB, f64x2.sub(a22B, one))), 48);
      }
      let xA = v128.load(x + m);
      let xB = v128.load(x + m, 16);
      let vA = v128.load(v + m);
      let vB = v128.load(v + m, 16);
      for (let n = 0; n < BLOCK; n++) {
        let inA = f64x2.splat(0);
        let inB = f64x2.splat(0);
        for (let j = 0; j < strands; j++) {
          const force = v128.load64_splat(profiles + ((<usize>(BLOCK * j + n)) << 3));
          const vector = ((<usize>load<u32>(starts + ((<usize>j) << 2))) << 3) + m;
          inA = f64x2.add(inA, f64x2.mul(force, v128.load(vector)));
          inB = f64x2.add(inB, f64x2.mul(force, v128.load(vector, 16)));
        }
        xA = f64x2.add(xA, inA);
        xB = f64x2.add(xB, inB);
        for (let set = 0; set < sets; set++) {
          const from = scratch + ((<usize>set) << 6);
          const yA = f64x2.add(f64x2.mul(v128.load(from), xA), f64x2.mul(v128.load(from, 32), vA));
          const yB = f64x2.add(f64x2.mul(v128.load(from, 16), xB), f64x2.mul(v128.load(from, 48), vB));
          const into = sums + ((<usize>(BLOCK * set + n)) << 4);
          v128.store(into, f64x2.add(v128.load(into), f64x2.add(yA, yB)));
        }
        const nextA = f64x2.add(f64x2.mul(a11A, xA), f64x2.mul(a12A, vA));
        const nextB = f64x2.add(f64x2.mul(a11B, xB), f64x2.mul(a12B, vB));
        vA = f64x2.add(f64x2.mul(a21A, xA), f64x2.mul(a22A, vA));
        vB = f64x2.add(f64x2.mul(a21B, xB), f64x2.mul(a22B, vB));
        xA = nextA;
        xB = nextB;
      }
      v128.store(x + m, xA);
      v128.store(x + m, xB, 16);
      v128.store(v + m, vA);
      v128.store(v + m, vB, 16);
    }
  }
}

// What portable code stands on in WebAssembly: the twin of machine.ts.

export function realAt(at: i32): f64 {
  return load<f64>((<usize>at) << 3);
}

export function putReal(at: i32, value: f64): void {
  store<f64>((<usize>at) << 3, value);
}

export function wholeAt(at: i32): i32 {
  return load<i32>((<usize>at) << 2);
}

export function putWhole(at: i32, value: i32): void {
  store<i32>((<usize>at) << 2, value);
}

export function copyReals(n: i32, to: i32, from: i32): void {
  memory.copy((<usize>to) << 3, (<usize>from) << 3, (<usize>n) << 3);
}

export function clearReals(n: i32, at: i32): void {
  memory.fill((<usize>at) << 3, 0, (<usize>n) << 3);
}

export function subtractMultiple(n: i32, x: i32, factor: f64, y: i32): void {
  const both = f64x2.splat(factor);
  const to = (<usize>x) << 3;
  const from = (<usize>y) << 3;
  const end = (<usize>(n & ~1)) << 3;
  for (let k: usize = 0; k < end; k += 16)
    v128.store(to + k, f64x2.sub(v128.load(to + k), f64x2.mul(both, v128.load(from + k))));
  if (n & 1) store<f64>(to + end, load<f64>(to + end) - factor * load<f64>(from + end));
}

export function subtractProductOfSix(c: i32, a: i32, b: i32): void {
  for (let column: usize = 0; column < 48; column += 16) {
    const from = ((<usize>b) << 3) + column;
    const b0 = v128.load(from);
    const b1 = v128.load(from, 48);
    const b2 = v128.load(from, 96);
    const b3 = v128.load(from, 144);
    const b4 = v128.load(from, 192);
    const b5 = v128.load(from, 240);
    let row = (<usize>a) << 3;
    let to = ((<usize>c) << 3) + column;
    for (let r = 0; r < 6; r++) {
      let sum = f64x2.mul(v128.load64_splat(row), b0);
      sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(row, 8), b1));
      sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(row, 16), b2));
      sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(row, 24), b3));
      sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(row, 32), b4));
      sum = f64x2.add(sum, f64x2.mul(v128.load64_splat(row, 40), b5));
      v128.store(to, f64x2.sub(v128.load(to), sum));
      row += 48;
      to += 48;
    }
  }
}

export function addOuterOfSix(a: i32, x: i32, y: i32): void {
  const from = (<usize>y) << 3;
  const y0 = v128.load(from);
  const y2 = v128.load(from, 16);
  const y4 = v128.load(from, 32);
  let row = (<usize>x) << 3;
  let to = (<usize>a) << 3;
  for (let r = 0; r < 6; r++) {
    const both = v128.load64_splat(row);
    v128.store(to, f64x2.add(v128.load(to), f64x2.mul(both, y0)));
    v128.store(to, f64x2.add(v128.load(to, 16), f64x2.mul(both, y2)), 16);
    v128.store(to, f64x2.add(v128.load(to, 32), f64x2.mul(both, y4)), 32);
    row += 8;
    to += 48;
  }
}

export function real(n: i32): f64 {
  return <f64>n;
}

export function whole(x: f64): i32 {
  return <i32>x;
}

export function quotient(a: i32, b: i32): i32 {
  return a / b;
}

export function times(a: i32, b: i32): i32 {
  return a * b;
}

export function least(a: f64, b: f64): f64 {
  return a < b ? a : b;
}

export function most(a: f64, b: f64): f64 {
  return a > b ? a : b;
}

export function highWord(x: f64): i32 {
  return <i32>(reinterpret<u64>(x) >> 32);
}

export function powerOfTwo(k: i32): f64 {
  return reinterpret<f64>(k < -1022 ? (<i64>1) << (k + 1074) : (<i64>(k + 1023)) << 52);
}

// Globals belong to an instance, and so to one thread.
let leftSecond: f64 = 0;
let leftThird: f64 = 0;

export function leaveSecond(value: f64): void {
  leftSecond = value;
}

export function second(): f64 {
  return leftSecond;
}

export function leaveThird(value: f64): void {
  leftThird = value;
}

export function third(): f64 {
  return leftThird;
}

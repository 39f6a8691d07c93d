// Where arrays come from: the heap, or the arena of a run, where kernels and other threads reach them.

export interface Room {
  f64(length: number): Float64Array;
  i32(length: number): Int32Array;
}

export const heap: Room = {
  f64: (length) => new Float64Array(length),
  i32: (length) => new Int32Array(length),
};

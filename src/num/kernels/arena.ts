// One block of WebAssembly memory per simulation, handed out as typed arrays.
//
// Kernels address arrays by byte offset, so everything that a kernel touches lives here; TypeScript reads
// and writes the same arrays as ordinary views. Allocation is a stack: `mark` before taking scratch arrays,
// `release` to give everything since back. The memory is dropped with its simulation.
//
// Placement. Every array starts on a 64-byte line. Arrays of 4 KiB and more are staggered: two long arrays at
// the same offset modulo 4 KiB fight for the same cache sets (measured: 37% slower loops). The first 64 KiB
// are left to the module's constants.
//
// Growth. Shared memory grows in place and views stay valid. Growing *unshared* memory detaches every view, so
// an unshared arena takes its whole bound at once (pages are only committed when touched) and never grows.
// Shared memory is the default wherever it can be made, also on pages without cross-origin isolation: such a
// page may construct it and merely cannot post it to a worker. The kernels are the same instructions in both.

import type { WasmMemory } from './web-assembly.ts';

const PAGE = 65536;
const LINE = 64;
const WAY = 4096;
const LINES_PER_WAY = WAY / LINE;
/** Coprime to 64 and far from simple fractions of it, so that neighbouring arrays land far apart. */
const STAGGER = 23;
const SHARED_BOUND = 65536 * PAGE;
const UNSHARED_BOUND = 4096 * PAGE;

export interface ArenaOptions {
  /** Memory that threads may share. Default: wherever the platform can make it. */
  readonly shared?: boolean;
  /** Largest size [bytes]; 4 GiB by default, 256 MiB where memory is unshared and taken at once. */
  readonly maximumBytes?: number;
}

/** Thrown when an array does not fit below the bound of its arena. */
export class ArenaFull extends Error {
  readonly wantedBytes: number;
  readonly maximumBytes: number;

  constructor(wantedBytes: number, maximumBytes: number) {
    super(
      `the simulation needs ${mebibytes(wantedBytes)} of memory but may take ${mebibytes(maximumBytes)}; ` +
        'raise the memory limit or make the scene smaller',
    );
    this.name = 'ArenaFull';
    this.wantedBytes = wantedBytes;
    this.maximumBytes = maximumBytes;
  }
}

export class Arena {
  readonly memory: WasmMemory;
  readonly shared: boolean;
  readonly maximumBytes: number;
  /** Every `memory.buffer` there has been: growth makes a new object for the same bytes. */
  private readonly buffers = new WeakSet<ArrayBufferLike>();
  private buffer: ArrayBufferLike;
  private top = PAGE;
  private slot = 0;
  /** Bytes above were never handed out and are zero still. */
  private touched = PAGE;

  constructor(memory: WasmMemory, maximumBytes: number) {
    this.memory = memory;
    this.buffer = memory.buffer;
    this.buffers.add(this.buffer);
    this.shared = isShared(memory);
    this.maximumBytes = maximumBytes;
  }

  /** Bytes in use, the reserved first page included. */
  get usedBytes(): number {
    return this.top;
  }

  /** Zeros, until written. */
  f64(length: number): Float64Array {
    const at = this.take(8 * checked(length));
    return new Float64Array(this.buffer, at, length);
  }

  /** Zeros, until written. */
  f32(length: number): Float32Array {
    const at = this.take(4 * checked(length));
    return new Float32Array(this.buffer, at, length);
  }

  /** Zeros, until written. */
  i32(length: number): Int32Array {
    const at = this.take(4 * checked(length));
    return new Int32Array(this.buffer, at, length);
  }

  /** Zeros, until written. */
  u32(length: number): Uint32Array {
    const at = this.take(4 * checked(length));
    return new Uint32Array(this.buffer, at, length);
  }

  /** Zeros, until written. */
  u8(length: number): Uint8Array {
    const at = this.take(checked(length));
    return new Uint8Array(this.buffer, at, length);
  }

  /** Where the stack stands now: hand it to `release`. */
  mark(): number {
    // `top` is a multiple of 64, so its low bits can carry the stagger
    return this.top + this.slot;
  }

  /** Gives back everything taken since `mark`; its views must not be used any more. */
  release(mark: number): void {
    const slot = mark % LINE;
    const top = mark - slot;
    if (!(top >= PAGE && top <= this.top)) {
      throw new RangeError(`release(${mark}): this mark was released before, or is not of this arena`);
    }
    this.top = top;
    this.slot = slot;
  }

  /** The address of a view of this arena, as kernels take it. */
  offsetOf(view: ArrayBufferView): number {
    if (!this.buffers.has(view.buffer)) {
      throw new TypeError('a kernel was given an array that does not live in its arena; allocate it there');
    }
    return view.byteOffset;
  }

  private take(bytes: number): number {
    let at = this.top;
    let slot = this.slot;
    if (bytes >= WAY) {
      slot = (slot + STAGGER) % LINES_PER_WAY;
      at += (slot * LINE - (at % WAY) + WAY) % WAY;
    }
    const end = at + Math.ceil(bytes / LINE) * LINE;
    if (end > this.buffer.byteLength) this.grow(end);
    if (at < this.touched) {
      new Uint8Array(this.buffer, at, Math.min(end, this.touched) - at).fill(0);
    }
    this.touched = Math.max(this.touched, end);
    this.top = end;
    this.slot = slot;
    return at;
  }

  private grow(end: number): void {
    const have = this.buffer.byteLength;
    if (end > this.maximumBytes) throw new ArenaFull(end, this.maximumBytes);
    // by half again at least, so that the number of growths stays logarithmic
    const wanted = Math.min(this.maximumBytes, Math.max(end, have + Math.floor(have / 2)));
    try {
      this.memory.grow(Math.ceil((wanted - have) / PAGE));
    } catch {
      throw new ArenaFull(end, have);
    }
    this.buffer = this.memory.buffer;
    this.buffers.add(this.buffer);
  }
}

/** A memory for one simulation, shared with other threads where that can be. */
export function createArena(options: ArenaOptions = {}): Arena {
  if (options.shared !== false) {
    const maximumBytes = wholePages(options.maximumBytes ?? SHARED_BOUND);
    const memory = trySharedMemory(maximumBytes);
    if (memory) return new Arena(memory, maximumBytes);
    if (options.shared) throw new Error('this platform cannot make shared memory; leave `shared` out');
  }
  const maximumBytes = wholePages(options.maximumBytes ?? UNSHARED_BOUND);
  const pages = maximumBytes / PAGE;
  return new Arena(new WebAssembly.Memory({ initial: pages, maximum: pages }), maximumBytes);
}

/** Told by the tag: pages without isolation have shared memory but no `SharedArrayBuffer` to compare with. */
export function isShared(memory: WasmMemory): boolean {
  return Object.prototype.toString.call(memory.buffer) === '[object SharedArrayBuffer]';
}

function trySharedMemory(maximumBytes: number): WebAssembly.Memory | undefined {
  try {
    const memory = new WebAssembly.Memory({
      initial: FIRST_PAGES,
      maximum: maximumBytes / PAGE,
      shared: true,
    });
    return isShared(memory) ? memory : undefined;
  } catch {
    return undefined;
  }
}

/** What the kernel module asks of the memory it imports. */
const FIRST_PAGES = 16;

function wholePages(bytes: number): number {
  if (!(bytes >= FIRST_PAGES * PAGE && bytes <= SHARED_BOUND)) {
    throw new RangeError(`maximumBytes is ${bytes}; an arena holds between 1 MiB and 4 GiB`);
  }
  return Math.floor(bytes / PAGE) * PAGE;
}

function checked(length: number): number {
  if (!(Number.isInteger(length) && length >= 0)) {
    throw new RangeError(`an array of length ${length}; lengths are whole numbers ≥ 0`);
  }
  return length;
}

function mebibytes(bytes: number): string {
  return `${Math.ceil(bytes / 1048576)} MiB`;
}

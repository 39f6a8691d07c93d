// A disk in memory that loses power: of what was written since the last fsync of a file any part may have reached it, in
// any order, in sectors; and a file that was made may not have its name yet.

import type { FileCalls } from '../../../src/record/container/file-calls.node.ts';
import type { Random } from '../../../src/num/index.ts';

/** What a disk writes at once. */
const SECTOR_BYTES = 512;

type Change = { readonly at: number; readonly bytes: Uint8Array } | { readonly length: number };

export interface Unsafe {
  /** What is on the disk for sure. */
  readonly safe: Uint8Array;
  /** What may be, each by itself. */
  readonly changes: readonly Change[];
  readonly isNamed: boolean;
}

/** One file; `onSync` is told what could be there if power failed just before each fsync. */
export class ForgetfulDisk implements FileCalls {
  private safe: Uint8Array = new Uint8Array(0);
  private changes: Change[] = [];
  private isNamed = false;
  private readonly onSync: (unsafe: Unsafe) => void;

  constructor(onSync: (unsafe: Unsafe) => void, safe = new Uint8Array(0)) {
    this.onSync = onSync;
    this.safe = safe;
    this.isNamed = safe.length > 0;
  }

  open = () => 3;
  close = () => this.tell();
  write = (_: number, bytes: Uint8Array, from: number, length: number, position: number) => {
    for (let at = 0; at < length; at += SECTOR_BYTES) {
      const until = from + Math.min(length, at + SECTOR_BYTES);
      this.changes.push({ at: position + at, bytes: bytes.slice(from + at, until) });
    }
    return length;
  };
  truncate = (_: number, length: number) => {
    this.changes.push({ length });
  };
  fsync = () => {
    this.tell();
    this.safe = applied(this.safe, this.changes);
    this.changes = [];
  };
  fsyncFolder = () => {
    this.isNamed = true;
  };
  identify = () => ({ device: 1n, number: 1n, size: this.safe.length });
  link = () => {};
  rename = () => {};
  unlink = () => {};

  private tell(): void {
    this.onSync({ safe: this.safe, changes: [...this.changes], isNamed: this.isNamed });
  }
}

/** What is on the disk after some of the changes. */
export function applied(safe: Uint8Array, changes: readonly Change[]): Uint8Array {
  let bytes = safe;
  for (const change of changes) {
    const end = 'length' in change ? change.length : Math.max(bytes.length, change.at + change.bytes.length);
    const next = new Uint8Array(end);
    next.set(bytes.subarray(0, end));
    if ('bytes' in change) next.set(change.bytes, change.at);
    bytes = next;
  }
  return bytes;
}

/** None of the changes, all, each missing alone, each there alone, and so many others by chance. */
export function* losses(changes: readonly Change[], random: Random, most: number): Generator<Change[]> {
  yield [];
  yield [...changes];
  const pick = (i: number) => Math.floor(((i + 0.5) * changes.length) / most);
  for (let i = 0; i < Math.min(most, changes.length); i++) {
    const one = changes.length <= most ? i : pick(i);
    yield changes.filter((_, k) => k !== one);
    yield [changes[one]];
    const share = random.between(0, 1);
    yield changes.filter(() => random.between(0, 1) < share);
  }
}

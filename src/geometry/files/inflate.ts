// Inflates raw DEFLATE data (RFC 1951), within a bound that is known before memory is taken.
//
// Codes are read through one table a Huffman code, as wide as its longest code: entry = symbol << 4 | length, found
// by the next bits of the stream, which come lowest first, so codes stand in the table with their bits reversed.

import { MeshError } from '../mesh-error.ts';

/** No code is longer [bits]. */
const LONGEST = 15;
const LENGTH_BASE = [
  3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 15, 17, 19, 23, 27, 31, 35, 43, 51, 59, 67, 83, 99, 115, 131, 163, 195,
  227, 258,
];
const LENGTH_EXTRA = [0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 0];
const DISTANCE_BASE = [
  1, 2, 3, 4, 5, 7, 9, 13, 17, 25, 33, 49, 65, 97, 129, 193, 257, 385, 513, 769, 1025, 1537, 2049, 3073, 4097,
  6145, 8193, 12289, 16385, 24577,
];
const DISTANCE_EXTRA = [
  0, 0, 0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11, 11, 12, 12, 13, 13,
];
/** The order in which the lengths of the code for lengths are written. */
const LENGTH_ORDER = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15];

interface Code {
  readonly table: Uint16Array;
  /** Its longest code [bits]. */
  readonly width: number;
}

/**
 * @param most  more bytes than this are refused
 * @throws MeshError where the data is damaged, cut short, or longer than allowed
 */
export function inflate(bytes: Uint8Array, most: number): Uint8Array {
  return new Inflater(bytes, most).run();
}

class Inflater {
  private readonly bytes: Uint8Array;
  private readonly most: number;
  private out: Uint8Array;
  private length = 0;
  private at = 0;
  private bits = 0;
  private count = 0;

  constructor(bytes: Uint8Array, most: number) {
    this.bytes = bytes;
    this.most = most;
    this.out = new Uint8Array(Math.min(most, 4 * bytes.length + 64));
  }

  run(): Uint8Array {
    for (let last = 0; last === 0; ) {
      last = this.take(1);
      const kind = this.take(2);
      if (kind === 0) this.stored();
      else if (kind === 1) this.block(fixedLiterals, fixedDistances);
      else if (kind === 2) this.dynamic();
      else throw damaged('a block of an unknown kind');
    }
    return this.out.subarray(0, this.length);
  }

  /** Keeps at least `wanted` ≤ 16 bits ready; past the end come zeros, which `skip` notices. */
  private fill(wanted: number): void {
    while (this.count < wanted) {
      this.bits |= (this.at < this.bytes.length ? this.bytes[this.at] : 0) << this.count;
      this.at++;
      this.count += 8;
    }
  }

  private skip(used: number): void {
    this.bits >>>= used;
    this.count -= used;
    if (8 * this.at - this.count > 8 * this.bytes.length) throw damaged('it ends too early');
  }

  private take(width: number): number {
    this.fill(width);
    const value = this.bits & ((1 << width) - 1);
    this.skip(width);
    return value;
  }

  private symbol({ table, width }: Code): number {
    this.fill(width);
    const entry = table[this.bits & ((1 << width) - 1)];
    if (entry === 0) throw damaged('a code that stands for nothing');
    this.skip(entry & 15);
    return entry >> 4;
  }

  private stored(): void {
    this.at -= this.count >> 3;
    this.bits = 0;
    this.count = 0;
    const { bytes, at } = this;
    const size = bytes[at] | (bytes[at + 1] << 8);
    const check = bytes[at + 2] | (bytes[at + 3] << 8);
    if (at + 4 + size > bytes.length || (size ^ check) !== 0xffff)
      throw damaged('a stored block of no length');
    this.reserve(size);
    this.out.set(bytes.subarray(at + 4, at + 4 + size), this.length);
    this.length += size;
    this.at = at + 4 + size;
  }

  private dynamic(): void {
    const literals = this.take(5) + 257;
    const distances = this.take(5) + 1;
    const given = this.take(4) + 4;
    const short = new Uint8Array(19);
    for (let i = 0; i < given; i++) short[LENGTH_ORDER[i]] = this.take(3);
    const code = codeOf(short);
    const lengths = new Uint8Array(literals + distances);
    for (let i = 0; i < lengths.length; ) {
      const symbol = this.symbol(code);
      if (symbol < 16) {
        lengths[i++] = symbol;
        continue;
      }
      if (symbol === 16 && i === 0) throw damaged('a length repeats nothing');
      const value = symbol === 16 ? lengths[i - 1] : 0;
      const times = symbol === 16 ? 3 + this.take(2) : symbol === 17 ? 3 + this.take(3) : 11 + this.take(7);
      if (i + times > lengths.length) throw damaged('too many lengths of codes');
      lengths.fill(value, i, i + times);
      i += times;
    }
    this.block(codeOf(lengths.subarray(0, literals)), codeOf(lengths.subarray(literals)));
  }

  private block(literals: Code, distances: Code): void {
    for (;;) {
      const symbol = this.symbol(literals);
      if (symbol === 256) return;
      if (symbol < 256) {
        this.reserve(1);
        this.out[this.length++] = symbol;
        continue;
      }
      const l = symbol - 257;
      if (l >= LENGTH_BASE.length) throw damaged('an unknown length');
      const size = LENGTH_BASE[l] + this.take(LENGTH_EXTRA[l]);
      const d = this.symbol(distances);
      if (d >= DISTANCE_BASE.length) throw damaged('an unknown distance');
      const back = DISTANCE_BASE[d] + this.take(DISTANCE_EXTRA[d]);
      if (back > this.length) throw damaged('a copy of what was before the beginning');
      this.reserve(size);
      // Byte by byte: a copy may overlap itself.
      const { out } = this;
      for (let k = 0; k < size; k++, this.length++) out[this.length] = out[this.length - back];
    }
  }

  private reserve(more: number): void {
    const needed = this.length + more;
    if (needed > this.most) {
      throw new MeshError('unpacks to too much', 'file', `over ${this.most} bytes`, 'give a smaller file');
    }
    if (needed <= this.out.length) return;
    const grown = new Uint8Array(Math.min(this.most, Math.max(needed, 2 * this.out.length)));
    grown.set(this.out.subarray(0, this.length));
    this.out = grown;
  }
}

/** The canonical code of these lengths: shorter first, then by symbol. */
function codeOf(lengths: Uint8Array): Code {
  const counts = new Uint16Array(LONGEST + 1);
  for (const length of lengths) counts[length]++;
  counts[0] = 0;
  let width = LONGEST;
  while (width > 1 && counts[width] === 0) width--;
  const next = new Uint32Array(LONGEST + 2);
  for (let length = 1; length <= LONGEST; length++) {
    next[length + 1] = (next[length] + counts[length]) << 1;
    if (next[length] + counts[length] > 1 << length) throw damaged('more codes than there can be');
  }
  const table = new Uint16Array(1 << width);
  for (let symbol = 0; symbol < lengths.length; symbol++) {
    const length = lengths[symbol];
    if (length === 0) continue;
    const code = next[length]++;
    let reversed = 0;
    for (let bit = 0; bit < length; bit++) reversed |= ((code >> bit) & 1) << (length - 1 - bit);
    for (let i = reversed; i < table.length; i += 1 << length) table[i] = (symbol << 4) | length;
  }
  return { table, width };
}

const fixedLiterals = codeOf(
  Uint8Array.from({ length: 288 }, (_, i) => (i < 144 ? 8 : i < 256 ? 9 : i < 280 ? 7 : 8)),
);
const fixedDistances = codeOf(new Uint8Array(30).fill(5));

function damaged(why: string): MeshError {
  return new MeshError('the packed data is damaged', 'file', why, 'save the file again');
}

// Arrays of numbers out of an HDF5 file, as netCDF-4 writes them: what SOFA files of heads are.
//
// Read: superblocks 0 to 3, object headers of version 2, links in the header or in a fractal heap (one level of blocks,
// one leaf of names: some hundred arrays), floats and integers, contiguous, compact and chunked data (B-trees of
// version 1), the filters deflate, shuffle and fletcher32 (not checked). Everything else is refused with what would help.
// Sizes and addresses are checked before memory is taken. "HDF5 File Format Specification", version 3.

import { inflate } from '../../geometry/files/index.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { fractalObject } from './hdf5-heap.ts';
import { refusal } from './hdf5-refusal.ts';

export interface Hdf5Array {
  readonly shape: readonly number[];
  readonly values: Float64Array;
  /** Attributes that are plain text. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Numbers of one array; a head of 50,000 places and 2,000 taps has fewer. */
const MOST_VALUES = 2e8;
/** Deflate makes nothing smaller than by this. */
const MOST_SHRINKING = 1100;

const LINK_INFO = 2;
const DATASPACE = 1;
const DATATYPE = 3;
const LINK = 6;
const LAYOUT = 8;
const FILTERS = 11;
const ATTRIBUTE = 12;
const CONTINUATION = 16;
const SYMBOL_TABLE = 17;

interface Message {
  readonly type: number;
  readonly at: number;
  readonly size: number;
}

export class Hdf5File {
  readonly view: DataView;
  readonly links: ReadonlyMap<string, number>;
  private readonly bytes: Uint8Array;

  constructor(bytes: Uint8Array) {
    this.bytes = bytes;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    try {
      this.links = this.readLinks(this.rootAt());
    } catch (error) {
      throw asFault(error);
    }
  }

  /** @throws FaultError where there is no such array, or it is stored in a way that is not read */
  read(name: string): Hdf5Array {
    const at = this.links.get(name);
    if (at === undefined) throw refusal(`there is no array "${name}"`, name);
    try {
      return this.readArray(this.messages(at), name);
    } catch (error) {
      throw asFault(error);
    }
  }

  private rootAt(): number {
    const { view, bytes } = this;
    const magic = [0x89, 0x48, 0x44, 0x46, 13, 10, 26, 10];
    if (bytes.length < 96 || magic.some((byte, i) => bytes[i] !== byte))
      throw refusal('this is no HDF5 file', 'byte 0');
    const version = bytes[8];
    if (version <= 1) {
      if (bytes[13] !== 8 || bytes[14] !== 8) throw refusal('its addresses are not of 8 bytes', 'superblock');
      // behind versions, sizes and four addresses: the entry of the root group, name offset first
      return this.address(24 + 4 * (version === 1 ? 1 : 0) + 4 * 8 + 8);
    }
    if (version > 3 || bytes[9] !== 8 || bytes[10] !== 8)
      throw refusal('its superblock is of an unknown kind', 'superblock');
    return Number(view.getBigUint64(36, true));
  }

  address(at: number): number {
    return Number(this.view.getBigUint64(at, true));
  }

  /** Every message of an object, over all its pieces. */
  private messages(start: number): Message[] {
    const { view, bytes } = this;
    this.expect(start, 'OHDR');
    if (bytes[start + 4] !== 2)
      throw refusal(`an object header is of version ${bytes[start + 4]}`, `byte ${start}`);
    const flags = bytes[start + 5];
    let at = start + 6 + (flags & 32 ? 16 : 0) + (flags & 16 ? 4 : 0);
    const width = 1 << (flags & 3);
    const length = this.unsigned(at, width);
    at += width;
    const head = flags & 4 ? 6 : 4;
    const pieces = [{ at, end: at + length }];
    const found: Message[] = [];
    while (pieces.length > 0 && found.length < 10000) {
      const piece = pieces.shift();
      if (!piece) break;
      for (let m = piece.at; m + head <= piece.end; ) {
        const type = bytes[m];
        const size = view.getUint16(m + 1, true);
        const body = m + head;
        if (type === CONTINUATION) {
          const next = this.address(body);
          this.expect(next, 'OCHK');
          pieces.push({ at: next + 4, end: next + this.address(body + 8) - 4 });
        } else found.push({ type, at: body, size });
        m = body + size;
      }
    }
    return found;
  }

  private readLinks(root: number): Map<string, number> {
    const links = new Map<string, number>();
    for (const { type, at } of this.messages(root)) {
      if (type === SYMBOL_TABLE) throw refusal('its groups are of the old kind', 'root group');
      if (type === LINK) this.addLink(links, at);
      if (type === LINK_INFO) {
        const from = at + 2 + (this.bytes[at + 1] & 1 ? 8 : 0);
        if (isNowhere(this.view, from)) continue;
        for (const place of this.names(this.address(from), this.address(from + 8)))
          this.addLink(links, place);
      }
    }
    return links;
  }

  /** Where the links of a dense group are. */
  private *names(heap: number, tree: number): Generator<number> {
    const { view } = this;
    this.expect(tree, 'BTHD');
    const recordSize = view.getUint16(tree + 10, true);
    if (view.getUint16(tree + 12, true) !== 0) throw refusal('it has too many arrays', 'root group');
    const leaf = this.address(tree + 16);
    const count = view.getUint16(tree + 24, true);
    this.expect(leaf, 'BTLF');
    // a record is a hash of four bytes and a place in the heap
    for (let r = 0; r < count; r++) yield fractalObject(this, heap, leaf + 6 + r * recordSize + 4);
  }

  private addLink(links: Map<string, number>, at: number): void {
    const flags = this.bytes[at + 1];
    let next = at + 2;
    const kind = flags & 8 ? this.bytes[next++] : 0;
    if (flags & 4) next += 8;
    if (flags & 16) next += 1;
    const width = 1 << (flags & 3);
    const length = this.unsigned(next, width);
    next += width;
    if (kind === 0) links.set(this.text(next, length), this.address(next + length));
  }

  private readArray(messages: readonly Message[], name: string): Hdf5Array {
    const { view, bytes } = this;
    const find = (type: number): number => {
      const message = messages.find((m) => m.type === type);
      if (!message) throw refusal('it is no array', name);
      return message.at;
    };
    const space = find(DATASPACE);
    const rank = bytes[space + 1];
    const dimensions = space + (bytes[space] === 1 ? 8 : 4);
    const shape = Array.from({ length: rank }, (_, d) => this.address(dimensions + 8 * d));
    const count = shape.reduce((product, size) => product * size, 1);
    if (!(count <= MOST_VALUES)) throw refusal(`it has ${count} numbers`, name);
    const type = find(DATATYPE);
    const kind = bytes[type] & 15;
    const size = view.getUint32(type + 4, true);
    const isFloat = kind === 1 && (size === 4 || size === 8);
    const isInteger = kind === 0 && (size === 1 || size === 2 || size === 4);
    if (!(isFloat || isInteger) || bytes[type + 1] & 1)
      throw refusal('its numbers are of an unusual kind', name);
    const raw = this.rawData(find(LAYOUT), messages, shape, size, name);
    const data = new DataView(raw.buffer, raw.byteOffset, raw.byteLength);
    const values = new Float64Array(count);
    const signed = (bytes[type + 1] & 8) !== 0;
    for (let i = 0; i < count; i++)
      values[i] = isFloat ? floatAt(data, i, size) : integerAt(data, i, size, signed);
    return { shape, values, texts: this.texts(messages) };
  }

  private rawData(
    at: number,
    messages: readonly Message[],
    shape: readonly number[],
    size: number,
    name: string,
  ): Uint8Array {
    const { bytes, view } = this;
    const total = shape.reduce((product, n) => product * n, size);
    if (bytes[at] !== 3) throw refusal(`its layout is of version ${bytes[at]}`, name);
    const kind = bytes[at + 1];
    if (kind === 0) return this.slice(at + 4, total);
    if (kind === 1) return this.slice(this.address(at + 2), total);
    if (kind !== 2 || bytes[at + 2] !== shape.length + 1)
      throw refusal('its layout is of an unknown kind', name);
    const chunk = shape.map((_, d) => view.getUint32(at + 11 + 4 * d, true));
    const filters = this.filters(messages, name);
    if (total > MOST_SHRINKING * bytes.length) throw refusal('it is larger than the file can hold', name);
    const out = new Uint8Array(total);
    const chunkBytes = chunk.reduce((product, n) => product * n, size);
    if (!(chunkBytes > 0 && chunkBytes <= MOST_SHRINKING * bytes.length))
      throw refusal('its chunks have no size', name);
    if (isNowhere(view, at + 3)) return out;
    this.visitChunks(this.address(at + 3), shape.length, 0, (offsets, from, length, mask) => {
      let data: Uint8Array = this.slice(from, length);
      for (let f = filters.length - 1; f >= 0; f--) {
        if (mask & (1 << f)) continue;
        if (filters[f] === 1) data = inflate(data.subarray(2), chunkBytes + 64);
        else if (filters[f] === 2) data = unshuffled(data, size);
        else data = data.subarray(0, data.length - 4);
      }
      if (data.length < chunkBytes) throw refusal('a chunk is cut short', name);
      copyChunk(out, shape, data, chunk, offsets, size);
    });
    return out;
  }

  private filters(messages: readonly Message[], name: string): number[] {
    const { bytes, view } = this;
    const message = messages.find((m) => m.type === FILTERS);
    if (!message) return [];
    const old = bytes[message.at] === 1;
    let at = message.at + (old ? 8 : 2);
    return Array.from({ length: bytes[message.at + 1] }, () => {
      const id = view.getUint16(at, true);
      if (id < 1 || id > 3) throw refusal(`its data passed a filter (${id}) that is not known`, name);
      const nameLength = old ? view.getUint16(at + 2, true) : 0;
      const values = view.getUint16(at + (old ? 6 : 4), true);
      at += (old ? 8 : 6) + 8 * Math.ceil(nameLength / 8) + 4 * (old ? values + (values & 1) : values);
      return id;
    });
  }

  private visitChunks(
    at: number,
    rank: number,
    depth: number,
    visit: (offsets: number[], from: number, length: number, mask: number) => void,
  ): void {
    const { view, bytes } = this;
    this.expect(at, 'TREE');
    const level = bytes[at + 5];
    if (bytes[at + 4] !== 1 || depth > 16) throw refusal('its chunks are damaged', `byte ${at}`);
    const keySize = 8 + 8 * (rank + 1);
    for (let e = 0; e < view.getUint16(at + 6, true); e++) {
      const key = at + 24 + e * (keySize + 8);
      const child = this.address(key + keySize);
      if (level > 0) this.visitChunks(child, rank, depth + 1, visit);
      else {
        const offsets = Array.from({ length: rank }, (_, d) => this.address(key + 8 + 8 * d));
        visit(offsets, child, view.getUint32(key, true), view.getUint32(key + 4, true));
      }
    }
  }

  /** Attributes that are strings of fixed length, in the header itself. */
  private texts(messages: readonly Message[]): Map<string, string> {
    const { view, bytes } = this;
    const texts = new Map<string, string>();
    for (const { type, at } of messages) {
      if (type !== ATTRIBUTE) continue;
      // version 1 fills parts up to eight bytes, version 3 has one byte more in front
      const version = bytes[at];
      const padded = (size: number): number => (version === 1 ? 8 * Math.ceil(size / 8) : size);
      const nameAt = at + (version === 3 ? 9 : 8);
      const nameSize = view.getUint16(at + 2, true);
      const typeAt = nameAt + padded(nameSize);
      const dataAt = typeAt + padded(view.getUint16(at + 4, true)) + padded(view.getUint16(at + 6, true));
      if ((bytes[typeAt] & 15) !== 3) continue;
      texts.set(this.text(nameAt, nameSize), this.text(dataAt, view.getUint32(typeAt + 4, true)));
    }
    return texts;
  }

  expect(at: number, signature: string): void {
    if (this.text(at, 4) !== signature) throw refusal(`${signature} is missing`, `byte ${at}`);
  }

  unsigned(at: number, width: number): number {
    let value = 0;
    for (let i = width - 1; i >= 0; i--) value = 256 * value + this.view.getUint8(at + i);
    return value;
  }

  private slice(at: number, length: number): Uint8Array {
    if (!(at >= 0 && at + length <= this.bytes.length)) throw refusal('the file is cut short', `byte ${at}`);
    return this.bytes.slice(at, at + length);
  }

  /** Up to the first zero. */
  private text(at: number, length: number): string {
    return new TextDecoder().decode(this.slice(at, length)).replace(/\0.*$/s, '');
  }
}

/** Reads beyond the end come as range errors of the platform. */
function asFault(error: unknown): unknown {
  return error instanceof FaultError ? error : refusal('it is damaged or cut short', 'file');
}

function isNowhere(view: DataView, at: number): boolean {
  return view.getUint32(at, true) === 0xffffffff && view.getUint32(at + 4, true) === 0xffffffff;
}

function floatAt(data: DataView, i: number, size: number): number {
  return size === 8 ? data.getFloat64(8 * i, true) : data.getFloat32(4 * i, true);
}

function integerAt(data: DataView, i: number, size: number, signed: boolean): number {
  if (size === 1) return signed ? data.getInt8(i) : data.getUint8(i);
  if (size === 2) return signed ? data.getInt16(2 * i, true) : data.getUint16(2 * i, true);
  return signed ? data.getInt32(4 * i, true) : data.getUint32(4 * i, true);
}

/** Bytes of equal weight stand together: first all lowest ones. */
function unshuffled(data: Uint8Array, size: number): Uint8Array {
  const out = new Uint8Array(data.length);
  const count = Math.floor(data.length / size);
  for (let b = 0; b < size; b++) for (let i = 0; i < count; i++) out[i * size + b] = data[b * count + i];
  out.set(data.subarray(count * size), count * size);
  return out;
}

/** Row by row, without what lies beyond the array. */
function copyChunk(
  out: Uint8Array,
  shape: readonly number[],
  data: Uint8Array,
  chunk: readonly number[],
  offsets: readonly number[],
  size: number,
): void {
  const last = shape.length - 1;
  const row = Math.min(chunk[last], shape[last] - offsets[last]);
  if (!(row > 0)) return;
  const index = new Array<number>(shape.length).fill(0);
  for (;;) {
    let from = 0;
    let to = 0;
    let inside = true;
    for (let d = 0; d <= last; d++) {
      from = from * chunk[d] + index[d];
      to = to * shape[d] + offsets[d] + index[d];
      inside &&= offsets[d] + index[d] < shape[d];
    }
    if (inside) out.set(data.subarray(from * size, (from + row) * size), to * size);
    let d = last - 1;
    while (d >= 0 && ++index[d] === chunk[d]) index[d--] = 0;
    if (d < 0) return;
  }
}

// The ZIP container: what a member's header, the central directory and its end look like, with
// 64-bit fields where a number needs them. Members are stored as they are or deflated.
//
// The data of a stored member begins at a multiple of 64 bytes, so that a mapped file can be
// viewed as numbers; the gap is an extra field with the id that zipalign gave this purpose.
// Names are ASCII. Times are the earliest a ZIP can say, so that equal content is equal bytes.
//
// PKWARE, ".ZIP File Format Specification" (APPNOTE.TXT) 6.3, sections 4.3 and 4.5.3.

/** A file in a ZIP. */
export interface Member {
  /** Its path. */
  readonly name: string;
  /** Where its local header begins in the file. */
  readonly offset: number;
  /** Bytes of data. */
  readonly size: number;
  /** Bytes that it takes in the file where it is deflated; none where it is stored. */
  readonly deflated?: number;
  /** Of the data, inflated. */
  readonly crc: number;
}

/** Bytes that a member's data takes in the file. */
export function bytesInFile({ size, deflated }: Pick<Member, 'size' | 'deflated'>): number {
  return deflated ?? size;
}

export const LOCAL_HEADER_BYTES = 30;
export const END_BYTES = 22;
export const END64_BYTES = 56;
export const LOCATOR64_BYTES = 20;
const DIRECTORY_ENTRY_BYTES = 46;
const ALIGNMENT = 64;
const LIMIT32 = 0xffffffff;
const STORED = 0;
const DEFLATED = 8;
const EARLIEST_DATE = 0x21; // 1 January 1980

const LOCAL = 0x04034b50;
const ENTRY = 0x02014b50;
const END = 0x06054b50;
const END64 = 0x06064b50;
const LOCATOR64 = 0x07064b50;
const EXTRA_ZIP64 = 0x0001;
const EXTRA_ALIGN = 0xd935;

/** The header that goes before a member's data at `offset`; its length makes the data of a stored one aligned. */
export function encodeLocalHeader(member: Member): Uint8Array {
  const wide = member.size >= LIMIT32 ? 20 : 0;
  const isStored = member.deflated === undefined;
  const align = isStored ? 6 : 0;
  const shortest = LOCAL_HEADER_BYTES + member.name.length + wide + align;
  const padding = isStored ? (ALIGNMENT - ((member.offset + shortest) % ALIGNMENT)) % ALIGNMENT : 0;
  const bytes = new Uint8Array(shortest + padding);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, LOCAL, true);
  view.setUint16(4, wide ? 45 : 20, true);
  view.setUint16(8, isStored ? STORED : DEFLATED, true);
  view.setUint16(12, EARLIEST_DATE, true);
  view.setUint32(14, member.crc, true);
  view.setUint32(18, wide ? LIMIT32 : bytesInFile(member), true);
  view.setUint32(22, wide ? LIMIT32 : member.size, true);
  view.setUint16(26, member.name.length, true);
  view.setUint16(28, wide + align + padding, true);
  let at = writeAscii(bytes, LOCAL_HEADER_BYTES, member.name);
  if (wide) {
    view.setUint16(at, EXTRA_ZIP64, true);
    view.setUint16(at + 2, 16, true);
    setUint64(view, at + 4, member.size);
    setUint64(view, at + 12, bytesInFile(member));
    at += wide;
  }
  if (!isStored) return bytes;
  view.setUint16(at, EXTRA_ALIGN, true);
  view.setUint16(at + 2, 2 + padding, true);
  view.setUint16(at + 4, ALIGNMENT, true);
  return bytes;
}

export interface LocalHeader {
  readonly name: string;
  readonly size: number;
  readonly deflated?: number;
  readonly crc: number;
  /** Bytes before the data. */
  readonly length: number;
}

/** How long a local header says it is, from its first 30 bytes; undefined where none begins. */
export function localHeaderLength(bytes: Uint8Array, at: number): number | undefined {
  const view = viewOf(bytes);
  if (at + LOCAL_HEADER_BYTES > bytes.length || view.getUint32(at, true) !== LOCAL) return undefined;
  return LOCAL_HEADER_BYTES + view.getUint16(at + 26, true) + view.getUint16(at + 28, true);
}

/** Undefined where the header is not that of a stored or deflated member with its size known beforehand. */
export function decodeLocalHeader(bytes: Uint8Array, at: number): LocalHeader | undefined {
  const length = localHeaderLength(bytes, at);
  if (length === undefined || at + length > bytes.length) return undefined;
  const view = viewOf(bytes);
  const flags = view.getUint16(at + 6, true);
  const method = view.getUint16(at + 8, true);
  if ((flags & 0x0009) !== 0) return undefined; // encrypted, size afterwards
  const nameEnd = at + LOCAL_HEADER_BYTES + view.getUint16(at + 26, true);
  const name = readAscii(bytes, at + LOCAL_HEADER_BYTES, nameEnd);
  const wide = wideFields(view, nameEnd, at + length);
  const size = widen(view.getUint32(at + 22, true), wide);
  const stored = widen(view.getUint32(at + 18, true), wide);
  const sizes = sizesBy(method, size, stored);
  if (name === undefined || sizes === undefined) return undefined;
  return { name, ...sizes, crc: view.getUint32(at + 14, true), length };
}

/** Undefined where the method is none that we read, or the sizes cannot be. */
function sizesBy(
  method: number,
  size: number | undefined,
  stored: number | undefined,
): { size: number; deflated?: number } | undefined {
  if (size === undefined || stored === undefined) return undefined;
  if (method === STORED) return stored === size ? { size } : undefined;
  return method === DEFLATED ? { size, deflated: stored } : undefined;
}

/** The central directory with its end, to be written at `offset`. */
export function encodeDirectory(members: readonly Member[], offset: number): Uint8Array {
  let entriesBytes = 0;
  for (const member of members) {
    entriesBytes += DIRECTORY_ENTRY_BYTES + member.name.length + wideExtraBytes(member);
  }
  const isWide = offset + entriesBytes >= LIMIT32 || members.length >= 0xffff;
  const bytes = new Uint8Array(entriesBytes + (isWide ? END64_BYTES + LOCATOR64_BYTES : 0) + END_BYTES);
  const view = new DataView(bytes.buffer);
  let at = 0;
  for (const member of members) at = writeEntry(bytes, view, at, member);
  if (isWide) {
    view.setUint32(at, END64, true);
    setUint64(view, at + 4, END64_BYTES - 12);
    view.setUint16(at + 12, 45, true);
    view.setUint16(at + 14, 45, true);
    setUint64(view, at + 24, members.length);
    setUint64(view, at + 32, members.length);
    setUint64(view, at + 40, entriesBytes);
    setUint64(view, at + 48, offset);
    view.setUint32(at + END64_BYTES, LOCATOR64, true);
    setUint64(view, at + END64_BYTES + 8, offset + at);
    view.setUint32(at + END64_BYTES + 16, 1, true);
    at += END64_BYTES + LOCATOR64_BYTES;
  }
  view.setUint32(at, END, true);
  view.setUint16(at + 8, isWide ? 0xffff : members.length, true);
  view.setUint16(at + 10, isWide ? 0xffff : members.length, true);
  view.setUint32(at + 12, isWide ? LIMIT32 : entriesBytes, true);
  view.setUint32(at + 16, isWide ? LIMIT32 : offset, true);
  return bytes;
}

function writeEntry(bytes: Uint8Array, view: DataView, at: number, member: Member): number {
  const extra = wideExtraBytes(member);
  const wideSize = member.size >= LIMIT32;
  const wideOffset = member.offset >= LIMIT32;
  view.setUint32(at, ENTRY, true);
  view.setUint16(at + 4, extra ? 45 : 20, true);
  view.setUint16(at + 6, extra ? 45 : 20, true);
  view.setUint16(at + 10, member.deflated === undefined ? STORED : DEFLATED, true);
  view.setUint16(at + 14, EARLIEST_DATE, true);
  view.setUint32(at + 16, member.crc, true);
  view.setUint32(at + 20, wideSize ? LIMIT32 : bytesInFile(member), true);
  view.setUint32(at + 24, wideSize ? LIMIT32 : member.size, true);
  view.setUint16(at + 28, member.name.length, true);
  view.setUint16(at + 30, extra, true);
  view.setUint32(at + 42, wideOffset ? LIMIT32 : member.offset, true);
  let to = writeAscii(bytes, at + DIRECTORY_ENTRY_BYTES, member.name);
  if (extra === 0) return to;
  view.setUint16(to, EXTRA_ZIP64, true);
  view.setUint16(to + 2, extra - 4, true);
  to += 4;
  if (wideSize) {
    setUint64(view, to, member.size);
    setUint64(view, to + 8, bytesInFile(member));
    to += 16;
  }
  if (wideOffset) {
    setUint64(view, to, member.offset);
    to += 8;
  }
  return to;
}

/** Every entry of a directory's bytes; undefined where it is not a directory of stored and deflated members. */
export function decodeDirectory(bytes: Uint8Array, count: number): Member[] | undefined {
  const view = viewOf(bytes);
  const members: Member[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + DIRECTORY_ENTRY_BYTES > bytes.length || view.getUint32(at, true) !== ENTRY) return undefined;
    const nameEnd = at + DIRECTORY_ENTRY_BYTES + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    const next = extraEnd + view.getUint16(at + 32, true);
    if (next > bytes.length) return undefined;
    const name = readAscii(bytes, at + DIRECTORY_ENTRY_BYTES, nameEnd);
    const wide = wideFields(view, nameEnd, extraEnd);
    // The order in the extra field is fixed: size, stored size, offset; each only where it is needed.
    const size = widen(view.getUint32(at + 24, true), wide);
    const stored = widen(view.getUint32(at + 20, true), wide);
    const offset = widen(view.getUint32(at + 42, true), wide);
    const sizes = sizesBy(view.getUint16(at + 10, true), size, stored);
    if (name === undefined || sizes === undefined || offset === undefined) return undefined;
    members.push({ name, offset, ...sizes, crc: view.getUint32(at + 16, true) });
    at = next;
  }
  return at === bytes.length ? members : undefined;
}

export interface DirectoryEnd {
  readonly count: number;
  readonly size: number;
  readonly offset: number;
}

/** The end of the directory at the end of `tail`; 'wide' where the 64-bit one, found through its locator, holds. */
export function decodeEnd(tail: Uint8Array): DirectoryEnd | 'wide' | undefined {
  const at = tail.length - END_BYTES;
  if (at < 0) return undefined;
  const view = viewOf(tail);
  if (view.getUint32(at, true) !== END || view.getUint16(at + 20, true) !== 0) return undefined;
  const count = view.getUint16(at + 10, true);
  const size = view.getUint32(at + 12, true);
  const offset = view.getUint32(at + 16, true);
  return count === 0xffff || size === LIMIT32 || offset === LIMIT32 ? 'wide' : { count, size, offset };
}

/** Where the 64-bit end of the directory begins, from the locator just before the end. */
export function decodeLocator(tail: Uint8Array): number | undefined {
  const at = tail.length - END_BYTES - LOCATOR64_BYTES;
  if (at < 0) return undefined;
  const view = viewOf(tail);
  return view.getUint32(at, true) === LOCATOR64 ? getUint64(view, at + 8) : undefined;
}

export function decodeEnd64(bytes: Uint8Array): DirectoryEnd | undefined {
  if (bytes.length < END64_BYTES) return undefined;
  const view = viewOf(bytes);
  const count = getUint64(view, 32);
  const size = getUint64(view, 40);
  const offset = getUint64(view, 48);
  if (
    view.getUint32(0, true) !== END64 ||
    count === undefined ||
    size === undefined ||
    offset === undefined
  ) {
    return undefined;
  }
  return { count, size, offset };
}

function wideExtraBytes(member: Member): number {
  const fields = (member.size >= LIMIT32 ? 16 : 0) + (member.offset >= LIMIT32 ? 8 : 0);
  return fields === 0 ? 0 : 4 + fields;
}

/** The 64-bit numbers of an extra field, in their order, to be taken one by one from the front. */
function wideFields(view: DataView, from: number, until: number): number[] {
  const fields: number[] = [];
  let at = from;
  while (at + 4 <= until) {
    const length = view.getUint16(at + 2, true);
    if (view.getUint16(at, true) === EXTRA_ZIP64) {
      for (let to = at + 4; to + 8 <= Math.min(until, at + 4 + length); to += 8) {
        fields.push(getUint64(view, to) ?? Number.NaN);
      }
    }
    at += 4 + length;
  }
  return fields;
}

function widen(narrow: number, wide: number[]): number | undefined {
  if (narrow !== LIMIT32) return narrow;
  const value = wide.shift();
  return value === undefined || Number.isNaN(value) ? undefined : value;
}

function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function setUint64(view: DataView, at: number, value: number): void {
  view.setUint32(at, value % 0x100000000, true);
  view.setUint32(at + 4, Math.floor(value / 0x100000000), true);
}

function getUint64(view: DataView, at: number): number | undefined {
  const value = view.getUint32(at, true) + 0x100000000 * view.getUint32(at + 4, true);
  return Number.isSafeInteger(value) ? value : undefined;
}

function writeAscii(bytes: Uint8Array, at: number, text: string): number {
  for (let i = 0; i < text.length; i++) bytes[at + i] = text.charCodeAt(i);
  return at + text.length;
}

function readAscii(bytes: Uint8Array, from: number, until: number): string | undefined {
  let text = '';
  for (let i = from; i < until; i++) {
    if (bytes[i] < 0x20 || bytes[i] > 0x7e) return undefined;
    text += String.fromCharCode(bytes[i]);
  }
  return text;
}

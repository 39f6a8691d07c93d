// A scene folder in a ZIP file, as the studio exports it or as any ZIP tool makes it. Counts and sizes are checked
// before anything is unpacked.

import { FaultError } from '../../../src/scene/fault/index.ts';
import type { Given } from './given.ts';

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const MOST_FILES = 10_000;
/** All files together [bytes]. */
const MOST_BYTES = 1 << 30;

export async function readArchive({ path, blob }: Given): Promise<Given[]> {
  const damaged = (what: string, remedy = 'save it again') =>
    new FaultError(`${path} cannot be opened:`, [{ what, where: path, remedy }]);
  const tailAt = Math.max(0, blob.size - 0xffff - 22);
  const tail = await viewOf(blob, tailAt, blob.size);
  let end = tail.byteLength - 22;
  while (end >= 0 && tail.getUint32(end, true) !== END) end--;
  if (end < 0) throw damaged('it is no ZIP file, or cut short');
  const count = tail.getUint16(end + 10, true);
  const size = tail.getUint32(end + 12, true);
  const at = tail.getUint32(end + 16, true);
  if (count > MOST_FILES) throw damaged(`it has ${count} files`, 'put the scene and its meshes only into it');
  if (at + size > blob.size) throw damaged('its directory is cut short');

  const directory = await viewOf(blob, at, at + size);
  const files: Given[] = [];
  let left = MOST_BYTES;
  for (let i = 0, p = 0; i < count; i++) {
    if (p + 46 > size || directory.getUint32(p, true) !== ENTRY) throw damaged('its directory is damaged');
    const nameLength = directory.getUint16(p + 28, true);
    if (p + 46 + nameLength > size) throw damaged('its directory is damaged');
    const name = new TextDecoder().decode(new Uint8Array(directory.buffer, p + 46, nameLength));
    const method = directory.getUint16(p + 10, true);
    const packed = directory.getUint32(p + 20, true);
    const length = directory.getUint32(p + 24, true);
    const header = directory.getUint32(p + 42, true);
    p += 46 + nameLength + directory.getUint16(p + 30, true) + directory.getUint16(p + 32, true);
    if (name.endsWith('/')) continue;
    left -= length;
    if (left < 0) throw damaged('it unpacks to more than 1 GB', 'leave out what the scene does not need');
    const local = await viewOf(blob, header, Math.min(blob.size, header + 30));
    if (local.byteLength < 30 || local.getUint32(0, true) !== LOCAL) throw damaged(`${name} is damaged`);
    const from = header + 30 + local.getUint16(26, true) + local.getUint16(28, true);
    if (from + packed > blob.size) throw damaged(`${name} is cut short`);
    const data = blob.slice(from, from + packed);
    if (method !== 0 && method !== 8) throw damaged(`${name} is packed in a way that is not known here`);
    const unpacked = method === 0 ? data : await inflated(data, length).catch(() => undefined);
    if (unpacked === undefined) throw damaged(`${name} is damaged`);
    files.push({ path: name, blob: unpacked });
  }
  return files;
}

/** Stops when more comes out than was announced. */
async function inflated(data: Blob, length: number): Promise<Blob> {
  const reader = data.stream().pipeThrough(new DecompressionStream('deflate-raw')).getReader();
  const parts: Uint8Array<ArrayBuffer>[] = [];
  let total = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    total += value.length;
    if (total > length) {
      await reader.cancel();
      throw new Error('longer than it says');
    }
    parts.push(value);
  }
  return new Blob(parts);
}

async function viewOf(blob: Blob, from: number, to: number): Promise<DataView> {
  return new DataView(await blob.slice(from, to).arrayBuffer());
}

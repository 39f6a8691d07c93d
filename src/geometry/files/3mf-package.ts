// The ZIP around a 3MF file: finds members by their central directory and unpacks one at a time.

import { MeshError } from '../mesh-error.ts';
import { type Budget, LIMITS } from './budget.ts';
import { inflate } from './inflate.ts';
import { requireCount } from './mesh-file.ts';

interface Member {
  readonly method: number;
  readonly packed: number;
  readonly size: number;
  readonly header: number;
}

const END = 0x06054b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_SIZE = 22;

export class Package {
  private readonly bytes: Uint8Array;
  private readonly view: DataView;
  private readonly members = new Map<string, Member>();
  /** Paths by what they are without regard to case: it differs between writers. */
  private readonly paths = new Map<string, string>();
  private readonly budget: Budget;

  constructor(bytes: Uint8Array, budget: Budget) {
    this.bytes = bytes;
    this.budget = budget;
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.readDirectory();
  }

  /** Paths without a leading slash. */
  names(): string[] {
    return [...this.members.keys()];
  }

  /** The text of a member, undefined where there is none. */
  text(path: string): string | undefined {
    const bare = path.replace(/^\/+/, '');
    const member = this.members.get(
      this.members.has(bare) ? bare : (this.paths.get(bare.toLowerCase()) ?? ''),
    );
    return member === undefined ? undefined : new TextDecoder('utf-8').decode(this.unpack(member, path));
  }

  private unpack({ method, packed, size, header }: Member, path: string): Uint8Array {
    const { bytes, view } = this;
    if (header + 30 > bytes.length || view.getUint32(header, true) !== LOCAL) throw damaged(path);
    const at = header + 30 + view.getUint16(header + 26, true) + view.getUint16(header + 28, true);
    if (at + packed > bytes.length) throw damaged(path);
    requireCount(path, size, LIMITS.textBytes);
    this.budget.take('bytesInflated', size, path);
    const data = bytes.subarray(at, at + packed);
    if (method === 0) return data;
    if (method !== 8) throw new MeshError('is packed in an unknown way', path, method, 'save it again');
    return inflate(data, size);
  }

  private readDirectory(): void {
    const { bytes, view } = this;
    let end = bytes.length - END_SIZE;
    const first = Math.max(0, end - 0xffff);
    while (end >= first && view.getUint32(end, true) !== END) end--;
    if (end < first) throw damaged('the file is not a ZIP file, or cut short');
    const count = view.getUint16(end + 10, true);
    let at = view.getUint32(end + 16, true);
    const decoder = new TextDecoder('utf-8');
    for (let i = 0; i < count; i++) {
      if (at + 46 > bytes.length || view.getUint32(at, true) !== ENTRY) throw damaged('its directory');
      const nameLength = view.getUint16(at + 28, true);
      const name = decoder.decode(bytes.subarray(at + 46, at + 46 + nameLength));
      const bare = name.replace(/^\/+/, '');
      if (!this.paths.has(bare.toLowerCase())) this.paths.set(bare.toLowerCase(), bare);
      this.members.set(bare, {
        method: view.getUint16(at + 10, true),
        packed: view.getUint32(at + 20, true),
        size: view.getUint32(at + 24, true),
        header: view.getUint32(at + 42, true),
      });
      at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    }
  }
}

function damaged(what: string): MeshError {
  return new MeshError('the package is damaged', 'file', what, 'save the file again');
}

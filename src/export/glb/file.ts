// A binary glTF 2.0 file in the making: arrays become accessors, equal ones are stored once.

const ARRAY_BUFFER = 34962;
const ELEMENT_ARRAY_BUFFER = 34963;

type AccessorType = 'SCALAR' | 'VEC3' | 'VEC4' | 'MAT4';
const WIDTHS: Readonly<Record<AccessorType, number>> = { SCALAR: 1, VEC3: 3, VEC4: 4, MAT4: 16 };

type Values = Float32Array | Uint32Array | Uint16Array;

export class GlbFile {
  private readonly accessors: object[] = [];
  private readonly views: object[] = [];
  private readonly parts: Uint8Array[] = [];
  private bytes = 0;

  /** Vertex attributes; positions carry their bounds. */
  attribute(values: Float32Array | Uint16Array, type: AccessorType, withBounds: boolean): number {
    return this.add(values, type, ARRAY_BUFFER, withBounds);
  }

  indices(values: Uint32Array): number {
    return this.add(narrow(values), 'SCALAR', ELEMENT_ARRAY_BUFFER, false);
  }

  /** Times and values of animations, matrices of skins; times carry their bounds. */
  samples(values: Float32Array, type: AccessorType): number {
    return this.add(values, type, undefined, type === 'SCALAR');
  }

  /** Mostly zeros: only what differs is stored, where that is shorter. */
  sparse(values: Float32Array, type: AccessorType, withBounds: boolean): number {
    const width = WIDTHS[type];
    const count = values.length / width;
    const changed: number[] = [];
    for (let i = 0; i < count; i++)
      if (values.subarray(width * i, width * (i + 1)).some((x) => x !== 0)) changed.push(i);
    const bytes = changed.length * (4 * width + (count < 65535 ? 2 : 4)) + 200;
    if (bytes >= 4 * values.length) return this.add(values, type, undefined, withBounds);
    const kept = new Float32Array(width * changed.length);
    changed.forEach((i, k) => {
      kept.set(values.subarray(width * i, width * (i + 1)), width * k);
    });
    const indices = narrow(Uint32Array.from(changed));
    this.accessors.push({
      componentType: componentType(values),
      count,
      type,
      ...(withBounds ? bounds(values, width) : {}),
      ...(changed.length === 0
        ? {}
        : {
            sparse: {
              count: changed.length,
              indices: { bufferView: this.view(indices), componentType: componentType(indices) },
              values: { bufferView: this.view(kept) },
            },
          }),
    });
    return this.accessors.length - 1;
  }

  /** The file with everything else that its JSON says. */
  finish(root: object): Uint8Array {
    const text = JSON.stringify({
      asset: { version: '2.0', generator: 'carom' },
      ...root,
      accessors: this.accessors,
      bufferViews: this.views,
      buffers: [{ byteLength: this.bytes }],
    });
    return packGlb(text, this.parts);
  }

  private add(values: Values, type: AccessorType, target: number | undefined, withBounds: boolean): number {
    const width = WIDTHS[type];
    this.accessors.push({
      bufferView: this.view(values, target),
      componentType: componentType(values),
      count: values.length / width,
      type,
      ...(withBounds ? bounds(values, width) : {}),
    });
    return this.accessors.length - 1;
  }

  private view(values: Values, target?: number): number {
    const part = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
    this.views.push({
      buffer: 0,
      byteOffset: this.bytes,
      byteLength: part.length,
      ...(target ? { target } : {}),
    });
    this.parts.push(part);
    this.bytes += padded(part.length);
    return this.views.length - 1;
  }
}

function componentType(values: Values): number {
  return values instanceof Float32Array ? 5126 : values instanceof Uint32Array ? 5125 : 5123;
}

function narrow(values: Uint32Array): Uint32Array | Uint16Array {
  return values.every((value) => value < 65535) ? Uint16Array.from(values) : values;
}

function bounds(values: ArrayLike<number>, width: number): { min: number[]; max: number[] } {
  const min = new Array<number>(width).fill(Number.POSITIVE_INFINITY);
  const max = new Array<number>(width).fill(Number.NEGATIVE_INFINITY);
  for (let i = 0; i < values.length; i++) {
    min[i % width] = Math.min(min[i % width], values[i]);
    max[i % width] = Math.max(max[i % width], values[i]);
  }
  return { min, max };
}

/** The container around JSON and the parts of the binary chunk, each of them begun at a multiple of four bytes. */
export function packGlb(text: string, parts: readonly Uint8Array[]): Uint8Array {
  const json = new TextEncoder().encode(text);
  const jsonBytes = padded(json.length);
  const bytes = parts.reduce((sum, part) => sum + padded(part.length), 0);
  const file = new Uint8Array(12 + 8 + jsonBytes + 8 + bytes);
  const view = new DataView(file.buffer);
  const header = [0x46546c67, 2, file.length, jsonBytes, 0x4e4f534a];
  for (let i = 0; i < header.length; i++) view.setUint32(4 * i, header[i], true);
  file.fill(0x20, 20, 20 + jsonBytes); // the format pads JSON with spaces
  file.set(json, 20);
  let at = 20 + jsonBytes;
  view.setUint32(at, bytes, true);
  view.setUint32(at + 4, 0x004e4942, true);
  at += 8;
  for (const part of parts) {
    file.set(part, at);
    at += padded(part.length);
  }
  return file;
}

export function padded(bytes: number): number {
  return Math.ceil(bytes / 4) * 4;
}

// One value after another from the body of a PLY file, text or binary, never past its end.

import { MeshError } from '../mesh-error.ts';
import { decodeText } from './mesh-file.ts';
import type { PlyElement, PlyType } from './ply-header.ts';

export interface Values {
  next(type: PlyType): number;
  /** Reads the length of a list and refuses one that the rest of the file cannot hold. */
  listLength(count: PlyType, items: PlyType): number;
  /** Refuses an element that the rest of the file cannot hold, before anything is read for it. */
  expect(element: PlyElement): void;
}

const SIZES: Readonly<Record<PlyType, number>> = {
  int8: 1,
  uint8: 1,
  int16: 2,
  uint16: 2,
  int32: 4,
  uint32: 4,
  float32: 4,
  float64: 8,
};

export function binaryValues(body: Uint8Array, little: boolean): Values {
  const view = new DataView(body.buffer, body.byteOffset, body.byteLength);
  let at = 0;
  const next = (type: PlyType): number => {
    const from = at;
    at += SIZES[type];
    if (at > body.length) throw cutShort(`byte ${from} of the body`);
    switch (type) {
      case 'int8':
        return view.getInt8(from);
      case 'uint8':
        return view.getUint8(from);
      case 'int16':
        return view.getInt16(from, little);
      case 'uint16':
        return view.getUint16(from, little);
      case 'int32':
        return view.getInt32(from, little);
      case 'uint32':
        return view.getUint32(from, little);
      case 'float32':
        return view.getFloat32(from, little);
      case 'float64':
        return view.getFloat64(from, little);
    }
  };
  return {
    next,
    listLength: (count, items) => {
      const length = next(count);
      if (length < 0 || length * SIZES[items] > body.length - at) throw cutShort(`byte ${at} of the body`);
      return length;
    },
    expect: ({ name, count, properties }) => {
      const least = properties.reduce((sum, p) => sum + SIZES[p.count ?? p.type], 0);
      if (count > 0 && (least === 0 || count * least > body.length - at)) throw cutShort(`element ${name}`);
    },
  };
}

export function asciiValues(body: Uint8Array): Values {
  const text = decodeText(body);
  let at = 0;
  const next = (): number => {
    while (at < text.length && text.charCodeAt(at) <= 32) at++;
    const from = at;
    while (at < text.length && text.charCodeAt(at) > 32) at++;
    if (from === at) throw cutShort(`character ${from} of the body`);
    const value = Number(text.slice(from, at));
    if (!Number.isNaN(value)) return value;
    throw new MeshError(
      'a number is needed',
      `character ${from} of the body`,
      text.slice(from, at),
      'correct the file',
    );
  };
  return {
    next,
    listLength: () => {
      const length = next();
      // Every member takes a separator and a digit.
      if (!Number.isInteger(length) || length < 0 || 2 * length > text.length - at + 1) {
        throw cutShort(`character ${at} of the body`);
      }
      return length;
    },
    expect: ({ name, count, properties }) => {
      if (count > 0 && (properties.length === 0 || 2 * count * properties.length > text.length - at + 1)) {
        throw cutShort(`element ${name}`);
      }
    },
  };
}

function cutShort(where: string): MeshError {
  return new MeshError(
    'the file is too short for what its header promises',
    where,
    undefined,
    'save it again',
  );
}

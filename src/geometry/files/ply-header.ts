// The header of a PLY file: its format and the elements that follow, with their properties.

import { MeshError } from '../mesh-error.ts';
import { LIMITS } from './budget.ts';
import { requireCount } from './mesh-file.ts';

export type PlyType = 'int8' | 'uint8' | 'int16' | 'uint16' | 'int32' | 'uint32' | 'float32' | 'float64';

interface PlyProperty {
  readonly name: string;
  /** Of the value, or of the members of a list. */
  readonly type: PlyType;
  /** Type of a list's length; undefined for a scalar. */
  readonly count?: PlyType;
}

export interface PlyElement {
  readonly name: string;
  readonly count: number;
  readonly properties: readonly PlyProperty[];
}

export interface PlyHeader {
  readonly format: 'ascii' | 'binary_little_endian' | 'binary_big_endian';
  readonly elements: readonly PlyElement[];
  /** First byte after the header. */
  readonly bodyAt: number;
}

const TYPES: Readonly<Record<string, PlyType>> = {
  char: 'int8',
  uchar: 'uint8',
  short: 'int16',
  ushort: 'uint16',
  int: 'int32',
  uint: 'uint32',
  float: 'float32',
  double: 'float64',
  int8: 'int8',
  uint8: 'uint8',
  int16: 'int16',
  uint16: 'uint16',
  int32: 'int32',
  uint32: 'uint32',
  float32: 'float32',
  float64: 'float64',
};

const MOST_HEADER_BYTES = 65536;
const FORMATS = ['ascii', 'binary_little_endian', 'binary_big_endian'] as const;

export function readPlyHeader(bytes: Uint8Array): PlyHeader {
  const text = new TextDecoder('latin1').decode(bytes.subarray(0, MOST_HEADER_BYTES));
  const end = /(^|[\r\n])end_header[ \t]*(\r\n|\n|\r)/.exec(text);
  if (!text.startsWith('ply') || end === null) {
    throw new MeshError(
      'the file does not start with a PLY header',
      'file',
      text.slice(0, 12),
      'save it again as PLY',
    );
  }
  let format: PlyHeader['format'] | undefined;
  const elements: { name: string; count: number; properties: PlyProperty[] }[] = [];
  text
    .slice(0, end.index)
    .split(/\r\n|\n|\r/)
    .forEach((content, i) => {
      const where = `line ${i + 1}`;
      const words = content.trim().split(/\s+/);
      switch (words[0]) {
        case 'format':
          format = FORMATS.find((known) => known === words[1]);
          break;
        case 'element': {
          const count = Number(words[2]);
          requireCount(where, count, words[1] === 'vertex' ? LIMITS.vertices : LIMITS.triangles);
          if (elements.some(({ name }) => name === words[1])) {
            throw new MeshError('an element comes twice', where, words[1], 'save the file again');
          }
          elements.push({ name: words[1], count, properties: [] });
          break;
        }
        case 'property':
          if (elements.length === 0)
            throw new MeshError('a property before any element', where, content, 'save the file again');
          elements[elements.length - 1].properties.push(readProperty(words, where));
      }
    });
  if (format === undefined)
    throw new MeshError('the format is unknown', 'header', undefined, `use ${FORMATS.join(', ')}`);
  return { format, elements, bodyAt: end.index + end[0].length };
}

function readProperty(words: readonly string[], where: string): PlyProperty {
  const list = words[1] === 'list';
  const type = typeNamed(words[list ? 3 : 1], where);
  const name = words[list ? 4 : 2] ?? '';
  if (!list) return { name, type };
  const count = typeNamed(words[2], where);
  if (count.startsWith('float'))
    throw new MeshError('a list is counted by integers', where, words[2], 'save the file again');
  return { name, type, count };
}

function typeNamed(word: string | undefined, where: string): PlyType {
  if (word !== undefined && Object.hasOwn(TYPES, word)) return TYPES[word];
  throw new MeshError(
    'the type is unknown',
    where,
    word,
    `use one of ${Object.keys(TYPES).slice(0, 8).join(', ')}`,
  );
}

import { constants, deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { inflate } from '../../../src/geometry/files/inflate.ts';
import { readThreeMf } from '../../../src/geometry/files/3mf.ts';
import { MeshError } from '../../../src/geometry/mesh-error.ts';
import { zipOf } from './zip-of.ts';

/** Bytes with runs and repeats, so that every kind of code is used. */
const texts = fc
  .array(fc.tuple(fc.uint8Array({ maxLength: 40 }), fc.integer({ min: 1, max: 60 })), { maxLength: 40 })
  .map((parts) =>
    Uint8Array.from(
      parts.flatMap(([bytes, times]) => Array.from({ length: times }, () => [...bytes]).flat()),
    ),
  );

describe('inflate', () => {
  test('undoes deflate at every level and strategy', () => {
    const level = fc.integer({ min: 0, max: 9 });
    const strategy = fc.constantFrom(
      constants.Z_DEFAULT_STRATEGY,
      constants.Z_FIXED,
      constants.Z_HUFFMAN_ONLY,
      constants.Z_RLE,
    );
    fc.assert(
      fc.property(texts, level, strategy, (text, l, s) => {
        const back = inflate(new Uint8Array(deflateRawSync(text, { level: l, strategy: s })), text.length);
        expect(Buffer.compare(back, text)).toBe(0);
      }),
      { numRuns: 300 },
    );
  });

  test('undoes a megabyte of numbers', () => {
    const text = new TextEncoder().encode(
      Array.from({ length: 150_000 }, (_, i) => (i * 0.618) % 1).join(' '),
    );
    expect(Buffer.compare(inflate(new Uint8Array(deflateRawSync(text)), text.length), text)).toBe(0);
  });

  test('refuses more than it may, and a bomb before it goes off', () => {
    const bomb = new Uint8Array(deflateRawSync(new Uint8Array(50_000_000)));
    expect(() => inflate(bomb, 1000)).toThrow(MeshError);
  });

  test('damaged data ends with an error or other bytes, never with a hang or too much', () => {
    fc.assert(
      fc.property(
        texts,
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 8 }),
        (text, damage) => {
          const packed = new Uint8Array(deflateRawSync(text));
          for (const [at, value] of damage) packed[at % packed.length] = value;
          try {
            expect(inflate(packed, text.length).length).toBeLessThanOrEqual(text.length);
          } catch (error) {
            expect(error).toBeInstanceOf(MeshError);
          }
        },
      ),
      { numRuns: 1500 },
    );
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        try {
          expect(inflate(bytes, 10_000).length).toBeLessThanOrEqual(10_000);
        } catch (error) {
          expect(error).toBeInstanceOf(MeshError);
        }
      }),
      { numRuns: 1500 },
    );
  });
});

const tetrahedron =
  '<object id="1"><mesh><vertices><vertex x="0" y="0" z="0"/><vertex x="1" y="0" z="0"/><vertex x="0" y="1" z="0"/><vertex x="0" y="0" z="1"/></vertices>' +
  '<triangles><triangle v1="0" v2="2" v3="1"/><triangle v1="0" v2="3" v3="2"/><triangle v1="0" v2="1" v3="3"/><triangle v1="1" v2="2" v3="3"/></triangles></mesh></object>';

function packed(
  resources: string,
  build = '<item objectid="1"/>',
  more: Record<string, string> = {},
): Uint8Array {
  const model = `<model><resources>${resources}</resources><build>${build}</build></model>`;
  return zipOf({ '3D/3dmodel.model': model, ...more }, (data) => new Uint8Array(deflateRawSync(data)));
}

describe('3MF', () => {
  test('reads objects of other parts of the package, in metres', () => {
    const other = `<model unit="millimeter"><resources>${tetrahedron}</resources></model>`;
    const bytes = packed(
      '<object id="9" name="a &amp; b"><components><component p:path="/3D/Objects/o.model" objectid="1"/></components></object>',
      '<item objectid="9" transform="0 1 0 -1 0 0 0 0 1 10 20 30"/>',
      { '3D/Objects/o.model': other },
    );
    const { meshes } = readThreeMf(bytes);
    expect(meshes.map(({ name }) => name)).toEqual(['a & b']);
    // The x axis goes to y, then everything moves by (10, 20, 30) mm.
    expect(Array.from(meshes[0].mesh.positions.subarray(3, 6), (x) => Number(x.toFixed(9)))).toEqual([
      0.01, 0.021, 0.03,
    ]);
  });

  test('refuses cycles, doubling without end, missing objects and vertices', () => {
    const two = (id: number, of: number) =>
      `<object id="${id}"><components>${`<component objectid="${of}"/>`.repeat(8)}</components></object>`;
    const towers = Array.from({ length: 12 }, (_, i) => two(i + 2, i + 1)).join('');
    for (const bytes of [
      packed(two(1, 1)),
      packed(two(1, 2) + two(2, 1)),
      packed(tetrahedron + towers, '<item objectid="13"/>'),
      packed('<object id="1"><components/></object>' + towers, '<item objectid="13"/>'),
      packed('', '<item objectid="7"/>'),
      packed(tetrahedron.replace('v3="3"', 'v3="4"')),
      packed(tetrahedron.replace('x="1"', 'x="1e999"')),
      packed(tetrahedron, '<item objectid="1" transform="1 2 3"/>'),
      packed(tetrahedron, ''),
    ]) {
      expect(() => readThreeMf(bytes)).toThrow(MeshError);
    }
  });

  test('a damaged file is refused or read, never worse', () => {
    const whole = packed(tetrahedron);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        (damage, cut) => {
          const bytes = whole.slice(0, cut % 3 === 0 ? cut % whole.length : whole.length);
          for (const [at, value] of damage) if (bytes.length > 0) bytes[at % bytes.length] = value;
          try {
            readThreeMf(bytes);
          } catch (error) {
            expect(error).toBeInstanceOf(MeshError);
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});

import { deflateSync } from 'node:zlib';

export interface Written {
  readonly shape: readonly number[];
  readonly values: readonly number[];
  /** Chunks of this shape, shuffled and deflated; one block otherwise. */
  readonly chunk?: readonly number[];
  readonly texts?: Readonly<Record<string, string>>;
}

const u16 = (n: number): number[] => [n & 255, n >> 8];
const u32 = (n: number): number[] => [0, 8, 16, 24].map((s) => (n >>> s) & 255);
const u64 = (n: number): number[] => [...u32(n % 2 ** 32), ...u32(Math.floor(n / 2 ** 32))];
const NOWHERE = new Array<number>(8).fill(255);
const ascii = (text: string): number[] => [...new TextEncoder().encode(text)];
const message = (type: number, body: readonly number[]): number[] => [type, ...u16(body.length), 0, ...body];
const header = (messages: readonly number[][]): number[] => {
  const all = messages.flat();
  return [...ascii('OHDR'), 2, 2, ...u32(all.length), ...all, 0, 0, 0, 0];
};
const float64 = [0x11, 0x20, 63, 0, ...u32(8), ...u16(0), ...u16(64), 52, 11, 0, 52, ...u32(1023)];

/** A small HDF5 file of doubles, with the names of its arrays in the header of its root. */
export function writeHdf5(arrays: Readonly<Record<string, Written>>): Uint8Array {
  const out: number[] = new Array<number>(48).fill(0);
  const put = (bytes: Iterable<number>): number => {
    const at = out.length;
    for (const byte of bytes) out.push(byte);
    return at;
  };
  const links = Object.entries(arrays).map(([name, array]) => {
    const at = writeArray(array, put);
    return message(6, [1, 0, ascii(name).length, ...ascii(name), ...u64(at)]);
  });
  const root = put(header(links));
  out.splice(
    0,
    48,
    0x89,
    0x48,
    0x44,
    0x46,
    13,
    10,
    26,
    10,
    2,
    8,
    8,
    0,
    ...u64(0),
    ...NOWHERE,
    ...u64(out.length),
    ...u64(root),
    0,
    0,
    0,
    0,
  );
  return Uint8Array.from(out);
}

function writeArray(
  { shape, values, chunk, texts = {} }: Written,
  put: (bytes: Iterable<number>) => number,
): number {
  const messages = [
    message(1, [2, shape.length, 0, 1, ...shape.flatMap(u64)]),
    message(3, float64),
    ...Object.entries(texts).map(([name, text]) =>
      message(12, [
        3,
        0,
        ...u16(name.length + 1),
        ...u16(8),
        ...u16(4),
        0,
        ...ascii(`${name}\0`),
        0x13,
        0,
        0,
        0,
        ...u32(text.length),
        2,
        0,
        0,
        0,
        ...ascii(text),
      ]),
    ),
  ];
  if (!chunk) {
    const at = put(new Uint8Array(Float64Array.from(values).buffer));
    return put(header([...messages, message(8, [3, 1, ...u64(at), ...u64(8 * values.length)])]));
  }
  const entries: number[] = [];
  let count = 0;
  const visit = (offsets: number[]): void => {
    if (offsets.length < shape.length) {
      for (let o = 0; o < shape[offsets.length]; o += chunk[offsets.length]) visit([...offsets, o]);
      return;
    }
    const data = new Float64Array(chunk.reduce((a, b) => a * b, 1));
    data.forEach((_, i) => {
      let rest = i;
      let from = 0;
      let inside = true;
      const index = [...chunk]
        .reverse()
        .map((c) => {
          const k = rest % c;
          rest = Math.floor(rest / c);
          return k;
        })
        .reverse();
      index.forEach((k, d) => {
        inside &&= offsets[d] + k < shape[d];
        from = from * shape[d] + offsets[d] + k;
      });
      data[i] = inside ? values[from] : 0;
    });
    const plain = new Uint8Array(data.buffer);
    const shuffled = plain.map((_, i) => plain[(i % data.length) * 8 + Math.floor(i / data.length)]);
    const packed = deflateSync(shuffled);
    const at = put(packed);
    entries.push(...u32(packed.length), ...u32(0), ...[...offsets, 0].flatMap(u64), ...u64(at));
    count++;
  };
  visit([]);
  const tree = put([...ascii('TREE'), 1, 0, ...u16(count), ...NOWHERE, ...NOWHERE, ...entries]);
  return put(
    header([
      ...messages,
      message(11, [
        2,
        2,
        ...u16(2),
        ...u16(0),
        ...u16(1),
        ...u32(8),
        ...u16(1),
        ...u16(0),
        ...u16(1),
        ...u32(6),
      ]),
      message(8, [3, 2, shape.length + 1, ...u64(tree), ...chunk.flatMap(u32), ...u32(8)]),
    ]),
  );
}

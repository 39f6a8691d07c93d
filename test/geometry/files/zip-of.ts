// A small ZIP file for tests.

/** @param pack  raw deflate; stored where absent */
export function zipOf(
  members: Readonly<Record<string, string>>,
  pack?: (data: Uint8Array) => Uint8Array,
): Uint8Array {
  const encoder = new TextEncoder();
  const parts: number[] = [];
  const directory: number[] = [];
  const word = (list: number[], value: number, bytes: number) => {
    for (let k = 0; k < bytes; k++) list.push((value >>> (8 * k)) & 255);
  };
  for (const [name, text] of Object.entries(members)) {
    const data = encoder.encode(text);
    const packed = pack ? pack(data) : data;
    const path = encoder.encode(name);
    const header = parts.length;
    const common = (list: number[]) => {
      word(list, 20, 2);
      word(list, 0, 2);
      word(list, pack ? 8 : 0, 2);
      for (const [value, bytes] of [
        [0, 4],
        [0, 4],
        [packed.length, 4],
        [data.length, 4],
        [path.length, 2],
        [0, 2],
      ])
        word(list, value, bytes);
    };
    word(parts, 0x04034b50, 4);
    common(parts);
    parts.push(...path, ...packed);
    word(directory, 0x02014b50, 4);
    word(directory, 20, 2);
    common(directory);
    for (const [value, bytes] of [
      [0, 2],
      [0, 2],
      [0, 2],
      [0, 4],
      [header, 4],
    ])
      word(directory, value, bytes);
    directory.push(...path);
  }
  const count = Object.keys(members).length;
  const end: number[] = [];
  for (const [value, bytes] of [
    [0x06054b50, 4],
    [0, 2],
    [0, 2],
    [count, 2],
    [count, 2],
    [directory.length, 4],
    [parts.length, 4],
    [0, 2],
  ])
    word(end, value, bytes);
  return Uint8Array.from([...parts, ...directory, ...end]);
}

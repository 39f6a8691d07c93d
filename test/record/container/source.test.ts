// Bytes from anywhere: of a web server that knows ranges or does not, and what is refused.

import { afterEach, describe, expect, test, vi } from 'vitest';
import { blobSource, bytesSource, httpSource, readRange } from '../../../src/record/container/source.ts';
import { RecordingError } from '../../../src/record/error.ts';

const bytes = Uint8Array.from({ length: 600_000 }, (_, i) => (7 * i) % 251);
const URL = 'https://example.org/x.carom';

afterEach(() => vi.unstubAllGlobals());

interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: Uint8Array<ArrayBuffer>;
}

/** A server; without an answer of its own it knows ranges. */
function serve(answer: (range: string) => Answer = () => ({})): string[] {
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (url: string, { headers }: { headers: { Range: string } }) => {
    expect(url).toBe(URL);
    const { Range } = headers;
    asked.push(Range);
    const [from, until] = Range.slice('bytes='.length).split('-').map(Number);
    const ranged = { 'content-range': `bytes ${from}-${until}/${bytes.length}` };
    const { status = 206, headers: said = ranged, body = bytes.slice(from, until + 1) } = answer(Range);
    return new Response(status === 404 ? null : body, { status, headers: said });
  });
  return asked;
}

describe('a file on the web', () => {
  test('is read by ranges', async () => {
    const asked = serve();
    const source = await httpSource(URL);
    expect(asked).toEqual(['bytes=0-0']);
    expect(source.size).toBe(bytes.length);
    expect(await source.read(1000, 10)).toEqual(bytes.slice(1000, 1010));
    expect(asked.slice(1)).toEqual([`bytes=0-${(1 << 18) - 1}`]);
    expect(await source.read(bytes.length - 5, 5)).toEqual(bytes.slice(-5));
    expect(asked[2]).toBe(`bytes=${2 << 18}-${bytes.length - 1}`);
    expect(await source.read(7, 0)).toHaveLength(0);
    expect(asked).toHaveLength(3);
    await source.close();
  });

  test('is taken whole from a server that knows no ranges', async () => {
    const asked = serve(() => ({ status: 200, headers: {}, body: bytes }));
    const source = await httpSource(URL);
    expect(await source.read(5, 3)).toEqual(bytes.slice(5, 8));
    expect(asked).toHaveLength(1);
  });

  test('is not taken whole where it is longer than a gigabyte', async () => {
    const said = (length: number) => ({ status: 200, headers: { 'content-length': String(length) } });
    serve(() => said(2 ** 30 + 1));
    await expect(httpSource(URL)).rejects.toThrow(/knows no ranged requests/);
    serve(() => ({ ...said(2 ** 30), body: bytes.slice(0, 9) }));
    expect((await httpSource(URL)).size).toBe(9);
  });

  test.each([
    ['that is not there', () => ({ status: 404 }), /answered 404/],
    ['of unknown length', () => ({ headers: { 'content-range': 'bytes 0-0/*' } }), /how long the file is/],
    ['without a range', () => ({ headers: {} }), /how long the file is/],
    [
      'of a length beyond all numbers',
      () => ({ headers: { 'content-range': `bytes 0-0/${'9'.repeat(20)}` } }),
      /how long/,
    ],
  ])('%s is an error', async (_, answer, message) => {
    serve(answer);
    await expect(httpSource(URL)).rejects.toThrow(message);
  });

  test('whose server stops answering with ranges is an error', async () => {
    let answers = 0;
    serve(() => (answers++ === 0 ? {} : { status: 200, headers: {} }));
    const source = await httpSource(URL);
    await expect(source.read(0, 4)).rejects.toThrow(/answered 200/);
    serve(() => ({ status: 206, body: bytes.slice(0, 1) }));
    const short = await httpSource(URL);
    await expect(short.read(0, 4)).rejects.toThrow(/gave less than it promised/);
  });
});

describe('a range', () => {
  const source = bytesSource(bytes.subarray(0, 10));

  test('lies inside its source', async () => {
    expect(await readRange(source, 0, 10, 'x')).toEqual(bytes.slice(0, 10));
    expect(await readRange(source, 10, 0, 'x')).toHaveLength(0);
    for (const [from, length] of [
      [-1, 2],
      [0, 11],
      [10, 1],
      [3, -1],
      [Number.NaN, 1],
      [0, Number.NaN],
    ])
      await expect(readRange(source, from, length, 'x')).rejects.toThrow(RecordingError);
  });

  test('that is given too short is an error', async () => {
    const short = { ...source, read: async () => new Uint8Array(3) };
    await expect(readRange(short, 0, 4, 'x')).rejects.toThrow(/became shorter/);
    expect(await readRange(short, 0, 3, 'x')).toHaveLength(3);
  });

  test('of memory or of a blob is a copy', async () => {
    for (const one of [source, blobSource(new Blob([bytes.subarray(0, 10)]))]) {
      expect(one.size).toBe(10);
      const read = await one.read(2, 3);
      expect(read).toEqual(bytes.slice(2, 5));
      read.fill(0);
      expect(await one.read(2, 3)).toEqual(bytes.slice(2, 5));
      await one.close();
    }
  });
});

// What is read from files of every kind is, to the bit, what it was when bits.json was written: bodies, meshes, motions, and
// of files that are refused the places that are told. What changes it on purpose writes it anew:
//
//   GOLDEN=write npx vitest run test/scene/bits.test.ts

import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { digest } from '../golden/digest.ts';
import { makers } from './bits.ts';

const file = new URL('bits.json', import.meta.url);
const isWriting = process.env['GOLDEN'] === 'write';
const held: Record<string, string> = isWriting ? {} : JSON.parse(readFileSync(file, 'utf8'));

for (const [name, make] of Object.entries(makers))
  test(name, async () => {
    const value = make();
    const found = await digest(value);
    if (isWriting) held[name] = found;
    else expect(found, await partsOf(value)).toBe(held[name]);
  });

/** Of a list the first digits of each item's digest: which of many is another shows beside a run in which all are as they were. */
async function partsOf(value: unknown): Promise<string> {
  const items = Array.isArray(value) ? value : [];
  return (await Promise.all(items.map(digest))).map((text) => text.slice(0, 6)).join(' ');
}

test('nothing that is held is no longer made', () => {
  expect(Object.keys(held).sort()).toEqual(Object.keys(makers).sort());
});

afterAll(() => {
  if (isWriting) writeFileSync(file, `${JSON.stringify(held, null, 2)}\n`);
});

// Every engine, exporter and compiler gives the bits that it gave when golden.json was written. What changes them on
// purpose writes it anew, and its difference then says what has changed:
//
//   GOLDEN=write npx vitest run test/golden

import { readFileSync, writeFileSync } from 'node:fs';
import { afterAll, expect, test } from 'vitest';
import { digest } from './digest.ts';
import { makers } from './makers.ts';

const file = new URL('golden.json', import.meta.url);
const isWriting = process.env['GOLDEN'] === 'write';
const golden: Record<string, string> = isWriting ? {} : JSON.parse(readFileSync(file, 'utf8'));

for (const [name, make] of Object.entries(makers))
  test(name, async () => {
    const value = await make();
    expect(value).toBeDefined();
    if (isWriting) golden[name] = await digest(value);
    else expect(await digest(value)).toBe(golden[name]);
  });

test('nothing that is held is no longer made', () => {
  expect(Object.keys(golden).sort()).toEqual(Object.keys(makers).sort());
});

afterAll(() => {
  if (!isWriting) return;
  const missing = Object.keys(makers).filter((name) => golden[name] === undefined);
  if (missing.length > 0)
    throw new Error(`nothing is written, for these were not made: ${missing.join('; ')}`);
  const inOrder = Object.fromEntries(Object.keys(makers).map((name) => [name, golden[name]]));
  writeFileSync(file, `${JSON.stringify(inOrder, null, 2)}\n`);
});

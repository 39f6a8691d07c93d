// Rows out of bytes, however these are cut, and whatever else stands between them.

import { expect, test } from 'vitest';
import type { Row } from '../../../src/farm/watch/index.ts';
import { JournalReader } from '../../../studio/src/sweep/journal.ts';
import { sweepRow } from './rows.ts';

const bytesOf = (...lines: readonly unknown[]) =>
  new TextEncoder().encode(
    lines.map((line) => `${typeof line === 'string' ? line : JSON.stringify(line)}\n`).join(''),
  );

test('rows are the same however their bytes come, and one without its end is waited for', () => {
  const rows = [0, 1, 2].map((run) => sweepRow(run, { what: `über ${run} €` }));
  const bytes = bytesOf(...rows);
  for (const size of [1, 7, 100, bytes.length]) {
    const reader = new JournalReader();
    const read: Row[] = [];
    for (let at = 0; at < bytes.length; at += size) read.push(...reader.push(bytes.subarray(at, at + size)));
    expect(read).toEqual(rows);
    expect(reader.damaged).toBe(0);
  }
  expect(new JournalReader().push(bytes.subarray(0, bytes.length - 1))).toEqual(rows.slice(0, 2));
});

test('what is no row is passed over and counted', () => {
  const reader = new JournalReader();
  const strange = [
    'not JSON',
    {},
    { ...sweepRow(1), recording: '../../etc/passwd.carom' },
    { ...sweepRow(1), recording: '/etc/passwd' },
    { ...sweepRow(1), recording: 'runs/../../x.carom' },
    { ...sweepRow(1), values: { '<img src=x>': 1 } },
    { ...sweepRow(1), measures: { slip: 'much' } },
    { ...sweepRow(1), ended: '<b>done</b>' },
    { ...sweepRow(1), more: 1 },
    { ...sweepRow(1), run: -1 },
  ];
  expect(reader.push(bytesOf(sweepRow(0), ...strange, sweepRow(2))).map(({ run }) => run)).toEqual([0, 2]);
  expect(reader.damaged).toBe(strange.length);
});

test('a file without line ends is no journal', () => {
  const reader = new JournalReader();
  expect(() => {
    for (let i = 0; i < 10; i++) reader.push(new Uint8Array(1 << 20).fill(65));
  }).toThrow('no journal');
});

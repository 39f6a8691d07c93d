import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { endings } from '../../src/cli/exit-codes.ts';
import { carom } from './carom.ts';

test('the manual and --help have the table of exit codes', async () => {
  const [, section] = readFileSync('docs/cli.md', 'utf8').split('## Exit codes');
  const rows = [...section.split('\n## ')[0].matchAll(/^\| (\d+) \| (.+) \|$/gm)];
  const known = Object.values(endings);
  expect(rows.map(([, code, means]) => ({ code: Number(code), means }))).toEqual(known);
  const { stdout } = await carom(['--help'], '.');
  const printed = stdout.replaceAll(/\s+/g, ' ');
  for (const { code, means } of known) expect(printed).toContain(`${code} ${means.replaceAll('`', '')}`);
  expect(new Set(known.map(({ code }) => code)).size).toBe(known.length);
});

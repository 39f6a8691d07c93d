import { describe, expect, test } from 'vitest';
import { asStarted, pasted, quoted, startedAs } from '../../src/cli/pasted.ts';

describe('how the program was started', () => {
  const cwd = '/home/ann/project';
  test.each([
    [
      'npm run carom --',
      { npm_command: 'run-script', npm_lifecycle_event: 'carom' },
      `${cwd}/scripts/carom.mjs`,
    ],
    ['npx carom', { npm_command: 'exec' }, '/home/ann/.npm/_npx/1/node_modules/.bin/carom'],
    [
      'npx carom',
      { npm_command: 'run-script', npm_lifecycle_event: 'sim' },
      `${cwd}/node_modules/.bin/carom`,
    ],
    ['npx carom', {}, `${cwd}/node_modules/carom/dist/cli/main.js`],
    ['carom', {}, '/usr/local/bin/carom'],
    ['carom', {}, '/usr/local/lib/node_modules/carom/dist/cli/main.js'],
    ['node dist/cli/main.js', {}, `${cwd}/dist/cli/main.js`],
    ["node '../my tools/main.js'", {}, '/home/ann/my tools/main.js'],
  ])('%s', (said, env, script) => {
    expect(startedAs({ env, script, cwd })).toBe(said);
  });
});

test('arguments are quoted where a shell would take them apart', () => {
  expect(quoted('out/box-1_a.carom', 'linux')).toBe('out/box-1_a.carom');
  expect(quoted('Größe.carom', 'linux')).toBe('Größe.carom');
  expect(quoted('my scene/$HOME.json', 'linux')).toBe("'my scene/$HOME.json'");
  expect(quoted("ann's `x`", 'linux')).toBe("'ann'\\''s `x`'");
  expect(quoted('', 'linux')).toBe("''");
  expect(quoted('out\\a b.carom', 'win32')).toBe('"out\\a b.carom"');
  expect(quoted('out\\a.carom', 'win32')).toBe('out\\a.carom');
});

test('texts that name commands name them as started, and no other words', () => {
  const before = process.argv[1];
  process.argv[1] = '/x/dist/cli/main.js';
  try {
    const start = pasted().trimEnd();
    expect(asStarted('  carom run a && carom view b', ['run', 'view'])).toBe(
      `  ${start} run a && ${start} view b`,
    );
    expect(asStarted('the carom table, a.carom run, carom runs', ['run', 'view'])).toBe(
      'the carom table, a.carom run, carom runs',
    );
  } finally {
    process.argv[1] = before;
  }
});

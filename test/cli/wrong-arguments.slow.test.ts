// Every command with everything that people give by mistake: a sentence and an exit code, never the words of the system, never
// what is not a number, never a stack trace.

import { chmodSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { carom } from './carom.ts';

let folder: string;
/** Administrators may read everything, so that nothing is unreadable to them. */
const isRoot = process.getuid?.() === 0;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'carom-wrong-'));
  mkdirSync(join(folder, 'a-folder'));
  for (const ending of ['json', 'carom', 'stl', 'glb', 'lagrange', 'csv', 'dat', 'wav', 'sofa', 'msh'])
    writeFileSync(join(folder, `empty.${ending}`), '');
  writeFileSync(join(folder, 'text.carom'), 'this is a text');
  writeFileSync(join(folder, 'text.json'), 'this is a text');
  writeFileSync(join(folder, 'list.json'), '[1, 2, 3]');
  writeFileSync(join(folder, 'zip.carom'), 'PK\x03\x04 this is nothing');
  writeFileSync(join(folder, 'binary.stl'), new Uint8Array(200).fill(255));
  symlinkSync('loop.carom', join(folder, 'loop.carom'));
  writeFileSync(join(folder, 'secret.carom'), 'PK');
  chmodSync(join(folder, 'secret.carom'), 0);
  const body = { shape: { kind: 'box' }, position: [0, 1, 0] };
  const scene = { name: 'fall', engine: 'flight', duration: 0.05, bodies: [body] };
  writeFileSync(join(folder, 'fall.json'), JSON.stringify(scene));
  expect((await carom(['run', 'fall.json', '--out', 'fall.carom'], folder)).status).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const paths = [
  'nothere',
  'nothere.carom',
  'no/such/file.json',
  'a-folder',
  'empty.json',
  'empty.carom',
  'empty.stl',
  'empty.glb',
  'text.carom',
  'text.json',
  'list.json',
  'zip.carom',
  'binary.stl',
  'loop.carom',
  'fall.json/below',
  `${'long'.repeat(80)}.carom`,
  '',
  ...(isRoot ? [] : ['secret.carom']),
];

const withPath: readonly (readonly string[])[] = [
  ['run', '@'],
  ['run', 'fall.json', '--inputs', '@', '--out', 'x.carom'],
  ['rewind', '@'],
  ['transitions', '@'],
  ['spread', '@'],
  ['fix', '@'],
  ['verify', '@'],
  ['view', '@'],
  ['studio', '@/nothere'],
  ['export', '@', 'x.glb'],
  ['export', 'fall.carom', '--into', '@'],
  ['compile', '@'],
  ['modes', '@'],
  ['sound', '@'],
  ['sound', 'fall.carom', '--head', '@'],
  ['strike', '@'],
  ['strike', 'box', '--fit', '@'],
  ['info', '@'],
  ['info', '@', '--gaps'],
  ['info', '@', '--repair'],
  ['examples', '@'],
  ['engines', '@'],
  ['new', '@', '--out', 'made'],
  ['check', 'ccd', '@'],
  ['check', 'lcp', '@'],
  ['check', 'friction', '@'],
];

const wrongNumbers: readonly (readonly string[])[] = [
  ['dice', 'a'],
  ['dice', '7'],
  ['dice', '1', '--seed', 'x'],
  ['dice', '1', '--at', 'x,y'],
  ['spell', 'hi', '--columns', 'many'],
  ['spell', 'hi', '--cell', 'NaN'],
  ['run', 'fall.json', '--steps', '1.5'],
  ['run', 'fall.json', '--duration', 'NaN'],
  ['run', 'fall.json', '--duration', '-1'],
  ['run', 'fall.json', '--threads', 'two'],
  ['run', 'fall.json', '--max-memory', 'much'],
  ['run', 'fall.json', '--set', 'timeStep=fast'],
  ['run', 'fall.json', '--set', 'timeStep'],
  ['run', 'fall.json', '--control', 'x=1'],
  ['run', 'fall.json', '--out', 'a-folder'],
  ['run', 'fall.json', '--out', 'fall.json'],
  ['run', 'fall.json', '--engine', 'none'],
  ['fix', 'fall.json', '--gap', 'wide'],
  ['verify', 'fall.carom', '--faults', 'all'],
  ['view', 'fall.carom', '--port', '99999'],
  ['studio', '.', '--port', 'x'],
  ['export', 'fall.carom', 'x.png', '--size', 'large'],
  ['export', 'fall.carom', 'x.png', '--camera', '1,2'],
  ['export', 'fall.carom', 'x.xyz'],
  ['export', 'fall.carom', 'fall.json/x.glb'],
  ['compile', 'fall.json', '--bound', 'x'],
  ['modes', 'box', '--count', 'x'],
  ['modes', 'box', '--set', 'size=a'],
  ['modes', 'box', '--material', 'cheese'],
  ['modes', 'box', '--material', '{'],
  ['sound', 'fall.carom', '--gain', 'loud'],
  ['strike', 'box', '--hits', 'x'],
  ['info', 'fall.carom', '--gaps', '--frame', '99'],
  ['check', 'friction', 'a-folder', '--cone', '3'],
  ['new'],
  ['nonsense'],
  ['run'],
];

const FORBIDDEN =
  /\bE(?:NOENT|ISDIR|NOTDIR|ACCES|PERM|LOOP|INVAL|NAMETOOLONG|IO)\b|ERR_|NaN\b|undefined|\[object|fault of Carom itself|\n {4}at |RangeError|TypeError/;

async function expectSentence(args: readonly string[]): Promise<void> {
  const { status, stdout, stderr } = await carom(args, folder);
  const line = `carom ${args.join(' ')}`;
  expect(status, `${line}\n${stdout}${stderr}`).not.toBe(0);
  expect([1, 2, 5, 6], `${line}\n${stderr}`).toContain(status);
  expect(stderr.length, line).toBeGreaterThan(10);
  const own = args.reduce((text, word) => (word === '' ? text : text.replaceAll(word, '')), stderr);
  expect(own, line).not.toMatch(FORBIDDEN);
}

describe('paths', () => {
  test.each(withPath)('carom %s %s %s', async (...args) => {
    for (const path of paths) {
      // what is no scene for `run` may be a fine argument elsewhere
      const isFine = (args[0] === 'info' && path === 'fall.json') || (args[0] === 'examples' && path === '');
      if (!isFine) await expectSentence(args.map((word) => word.replace('@', path)));
    }
  });
});

test.each(wrongNumbers)('carom %s %s %s %s', (...args) =>
  expectSentence(args.filter((word) => word !== undefined)),
);

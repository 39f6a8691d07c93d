// Names that strangers choose are shown, never obeyed.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { Progress } from '../../src/cli/progress.ts';
import { paint } from '../../src/cli/paint.ts';
import { printable, withoutControls } from '../../src/cli/write-text.ts';
import { caromRaw } from './carom.ts';

/** Clears the screen, rings, sets the title, overwrites the line, C1 control sequences, turned text, our own green. */
const HOSTILE = 'a\x1b[2J\x07\x1b]0;t\x07\rb\x9b31m\x85\x7f\u202egnp\u2066\u2028\x1b[32mverified\x1b[39m';
/** Those that drive a terminal, but for line feed and tab, and those that turn text about. */
function controlsIn(text: string): string[] {
  const turning = [0x61c, 0x200e, 0x200f, 0x2028, 0x2029];
  const isControl = (code: number) =>
    (code < 0x20 && code !== 9 && code !== 10) ||
    (code >= 0x7f && code < 0xa0) ||
    (code >= 0x202a && code <= 0x202e) ||
    (code >= 0x2066 && code <= 0x2069) ||
    turning.includes(code);
  return [...text].filter((one) => isControl(one.charCodeAt(0)));
}

/** Without our own colours, which some machines ask for. */
function uncoloured(text: string): string {
  return [1, 2, 22, 31, 32, 33, 36, 39].reduce((left, code) => left.replaceAll(`\x1b[${code}m`, ''), text);
}

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'carom-controls-'));
  const body = { name: HOSTILE, shape: { kind: 'box' }, position: [0, 1, 0] };
  const scene = { name: HOSTILE, description: HOSTILE, engine: 'flight', duration: 0.05, bodies: [body] };
  writeFileSync(join(folder, 'scene.json'), JSON.stringify(scene));
  writeFileSync(join(folder, 'bad.json'), JSON.stringify({ ...scene, [HOSTILE]: 1, engine: HOSTILE }));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('every control character is shown as JSON writes it, and nothing else is changed', () => {
  expect(withoutControls('Größe → 3 µm, 日本 👩‍🔬\tfine\n')).toBe('Größe → 3 µm, 日本 👩‍🔬\tfine\n');
  const shown = withoutControls(HOSTILE);
  expect(controlsIn(shown)).toEqual([]);
  expect(JSON.parse(`"${shown}"`)).toBe(HOSTILE);
});

test('a name that paints as we do paints nothing', () => {
  expect(controlsIn(printable('\x1b[31mx\x1b[39m'))).toEqual([]);
  // also where it is what we have just printed
  expect(controlsIn(printable(printable(paint.red('x'))))).toEqual([]);
});

test('progress shows what it does without obeying it', () => {
  const written: string[] = [];
  const terminal = { isTTY: true, columns: 200, write: (text: string) => written.push(text) };
  new Progress(false, terminal, () => 0).update(0.5, HOSTILE);
  // its own: back to the start of the line, and clear what is right of it
  const own = uncoloured(written.join('')).slice('\r'.length, -'\x1b[K'.length);
  expect(own).toContain('\\u001b');
  expect(controlsIn(own)).toEqual([]);
});

describe('no command lets them through', () => {
  const lines = [
    ['info', 'scene.json'],
    ['info', 'scene.json', '--json'],
    ['info', 'scene.json', '--gaps'],
    ['run', 'scene.json', '--out', `${HOSTILE.replaceAll('/', '')}.carom`],
    ['run', 'scene.json', '--json', '--verify', '--out', 'a.carom'],
    ['run', 'bad.json'],
    ['run', HOSTILE],
    ['verify', `${HOSTILE}.carom`],
    ['fix', 'scene.json'],
    ['modes', 'scene.json', '--body', `${HOSTILE}!`],
    ['export', 'none.carom', HOSTILE],
    ['examples', HOSTILE],
    ['compile', HOSTILE],
    ['new', HOSTILE],
    ['dice', HOSTILE],
    [HOSTILE],
    ['run', `--${HOSTILE}`],
  ];
  test.each(lines.map((args) => [withoutControls(args.join(' ')), args] as const))(
    'carom %s',
    async (_, args) => {
      const { stdout, stderr } = await caromRaw(args, folder);
      expect(stdout + stderr).not.toBe('');
      expect(controlsIn(uncoloured(stdout + stderr))).toEqual([]);
    },
  );
});

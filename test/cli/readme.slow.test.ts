// What README and the manual say to type works as it stands there: each block in a folder of its own, in which there is what
// a clone and a person's own files are. What is printed is not compared with the prose; how it ends and what is written is.

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { builtLibrary } from '../built.ts';
import { cylinder } from '../../src/geometry/primitives/index.ts';
import { translateMesh } from '../../src/geometry/index.ts';
import { writeGlb } from '../geometry/files/write-glb.ts';
import { isLong } from '../tier.ts';
import { carom } from './carom.ts';
import { commandsIn } from './commands-in.ts';
import { block, hinge, stl } from './printed-parts.ts';

const folders: string[] = [];
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** What is not run at all, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  'npm start': 'installs, builds and serves the whole: test/package starts it',
  'npm test': 'this is it',
  'npm run carom -- studio': 'needs the page built by Vite: test/cli/look/studio.test.ts serves it',
};

/** What takes long is run in the long tier only. */
const LONG: Readonly<Record<string, string>> = {
  'run hello.json': '20 s',
  'rewind hello.json': 'minutes',
  'run parcel': '8 s',
  'view out/parcel.carom': 'needs the run before',
  'run reef-knot': '10 s',
  'view out/reef-knot.carom': 'needs the run before',
  'strike bell.stl': '24 hits of boundary elements',
};

const FILES: Readonly<Record<string, () => Uint8Array>> = {
  'hinge.stl': () => stl(hinge()[0], hinge()[1]),
  'pin.stl': () => stl(hinge()[2]),
  'bell.stl': () => stl(cylinder.make({ radius: 20, length: 6 })),
  'room.glb': () =>
    writeGlb([
      { name: 'Crate 1', mesh: block([0.5, 0.5, 0.5], [0, 0.3, 0]) },
      { name: 'Crate 2', mesh: block([0.5, 0.5, 0.5], [0.1, 0.9, 0]) },
      { name: 'Ground', mesh: translateMesh(block([4, 0.1, 4], [0, 0, 0]), [0, -0.1, 0]) },
    ]),
};

function freshFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'carom-readme-'));
  folders.push(folder);
  symlinkSync(resolve('examples'), join(folder, 'examples'));
  for (const [name, bytes] of Object.entries(FILES)) writeFileSync(join(folder, name), bytes());
  return folder;
}

/** What a command must have written, by its first words. */
const WRITES: Readonly<Record<string, (args: readonly string[]) => readonly string[]>> = {
  run: ([, scene, ...more]) => {
    const at = more.indexOf('--out');
    const name = scene
      .split('/')
      .at(-1)
      ?.replace(/\.\w+$/, '');
    return [at < 0 ? `out/${name}.carom` : more[at + 1]];
  },
  new: ([, first, second]) => {
    const named = first.startsWith('--') && /\.[a-z]+$/.test(second) ? second : first;
    return [`${named.replace(/^--/, '').replace(/\.\w+$/, '')}/scene.json`];
  },
  fix: ([, folder]) => [`${folder}/scene.json`, `${folder}/scene.before-fix.json`],
  export: ([, , file, original]) => [file === '--into' ? original.replace('.glb', '.animated.glb') : file],
  dice: () => ['dice.json'],
  spell: ([, text]) => [`${text.toLowerCase()}.json`],
  sound: ([, recording]) => [recording.replace('.carom', '.wav')],
  strike: () => ['out/strikes/index.json'],
};

/** Those that serve until they are interrupted are asked for their page once. */
const SERVES = ['view'];

const argumentsOf = (words: readonly string[]) =>
  words[0] === 'carom'
    ? words.slice(1)
    : words.slice(0, 4).join(' ') === 'npm run carom --'
      ? words.slice(4)
      : undefined;

describe.each(['README.md', 'docs/cli.md', 'docs/door.md'])('%s', (page) => {
  const blocks = commandsIn(page);

  test('has commands', () => expect(blocks.length).toBeGreaterThan(0));

  test.each(blocks)('what stands at line $line', async ({ commands }) => {
    const folder = freshFolder();
    for (const words of commands) {
      const line = words.join(' ');
      if (line in LEFT_OUT) continue;
      const args = argumentsOf(words);
      expect(args, `"${line}" is no command of Carom: say in LEFT_OUT why it is not run`).toBeDefined();
      if (args === undefined || (!isLong && args.slice(0, 2).join(' ') in LONG)) continue;
      if (SERVES.includes(args[0])) {
        expect(await servedPage(args, folder), line).toBe(200);
        continue;
      }
      const { status, stderr } = await carom(args, folder);
      expect(status, `${line}\n${stderr}`).toBe(0);
      for (const file of WRITES[args[0]]?.(args) ?? [])
        expect(
          existsSync(join(folder, file)),
          `${line} writes ${file}: ${readdirSync(folder).join(' ')}`,
        ).toBe(true);
    }
  });
});

async function servedPage(args: readonly string[], cwd: string): Promise<number> {
  const script = join(await builtLibrary(), 'dist/cli/main.js');
  const child = spawn(process.execPath, [script, ...args, '--json'], { cwd });
  let said = '';
  const address = await new Promise<string>((found, failed) => {
    child.stdout.on('data', (data: Buffer) => {
      said += data.toString();
      if (said.includes('\n')) found((JSON.parse(said) as { address: string }).address);
    });
    child.stderr.on('data', () => {});
    child.on('exit', (code) => failed(new Error(`${args.join(' ')} ended with ${code}`)));
  });
  const { status } = await fetch(address);
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
  return status;
}

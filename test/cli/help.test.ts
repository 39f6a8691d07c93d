import { Command } from 'commander';
import { describe, expect, test } from 'vitest';
import { catalog } from '../../src/catalog/index.ts';
import type { Option } from '../../src/sim/index.ts';
import { unwrapTexts, wrapped } from '../../src/cli/help.ts';
import { carom, lastLine } from './carom.ts';

describe('carom engines', () => {
  test('lists every engine with its promise, and which scenes it gets', async () => {
    const { status, stdout } = await carom(['engines'], '.');
    expect(status).toBe(0);
    for (const [id, { title }] of Object.entries(catalog))
      expect(stdout).toMatch(new RegExp(`^${id} +${title}: `, 'm'));
    expect(stdout).toMatch(/ipc.*promises never to intersect; chosen for rigid bodies/);
    const { engines } = lastLine(await carom(['engines', '--json'], '.')) as { engines: { id: string }[] };
    expect(engines.map(({ id }) => id)).toEqual(Object.keys(catalog));
  });

  test.each(Object.keys(catalog))('tells every option of %s with range and default', async (id) => {
    const { options } = await catalog[id].load();
    const { stdout } = await carom(['engines', id], '.');
    const told = stdout.replaceAll(/\s+/g, ' ');
    for (const [name, option] of Object.entries(options as Readonly<Record<string, Option>>)) {
      expect(told).toContain(`${name}=${option.default} `);
      expect(told).toContain(option.doc);
    }
    const help = await carom(['run', '--engine', id, '--help'], '.');
    expect(help.status).toBe(0);
    expect(help.stdout).toContain('--duration');
    expect(help.stdout.replaceAll(/\s+/g, ' ')).toContain(told.trim());
  });

  test('knows nothing of others', async () => {
    for (const args of [
      ['engines', 'icp'],
      ['run', '--engine=icp', '--help'],
    ]) {
      const { status, stderr } = await carom(args, '.');
      expect(status).toBe(2);
      expect(stderr).toMatch(/did you mean "ipc"/);
    }
  });
});

describe('help', () => {
  test('every command has --json, -q and a line of its own', async () => {
    const { stdout } = await carom(['--help'], '.');
    const commands = [
      ...stdout
        .split('Commands:')[1]
        .split('Start here:')[0]
        .matchAll(/^ {2}([a-z]+) /gm),
    ].map(([, name]) => [name]);
    expect(commands.length).toBeGreaterThan(20);
    const all = commands.flatMap(([name]) =>
      name === 'check'
        ? ['ccd', 'lcp', 'friction'].map((kind) => [name, kind])
        : name === 'help'
          ? []
          : [[name]],
    );
    for (const words of all) {
      const { stdout: help } = await carom([...words, '--help'], '.');
      expect(help, words.join(' ')).toMatch(/^ {2}--json /m);
      expect(help, words.join(' ')).toMatch(/^ {2}-q, --quiet /m);
      for (const line of help.split('\n'))
        if (!line.startsWith('  carom ')) expect(line.length, line).toBeLessThanOrEqual(80);
    }
  });

  test('-q says nothing where nothing is wrong', async () => {
    for (const args of [
      ['examples', '-q'],
      ['engines', '-q'],
      ['info', 'falling-boxes', '-q'],
      ['doctor', '-q'],
    ]) {
      const { stdout, stderr } = await carom(args, '.');
      expect(stdout + stderr, args.join(' ')).toBe('');
    }
  });

  test('is as wide as asked: paragraphs flow, lists hang, commands stay in one line', () => {
    const command = new Command('x').description('one\ntwo\n  .glb   a list\n  .obj   goes on\nend');
    unwrapTexts(command);
    expect(command.description()).toBe('one two\n  .glb   a list\n  .obj   goes on\nend');
    const text =
      '  --out <file>  where all of it goes when it is done\n  carom run a-long-command --with many --flags of --all kinds';
    expect(wrapped(text, 40, (line) => line.startsWith('  carom '))).toBe(
      '  --out <file>  where all of it goes\n                when it is done\n  carom run a-long-command --with many --flags of --all kinds',
    );
    expect(wrapped('a '.repeat(60), 100, () => false).split('\n')[0].length).toBeLessThanOrEqual(100);
  });
});

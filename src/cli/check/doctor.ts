// carom doctor: what of this machine Carom can use, and what is missing for what.

import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { availableParallelism, totalmem } from 'node:os';
import type { Command } from 'commander';
import { paint } from '../paint.ts';
import { exitCodes } from '../exit-codes.ts';
import { bytes, Output } from '../output.ts';

interface Finding {
  readonly name: string;
  readonly ok: boolean;
  readonly found: string;
  /** What does not work without it. */
  readonly without: string;
  readonly needed: boolean;
}

const CHROMES = [
  process.env.CHROME_PATH,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/usr/bin/google-chrome-stable',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:/Program Files/Google/Chrome/Application/chrome.exe',
];

/** The smallest module with a vector instruction: (func (result v128) (i32x4.splat (i32.const 0))). */
const SIMD_MODULE = Uint8Array.of(
  0,
  97,
  115,
  109,
  1,
  0,
  0,
  0,
  1,
  5,
  1,
  96,
  0,
  1,
  123,
  3,
  2,
  1,
  0,
  10,
  8,
  1,
  6,
  0,
  65,
  0,
  253,
  17,
  11,
);

export function addDoctor(program: Command): void {
  program
    .command('doctor')
    .summary('what this machine has for Carom')
    .description(
      'Looks what of this machine Carom can use, and says what does not work without what is missing.',
    )
    .action((flags: { readonly json?: boolean }) => {
      const output = new Output(flags);
      const findings = examine();
      for (const { name, ok, found, without, needed } of findings) {
        const mark = ok ? paint.green('✓') : needed ? paint.red('✗') : paint.yellow('–');
        output.say(`${mark} ${name}: ${found}${ok ? '' : paint.dim(` (without it: ${without})`)}`);
      }
      output.result(Object.fromEntries(findings.map(({ name, ok, found }) => [name, { ok, found }])));
      process.exitCode = findings.every(({ ok, needed }) => ok || !needed)
        ? exitCodes.done
        : exitCodes.badInput;
    });
}

function examine(): Finding[] {
  const [major, minor] = process.versions.node.split('.').map(Number);
  const chrome = CHROMES.find((path) => path !== undefined && existsSync(path));
  const isShared = typeof SharedArrayBuffer === 'function';
  const hasSimd = WebAssembly.validate(SIMD_MODULE);
  const python = output('python3', [
    '-c',
    'import sys, numpy; print(sys.version.split()[0], "with numpy", numpy.__version__)',
  ]);
  const ffmpeg = output('ffmpeg', ['-version'])?.split('\n')[0];
  return [
    {
      name: 'Node',
      ok: major > 20 || (major === 20 && minor >= 11),
      found: process.versions.node,
      without: 'nothing works; install Node 20.11 or later',
      needed: true,
    },
    {
      name: 'cores',
      ok: true,
      found: `${availableParallelism()}, ${bytes(totalmem())} of memory`,
      without: '',
      needed: true,
    },
    finding('shared memory', isShared, isShared ? 'yes' : 'no', 'runs use one thread'),
    finding('WebAssembly SIMD', hasSimd, hasSimd ? 'yes' : 'no', 'kernels do not load', true),
    finding(
      'Chrome',
      chrome !== undefined,
      chrome ?? 'not found (set CHROME_PATH)',
      'browser tests are skipped',
    ),
    finding('ffmpeg', ffmpeg !== undefined, ffmpeg ?? 'not found', 'no films from the command line'),
    finding(
      'Python',
      python !== undefined,
      python ?? 'not found, or without numpy',
      'nothing of Carom; docs/recording.md plots with it',
    ),
  ];
}

function finding(name: string, ok: boolean, found: string, without: string, needed = false): Finding {
  return { name, ok, found, without, needed };
}

function output(command: string, args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync(command, args, { encoding: 'utf8', timeout: 10_000 });
  return status === 0 ? stdout.trim() : undefined;
}

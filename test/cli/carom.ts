// Runs the command line as people do who have installed it: built, because from source each start of it, and of the
// thread of each run, takes seconds.

import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { vi } from 'vitest';
import { builtLibrary } from '../built.ts';

const built = async (file: string): Promise<string> => join(await builtLibrary(), 'dist/cli', file);

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** What a shell starts it with. */
export const caromScript = (): Promise<string> => built('main.js');

/** In a process of its own. */
export async function caromProcess(args: readonly string[], cwd: string): Promise<Ended> {
  const script = await built('main.js');
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [script, ...args], { cwd }, (_, stdout, stderr) =>
      resolve({ status: child.exitCode, stdout: plain(stdout), stderr: plain(stderr) }),
    );
  });
}

let last: Promise<unknown> = Promise.resolve();

/**
 * In this process, which is quicker. One after the other, since they share its folder and its output: whatever a test
 * that was given up still runs must not write into the folder of the next.
 */
export async function carom(args: readonly string[], cwd: string): Promise<Ended> {
  const { status, stdout, stderr } = await caromRaw(args, cwd);
  return { status, stdout: plain(stdout), stderr: plain(stderr) };
}

/** The same, with every byte that it writes. */
export function caromRaw(args: readonly string[], cwd: string): Promise<Ended> {
  const next = last.then(() => runHere(args, cwd));
  last = next.catch(() => undefined);
  return next;
}

async function runHere(args: readonly string[], cwd: string): Promise<Ended> {
  const { main } = await import(pathToFileURL(await built('program.js')).href);
  const before = process.cwd();
  const written = { stdout: '', stderr: '' };
  const catchAll = (stream: 'stdout' | 'stderr') =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += String(text);
      return true;
    });
  const spies = [catchAll('stdout'), catchAll('stderr')];
  // As if it were installed, whatever started the tests.
  vi.stubEnv('npm_command', '');
  const script = process.argv[1];
  process.argv[1] = '/usr/bin/carom';
  process.chdir(cwd);
  process.exitCode = 0;
  try {
    await main(args);
    return { status: Number(process.exitCode), ...written };
  } finally {
    process.exitCode = 0;
    process.argv[1] = script;
    vi.unstubAllEnvs();
    process.chdir(before);
    for (const spy of spies) spy.mockRestore();
  }
}

/** Without colours, which some machines ask for. */
function plain(text: string): string {
  return stripVTControlCharacters(text);
}

/** The JSON object on the last line of standard output. */
export function lastLine({ stdout }: Ended): Record<string, unknown> {
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) as string) as Record<string, unknown>;
}

/** Starts it, waits until its standard output or a file says enough, sends a signal, and waits for its end. */
export async function caromUntil(
  args: readonly string[],
  cwd: string,
  isTime: () => boolean,
  signal: NodeJS.Signals,
): Promise<Ended> {
  const script = await built('main.js');
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [script, ...args], { cwd });
    let stdout = '';
    let stderr = '';
    child.stdout.on('data', (data: Buffer) => {
      stdout += data.toString();
    });
    child.stderr.on('data', (data: Buffer) => {
      stderr += data.toString();
    });
    const timer = setInterval(() => {
      if (!isTime()) return;
      clearInterval(timer);
      child.kill(signal);
    }, 20);
    child.on('exit', (status) => {
      clearInterval(timer);
      resolve({ status, stdout, stderr });
    });
  });
}

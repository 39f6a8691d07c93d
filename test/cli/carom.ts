// Runs the command line as people do, from source.

import { spawn, spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { vi } from 'vitest';
import { main } from '../../src/cli/program.ts';

const script = fileURLToPath(new URL('../../scripts/carom.mjs', import.meta.url));

export interface Ended {
  readonly status: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** In a process of its own. */
export function caromProcess(args: readonly string[], cwd: string): Ended {
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    cwd,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

/** In this process, which is quicker. */
export async function carom(args: readonly string[], cwd: string): Promise<Ended> {
  const before = process.cwd();
  const written = { stdout: '', stderr: '' };
  const catchAll = (stream: 'stdout' | 'stderr') =>
    vi.spyOn(process[stream], 'write').mockImplementation((text) => {
      written[stream] += String(text);
      return true;
    });
  const spies = [catchAll('stdout'), catchAll('stderr')];
  process.chdir(cwd);
  process.exitCode = 0;
  try {
    await main(args);
    return { status: Number(process.exitCode), ...written };
  } finally {
    process.exitCode = 0;
    process.chdir(before);
    for (const spy of spies) spy.mockRestore();
  }
}

/** The JSON object on the last line of standard output. */
export function lastLine({ stdout }: Ended): Record<string, unknown> {
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) as string) as Record<string, unknown>;
}

/** Starts it, waits until its standard output or a file says enough, sends a signal, and waits for its end. */
export function caromUntil(
  args: readonly string[],
  cwd: string,
  isTime: () => boolean,
  signal: NodeJS.Signals,
): Promise<Ended> {
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

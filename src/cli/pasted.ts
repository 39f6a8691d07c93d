// Commands as whoever reads them can paste them: as this program was started, with quotes where a shell needs them.

import { basename, relative, sep } from 'node:path';

interface Start {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The script that runs. */
  readonly script: string;
  readonly cwd: string;
}

/** "npm run carom --" from a clone, "npx carom" in a project that depends on it, "carom" where it is installed. */
export function startedAs({ env, script, cwd }: Start): string {
  if (env.npm_command === 'run-script' && env.npm_lifecycle_event === 'carom') return 'npm run carom --';
  if (env.npm_command === 'exec') return 'npx carom';
  const parts = script.split(/[/\\]/);
  // a local dependency is in no path of a shell, also where a script of the project started it
  const isLocal = parts.includes('node_modules') && script.startsWith(cwd + sep);
  if (isLocal) return 'npx carom';
  if (/^main\.[jt]s$/.test(basename(script)) && !parts.includes('node_modules'))
    return `node ${quoted(relative(cwd, script))}`;
  return 'carom';
}

/** One argument of a shell. */
export function quoted(argument: string, platform: NodeJS.Platform = process.platform): string {
  const isWindows = platform === 'win32';
  const plain = isWindows ? /^[\p{L}\p{N}_@+=:,./\\-]+$/u : /^[\p{L}\p{N}_@%+=:,./-]+$/u;
  if (plain.test(argument)) return argument;
  return isWindows ? `"${argument.replaceAll('"', '\\"')}"` : `'${argument.replaceAll("'", "'\\''")}'`;
}

function here(): string {
  return startedAs({ env: process.env, script: process.argv[1] ?? '', cwd: process.cwd() });
}

/** A command line of Carom to paste. */
export function pasted(...words: readonly string[]): string {
  return [here(), ...words.map((word) => quoted(word))].join(' ');
}

/**
 * Texts that were written for all (help, remedies of engines) say "carom run …"; here they say it as it was started.
 * @param commands  names that may follow
 */
export function asStarted(text: string, commands: readonly string[]): string {
  const command = new RegExp(
    `(?<![\\w./-])carom (?=(?:${commands.join('|')}|<command>|\\[options\\])(?![\\w-]))`,
    'g',
  );
  return text.replace(command, `${here()} `);
}

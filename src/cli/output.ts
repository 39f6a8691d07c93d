// Where words and numbers go: people read both streams, machines the last line of standard output.

import { paint } from './paint.ts';
import { writeText } from './write-text.ts';
import { describeFault, type Fault } from '../scene/fault/index.ts';

/** Flags of every command. */
export const jsonFlag = ['--json', 'the last line of standard output is one JSON object'] as const;
export const quietFlag = ['-q, --quiet', 'say nothing but errors'] as const;

export interface OutputFlags {
  readonly json?: boolean;
  readonly quiet?: boolean;
}

export class Output {
  /** Only the JSON line goes to standard output. */
  readonly json: boolean;
  readonly quiet: boolean;

  constructor(given: OutputFlags) {
    this.json = given.json ?? false;
    this.quiet = given.quiet ?? false;
  }

  /** A line for people. */
  say(line = ''): void {
    if (this.quiet) return;
    writeText(this.json ? process.stderr : process.stdout, `${line}\n`);
  }

  /** What is wrong, for people; also where everything else is quiet. */
  complain(line: string): void {
    writeText(process.stderr, `${line}\n`);
  }

  /** The result for machines, the last line of all. What JSON leaves of control characters is escaped as JSON does. */
  result(value: object): void {
    if (this.json) writeText(process.stdout, `${JSON.stringify(value)}\n`);
  }
}

export function faultLines(about: string, faults: readonly Fault[]): string {
  return [paint.red(about), ...faults.map((fault) => `  - ${describeFault(fault)}`)].join('\n');
}

/** [m] in the unit that reads best. */
export function metres(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return 'none';
  if (size === 0) return '0 m';
  if (size < 1e-6) return `${short(value * 1e9)} nm`;
  if (size < 1e-3) return `${short(value * 1e6)} µm`;
  if (size < 0.1) return `${short(value * 1e3)} mm`;
  return `${short(value)} m`;
}

/** [s] as people say it. */
export function seconds(value: number): string {
  if (value < 10) return `${short(value)} s`;
  if (value < 100) return `${Math.round(value)} s`;
  const minutes = Math.floor(value / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(value - 60 * minutes)} s`;
  return `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

export function bytes(value: number): string {
  if (value < 1e3) return `${value} B`;
  if (value < 1e6) return `${short(value / 1e3)} kB`;
  if (value < 1e9) return `${short(value / 1e6)} MB`;
  return `${short(value / 1e9)} GB`;
}

/** Three digits, without trailing zeros. */
export function short(value: number): string {
  return String(Number(value.toPrecision(3)));
}

export function plural(count: number, noun: string, several = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : several}`;
}

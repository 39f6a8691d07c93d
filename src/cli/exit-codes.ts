// How a command ends, for scripts. What stands here is also what --help and docs/cli.md say: a test compares them.

interface Ending {
  readonly code: number;
  /** For people: one line of the table. */
  readonly means: string;
}

export const endings = {
  done: { code: 0, means: 'done' },
  promiseBroken: { code: 1, means: 'the promise was not kept, or a check failed' },
  badInput: { code: 2, means: 'bad input: arguments, a scene, a mesh, what is no recording' },
  engineStopped: { code: 3, means: 'the engine gave up a step and stopped in its last good state' },
  limitReached: { code: 4, means: '`--max-wall` or `--max-memory` was reached' },
  machineRefused: {
    code: 5,
    means: 'the machine refused: a full disk, no permission, no memory, a port that is taken',
  },
  notWhole: { code: 6, means: 'the recording is damaged, torn, or ends before its duration' },
  ownFault: { code: 70, means: 'a fault of Carom itself' },
  interrupted: { code: 130, means: 'interrupted by Ctrl-C, after a checkpoint' },
  terminated: { code: 143, means: 'ended by SIGTERM, after a checkpoint' },
} as const satisfies Readonly<Record<string, Ending>>;

type Name = keyof typeof endings;

export const exitCodes = Object.fromEntries(
  Object.entries(endings).map(([name, { code }]) => [name, code]),
) as { readonly [name in Name]: (typeof endings)[name]['code'] };

/** For --help: one line a code. */
export function exitTable(names: readonly Name[] = Object.keys(endings) as Name[]): string {
  const rows = names.map(
    (name) => `  ${String(endings[name].code).padEnd(4)} ${endings[name].means.replaceAll('`', '')}`,
  );
  return ['Ends with', ...rows].join('\n');
}

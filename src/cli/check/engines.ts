// carom engines [name]: which engines there are, what they promise, and their options with ranges and defaults.

import type { Command } from 'commander';
import { catalog, loadEngine } from '../../catalog/index.ts';
import { type Engine, type Option, rangeOf } from '../../sim/index.ts';
import { wrapped } from '../help.ts';
import { Output, type OutputFlags } from '../output.ts';
import { paint } from '../paint.ts';
import { pasted } from '../pasted.ts';
import { describePromise } from '../verdict.ts';

export function addEngines(program: Command): void {
  program
    .command('engines')
    .summary('list the engines, or tell the options of one')
    .description(
      'Lists the engines, what each promises and which scenes it gets that name none; or tells the options of one, with ranges and defaults.',
    )
    .argument('[name]', 'one of them')
    .addHelpText('after', '\nExamples:\n  carom engines\n  carom engines ipc')
    .action(async (name: string | undefined, flags: OutputFlags) => {
      const output = new Output(flags);
      if (name === undefined) list(output);
      else tell(await loadEngine(name), output);
    });
}

function list(output: Output): void {
  const entries = Object.entries(catalog);
  const width = Math.max(...entries.map(([id]) => id.length));
  for (const [id, { title, promise, chosenFor }] of entries) {
    const chosen = chosenFor === undefined ? '' : `; chosen for ${chosenFor}`;
    output.say(`${paint.bold(id.padEnd(width))}  ${title}: ${describePromise(promise)}${chosen}`);
  }
  output.say(paint.dim(`\n${pasted('engines', entries[0][0])} tells its options.`));
  output.result({
    engines: entries.map(([id, { title, promise, chosenFor }]) => ({
      id,
      title,
      promise,
      chosenFor: chosenFor ?? null,
    })),
  });
}

function tell(engine: Engine, output: Output): void {
  output.say(wrapped(optionLines(engine).join('\n'), process.stdout.columns, () => false));
  const { id, title, promise, options } = engine;
  output.result({ id, title, promise, options });
}

/** An engine and its options, for people. */
export function optionLines(engine: Engine): string[] {
  const options = Object.entries(engine.options as Readonly<Record<string, Option>>);
  const lines = options.flatMap(([name, option]) => [
    `  ${name}=${option.default}  ${rangeOf(option)}`,
    `    ${option.doc}`,
  ]);
  return [
    `${engine.id}: ${engine.title}; ${describePromise(engine.promise)}`,
    '',
    ...(lines.length > 0 ? ['Options, for --set, with their defaults:', ...lines] : ['It has no options.']),
  ];
}

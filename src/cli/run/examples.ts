// carom examples: what there is to run.

import type { Command } from 'commander';
import { paint } from '../paint.ts';
import { FaultError, spellingHint } from '../../scene/fault/index.ts';
import { listExamples, loadExample } from './examples.node.ts';
import { Output, seconds } from '../output.ts';
import { pasted } from '../pasted.ts';

interface ExamplesFlags {
  readonly json?: boolean;
}

export function addExamples(program: Command): void {
  program
    .command('examples')
    .summary('list the examples, or tell about one')
    .description('Lists the scenes that come with Carom, or tells about one and what should happen in it.')
    .argument('[name]', 'one of them')
    .addHelpText('after', '\nExamples:\n  carom examples\n  carom examples falling-boxes')
    .action(async (name: string | undefined, flags: ExamplesFlags) => {
      const output = new Output(flags);
      if (name === undefined) list(output);
      else await tell(name, output);
    });
}

function list(output: Output): void {
  const entries = listExamples();
  const width = Math.max(...entries.map(({ name }) => name.length));
  for (const { name, about } of entries) {
    const title = about.split('\n')[0];
    output.say(`${paint.bold(name.padEnd(width))}  ${title}`);
  }
  output.say(paint.dim(`\n${pasted('run', entries[0]?.name ?? 'falling-boxes')} runs one.`));
  output.result({ examples: entries.map(({ name, about }) => ({ name, about })) });
}

async function tell(name: string, output: Output): Promise<void> {
  const entries = listExamples();
  const entry = entries.find((one) => one.name === name);
  if (entry === undefined) {
    const remedy = spellingHint(
      name,
      entries.map((one) => one.name),
    );
    throw new FaultError(`"${name}" is no example:`, [
      { what: 'there is no such example', where: 'name', value: name, remedy },
    ]);
  }
  const { about, scene, expectations, budgetSeconds } = await loadExample(entry);
  output.say(about);
  output.say(paint.bold('\nWhat should happen:'));
  for (const { says } of expectations) output.say(`  ${says}`);
  output.say(paint.dim(`\ntakes at most about ${seconds(budgetSeconds)}`));
  output.result({
    name,
    about,
    engine: scene.engine,
    expectations: expectations.map(({ says }) => says),
    budgetSeconds,
  });
}

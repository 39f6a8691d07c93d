// The body of a scene that is dropped many times, and the engine's options for that: no past of its own.

import type { Command } from 'commander';
import { type LcpOptions, lcp } from '../../engines/lcp/index.ts';
import { type Fault, FaultError } from '../../scene/fault/index.ts';
import type { Scene } from '../../scene/index.ts';
import { parseOptions } from '../../sim/index.ts';
import { countArgument } from '../arguments.ts';
import type { OutputFlags } from '../output.ts';

export interface DropFlags extends OutputFlags {
  readonly body?: string;
  readonly drops: number;
  readonly backward: number;
  readonly set: Readonly<Record<string, string>>;
}

/**
 * @param drops     how many, unless asked for
 * @param backward  what pasts are for, and how many
 */
export function addDropFlags(command: Command, drops: number, backward: readonly [string, number]): Command {
  return command
    .argument('<scene>', 'a file, or the name of an example')
    .option('--body <name>', 'which body (default: the first that moves)')
    .option('--drops <count>', 'how many drops', countArgument, drops)
    .option('--backward <count>', backward[0], countArgument, backward[1]);
}

/**
 * @param cannot   what is said where it cannot be done
 * @param further  faults of the scene beside those of options and body
 * @throws FaultError
 */
export function movingBody(
  scene: Scene,
  flags: DropFlags,
  cannot: string,
  further: (options: LcpOptions) => readonly Fault[] = () => [],
): { readonly body: number; readonly options: LcpOptions } {
  const body = scene.bodies.findIndex(
    ({ name, motion }) => motion === 'dynamic' && (flags.body === undefined || name === flags.body),
  );
  const asked = { ...scene.options, ...flags.set, past: 'none', present: 0 };
  const { options, faults: wrong } = parseOptions(lcp, asked);
  const faults = [...wrong, ...further(options)];
  if (body < 0)
    faults.push({
      what: 'there is no such body that moves',
      where: '--body',
      value: flags.body ?? '(the first)',
      remedy: `give one of ${scene.bodies.map(({ name }) => name).join(', ')}`,
    });
  if (faults.length > 0) throw new FaultError(`"${scene.name}" ${cannot}:`, faults);
  return { body, options };
}

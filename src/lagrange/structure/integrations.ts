// Which numbers of the state depend on each other: parts that share nothing could be integrated on their own, each with
// steps of its own size.

import type { Program } from '../structure/program.ts';
import { connectedBlocks } from '../structure/blocks.ts';
import { inputsOf } from '../structure/inputs-of.ts';

/** @returns for each part the indices into the state; one part where everything hangs together */
export function independentIntegrations(program: Program): number[][] {
  const { system, inputs, positions, rates, firstPosition, firstRate, derivative } = program;
  const places = [...positions.map((v) => firstPosition + v), ...rates.map((v) => firstRate + v)];
  const read = inputsOf(
    system.dag,
    derivative,
    places.map((at) => inputs[at]),
  ).map((list, k) => [...new Set([k, ...list])]);
  // Constraints bind what they name even where the motion does not: parts are projected on their own too.
  const place = new Map(places.map((at, k) => [at, k]));
  const bound = [...program.stabilizePositions, ...program.stabilizeRates].map(({ unknowns }) =>
    unknowns.flatMap((u) => place.get(u) ?? []),
  );
  return connectedBlocks([...read, ...bound], derivative.length)
    .map(({ unknowns }) => [...unknowns])
    .filter((part) => part.length > 0);
}

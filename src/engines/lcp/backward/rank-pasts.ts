// The order in which samples are shown: those that meet their goals first, then the good ones first, then those in which most bodies arrive by the forward engine alone, then those that
// are forced least, then the calmest.

import type { Sample } from './measure-past.ts';

/** Best first. A past in which nothing moves is strict, and worth nothing: those in which more arrive come before it. */
export function rankPasts(samples: readonly Sample[]): Sample[] {
  // Angular speed counts beside energy: what spins fast looks wrong even where it is slow (§4).
  const calm = ({ energy, fastestTurn }: Sample) => energy + 0.05 * fastestTurn;
  return [...samples].sort(
    (a, b) =>
      Number(b.replays) - Number(a.replays) ||
      goalOrder(a, b) ||
      Number(b.verdict === 'good') - Number(a.verdict === 'good') ||
      b.arrived - a.arrived ||
      Number(b.strict) - Number(a.strict) ||
      b.reached - a.reached ||
      a.forced - b.forced ||
      calm(a) - calm(b) ||
      a.seed - b.seed,
  );
}

/** Fewer goals missed first, then by how much they are; a past in which nothing happens meets none that would matter. */
function goalOrder(a: Sample, b: Sample): number {
  if (a.goals.length === 0) return 0;
  const isEmpty = ({ verdict }: Sample) => Number(verdict === 'nothing happened');
  const missed = ({ goals }: Sample) => goals.filter(({ met }) => !met).length;
  return isEmpty(a) - isEmpty(b) || missed(a) - missed(b) || a.goalCost - b.goalCost;
}

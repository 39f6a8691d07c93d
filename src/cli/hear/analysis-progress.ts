// How far an analysis is as a whole: it gathers, factorises, iterates, and factorises once more to count.

import type { Progress } from '../progress.ts';

/** Filling comes before, and is about so much of it. */
export const FILLING = 0.05;

export function analysisProgress(progress: Progress): (fraction: number, doing: string) => void {
  let factored = 0.1;
  return (fraction, doing) => {
    if (doing === 'iterating') factored = 0.8;
    const [from, share] =
      doing === 'iterating'
        ? [0.25, 0.55]
        : doing === 'factorising'
          ? [factored, 0.15]
          : [factored > 0.5 ? 0.95 : FILLING, 0];
    progress.update(from + share * fraction, doing);
  };
}

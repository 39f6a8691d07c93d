// How far the friction passes of an island have come in this step, and how soft its friction is at present (soften.ts).

export interface FrictionPasses {
  done: number;
  /** Whether Newton stops early, to see first whether normal forces have settled. */
  coarse: boolean;
  /** By how much normal forces changed at the last pass, relative to the largest. */
  change: number;
  /** How many times as large as it should be the slip is below which its contacts stick at present. */
  softness: number;
  /** What of that may stay at the end. */
  softnessLeft: number;
  /** How often friction was made softer in this step. */
  softened: number;
  /** Moves that kinks of friction have cut short since softness changed. */
  kinks: number;
}

export function noPasses(): FrictionPasses {
  return { done: 0, coarse: true, change: Infinity, softness: 1, softnessLeft: 1, softened: 0, kinks: 0 };
}

/** Whether friction is yet to be made harder. */
export function isSoft({ softness, softnessLeft }: FrictionPasses): boolean {
  return softness > softnessLeft;
}

/** Passes of an island that goes on where a former one was. */
export function joinPasses(passes: FrictionPasses, former: FrictionPasses): void {
  passes.done = Math.max(passes.done, former.done);
  passes.coarse &&= former.coarse;
  passes.change = Math.min(passes.change, former.change);
  passes.softness = Math.max(passes.softness, former.softness);
  passes.softnessLeft = Math.max(passes.softnessLeft, former.softnessLeft);
  passes.softened = Math.max(passes.softened, former.softened);
  passes.kinks = Math.max(passes.kinks, former.kinks);
}

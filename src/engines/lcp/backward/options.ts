// How a past is looked for. Strict by default: only what the unmodified forward engine would do. Everything below
// `strict` bends the law of a step, is logged where it does, and is used only when asked for (or, for ghosts and
// overrides, where a step has no past at all).

import type { TransitionTable } from '../statistics/transitions.ts';

export interface RewindOptions {
  /** Use no heuristic that the forward engine does not know; look for other pasts first where a step has none. */
  readonly strict: boolean;
  /** Steps that may be taken again for the sake of other choices, as a multiple of all steps. */
  readonly patience: number;
  /** Bodies come to rest during this last part of the time. */
  readonly restWithin: number;
  /** How likely a ball's first bounce (the last one found) lets it come from the side. */
  readonly sideways: number;
  /** How likely a ball rolls in at the last, where something resists its rolling. */
  readonly rolling: number;
  /** How unevenly the corners of a body part at first, 0 … 1. */
  readonly tilt: number;
  /** Rate [1/s] at which bodies that slide or roll in are found to have landed first. */
  readonly landingRate: number;
  /** After a bounce a pair's restitution is 1, blended back to its own over this time [s]; 0: never (§4). */
  readonly blendTime: number;
  /** Backward damping of velocity and of spin [1/s] (§4). */
  readonly linearDamping: number;
  readonly angularDamping: number;
  /** Bodies may not be found with more than this kinetic energy per mass [J/kg]: their bounces become elastic. */
  readonly energyLimit: number;
  /** Resting bodies that cannot leave hold on to each other (§4). */
  readonly attraction: boolean;
  /** Bodies of one chain of joints bounce off each other without loss (§4). */
  readonly elasticChains: boolean;
  /** What a body that rests on some of its points did before, as forward drops of it show; by body. */
  readonly transitions?: Readonly<Record<number, TransitionTable>>;
  /** Bodies are turned and moved at the end by about this much [rad], and this share of their size (§4). */
  readonly misalignment: number;
}

export const rewindDefaults: RewindOptions = {
  strict: true,
  patience: 8,
  restWithin: 0.35,
  sideways: 0.8,
  rolling: 0.3,
  tilt: 0.6,
  landingRate: 4,
  blendTime: 0,
  linearDamping: 0,
  angularDamping: 0,
  energyLimit: Number.POSITIVE_INFINITY,
  attraction: false,
  elasticChains: false,
  misalignment: 0,
};

/** All of §4: pasts that look calm, at the price of bending the law now and then. */
export const lenientDefaults: RewindOptions = {
  ...rewindDefaults,
  strict: false,
  patience: 1,
  blendTime: 0.2,
  angularDamping: 0.2,
  attraction: true,
  elasticChains: true,
};

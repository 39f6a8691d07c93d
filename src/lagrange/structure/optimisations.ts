// What the compiler does to make programs fast, each to be switched off so that it can be measured.

export interface Optimisations {
  /** Equal expressions are computed once; without it only small systems can be written down. */
  readonly sharing: boolean;
  /** Linear systems in block triangular form. */
  readonly blocks: boolean;
  /** Systems of equations for projections taken apart into components that share nothing. */
  readonly components: boolean;
  /** Blocks whose right side is zero are not solved. */
  readonly folding: boolean;
  /** Blocks that the accelerations do not need are not solved. */
  readonly neededOnly: boolean;
  /** Parts of the state that do not know each other are integrated with steps of their own. */
  readonly integrations: boolean;
  /** Products in code share their common factors. */
  readonly products: boolean;
  /** Operations up to which a block of the equations of motion is solved in expressions; beyond, in loops. */
  readonly longest: number;
}

/** All of them on. */
export const allOptimisations: Optimisations = {
  sharing: true,
  blocks: true,
  components: true,
  folding: true,
  neededOnly: true,
  integrations: true,
  products: true,
  longest: 20_000,
};

/** For editing: quick to compile, slow to run. Without sharing it would not be quick. */
const noOptimisations: Optimisations = {
  sharing: true,
  blocks: false,
  components: false,
  folding: false,
  neededOnly: false,
  integrations: false,
  products: false,
  longest: 0,
};

export function optimisationsOf(given: boolean | Partial<Optimisations> = true): Optimisations {
  if (given === false) return noOptimisations;
  return given === true ? allOptimisations : { ...allOptimisations, ...given };
}

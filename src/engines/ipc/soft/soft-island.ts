// What is soft in an island.

import type { MixedSystem } from '../solve/mixed-system.ts';
import { Membranes } from './membranes.ts';
import type { Soft } from './soft.ts';
import { SoftContacts } from './soft-contacts.ts';
import { SoftFriction } from './soft-friction.ts';
import { Stencils, StencilSearch } from './stencils.ts';

export interface SoftIsland {
  /** Which soft items are in it. */
  readonly places: readonly number[];
  /** Bodies and grains near them: owners, ascending, in it or not. */
  readonly near: readonly number[];
  /** Whether vertices of them go along with bodies (carried.ts). */
  readonly isCarried: boolean;
  readonly search: StencilSearch;
  /** What may meet along the direction that was bounded last. */
  readonly stencils: Stencils;
  /** At the present poses and at those of the trial. */
  contacts: SoftContacts;
  trialContacts: SoftContacts;
  friction: SoftFriction;
  /** What the solve that has ended used: what is told. */
  applied: SoftFriction;
  /** The island's matrix, and what it was made for (soft-system.ts). */
  system: MixedSystem;
  generation: number;
  couplings: Float64Array;
  isExtended: boolean;
  /** So many iterations still go without the full Hessian, and would if it were indefinite again (solve/newton.ts). */
  wait: number;
  /** Whether any of it is a sheet: what hardly stretches and easily bends. */
  readonly hasSheets: boolean;
  /** Energies that Newton had lately, since friction was lagged (solve/line-search.ts). */
  late: number[];
  penalty: number;
  /** Slots of the blocks of each item's elements; made when first asked for. */
  slots: (Int32Array | undefined)[][];
}

export function createSoftIsland(
  soft: Soft,
  places: readonly number[],
  near: readonly number[],
  system: MixedSystem,
  generation: number,
): SoftIsland {
  return {
    places,
    near,
    isCarried: places.some((s) => soft.carriers[s].length > 0),
    search: new StencilSearch(soft, places),
    stencils: new Stencils(),
    contacts: new SoftContacts(),
    trialContacts: new SoftContacts(),
    friction: new SoftFriction(),
    applied: new SoftFriction(),
    system,
    generation,
    couplings: new Float64Array(0),
    isExtended: false,
    wait: 0,
    hasSheets: places.some((s) => soft.items[s].elements.some((kind) => kind instanceof Membranes)),
    late: [],
    penalty: 1,
    slots: places.map((s) => soft.items[s].elements.map(() => undefined)),
  };
}

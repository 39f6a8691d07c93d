// What is wrong with an input, in the four parts a person needs to put it right.

/** What is wrong with an input, and what to do. */
export interface Fault {
  /** What is wrong, a sentence without its full stop: "friction is negative". */
  readonly what: string;
  /** The place, as a path into the input: "bodies[5].friction", or a file and line. */
  readonly where: string;
  /** The offending value as it was given, where there is one. */
  readonly value?: string;
  /** What to do about it: "give a number ≥ 0". */
  readonly remedy: string;
  /** For programs that can help with this kind: "overlap" for bodies that touch or overlap at the start. */
  readonly code?: 'overlap';
  /** Of that kind, where the engine knows more. */
  readonly overlap?: Overlap;
}

/** Two things that touch, overlap, or are nearer than an engine keeps them. */
interface Overlap {
  /** Bodies by index, deformables counted on from them. */
  readonly a: number;
  readonly b: number;
  /** The least translation that separates them, 0 where they only touch [m]; infinite where nobody knows. */
  readonly depth: number;
  /** It is not more than that, and may be less. */
  readonly isBound: boolean;
  /** What the engine keeps between them [m]. */
  readonly separation: number;
  /** No command separates them. */
  readonly isByHand?: true;
}

/** Bad input from outside: carries every fault that was found, not just the first. */
export class FaultError extends Error {
  /** All that is wrong. */
  readonly faults: readonly Fault[];

  constructor(about: string, faults: readonly Fault[]) {
    super([about, ...faults.map((fault) => `  - ${describeFault(fault)}`)].join('\n'));
    this.name = 'FaultError';
    this.faults = faults;
  }
}

/** A fault in one sentence. */
export function describeFault(fault: Fault): string {
  const value = fault.value === undefined ? '' : ` (${fault.value})`;
  return `${fault.where}: ${fault.what}${value}; ${fault.remedy}`;
}

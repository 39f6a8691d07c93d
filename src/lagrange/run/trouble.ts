// Why a run cannot start or go on, in words, with its culprit and where that stands in the text.

import type { Span } from '../language/ast.ts';
import { type SpecFault, specFault } from '../language/position.ts';
import type { System } from '../system.ts';

/** A specification that failed while it ran. */
export class Trouble extends Error {
  /** When it happened [s]. */
  readonly time: number;
  /** What is wrong, and where it stands. */
  readonly fault: SpecFault;

  constructor(system: System, time: number, what: string, span: Span, remedy: string, value?: string) {
    const fault = specFault(system.text, span, what, remedy, value);
    super(
      `at t = ${Number(time.toPrecision(9))} s: ${what}${value === undefined ? '' : ` (${value})`}; ${remedy}`,
    );
    this.name = 'Trouble';
    this.time = time;
    this.fault = fault;
  }
}

// What happens at an event: variables get new values, the mode changes, and the velocities jump to where the constraints
// of the new mode allow them:
//
//   M (v⁺ − v⁻) + AᵀΛ = 0,   A v⁺ + b = 0
//
// the impulse Λ of the constraints' own forces, so momentum goes where it should: not the least change of numbers.

import type { ModeModule } from './mode-module.ts';
import { Trouble } from './trouble.ts';

/** A constraint that is off by this much where its mode is entered was not meant to hold there. */
const FAR = 1e-4;

/**
 * Assigns what the events say, in the module's inputs.
 * @returns the mode to go to
 */
export function applyEvents(module: ModeModule, events: readonly number[]): string | undefined {
  const { inputs, program } = module;
  const place = new Map(program.inputs.map((node, at) => [node, at]));
  let goto: string | undefined;
  for (const e of events) {
    const first = module.events.slice(0, e).reduce((sum, { assign }) => sum + assign.length, 0);
    const { assign, goto: wanted } = module.events[e];
    const values = module.evaluate('resets').slice(first, first + assign.length);
    assign.forEach(({ target }, k) => {
      inputs[place.get(target) as number] = values[k];
    });
    goto = wanted ?? goto;
  }
  return goto;
}

/** From the inputs of one module to a start in another (or the same) that its constraints allow. */
export function enterMode(from: ModeModule, to: ModeModule, event: number): Trouble | undefined {
  const { span, goto } = from.events[event];
  const { system } = to.program;
  const time = from.inputs[0];
  if (to !== from) to.follow(from);
  const residuals = to.evaluate('residuals');
  const constraints = to.program.equations.constraints;
  for (const [c, { constraint }] of constraints.entries()) {
    if (!constraint.holonomic || Math.abs(residuals[c]) <= FAR) continue;
    return new Trouble(
      system,
      time,
      `${constraint.name} does not hold where ${goto === undefined ? 'the event leaves the system' : `mode ${goto} begins`}: it is off by ${residuals[c].toPrecision(3)}`,
      span,
      'let the event happen where it holds, or assign variables so that it does',
      constraint.name,
    );
  }
  to.settlePositions();
  to.impulse();
  to.resume();
  if (to !== from) to.calibrate();
  to.forgetPace();
  const left = to.evaluate('residuals');
  const worst = left.reduce((most, x, c) => (Math.abs(x) > Math.abs(left[most] ?? 0) ? c : most), 0);
  if (left.length > 0 && !(Math.abs(left[worst]) < 1e-8))
    return new Trouble(
      system,
      time,
      `${constraints[worst].constraint.name} cannot be met after this event`,
      span,
      'assign variables so that it holds',
      constraints[worst].constraint.name,
    );
  return undefined;
}

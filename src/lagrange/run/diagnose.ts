// Why a start cannot be met, or why steps became too short: looked for where it happened, and named.

import { reachable } from '../dag/evaluate.ts';
import { list } from '../structure/redundant.ts';
import type { ModeModule } from './mode-module.ts';
import { Trouble } from './trouble.ts';

/** Residuals at most this large count as met at the start. */
const MET = 1e-9;
/** A constraint that should follow from others and is off by this much does not. */
const BROKEN = 1e-6;

/** After `start`: the constraint that is not met, or what is no number. */
export function startProblem(module: ModeModule): Trouble | undefined {
  const { program, inputs } = module;
  const { system, equations } = program;
  const time = inputs[0];
  const positions = module.evaluate('residuals').slice();
  const rates = module.evaluate('residualRates').slice();
  let worst = -1;
  let off = MET;
  equations.constraints.forEach((_, c) => {
    // Rates of order zero are nobody's concern: such variables are solved for anew at every time.
    const moving = program.classification.constraintOrder[c] === 0 ? 0 : Math.abs(rates[c]);
    const error = Math.max(Math.abs(positions[c]), moving);
    if (error > off || Number.isNaN(error)) {
      off = Number.isNaN(error) ? Infinity : error;
      worst = c;
    }
  });
  if (worst >= 0) {
    const { constraint } = equations.constraints[worst];
    const finite = off < Infinity;
    return new Trouble(
      system,
      time,
      finite
        ? `${constraint.name} cannot be met at the start: with ${framesOf(module, constraint.residual)} as near as they come it is off by ${off.toPrecision(3)}`
        : `${constraint.name} is not a number at the start: ${framesOf(module, constraint.residual)}`,
      constraint.span,
      finite
        ? 'place the frames nearer to where it holds, or vary more of them'
        : 'place the frames so that nothing is divided by zero and no root is taken of a negative number',
      constraint.name,
    );
  }
  const starts = module.evaluate('starts');
  for (const [k, residual] of starts.entries()) {
    if (Math.abs(residual) <= MET) continue;
    return new Trouble(
      system,
      time,
      `this cannot hold at the start: it is off by ${residual.toPrecision(3)}`,
      system.initially[k].span,
      'the constraints or another initially contradict it: take one away',
    );
  }
  return derivativeProblem(module, 'at the start') ?? energyProblem(module);
}

/** A potential may be no number where its slopes are, as log(x) of a negative x. */
function energyProblem(module: ModeModule): Trouble | undefined {
  const { program, inputs } = module;
  const [, potential] = module.evaluate('energies');
  if (Number.isFinite(potential)) return undefined;
  const { system } = program;
  return new Trouble(
    system,
    inputs[0],
    'the potential energy is not a finite number at the start',
    system.potentialSpan,
    'look for a logarithm or a root of a negative number, and place the frames elsewhere',
  );
}

/** After a step that failed: what is not finite, or that the motion became too fast to follow. */
export function stuckProblem(module: ModeModule): Trouble {
  const { program, inputs, clock: of } = module;
  module.show(of[0]);
  const problem = derivativeProblem(module, 'here');
  if (problem !== undefined) return problem;
  const slopes = module.derivative().slice();
  const beyond = problemBeyond(module, slopes);
  if (beyond !== undefined) return beyond;
  let fastest = 0;
  slopes.forEach((slope, k) => {
    if (Math.abs(slope) > Math.abs(slopes[fastest])) fastest = k;
  });
  const { positions, rates, system } = program;
  const variable =
    system.variables[fastest < positions.length ? positions[fastest] : rates[fastest - positions.length]];
  return new Trouble(
    system,
    inputs[0],
    `steps became too short to go on: ${variable?.name ?? 'something'} changes too fast`,
    variable?.span ?? [0, 0],
    'two bodies may meet in one point, or a frame may turn into a singular pose: add an event before it, or soften the force',
    variable?.name,
  );
}

/** A little further on, where the motion goes: a root of what has just become negative is a number here and none there. */
function problemBeyond(module: ModeModule, slopes: Float64Array): Trouble | undefined {
  const { inputs, program } = module;
  const { positions, rates, firstPosition, firstRate } = program;
  const here = inputs.slice();
  for (const ahead of [1e-9, 1e-6]) {
    positions.forEach((v, at) => {
      inputs[firstPosition + v] += ahead * slopes[at];
    });
    rates.forEach((v, at) => {
      inputs[firstRate + v] += ahead * slopes[positions.length + at];
    });
    const problem = derivativeProblem(module, 'from here on');
    inputs.set(here);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** A redundant constraint that no longer follows from the others, as where a linkage goes over to another branch. */
export function brokenProblem(module: ModeModule): Trouble | undefined {
  const { program, inputs } = module;
  const { redundant } = program.classification;
  if (redundant.length === 0) return undefined;
  const residuals = module.evaluate('residuals');
  const broken = redundant.find(({ constraint }) => !(Math.abs(residuals[constraint]) < BROKEN));
  if (broken === undefined) return undefined;
  const { constraint } = program.equations.constraints[broken.constraint];
  return new Trouble(
    program.system,
    inputs[0],
    `${constraint.name} no longer follows from ${list(broken.follows)}: it is off by ${residuals[broken.constraint].toPrecision(3)}`,
    constraint.span,
    'leave out the constraints that follow from others, so that the right ones are kept',
    constraint.name,
  );
}

/** The first rate of the state that is no number. */
function derivativeProblem(module: ModeModule, when: string): Trouble | undefined {
  const { program, inputs } = module;
  const { system, positions, rates, equations } = program;
  const slopes = module.derivative();
  const bad = slopes.findIndex((slope) => !Number.isFinite(slope));
  if (bad < 0) return undefined;
  const values = module.evaluate('parts');
  const force = equations.force.findIndex((_, v) => !Number.isFinite(values[v]));
  if (force >= 0) {
    const { name, span } = system.variables[force];
    return new Trouble(
      system,
      inputs[0],
      `the force along ${name} is not a finite number ${when}`,
      span,
      'look for a division by zero or a root of a negative number in potentials and forces, and place the frames elsewhere',
      name,
    );
  }
  const { name, span } =
    system.variables[bad < positions.length ? positions[bad] : rates[bad - positions.length]];
  return new Trouble(
    system,
    inputs[0],
    `the equations of motion cannot be solved for ${name} ${when}: they are singular`,
    span,
    'give it a mass or an inertia, or place the frames away from this pose',
    name,
  );
}

/** The frames whose variables an expression is made of, in words. */
function framesOf({ program }: ModeModule, node: number): string {
  const { system } = program;
  const reached = reachable(system.dag, [node]);
  const names = new Set<string>();
  for (const { position, rate, frame } of system.variables)
    if (reached[position] !== 0 || reached[rate] !== 0) names.add(system.frames[frame].name);
  const list = [...names];
  const shown =
    list.length > 4 ? `${list.slice(0, 4).join(', ')} and ${list.length - 4} more` : list.join(', ');
  return list.length === 0 ? 'its frames' : shown;
}

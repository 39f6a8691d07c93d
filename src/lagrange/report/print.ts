// What the compiler did, pass by pass, for people: `carom compile --report`.

import type { Compiled } from '../compile.ts';
import type { Program } from '../structure/program.ts';
import type { Counts, LinearCounts, NonlinearCounts, ProgramCounts, Size } from './measure.ts';

/** What the compiler did, for people. */
export function printReport({ system, programs }: Compiled, counts: Counts): string {
  const { variables, constraints } = counts;
  return [
    `${counts.name}: ${counts.specification.lines} lines, ${counts.frames} frames, ${variables.all} variables ` +
      `(${variables.named} named, ${variables.added} added), ${constraints.all} constraints ` +
      `(${constraints.holonomic} holonomic, ${constraints.nonholonomic} not)`,
    ...heading('Frames'),
    ...frameTree(
      system.frames.map(({ name, parent }) => ({ name, parent })),
      programs[0],
    ),
    ...programs.flatMap((program, k) => programLines(program, counts.programs[k])),
    ...heading('Passes'),
    ...counts.passes.map(({ name, wallMs }) => `  ${name.padEnd(20)}${wallMs.toFixed(1).padStart(9)} ms`),
    `  ${'together'.padEnd(20)}${counts.wallMs.toFixed(1).padStart(9)} ms, ${counts.nodes} expressions`,
    '',
  ].join('\n');
}

function heading(text: string): string[] {
  return ['', text];
}

function frameTree(
  frames: readonly { readonly name: string; readonly parent: number }[],
  { system }: Program,
): string[] {
  const children = frames.map(() => [] as number[]);
  frames.forEach(({ parent }, f) => {
    if (parent >= 0) children[parent].push(f);
  });
  const lines: string[] = [];
  // Deep trees without recursion.
  const stack: (readonly [frame: number, depth: number])[] = [[0, 0]];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [frame, depth] = next;
    const notes = [
      ...system.variables.filter((one) => one.frame === frame).map(({ component }) => component),
      ...system.masses
        .filter((one) => one.frame === frame)
        .map(({ inertia }) => (inertia ? 'body' : 'point mass')),
      ...system.shapes.filter((one) => one.frame === frame).map(({ kind }) => kind),
    ];
    lines.push(
      `  ${'  '.repeat(depth)}${frames[frame].name}${notes.length > 0 ? `: ${notes.join(', ')}` : ''}`,
    );
    for (const child of children[frame].slice().reverse()) stack.push([child, depth + 1]);
  }
  return lines;
}

function programLines(program: Program, counts: ProgramCounts): string[] {
  const { classification, equations, system } = program;
  const title = program.mode === '' ? '' : ` in mode ${program.mode}`;
  const width = Math.max(...system.variables.map(({ name }) => name.length), 8);
  const { operations, code } = counts;
  return [
    ...heading(`Variables${title}: ${orders('Q', counts.variables)}`),
    ...system.variables.map(
      ({ name }, v) =>
        `  ${name.padEnd(width)}  Q${classification.variableOrder[v]}  ${classification.reasons[v]}`,
    ),
    ...heading(
      `Constraints${title}: ${orders('H', counts.holonomic)}, N1 ${counts.nonholonomic[0]}, N2 ${counts.nonholonomic[1]}`,
    ),
    ...equations.constraints.map(({ constraint, gradient }, c) => {
      const kind = constraint.holonomic ? 'H' : 'N';
      const names = [...gradient.keys()].sort((a, b) => a - b).map((v) => system.variables[v].name);
      const shown =
        names.length > 6 ? `${names.slice(0, 6).join(', ')} and ${names.length - 6} more` : names.join(', ');
      return `  ${constraint.name.padEnd(width)}  ${kind}${classification.constraintOrder[c]}  of ${shown}`;
    }),
    ...heading(`Program${title}`),
    `  state                 ${counts.state} numbers, ${integrations(counts.integrations)}`,
    `  initial positions     ${nonlinear(counts.initialPositions)}`,
    `  initial rates         ${nonlinear(counts.initialRates)}`,
    `  first order           ${linear(counts.first)}`,
    `  second order          ${linear(counts.second)}`,
    `  stabilize positions   ${nonlinear(counts.stabilizePositions)}`,
    `  stabilize rates       ${nonlinear(counts.stabilizeRates)}`,
    `  as the paper counts   initial velocities ${nonlinear(counts.initialVelocities)}; stabilization ${nonlinear(counts.stabilization)}`,
    `  zeroth order          ${nonlinear(counts.zeroth)}`,
    ...heading(`Optimisations${title}: before, after`),
    `  sharing               ${large(operations.derivativeAsTree)} operations as trees, ${operations.derivative} shared: ` +
      `${large(operations.treeToDag)} to 1`,
    `  blocks, unrolled      ${large(operations.fullElimination)} operations of full elimination of ` +
      `${counts.second.size} equations, ${operations.allBlocks} with their entries`,
    `  what is needed        ${operations.allBlocks} operations of all blocks, ${operations.derivative} of those needed`,
    `  folded to zero        ${counts.first.folded + counts.second.folded} blocks`,
    `  components            ${split(counts)}`,
    ...heading(`Code${title}`),
    `  right-hand side       ${operations.derivative} operations`,
    `  projections           ${operations.projections} operations`,
    `  WebAssembly           ${code.wasmBytes} bytes, ${code.functions} functions`,
    `  TypeScript            ${code.typescriptLines} lines, ${code.toSpecification.toFixed(0)} times the specification`,
    `  C++                   ${code.cppLines} lines`,
  ];
}

function orders(letter: string, counts: readonly number[]): string {
  return counts.map((count, order) => `${letter}${order} ${count}`).join(', ');
}

function integrations(parts: readonly number[]): string {
  if (parts.length < 2) return 'integrated together';
  return `${parts.length} parts that do not know each other (${parts.join(', ')}), each with steps of its own unless switched off`;
}

const size = ([equations, unknowns]: Size) => `${equations}×${unknowns}`;

function nonlinear({ whole, components }: NonlinearCounts): string {
  if (components.length === 0) return 'nothing to solve';
  return `${size(whole)} in ${components.length}: ${components.map(size).join(', ')}`;
}

function linear({ size: n, blocks, needed, folded, singular, looped }: LinearCounts): string {
  if (n === 0) return 'nothing to solve';
  return (
    `${n} in ${blocks.length} blocks: ${blocks.join(', ')}; needed ${needed.join(', ') || 'none'}` +
    (folded > 0 ? `; ${folded} folded to zero` : '') +
    (looped > 0 ? `; ${looped} solved in loops` : '') +
    (singular > 0 ? `; ${singular} solved in numbers, for want of a fixed order of pivots` : '')
  );
}

function split(counts: ProgramCounts): string {
  return [counts.initialPositions, counts.stabilizePositions, counts.stabilizeRates]
    .filter(({ components }) => components.length > 0)
    .map(({ whole, components }) => {
      const largest = components.reduce((a, b) => (b[0] * b[1] > a[0] * a[1] ? b : a));
      return `${size(whole)} to ${size(largest)} and less`;
    })
    .join('; ');
}

function large(value: number): string {
  return value < 1e6 ? String(Number(value.toPrecision(6))) : value.toExponential(1);
}

// The program in the functional form of Figure 13, its parameters filled in with the primitives of Figure 14:
// LinearSystem, NonLinearSystem, Integral, Let, Slice, Shred, Concatenate, Shuffle. `carom compile --emit program`.
//
// Linear systems are shown solved: the unknowns of a block are the Let of its elimination. Where a part of a vector is
// solved on its own, Shred takes it out and Shuffle puts it back.

import { abbreviate } from '../dag/abbreviate.ts';
import type { Node } from '../dag/dag.ts';
import { type Style, writeOut } from '../dag/write-out.ts';
import type { Nonlinear, Program } from '../structure/program.ts';

/** A program as people read it. */
export function printProgram(program: Program): string {
  const { system, positions, rates, firstPosition, firstRate, classification } = program;
  const { dag } = system;
  const ones = [...classification.variableOrder.keys()].filter((v) => classification.variableOrder[v] === 1);
  const nameOf = (v: number) => system.variables[v].name;
  const written = (nodes: readonly Node[], indent: string) => lets(program, nodes, indent);
  const accelerations = program.derivative.slice(positions.length);
  const list = (names: readonly string[]) => `{${names.join(', ')}}`;
  const inputName = (u: number) =>
    u >= firstRate ? `${nameOf(u - firstRate)}'` : u >= firstPosition ? nameOf(u - firstPosition) : 't';

  const systems = (name: string, of: readonly Nonlinear[], seed: string): string[] => {
    if (of.length === 0) return [`${name} -> ${seed}`, ''];
    return [
      `${name} ->`,
      ...of.flatMap(({ unknowns, residuals, names }) => [
        `  Shuffle[${seed},`,
        `    NonLinearSystem[Function[${list(unknowns.map(inputName))},`,
        ...written(residuals, '      '),
        `    ], Shred[${seed}, ${list(unknowns.map(inputName))}]],`,
        `    ${list(unknowns.map(inputName))}]   (* ${names.join(', ')} *)`,
      ]),
      '',
    ];
  };

  return [
    `(* ${system.name.replaceAll('*)', '* )')}${program.mode === '' ? '' : `, mode ${program.mode}`} *)`,
    '',
    'Initialize -> Function[{programParameters, initialPositions},',
    '  Let[{{constrainedPositions, InitialPositions}}, Concatenate[constrainedPositions, InitialVelocities]]]',
    '',
    'Step -> Function[{programParameters, controlParameters, stateVariables, time, deltaTime},',
    '  Let[{{integrationVariables,',
    '        Stabilize[Integral[DerivativeFunction, Slice[stateVariables, IntegrationVariablesRange], time, time + deltaTime]]}},',
    '    Concatenate[ZerothOrderVariablesPositions, integrationVariables]]]',
    '',
    `IntegrationVariables -> ${list([...positions.map(nameOf), ...rates.map((v) => `${nameOf(v)}'`)])}`,
    '',
    'DerivativeFunction -> Function[{integrationVariables, time},',
    '  Concatenate[FirstOrderVariablesVelocities, SecondOrderVariablesVelocities, SecondOrderVariablesAccelerations]]',
    '',
    ...systems('InitialPositions', program.initialPositions, 'initialPositions'),
    ...systems('InitialVelocities', program.initialRates, 'velocities'),
    `FirstOrderVariablesVelocities -> (* LinearSystem of ${ones.length}, blocks of ${sizes(program.first.blocks)} *)`,
    `  ${list(ones.map((v) => `${nameOf(v)}'`))} =`,
    ...written(program.firstRates, '  '),
    '',
    `SecondOrderVariablesAccelerations -> (* LinearSystem of ${program.second.solution.length}, blocks of ${sizes(program.second.blocks)} *)`,
    `  ${list(rates.map((v) => `${nameOf(v)}''`))} =`,
    ...written(accelerations, '  '),
    '',
    ...systems('StabilizePositions', program.stabilizePositions, 'positions'),
    ...systems('StabilizeVelocities', program.stabilizeRates, 'velocities'),
    ...systems('ZerothOrderVariablesPositions', program.zeroth, 'zerothOrderVariables'),
  ].join('\n');

  function sizes(blocks: readonly { readonly unknowns: readonly number[] }[]): string {
    return blocks.map(({ unknowns }) => unknowns.length).join(', ') || 'none';
  }

  /** Let[{{a1, …}, …}, {outputs}] */
  function lets(of: Program, nodes: readonly Node[], indent: string): string[] {
    const named = abbreviate(dag, nodes, 14);
    const style = plainStyle(of, named);
    const outputs = nodes.map((node) => style.name(node) ?? writeOut(dag, node, style));
    if (named.length === 0) return [`${indent}{${outputs.join(',\n'.padEnd(indent.length + 3))}}`];
    return [
      `${indent}Let[{`,
      ...named.map(
        (node, k) =>
          `${indent}  {a${k + 1}, ${writeOut(dag, node, style)}}${k < named.length - 1 ? ',' : ''}`,
      ),
      `${indent}}, {`,
      ...outputs.map((text, k) => `${indent}  ${text}${k < outputs.length - 1 ? ',' : ''}`),
      `${indent}}]`,
    ];
  }
}

function plainStyle({ system }: Program, named: readonly Node[]): Style {
  const names = new Map<Node, string>([[system.time, 'time']]);
  for (const { node, name } of [...system.parameters, ...system.controls]) names.set(node, name);
  for (const { position, rate, name } of system.variables) {
    names.set(position, name);
    names.set(rate, `${name}'`);
  }
  for (const [k, node] of named.entries()) names.set(node, `a${k + 1}`);
  return {
    name: (node) => names.get(node),
    number: String,
    times: ' ',
    quotient: (above, below) => `${above}/(${below})`,
    power: (base, exponent) => `${base}^${/^\d+$/.test(exponent) ? exponent : `(${exponent})`}`,
    root: (of) => `Sqrt[${of}]`,
    call: (name, args) => `${name[0].toUpperCase()}${name.slice(1)}[${args.join(', ')}]`,
    parentheses: (inside) => `(${inside})`,
  };
}

// The derived equations of one mode for people, in LaTeX:
//
//   M q̈ + Aᵀλ = f,   A q̈ + γ = 0
//
// entry by entry, with the variables' own names; entries that are zero are left out. What is used several times or is
// long gets a name of its own, so that no line swells; the names come first, each after those it is made of.

import { abbreviate } from '../../dag/abbreviate.ts';
import type { Node } from '../../dag/dag.ts';
import { type Style, writeOut } from '../../dag/write-out.ts';
import type { Program } from '../../structure/program.ts';

/** A line of a matrix or vector: what stands on the left, and its expression. */
interface Entry {
  readonly left: string;
  readonly node: Node;
}

/** The equations of a program as LaTeX. */
export function emitLatex(program: Program): string {
  const { system, equations } = program;
  const { dag, variables } = system;
  const mass: Entry[] = [];
  equations.mass.forEach((row, i) => {
    for (const [j, node] of [...row].sort(([a], [b]) => a - b))
      if (j >= i) mass.push({ left: `M_{${i + 1},${j + 1}}`, node });
  });
  const { frames } = equations;
  const force = [...equations.force, ...(frames?.force ?? [])]
    .map((node, i) => ({ left: `f_{${i + 1}}`, node }))
    .filter(({ node }) => node !== dag.zero);
  const residuals = equations.constraints.map(({ constraint }, c) => ({
    left: `C_{${c + 1}}`,
    node: constraint.residual,
  }));
  const gradients: Entry[] = equations.constraints.flatMap(({ gradient }, c) =>
    [...gradient].sort(([a], [b]) => a - b).map(([j, node]) => ({ left: `A_{${c + 1},${j + 1}}`, node })),
  );
  const biases = equations.constraints
    .map(({ bias }, c) => ({ left: `\\gamma_{${c + 1}}`, node: bias }))
    .filter(({ node }) => node !== dag.zero);
  const definitions: Entry[] = (frames?.definitions ?? []).flatMap(({ gradient, bias }, k) => [
    ...[...gradient].sort(([a], [b]) => a - b).map(([j, node]) => ({ left: `B_{${k + 1},${j + 1}}`, node })),
    ...(bias === dag.zero ? [] : [{ left: `\\beta_{${k + 1}}`, node: bias }]),
  ]);
  const all = [...residuals, ...mass, ...force, ...gradients, ...biases, ...definitions];
  const named = abbreviate(
    dag,
    all.map(({ node }) => node),
  );
  const style = latexStyle(program, named);
  const lines = (entries: readonly Entry[]) =>
    aligned(entries.map(({ left, node }) => [left, writeOut(dag, node, style)]));

  return [
    '\\documentclass{article}',
    '\\usepackage[a4paper,landscape,margin=15mm]{geometry}',
    '\\usepackage{amsmath}',
    '\\allowdisplaybreaks',
    '\\begin{document}',
    `\\section*{${words(system.name)}${program.mode === '' ? '' : `, mode ${words(program.mode)}`}}`,
    'The equations of motion are $M\\ddot q + A^{T}\\lambda = f$ and $A\\ddot q + \\gamma = 0$; entries that are zero are',
    'left out, and $M$ is symmetric.',
    '\\subsection*{Variables}',
    ...aligned(variables.map(({ name }, i) => [`q_{${i + 1}}`, variable(name, false)])),
    ...framesText(program),
    ...(named.length > 0 ? ['\\subsection*{Abbreviations}'] : []),
    ...lines(named.map((node, k) => ({ left: `a_{${k + 1}}`, node }))),
    '\\subsection*{Constraints}',
    ...(equations.constraints.length === 0 ? ['There are none.'] : ['Each is zero where it holds.']),
    ...aligned(
      residuals.map(({ left, node }, c) => [
        left,
        `${writeOut(dag, node, style)} && \\text{${words(equations.constraints[c].constraint.name)}}`,
      ]),
    ),
    '\\subsection*{Mass matrix $M$}',
    ...lines(mass),
    '\\subsection*{Forces $f$}',
    ...lines(force),
    ...(gradients.length > 0 ? ['\\subsection*{Constraint gradients $A$}'] : []),
    ...lines(gradients),
    ...(biases.length > 0 ? ['\\subsection*{Accelerations of constraints at $\\ddot q = 0$}'] : []),
    ...lines(biases),
    ...(definitions.length > 0 ? ['\\subsection*{How frames follow from those above them}'] : []),
    ...lines(definitions),
    '\\end{document}',
    '',
  ].join('\n');
}

/** Accelerations of frames that are unknowns beside those of the variables. */
function framesText({ system, equations: { frames } }: Program): string[] {
  if (frames === undefined) return [];
  const count = system.variables.length;
  return [
    '\\subsection*{Accelerations of frames}',
    'Chains of frames are long here, so the rates of some of their angular velocities $\\omega$ and velocities $v$, each in',
    'the axes of its frame, are unknowns like $\\ddot q$ and numbered after them:',
    ...aligned(
      frames.unknowns.map(({ frame, kind, axis }, k) => [
        `\\ddot q_{${count + k + 1}}`,
        `\\dot ${kind === 'spin' ? '\\omega' : 'v'}_{${'xyz'[axis]},\\,\\mathrm{${words(system.frames[frame].name)}}}`,
      ]),
    ),
    'They are defined by $B\\ddot q + \\beta = 0$, whose multipliers are the forces through the joints: the equations of',
    'motion are $M\\ddot q + A^{T}\\lambda + B^{T}\\mu = f$.',
  ];
}

/** Functions that LaTeX has words for. */
const functions: Readonly<Record<string, string>> = {
  sin: '\\sin',
  cos: '\\cos',
  exp: '\\exp',
  log: '\\ln',
  asin: '\\arcsin',
  acos: '\\arccos',
  min: '\\min',
  max: '\\max',
};

function latexStyle({ system }: Program, named: readonly Node[]): Style {
  const names = new Map<Node, string>([[system.time, 't']]);
  for (const { node, name } of [...system.parameters, ...system.controls])
    names.set(node, `\\mathrm{${words(name)}}`);
  for (const { position, rate, name } of system.variables) {
    names.set(position, variable(name, false));
    names.set(rate, variable(name, true));
  }
  for (const [k, node] of named.entries()) names.set(node, `a_{${k + 1}}`);
  return {
    name: (node) => names.get(node),
    number: texNumber,
    times: '\\,',
    quotient: (above, below) => `\\frac{${above}}{${below}}`,
    power: (base, exponent) => `{${base}}^{${exponent}}`,
    root: (of) => `\\sqrt{${of}}`,
    call: (name, args) => `${functions[name] ?? `\\operatorname{${name}}`}\\left(${args.join(', ')}\\right)`,
    parentheses: (inside) => `\\left(${inside}\\right)`,
  };
}

/** "Rx(Car[1])" with its letters upright and its rate dotted. */
function variable(name: string, rate: boolean): string {
  const [, component, frame] = /^(\w+)\((.*)\)$/s.exec(name) ?? [name, name, ''];
  const letter = rate ? `\\dot{\\mathrm{${words(component)}}}` : `\\mathrm{${words(component)}}`;
  return frame === '' ? letter : `${letter}_{\\mathrm{${words(frame)}}}`;
}

function texNumber(value: number): string {
  const text = String(Number(value.toPrecision(12)));
  const [digits, exponent] = text.split('e');
  return exponent === undefined ? digits : `${digits} \\cdot 10^{${Number(exponent)}}`;
}

/** Names from a specification are letters, never commands. */
function words(text: string): string {
  const special: Readonly<Record<string, string>> = { '\\': '/', '^': '\\^{}', '~': '\\~{}', '\n': ' ' };
  return text.replace(/[\\^~\n]|[&%$#_{}]/g, (c) => special[c] ?? `\\${c}`);
}

const LINE = 150;

/** One line each; long sums are broken before a sign outside all brackets. */
function aligned(entries: readonly (readonly [left: string, right: string])[]): string[] {
  if (entries.length === 0) return [];
  return [
    '\\begin{align*}',
    entries.map(([left, right]) => `${left} &= ${broken(right).join(' \\\\\n  &\\quad ')}`).join(' \\\\\n'),
    '\\end{align*}',
  ];
}

function broken(text: string): string[] {
  const lines: string[] = [];
  let depth = 0;
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const c = text[at];
    if (c === '{' || text.startsWith('\\left', at)) depth++;
    else if (c === '}' || text.startsWith('\\right', at)) depth--;
    else if (depth === 0 && at - from > LINE && (text.startsWith(' + ', at) || text.startsWith(' - ', at))) {
      lines.push(text.slice(from, at));
      from = at + 1;
    }
  }
  lines.push(text.slice(from));
  return lines;
}

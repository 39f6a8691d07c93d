// Frictional contact problems as JSON:
//
//   { "dimension": 3, "contacts": n, "blocks": [[row, column, [9 numbers, row-major]], …], "q": [3n], "mu": [n] }
//
// and, where a pyramid is meant, "directions": how many corners it has.

import type { Block, FrictionProblem } from './problem.ts';

const MOST_CONTACTS = 100_000;

/** Throws a RangeError that says what is wrong. */
export function parseFriction(text: string): FrictionProblem & { readonly directions?: number } {
  const given = parseJson(text);
  const { dimension, contacts, blocks, q, mu, directions } = given;
  if (dimension !== 3) throw new RangeError(`dimension is ${show(dimension)}; only 3 is solved`);
  if (!Number.isInteger(contacts) || (contacts as number) < 1 || (contacts as number) > MOST_CONTACTS) {
    throw new RangeError(`contacts is ${show(contacts)}; it is a whole number from 1 to ${MOST_CONTACTS}`);
  }
  const n = contacts as number;
  if (!Array.isArray(blocks))
    throw new RangeError(`blocks is ${show(blocks)}; it is a list of [row, column, [9 numbers]]`);
  const numbers = numbersOf(q, 3 * n, 'q');
  const friction = numbersOf(mu, n, 'mu');
  friction.forEach((value, i) => {
    if (value < 0) throw new RangeError(`mu[${i}] is ${value}; friction is a number ≥ 0`);
  });
  const problem = {
    contacts: n,
    blocks: blocks.map((block, k) => blockOf(block, k, n)),
    q: numbers,
    mu: friction,
  };
  if (directions === undefined) return problem;
  if (!Number.isInteger(directions) || (directions as number) < 4 || (directions as number) > 16)
    throw new RangeError(`directions is ${show(directions)}; it is a whole number from 4 to 16`);
  return { ...problem, directions: directions as number };
}

function parseJson(text: string): Record<string, unknown> {
  let given: unknown;
  try {
    given = JSON.parse(text);
  } catch (error) {
    throw new RangeError(`it is not JSON: ${(error as Error).message}`);
  }
  if (typeof given !== 'object' || given === null) throw new RangeError('it is not a JSON object');
  return given as Record<string, unknown>;
}

function blockOf(block: unknown, k: number, contacts: number): Block {
  if (!Array.isArray(block) || block.length !== 3)
    throw new RangeError(`blocks[${k}] is not [row, column, [9 numbers]]`);
  const [row, column, entries] = block as unknown[];
  for (const index of [row, column]) {
    if (!Number.isInteger(index) || (index as number) < 0 || (index as number) >= contacts) {
      throw new RangeError(`blocks[${k}] is at contact ${show(index)}; contacts are 0 to ${contacts - 1}`);
    }
  }
  return [row as number, column as number, numbersOf(entries, 9, `blocks[${k}][2]`)];
}

function numbersOf(given: unknown, length: number, name: string): Float64Array {
  if (!Array.isArray(given))
    throw new RangeError(`${name} is ${show(given)}; it is a list of ${length} numbers`);
  if (given.length !== length)
    throw new RangeError(`${name} has ${given.length} numbers; it needs ${length}`);
  return Float64Array.from(given, (value: unknown, i) => {
    if (typeof value !== 'number' || !Number.isFinite(value))
      throw new RangeError(`${name}[${i}] is ${show(value)}, not a number`);
    return value;
  });
}

function show(value: unknown): string {
  return value === undefined ? 'missing' : JSON.stringify(value).slice(0, 40);
}

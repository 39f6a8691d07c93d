// Damages plain JSON: swaps values, drops, doubles and renames keys, cuts and stretches lists.

import type { Random } from '../../src/num/index.ts';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const strange: readonly Json[] = [
  null,
  true,
  false,
  0,
  -0,
  1,
  -1,
  0.5,
  1e-300,
  1e300,
  -1e300,
  1e17,
  4294967296,
  '',
  'x',
  '../x.obj',
  '/x',
  '__proto__',
  'steel',
  [],
  [[]],
  [0, 0, 0],
  [0, 0, 0, 0],
  [1e18, -1e18, 0],
  {},
  { kind: 'box' },
  { axis: [0, 0, 0], degrees: 1 },
  { $array: 'x' },
  'constructor',
  '\u0000',
  '💥'.repeat(30),
];
const words = [
  'name',
  'kind',
  'shape',
  'bodies',
  'frcition',
  '__proto__',
  'constructor',
  'toString',
  '#',
  'vertices',
  'path',
  'mesh',
  'density',
];

/** A damaged deep copy. */
export function mutate(value: unknown, random: Random, times: number): Json {
  let copy = JSON.parse(JSON.stringify(value)) as Json;
  for (let i = 0; i < times; i++) copy = mutateOnce(copy, random);
  return copy;
}

function mutateOnce(root: Json, random: Random): Json {
  const places: { holder: Json[] | { [key: string]: Json }; key: string | number }[] = [];
  const walk = (value: Json) => {
    if (typeof value !== 'object' || value === null) return;
    for (const key of Array.isArray(value) ? value.keys() : Object.keys(value)) {
      places.push({ holder: value, key });
      walk((value as Record<string | number, Json>)[key]);
    }
  };
  walk(root);
  if (places.length === 0 || random.uniform() < 0.005)
    return structuredClone(strange[random.integer(strange.length)]);
  const { holder, key } = places[random.integer(places.length)];
  const slots = holder as Record<string | number, Json>;
  const set = (at: string | number, value: Json) =>
    Object.defineProperty(holder, at, { value, enumerable: true, writable: true, configurable: true });
  switch (random.integer(8)) {
    case 0:
    case 1:
      set(key, structuredClone(strange[random.integer(strange.length)]));
      break;
    case 2: {
      const other = places[random.integer(places.length)];
      set(key, structuredClone((other.holder as Record<string | number, Json>)[other.key]));
      break;
    }
    case 3:
      if (Array.isArray(holder)) holder.splice(Number(key), 1);
      else delete slots[key];
      break;
    case 4:
      if (Array.isArray(holder)) holder.push(structuredClone(slots[key]));
      else set(words[random.integer(words.length)], structuredClone(slots[key]));
      break;
    case 5:
      if (typeof slots[key] === 'number')
        set(key, (slots[key] as number) * [-1, 0, 2, 1e9, 0.5, 1e-9][random.integer(6)]);
      else if (Array.isArray(slots[key])) (slots[key] as Json[]).length = 0;
      break;
    case 6:
      if (typeof slots[key] === 'string') {
        const text = slots[key] as string;
        const at = random.integer(text.length + 1);
        set(key, text.slice(0, at) + 'xyz'[random.integer(3)] + text.slice(at + random.integer(2)));
      } else if (!Array.isArray(holder)) {
        const moved = slots[key];
        delete slots[key];
        set(`${key}s`, moved);
      }
      break;
    default:
      if (Array.isArray(slots[key]) && (slots[key] as Json[]).length > 1) (slots[key] as Json[]).reverse();
      else set(key, slots[key] === null ? 0 : structuredClone(slots[key]));
  }
  return root;
}

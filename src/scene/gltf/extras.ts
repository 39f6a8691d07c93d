// What a node's extras say about its body. Blender's custom properties arrive as extras; a property `carom` that is a
// group, a text ("dynamic"), or properties `carom_body`, `carom_mass`, … say the same.

import { isObject, type Json } from '../../geometry/files/index.ts';
import { findMaterial, type MaterialName, materialNames } from '../materials.ts';
import { nearestSpelling, spellingHint } from '../fault/spelling-hint.ts';
import type { Vec3 } from '../types.ts';

const roles = ['dynamic', 'static', 'kinematic', 'none', 'cloth', 'shell'] as const;
export type Role = (typeof roles)[number];

export interface Extras {
  readonly body?: Role;
  readonly density?: number;
  readonly mass?: number;
  readonly thickness?: number;
  readonly friction?: number;
  readonly restitution?: number;
  /** World axes of the file. */
  readonly velocity?: Vec3;
  readonly angularVelocity?: Vec3;
  readonly material?: MaterialName;
}

type Reader = (value: unknown) => unknown;

const number =
  (from: number, to: number, open: boolean): Reader =>
  (value) => {
    const x = Number(typeof value === 'string' ? value.trim() || Number.NaN : value);
    return typeof value !== 'boolean' && (open ? x > from : x >= from) && x <= to ? x : undefined;
  };

const vector: Reader = (value) =>
  Array.isArray(value) &&
  value.length === 3 &&
  value.every((x) => typeof x === 'number' && Math.abs(x) <= 1e9)
    ? value
    : undefined;

const readers: Readonly<Record<keyof Extras, { read: Reader; wanted: string }>> = {
  body: {
    read: (value) => roles.find((role) => role === String(value).toLowerCase()),
    wanted: `one of ${roles.join(', ')}`,
  },
  density: { read: number(0, 1e18, true), wanted: 'a number > 0 [kg/m³]' },
  mass: { read: number(0, 1e18, true), wanted: 'a number > 0 [kg]' },
  thickness: { read: number(0, 1e9, true), wanted: 'a number > 0 [m]' },
  friction: { read: number(0, 1e6, false), wanted: 'a number ≥ 0' },
  restitution: { read: number(0, 1, false), wanted: 'a number from 0 to 1' },
  velocity: { read: vector, wanted: 'three numbers [m/s]' },
  angularVelocity: { read: vector, wanted: 'three numbers [rad/s]' },
  material: {
    read: (value) => (typeof value === 'string' && findMaterial(value) ? value : undefined),
    wanted: 'the name of a material',
  },
};

/** @param complain  told of each word that says nothing */
export function readExtras(json: Json, complain: (what: string, why: string) => void): Extras | undefined {
  const { extras } = json;
  if (!isObject(extras)) return undefined;
  const given = new Map<string, unknown>();
  const { carom } = extras;
  if (typeof carom === 'string') given.set('body', carom);
  else if (isObject(carom)) for (const [key, value] of Object.entries(carom)) given.set(key, value);
  else if (carom !== undefined) complain('extras.carom', 'it is neither a group nor a text');
  for (const [key, value] of Object.entries(extras)) {
    const match = /^carom[_.](\w+)$/.exec(key);
    if (match) given.set(match[1], value);
  }
  if (given.size === 0) return undefined;
  const out: Record<string, unknown> = {};
  for (const [key, value] of given) {
    const known = Object.keys(readers);
    const name = known.find((word) => word.toLowerCase() === key.replaceAll('_', '').toLowerCase());
    if (name === undefined) {
      complain(
        `extras.carom.${key.slice(0, 60)}`,
        `there is no such word; ${spellingHint(key.slice(0, 60), known)}`,
      );
      continue;
    }
    const { read, wanted } = readers[name as keyof Extras];
    const found = read(value);
    if (found !== undefined) out[name] = found;
    else complain(`extras.carom.${name}`, `it is not ${wanted}${hint(name, value)}`);
  }
  return out;
}

function hint(name: string, value: unknown): string {
  if (name !== 'material' || typeof value !== 'string') return '';
  const near = nearestSpelling(value.slice(0, 60), materialNames);
  return near === undefined ? '' : `; did you mean "${near}"?`;
}

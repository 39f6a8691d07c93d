// Scene files as text: short lists stay on one line, and a change touches nothing but what changed, so that the reader's
// own layout and place in the text survive.

import { escaped, type JsonMap, mapJson } from './json-map.ts';

const WIDTH = 88;

export function sceneText(value: unknown): string {
  return `${write(value, '')}\n`;
}

function write(value: unknown, indent: string): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  const entries = Array.isArray(value)
    ? value.map((item) => ['', item] as const)
    : Object.entries(value)
        .filter(([, item]) => item !== undefined)
        .map(([key, item]) => [`${JSON.stringify(key)}: `, item] as const);
  const [open, close] = Array.isArray(value) ? '[]' : '{}';
  if (entries.length === 0) return open + close;
  const flat = oneLine(value);
  if (flat !== undefined && indent.length + flat.length <= WIDTH) return flat;
  const inner = `${indent}  `;
  const lines = entries.map(([key, item]) => `${inner}${key}${write(item, inner)}`);
  return `${open}\n${lines.join(',\n')}\n${indent}${close}`;
}

/** Lists of plain values, and small objects of them; undefined for anything larger. */
function oneLine(value: object, depth = 0): string | undefined {
  const values = Object.values(value) as unknown[];
  if (values.length > 16 || depth > 1) return undefined;
  const parts: string[] = [];
  for (const [key, item] of Object.entries(value)) {
    if (item === undefined) continue;
    const text =
      typeof item === 'object' && item !== null ? oneLine(item, depth + 1) : (JSON.stringify(item) ?? 'null');
    if (text === undefined) return undefined;
    parts.push(Array.isArray(value) ? text : `${JSON.stringify(key)}: ${text}`);
  }
  return Array.isArray(value) ? `[${parts.join(', ')}]` : `{ ${parts.join(', ')} }`;
}

export interface Patch {
  readonly from: number;
  readonly to: number;
  readonly text: string;
}

/**
 * What to replace in a text so that it says `after`, last place first. Lists and objects with the same keys are gone
 * into; others are written anew as a whole.
 * @param text  must be JSON
 */
export function patchesFor(text: string, after: unknown): Patch[] {
  const map = mapJson(text);
  const patches: Patch[] = [];
  if (map.error !== undefined) return [{ from: 0, to: text.length, text: sceneText(after) }];
  compare(map, map.value, after, '', text, patches);
  return patches.sort((a, b) => b.from - a.from);
}

function compare(
  map: JsonMap,
  before: unknown,
  after: unknown,
  pointer: string,
  text: string,
  out: Patch[],
): void {
  if (before === after) return;
  if (isObject(before) && isObject(after) && Array.isArray(before) === Array.isArray(after)) {
    const [a, b] = [keysOf(before), keysOf(after)];
    if (a.length === b.length && a.every((key) => Object.hasOwn(after, key))) {
      for (const key of a) compare(map, before[key], after[key], `${pointer}/${escaped(key)}`, text, out);
      return;
    }
  }
  const range = map.ranges.get(pointer);
  if (range === undefined || isEqual(before, after)) return;
  out.push({ ...range, text: write(after, indentAt(text, range.from)) });
}

/** Whether two plain values say the same; keys in any order. */
export function isEqual(a: unknown, b: unknown): boolean {
  // JSON has one zero.
  if (a === b) return true;
  if (!isObject(a) || !isObject(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const keys = keysOf(a);
  return (
    keys.length === keysOf(b).length && keys.every((key) => Object.hasOwn(b, key) && isEqual(a[key], b[key]))
  );
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

function keysOf(value: Record<string, unknown>): string[] {
  return Object.keys(value).filter((key) => value[key] !== undefined);
}

function indentAt(text: string, at: number): string {
  const line = text.lastIndexOf('\n', at - 1) + 1;
  return /^[ \t]*/.exec(text.slice(line, at))?.[0] ?? '';
}

/** Where a place of the old text lies after the patches. */
export function movedPlace(at: number, patches: readonly Patch[]): number {
  let moved = at;
  for (const { from, to, text } of patches) {
    if (to <= at) moved += text.length - (to - from);
    else if (from < at) moved += Math.min(at - from, text.length) - (at - from);
  }
  return moved;
}

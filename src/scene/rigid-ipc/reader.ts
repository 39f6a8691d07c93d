// Reads one object of a foreign JSON file word by word, and reports every word nobody asked for.

import type { Collector } from '../fault/collector.ts';
import { limits } from '../read/limits.ts';
import { spellingHint } from '../fault/spelling-hint.ts';
import { placeOf } from '../fault/place.ts';

export type Json = unknown;
type Vec3 = [number, number, number];

/** Numbers beyond this are no lengths, speeds or forces of anything. */
const largest = 1e18;

export class Reader {
  private readonly words: Readonly<Record<string, Json>>;
  private readonly at: readonly PropertyKey[];
  private readonly collector: Collector;
  private readonly asked = new Set<string>();

  constructor(value: Json, at: readonly PropertyKey[], collector: Collector) {
    this.at = at;
    this.collector = collector;
    const good = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (!good) collector.add('is not an object', placeOf(at), value, 'give an object in braces');
    this.words = good ? (value as Record<string, Json>) : {};
  }

  place(key: string): string {
    return placeOf([...this.at, key]);
  }

  fault(key: string, what: string, value: Json, remedy: string): void {
    this.collector.add(what, this.place(key), value, remedy);
  }

  has(key: string): boolean {
    return Object.hasOwn(this.words, key);
  }

  peek(key: string): Json {
    return this.has(key) ? this.words[key] : undefined;
  }

  take(key: string): Json {
    this.asked.add(key);
    return this.peek(key);
  }

  number(
    key: string,
    fallback: number,
    range: { readonly from?: number; readonly above?: number; readonly whole?: boolean } = {},
  ): number {
    const value = this.take(key);
    if (value === undefined) return fallback;
    if (typeof value !== 'number' || !(Math.abs(value) <= largest)) {
      this.fault(key, 'is not a number', value, 'give a number');
      return fallback;
    }
    const { from = -Infinity, above = -Infinity, whole = false } = range;
    if (value < from) this.fault(key, 'is too small', value, `give a number ≥ ${from}`);
    else if (value <= above) this.fault(key, 'is too small', value, `give a number > ${above}`);
    else if (whole && !Number.isInteger(value))
      this.fault(key, 'is not a whole number', value, 'give a whole number');
    else return value;
    return fallback;
  }

  boolean(key: string, fallback: boolean): boolean {
    const value = this.take(key);
    if (typeof value === 'boolean') return value;
    if (value !== undefined) this.fault(key, 'is not true or false', value, 'give true or false');
    return fallback;
  }

  choice<Word extends string>(key: string, words: readonly Word[], fallback: Word): Word {
    const value = this.take(key);
    if (value === undefined) return fallback;
    const found = words.find((word) => word === value);
    if (found === undefined)
      this.fault(key, 'is not one of the choices', value, spellingHint(String(value), words));
    return found ?? fallback;
  }

  /** Three numbers; where there are more, as the reference does, the first three. */
  vec3(key: string, fallback: Vec3): Vec3 {
    const value = this.take(key);
    if (value === undefined) return fallback;
    if (!Array.isArray(value) || value.length < 3 || !value.slice(0, 3).every(isNumber)) {
      this.fault(key, 'is not a list of three numbers', value, 'give [x, y, z]');
      return fallback;
    }
    return [value[0], value[1], value[2]];
  }

  /** A list of rows of `width` numbers. */
  rows(key: string, width: number): number[][] | undefined {
    const value = this.take(key);
    if (value === undefined) return undefined;
    const good = (row: Json) => Array.isArray(row) && row.length === width && row.every(isNumber);
    if (!Array.isArray(value) || value.length > limits.inlineElements || !value.every(good)) {
      this.fault(
        key,
        `is not a list of ${width} numbers each`,
        value,
        `give [[${'0, '.repeat(width - 1)}0], …]`,
      );
      return undefined;
    }
    return value;
  }

  object(key: string, optional = false): Reader {
    const value = this.take(key);
    return new Reader(value === undefined && optional ? {} : value, [...this.at, key], this.collector);
  }

  list(key: string, optional = false): Reader[] {
    const value = this.take(key);
    if (value === undefined && optional) return [];
    if (!Array.isArray(value)) {
      this.fault(key, value === undefined ? 'is missing' : 'is not a list', value, 'give a list in brackets');
      return [];
    }
    if (value.length > limits.bodies) {
      this.fault(key, 'has too many entries', value, `give at most ${limits.bodies}`);
      return [];
    }
    return value.map((item, i) => new Reader(item, [...this.at, key, i], this.collector));
  }

  /** Words that are known but change nothing here. */
  ignore(keys: readonly string[]): void {
    for (const key of keys) {
      if (this.take(key) !== undefined)
        this.collector.note(`${this.place(key)}: passed over; it has no meaning here`);
    }
  }

  /** Reports every word that was not asked for; those that start with # are comments. */
  finish(): void {
    for (const key of Object.keys(this.words)) {
      if (this.asked.has(key) || key.startsWith('#')) continue;
      this.collector.add('unknown word', this.place(key), undefined, spellingHint(key, [...this.asked]));
    }
  }
}

function isNumber(value: Json): value is number {
  return typeof value === 'number' && Math.abs(value) <= largest;
}

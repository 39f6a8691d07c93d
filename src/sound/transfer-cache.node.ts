// Waves of modes kept as files below a folder, as modes themselves are: one file each, named by what they depend on.
//
// A line of JSON (wave number, degree and radius of each mode, a check) and then the coefficients. A file that is
// damaged or of another version counts as absent.

import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Fingerprint, type Modes } from '../modes/index.ts';
import type { Multipoles } from './radiation/multipoles.ts';
import { radiate, transferOf } from './radiation/radiate.ts';
import type { Transfer } from './transfer.ts';

const FORMAT = 'carom-waves-2';

interface Head {
  readonly format: string;
  readonly check: string;
  readonly modes: readonly { readonly k: number; readonly degree: number; readonly radius: number }[];
}

/** The waves of modes, from the folder where they are there. */
export function cachedRadiation(
  modes: Modes,
  options: { readonly mostPanels: number; readonly progress?: (fraction: number) => void },
  folder: string | undefined,
): Transfer {
  const path = folder === undefined ? undefined : join(folder, `${keyOf(modes, options.mostPanels)}.waves`);
  const known = path === undefined ? undefined : readWaves(path);
  if (known && known.length === modes.count) return transferOf(known);
  const made = radiate(modes, options);
  if (folder !== undefined && path !== undefined) {
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(`${path}.${process.pid}`, bytesOf(made.waves));
      renameSync(`${path}.${process.pid}`, path);
    } catch {
      // a cache that cannot be written is no reason to fail
    }
  }
  return made;
}

function keyOf(modes: Modes, panels: number): string {
  const print = new Fingerprint();
  print.add(Float64Array.of(modes.count, panels));
  for (const array of [modes.omegas, modes.positions, modes.faces, modes.shapes]) print.add(array);
  return print.hex();
}

function coefficientsOf(waves: readonly Multipoles[]): Float64Array {
  const all = new Float64Array(waves.reduce((sum, { re, im }) => sum + re.length + im.length, 0));
  let at = 0;
  for (const { re, im } of waves) {
    all.set(re, at);
    all.set(im, at + re.length);
    at += re.length + im.length;
  }
  return all;
}

function checkOf(coefficients: Float64Array): string {
  const print = new Fingerprint();
  print.add(coefficients);
  return print.hex();
}

function bytesOf(waves: readonly Multipoles[]): Uint8Array {
  const coefficients = coefficientsOf(waves);
  const head: Head = {
    format: FORMAT,
    check: checkOf(coefficients),
    modes: waves.map(({ k, degree, radius }) => ({ k, degree, radius })),
  };
  const text = new TextEncoder().encode(`${JSON.stringify(head)}\n`);
  const bytes = new Uint8Array(text.length + coefficients.byteLength);
  bytes.set(text);
  bytes.set(new Uint8Array(coefficients.buffer), text.length);
  return bytes;
}

function readWaves(path: string): Multipoles[] | undefined {
  try {
    const bytes = new Uint8Array(readFileSync(path));
    const end = bytes.indexOf(10);
    const head = JSON.parse(new TextDecoder().decode(bytes.subarray(0, end))) as Head;
    if (head.format !== FORMAT) return undefined;
    const coefficients = new Float64Array(bytes.slice(end + 1).buffer);
    if (checkOf(coefficients) !== head.check) return undefined;
    let at = 0;
    const take = (length: number): Float64Array => {
      const part = coefficients.slice(at, at + length);
      at += length;
      return part;
    };
    const waves = head.modes.map(({ k, degree, radius }) => {
      const size = (degree + 1) * (degree + 1);
      return { k, degree, radius, re: take(size), im: take(size) };
    });
    return at === coefficients.length ? waves : undefined;
  } catch {
    return undefined;
  }
}

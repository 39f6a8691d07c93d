// The golden hashes where there is no test runner: on another Node, another processor, in a page.

import { digest } from './digest.ts';
import golden from './golden.json' with { type: 'json' };
import { makers } from './makers.ts';

export interface Compared {
  readonly made: number;
  /** The names of what has other bits, or failed. */
  readonly different: readonly string[];
}

/** @param told  what is to be made next, of how much */
export async function compareGolden(told: (name: string, index: number) => void): Promise<Compared> {
  const held: Readonly<Record<string, string>> = golden;
  const different: string[] = [];
  const all = Object.entries(makers);
  for (const [index, [name, make]] of all.entries()) {
    told(name, index);
    try {
      if ((await digest(await make())) !== held[name]) different.push(name);
    } catch (error) {
      different.push(`${name}: ${error}`);
    }
  }
  return { made: all.length, different };
}

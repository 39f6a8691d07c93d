// The event loop on one of its two machines: as WebAssembly, or as the TypeScript it is written in. Same bits.

import { type Arena, kernelsFor } from '../../num/kernels/index.ts';
import * as entry from './loop/entry.kernel.ts';
import { workOn } from '../../num/kernels/machine.ts';

export type Machine = typeof entry;

export function openMachine(arena: Arena, kind: string): Machine {
  if (kind === 'wasm') return kernelsFor(arena);
  const calls: Readonly<Record<string, (...numbers: never[]) => unknown>> = entry;
  const wrapped: Record<string, (...numbers: never[]) => unknown> = {};
  for (const [name, call] of Object.entries(calls)) {
    wrapped[name] = (...numbers) => {
      workOn(arena.memory);
      return call(...numbers);
    };
  }
  return wrapped as unknown as Machine;
}

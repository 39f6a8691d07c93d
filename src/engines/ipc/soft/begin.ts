// A step begins: elements are damped against how they are now, and know what the last step's end has left them. A step ends: they
// leave it to the next.

import type { IpcState } from '../state.ts';
import type { Work } from '../step/work.ts';
import type { Elements } from './elements.ts';
import type { Soft } from './soft.ts';

/** Calls with all elements, and where each kind's memory begins in the state; returns how long that is. */
function eachMemory(soft: Soft | undefined, call: (kind: Elements, at: number) => void): number {
  let at = 0;
  for (const { elements } of soft?.items ?? [])
    for (const kind of elements) {
      call(kind, at);
      at += kind.memory.length;
    }
  return at;
}

/** What elements remember at the start, as a part of the state; nothing where none does. */
export function initialMemory(soft: Soft | undefined): { softMemory?: Float64Array } {
  const size = eachMemory(soft, () => {});
  if (size === 0) return {};
  const softMemory = new Float64Array(size);
  eachMemory(soft, (kind, at) => softMemory.set(kind.memory, at));
  return { softMemory };
}

function memoryOf(state: IpcState, { memory }: Elements, at: number): Float64Array {
  const all = state['softMemory'] as Float64Array | undefined;
  return all ? all.subarray(at, at + memory.length) : memory;
}

export function beginElements({ model, start, span }: Work, state: IpcState): void {
  eachMemory(model.soft, (kind, at) => {
    kind.memory.set(memoryOf(state, kind, at));
    kind.begin(start.q, span.h, state.velocity);
  });
}

export function endElements({ model, poses }: Work, state: IpcState): void {
  eachMemory(model.soft, (kind, at) => kind.remember(poses.q, memoryOf(state, kind, at)));
}

// A step begins: elements are damped against how they are now.

import type { Work } from '../step/work.ts';

export function beginElements({ model, start, span }: Work): void {
  for (const { elements } of model.soft?.items ?? [])
    for (const kind of elements) kind.begin(start.q, span.h);
}

// What the page and the worker that looks into the engine say to each other.

import type { SeenContacts } from '../../../../src/engines/async/index.ts';
import type { Input } from '../../../../src/record/index.ts';
import type { Scene } from '../../../../src/scene/index.ts';

export type ToLooker =
  | { readonly kind: 'open'; readonly scene: Scene; readonly inputs: readonly Input[] }
  /** At a time [s]; what was asked before and is not answered yet is dropped. */
  | { readonly kind: 'look'; readonly time: number };

export type FromLooker =
  | { readonly kind: 'seen'; readonly seen: SeenContacts }
  /** On the way: how far it has got [s]. */
  | { readonly kind: 'going'; readonly time: number }
  | { readonly kind: 'failed'; readonly what: string };

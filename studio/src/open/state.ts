// What is being opened, for the dialog to show. Light: everything that reads files is loaded when files come.

import { signal } from '@preact/signals';
import type { Fault } from '../../../src/scene/fault/index.ts';
import type { Given } from './given.ts';
import type { ImportChoices, Imported } from './import-messages.ts';

export type Opening =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'reading'; readonly what: string }
  | { readonly kind: 'failed'; readonly about: string; readonly faults: readonly Fault[] };

/** Meshes on their way to becoming a scene. */
export interface Importing {
  readonly files: readonly Given[];
  readonly name: string;
  readonly choices: ImportChoices;
  /** Bodies by name that shall stand still or move, whatever the files say. */
  readonly still: ReadonlyMap<string, boolean>;
  readonly busy: boolean;
  readonly made?: Imported;
  readonly about?: string;
  readonly faults: readonly Fault[];
}

export const opening = signal<Opening>({ kind: 'nothing' });
export const importing = signal<Importing | undefined>(undefined);
/** What was said about the project of this name when it was opened here. */
export const openingNotes = signal<{ readonly of: string; readonly lines: readonly string[] } | undefined>(
  undefined,
);
/** The GLB that the open scene came from, while the page is open: its motion can be put back into it. */
export const originalGlb = signal<{ readonly project: string; readonly file: Given } | undefined>(undefined);

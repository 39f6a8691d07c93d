// The workbenches: a panel for each ability, beside the view. Nothing of one is loaded before it is opened.
//
// A bench is a component in a folder of its own; it reads and changes the same project, film and clock as everything
// else, takes the pointer with a hand (view/hand.ts) and draws in the view with layers (view/extra-layers.ts).

import { computed, signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Scene } from '../../../src/scene/types.ts';
import { type Film, film } from '../model/film.ts';
import { place } from '../model/place.ts';
import { project, scene } from '../model/project.ts';

export interface Workbench {
  readonly id: string;
  readonly title: string;
  /** What one does there, in a sentence. */
  readonly what: string;
  /** Whether it has something to do with what is open. */
  fits(scene: Scene | undefined, film: Film | undefined): boolean;
  load(): Promise<{ readonly default: ComponentType }>;
}

export const workbenches: readonly Workbench[] = [
  {
    id: 'plots',
    title: 'Plots',
    what: 'What the engine reports and what bodies do, over time',
    fits: () => true,
    load: () => import('../plots/panel.tsx').then(({ PlotPanel }) => ({ default: PlotPanel })),
  },
  {
    id: 'equations',
    title: 'Specification',
    what: 'The text of a mechanical system, its frames, its derived equations and its program',
    // One that has faults makes no scene, and is put right here.
    fits: (opened) => opened?.specification !== undefined || project.value?.file.specification !== undefined,
    load: () => import('./equations/panel.tsx'),
  },
];

const asked = signal<string | undefined>(undefined);

/** Those that have to do with what is open. */
export const fitting = computed(() => workbenches.filter(({ fits }) => fits(scene.value, film.value)));

/** The one that is open: what was asked for, by hand or in the address, where it fits. */
export const openBench = computed(() => {
  const wanted = asked.value ?? (place.value.kind === 'gallery' ? undefined : place.value.bench);
  return fitting.value.find(({ id }) => id === wanted) ?? fitting.value[0];
});

export function showBench(id: string): void {
  asked.value = id;
}

/** Another thing was opened: its address says which bench. */
export function forgetBench(): void {
  asked.value = undefined;
}

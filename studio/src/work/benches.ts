// The workbenches: a panel for each ability, beside the view. Nothing of one is loaded before it is opened.
//
// A bench is a component in a folder of its own; it reads and changes the same project, film and clock as everything
// else, takes the pointer with a hand (view/hand.ts) and draws in the view with layers (view/extra-layers.ts).

import { computed } from '@preact/signals';
import type { ComponentType } from 'preact';
import type { Scene } from '../../../src/scene/index.ts';
import { type Film, film } from '../model/film.ts';
import { place, rename } from '../model/place.ts';
import { project, scene } from '../model/project.ts';

interface Workbench {
  readonly id: string;
  readonly title: string;
  /** What one does there, in a sentence. */
  readonly what: string;
  /** Whether it has something to do with what is open. */
  fits(scene: Scene | undefined, film: Film | undefined): boolean;
  load(): Promise<{ readonly default: ComponentType }>;
}

const workbenches: readonly Workbench[] = [
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
  {
    id: 'past',
    title: 'Past',
    what: 'Take the scene for an end, and find how it may have come about',
    // What is just being opened has no scene yet.
    fits: (opened) => (opened === undefined ? project.value?.file.engine === 'lcp' : canHavePast(opened)),
    load: () => import('./past/panel.tsx'),
  },
  {
    id: 'sound',
    title: 'Sound',
    what: 'Strike bodies, see how they vibrate, and hear a recording',
    fits: (opened) =>
      opened?.specification === undefined &&
      opened?.bodies.some(({ motion, clamp }) => motion === 'dynamic' || clamp !== undefined) === true,
    load: () => import('./sound/panel.tsx'),
  },
  {
    id: 'cloth',
    title: 'Cloth',
    what: 'Pin and pull cloth by hand, and see what contacts do',
    fits: (opened) => (opened?.deformables.length ?? 0) > 0,
    load: () => import('./cloth/panel.tsx'),
  },
  {
    id: 'compare',
    title: 'Compare',
    what: 'Two runs of one scene side by side, and their plots over one another',
    // While a scene is changed there is no run of it; who compares goes on.
    fits: (_, shown) =>
      shown !== undefined || (place.value.kind !== 'gallery' && place.value.bench === 'compare'),
    load: () => import('./compare/panel.tsx'),
  },
  {
    id: 'lesson',
    title: 'Lesson',
    what: 'Short texts with scenes to open and try',
    fits: () => true,
    load: () => import('./lesson/panel.tsx'),
  },
];

/** Rigid bodies that move, of an engine that also goes backward. */
function canHavePast({ engine = 'lcp', deformables, specification, bodies }: Scene): boolean {
  if (engine !== 'lcp' || deformables.length > 0 || specification !== undefined) return false;
  return bodies.some(({ motion }) => motion === 'dynamic');
}

/** Those that have to do with what is open. */
export const fitting = computed(() => workbenches.filter(({ fits }) => fits(scene.value, film.value)));

/** The one that the address names, where it fits. */
export const openBench = computed(() => {
  const wanted = place.value.kind === 'gallery' ? undefined : place.value.bench;
  return fitting.value.find(({ id }) => id === wanted) ?? fitting.value[0];
});

/** It stands in the address, so it stays when what is open is kept under another name, and after a reload. */
export function showBench(id: string): void {
  const at = place.peek();
  if (at.kind === 'gallery') return;
  const { bench: _, ...home } = at;
  rename(id === workbenches[0].id ? home : { ...home, bench: id });
}

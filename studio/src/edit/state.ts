// What the panel shows, and the unit lengths are shown in.

import { computed, signal } from '@preact/signals';
import { meshBounds } from '../../../src/geometry/index.ts';
import { isFloor } from './is-floor.ts';
import { film } from '../model/film.ts';
import { project, scene } from '../model/project.ts';
import { type LengthUnit, unitFor } from './fields/units.ts';

export type Tab = 'bodies' | 'scene' | 'text';
export const tab = signal<Tab>('bodies');

/** A place in the scene's text that was asked for: a JSON pointer, and whether to go on typing there. */
export const wantedPlace = signal<{ readonly pointer: string; readonly types: boolean } | undefined>(
  undefined,
);

/** The scene that is looked at: of the project, or of a recording that is only shown. */
export const shownScene = computed(() => (project.value === undefined ? film.value?.scene : scene.value));

const chosenUnit = signal<LengthUnit | undefined>(undefined);

export const lengthUnit = computed<LengthUnit>(() => chosenUnit.value ?? unitFor(typicalSize.value));

export function chooseUnit(unit: LengthUnit): void {
  chosenUnit.value = unit;
}

/** The median size of what moves [m]. */
export const typicalSize = computed(() => {
  const shown = shownScene.value;
  if (shown === undefined) return 1;
  const sizes: number[] = [];
  for (let i = 0; i < shown.bodies.length && sizes.length < 200; i++) {
    if (isFloor(shown, i)) continue;
    const box = meshBounds(shown.meshes[shown.bodies[i].mesh]);
    sizes.push(Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]));
  }
  for (const { mesh } of shown.deformables.slice(0, 200)) {
    const box = meshBounds(shown.meshes[mesh]);
    sizes.push(Math.max(box[3] - box[0], box[4] - box[1], box[5] - box[2]));
  }
  sizes.sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? 1;
});

// What the view shows: the film, or the scene where it starts. The start comes to the front as soon as the scene is
// changed or placed by hand, and goes when the film is played or scrubbed again.

import { computed, effect, signal } from '@preact/signals';
import { film } from '../model/film.ts';
import { playing, time } from '../model/playback.ts';
import { scene } from '../model/project.ts';
import { tool } from './layers/overlays.ts';

const editedSince = signal(false);

/** Whether a bench is open that places frames of a specification: its bodies have no place of their own. */
export const placesFrames = signal(false);
export const isPlacing = computed(() => tool.value === 'move' || tool.value === 'turn');
/** The scene at its start is shown although there is a film. */
export const showsStart = computed(
  () => film.value !== undefined && scene.value !== undefined && (editedSince.value || isPlacing.value),
);
export const shownFilm = computed(() => (showsStart.value ? undefined : film.value));
export const shownScene = computed(() => shownFilm.value?.scene ?? scene.value);

/** Keeps watch over which of the two is newer; returns how to stop that. */
export function watchEdits(): () => void {
  let before = { film: film.peek(), scene: scene.peek(), time: time.peek() };
  return effect(() => {
    const now = { film: film.value, scene: scene.value, time: time.value };
    const isNewFilm = now.film !== before.film;
    const isNewScene = now.scene !== before.scene && now.scene !== undefined && before.scene !== undefined;
    if (isNewFilm || playing.value || now.time !== before.time) editedSince.value = false;
    else if (isNewScene) editedSince.value = true;
    before = now;
  });
}

// Dragging a body while a run goes on. The view says where; the run takes it as an input, which it logs, so that the
// recording replays.

import { computed, signal } from '@preact/signals';
import type { Input } from '../../../src/record/index.ts';

type Point = readonly [number, number, number];

/** Where inputs go while a run goes on. */
export const sendInput = signal<((input: Omit<Input, 'time'>) => void) | undefined>(undefined);
export const canDrag = computed(() => sendInput.value !== undefined);

/** What is dragged now, for whoever draws it. */
export const dragged = signal<
  { readonly body: number; readonly point: Point; readonly target?: Point } | undefined
>(undefined);

/** @param point where it is held, body coordinates [m] */
export function startDrag(body: number, point: Point): void {
  if (sendInput.value === undefined) return;
  dragged.value = { body, point };
}

/** @param target where that point is drawn to, in the world [m] */
export function moveDrag(target: Point): void {
  const held = dragged.value;
  if (held === undefined) return;
  dragged.value = { ...held, target };
  sendInput.value?.({ kind: 'drag', target: held.body, values: [...held.point, ...target] });
}

/** Lets go. */
export function endDrag(): void {
  const held = dragged.value;
  if (held === undefined) return;
  dragged.value = undefined;
  if (held.target !== undefined) sendInput.value?.({ kind: 'drag', target: held.body, values: [] });
}

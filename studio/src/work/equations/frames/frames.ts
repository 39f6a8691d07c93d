// The frame that is chosen, in the tree or by clicking its body, and what is done to it: every change is one of the text.

import { computed, effect, signal } from '@preact/signals';
import { parse } from '../../../../../src/lagrange/language/index.ts';
import { complain, Complaint } from '../../../model/complaints.ts';
import { scene } from '../../../model/project.ts';
import { selected } from '../../../model/selection.ts';
import { tool } from '../../../view/layers/overlays.ts';
import { look, text } from '../compiling.ts';
import { goTo, patch } from '../editor.ts';
import { editor } from '../editor-box.tsx';
import {
  frameAt,
  type FrameStatement,
  moveFrame,
  newFrame,
  type Patch,
  turnFrame,
  writeInside,
} from './frame-text.ts';
import type { FrameLook } from '../messages.ts';

/** By its name, since a change numbers frames anew. */
const chosenName = signal<string | undefined>(undefined);
/** The tools of the view act on frames here. */
export const handles = computed(() =>
  tool.value === 'move' || tool.value === 'turn' ? tool.value : undefined,
);

export const chosen = computed(() => look.value?.frames.find(({ name }) => name === chosenName.value));

/** Bodies of a frame in the open scene: that of its name, and further shapes, which are numbered. */
export function bodiesOf(frame: FrameLook): number[] {
  const { name } = frame;
  return (scene.value?.bodies ?? []).flatMap((body, i) =>
    body.name === name || (body.name.startsWith(`${name} `) && /^ \d+$/.test(body.name.slice(name.length)))
      ? [i]
      : [],
  );
}

/** Its first body; −1 where it has none. */
export function bodyOf(frame: FrameLook): number {
  return scene.value?.bodies.findIndex(({ name }) => name === frame.name) ?? -1;
}

export function choose(frame: FrameLook): void {
  chosenName.value = frame.name;
  const body = bodyOf(frame);
  selected.value = body < 0 ? [] : [body];
}

export function showInText(frame: FrameLook): void {
  if (editor.value !== undefined && text.value === look.value?.text) goTo(editor.value, frame.span);
}

/** A body that is clicked, or was before this opened, chooses its frame; call what it returns to stop. */
export function watchSelection(): () => void {
  let done: readonly number[] | undefined;
  return effect(() => {
    const items = selected.value;
    const frames = look.value?.frames;
    if (items === done || frames === undefined) return;
    done = items;
    const body = scene.peek()?.bodies[items[items.length - 1]];
    const own = body?.name.replace(/ \d+$/, '');
    const found = frames.find(({ name }) => name === body?.name) ?? frames.find(({ name }) => name === own);
    if (found !== undefined) chosenName.value = found.name;
  });
}

/** @param by  in the coordinates of the frame around it [m] */
export function moveChosen(by: readonly [number, number, number]): boolean {
  return edit((frame) => moveFrame(text.peek(), frame, by));
}

/** @param angle  [rad], about a direction in its own axes */
export function turnChosen(axis: readonly [number, number, number], angle: number): boolean {
  return edit((frame) => turnFrame(text.peek(), frame, axis, angle));
}

export function addFrame(): void {
  const around = chosen.peek() && statementOf(chosen.peek() as FrameLook);
  const { name, statement } = newFrame(text.peek(), around);
  write(writeInside(text.peek(), around, statement));
  const index = /\[.*\]$/.exec(chosen.peek()?.name ?? '')?.[0] ?? '';
  chosenName.value = name + index;
}

/** @param statement  such as `shape sphere(0.5);` */
export function attach(statement: string): void {
  edit((frame) => writeInside(text.peek(), frame, statement));
}

/** @returns whether the text could be changed */
function edit(change: (frame: FrameStatement) => Patch[]): boolean {
  const frame = chosen.peek();
  const statement = frame && statementOf(frame);
  if (statement === undefined) {
    const remedy = 'Put the faults of the text right first, or change the text itself.';
    complain(new Complaint('This frame has no place in the text', remedy));
    return false;
  }
  write(change(statement));
  return true;
}

function write(patches: readonly Patch[]): void {
  if (editor.peek() !== undefined) patch(editor.peek() as NonNullable<typeof editor.value>, patches);
}

/** Where a frame is written; of the root, and where the text has faults, nowhere. */
function statementOf(frame: FrameLook): FrameStatement | undefined {
  const { specification } = parse(text.peek());
  if (frame.parent < 0 || specification === undefined || look.peek()?.text !== text.peek()) return undefined;
  return frameAt(specification, frame.span[0]);
}

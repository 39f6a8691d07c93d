// Driving a specification while it runs: keys, sliders and the pointer become values of its controls, which the run logs.

import { effect, signal } from '@preact/signals';
import { sendInput } from '../../model/drag.ts';
import { stage } from '../../view/current.ts';
import { look } from './compiling.ts';
import type { ControlLook } from './messages.ts';

/** Keys that are held, by `KeyboardEvent.code`. */
export const held = signal<ReadonlySet<string>>(new Set());
/** Values of controls on sliders and the pointer, by name. */
const set = signal<ReadonlyMap<string, number>>(new Map());

export function hold(code: string, isDown: boolean): void {
  if (held.peek().has(code) === isDown) return;
  const next = new Set(held.peek());
  if (isDown) next.add(code);
  else next.delete(code);
  held.value = next;
}

export function setControl(name: string, value: number): void {
  set.value = new Map(set.peek()).set(name, value);
}

export function controlValue({ name, device, keys, value }: ControlLook): number {
  if (device === 'axis') return (held.value.has(keys[1]) ? 1 : 0) - (held.value.has(keys[0]) ? 1 : 0);
  if (device === 'key') return held.value.has(keys[0]) ? 1 : 0;
  return set.value.get(name) ?? value;
}

/** Listens to the keyboard and the pointer, and tells the run; call what it returns to stop. */
export function watchControls(): () => void {
  const press = (event: KeyboardEvent) => {
    const isDown = event.type === 'keydown';
    // What is let go is let go wherever one is.
    if (isDown && (isTyping(event) || sendInput.peek() === undefined || !isKey(event.code))) return;
    if (isDown) {
      event.preventDefault();
      event.stopPropagation();
    }
    hold(event.code, isDown);
  };
  const release = () => {
    held.value = new Set();
  };
  const point = (event: PointerEvent) => {
    const canvas = stage.peek()?.canvas;
    const pointers = controls().filter(({ device }) => device === 'pointer');
    if (canvas === undefined || pointers.length === 0 || event.target !== canvas) return;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    for (const { name, keys } of pointers) {
      const along =
        keys[0] === 'y' ? 1 - (2 * (event.clientY - top)) / height : (2 * (event.clientX - left)) / width - 1;
      setControl(name, along);
    }
  };
  let told: { readonly to: unknown; readonly values: Map<number, number> } | undefined;
  const stop = effect(() => {
    const send = sendInput.value;
    const values = (look.value?.controls ?? []).map(controlValue);
    if (send === undefined) return;
    if (told?.to !== send) {
      // A new run begins with the values of the text.
      told = { to: send, values: new Map(controls().map(({ value }, i) => [i, value])) };
    }
    for (const [i, value] of values.entries()) {
      if (told.values.get(i) === value) continue;
      told.values.set(i, value);
      send({ kind: 'control', target: i, values: [value] });
    }
  });
  // Before the view and the timeline, which have uses of their own for arrows.
  addEventListener('keydown', press, { capture: true });
  addEventListener('keyup', press, { capture: true });
  addEventListener('blur', release);
  addEventListener('pointermove', point);
  return () => {
    stop();
    release();
    set.value = new Map();
    removeEventListener('keydown', press, { capture: true });
    removeEventListener('keyup', press, { capture: true });
    removeEventListener('blur', release);
    removeEventListener('pointermove', point);
  };
}

function controls(): readonly ControlLook[] {
  return look.peek()?.controls ?? [];
}

function isKey(code: string): boolean {
  return controls().some(
    ({ device, keys }) => (device === 'axis' || device === 'key') && keys.includes(code),
  );
}

function isTyping(event: KeyboardEvent): boolean {
  if (event.ctrlKey || event.metaKey || event.altKey) return true;
  const [target] = event.composedPath();
  if (!(target instanceof HTMLElement)) return false;
  return target.isContentEditable || target.matches('input:not([type=range]), textarea, select');
}

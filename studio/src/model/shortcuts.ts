// Keys that do something, in one table: what they do is told by the `?` dialog.
//
//   shortcut('Space', 'Play or pause', toggle, 'Timeline');
//   shortcut('Ctrl+Z', 'Undo', undo, 'Edit');       // Ctrl also stands for ⌘
//   shortcut('Shift+ArrowLeft', 'Ten frames back', back, 'Timeline');

import { signal } from '@preact/signals';

export interface Shortcut {
  /** Such as "Space", "L", "Shift+ArrowLeft", "Ctrl+Z", "?". */
  readonly key: string;
  /** What it does, a short sentence without its full stop. */
  readonly what: string;
  readonly group: string;
  readonly act: () => void;
}

export const shortcuts = signal<readonly Shortcut[]>([]);

/** Adds a key, before those there are where it is taken already; call what it returns to take it away again. */
export function shortcut(key: string, what: string, act: () => void, group = 'Everywhere'): () => void {
  const added: Shortcut = { key, what, group, act };
  shortcuts.value = [added, ...shortcuts.value];
  return () => {
    shortcuts.value = shortcuts.value.filter((one) => one !== added);
  };
}

/** What of a keyboard event matters. */
export interface Stroke {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Whether a stroke is meant by the name of a key. Shift counts only with keys that mean the same with it. */
export function isStroke(name: string, stroke: Stroke): boolean {
  const parts = name === '+' ? ['+'] : name.split('+');
  const wanted = parts[parts.length - 1];
  const key = stroke.key === ' ' ? 'Space' : stroke.key;
  if (key.toLowerCase() !== wanted.toLowerCase()) return false;
  const named = parts.slice(0, -1).map((part) => part.toLowerCase());
  const isSymbol = key.length === 1 && key.toLowerCase() === key.toUpperCase();
  return (
    (stroke.ctrlKey || stroke.metaKey) === named.includes('ctrl') &&
    stroke.altKey === named.includes('alt') &&
    (isSymbol || stroke.shiftKey === named.includes('shift'))
  );
}

/** Answers the keyboard; what has a use for the key itself (a field, a focused button) comes first. */
export function listenToKeys(): void {
  document.addEventListener('keydown', (event) => {
    if (event.defaultPrevented || event.isComposing || keepsKey(event)) return;
    const found = shortcuts.value.find(({ key }) => isStroke(key, event));
    if (found === undefined) return;
    event.preventDefault();
    found.act();
  });
}

const TURNED_BY_ARROWS = /^(Arrow|Home$|End$|Page)/;

function keepsKey(event: KeyboardEvent): boolean {
  const { target, key } = event;
  if (document.querySelector('dialog[open]') !== null) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement) return true;
  if (target instanceof HTMLSelectElement) return key.length === 1 || TURNED_BY_ARROWS.test(key);
  if (target instanceof HTMLInputElement) {
    if (target.type === 'range' || target.type === 'radio') return key === ' ' || TURNED_BY_ARROWS.test(key);
    if (target.type === 'checkbox' || target.type === 'color') return key === ' ';
    return true;
  }
  const isPressed = target instanceof HTMLButtonElement || target instanceof HTMLAnchorElement;
  return (isPressed || target.tagName === 'SUMMARY') && (key === ' ' || key === 'Enter');
}

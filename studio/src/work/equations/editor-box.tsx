// The editor in the panel, kept in step with the text.

import type { EditorView } from '@codemirror/view';
import { signal, useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { faults, text, typed } from './compiling.ts';
import { createEditor, replaceText, underline } from './editor.ts';

export const editor = signal<EditorView | undefined>(undefined);

/** Keys that the studio answers also while one types. */
const passes = (event: KeyboardEvent) => (event.ctrlKey || event.metaKey) && event.key === 'Enter';

export function EditorBox() {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = host.current as HTMLDivElement;
    const view = createEditor(element, text.peek(), typed);
    editor.value = view;
    // Outside of the shadow root nobody sees that a key was typed into a text.
    const keep = (event: KeyboardEvent) => {
      if (!passes(event)) event.stopPropagation();
    };
    element.addEventListener('keydown', keep);
    return () => {
      element.removeEventListener('keydown', keep);
      editor.value = undefined;
      view.destroy();
    };
  }, []);
  useSignalEffect(() => {
    if (editor.value !== undefined) replaceText(editor.value, text.value);
  });
  useSignalEffect(() => {
    if (editor.value !== undefined) underline(editor.value, faults.value);
  });
  return <div ref={host} class="spec-editor" />;
}

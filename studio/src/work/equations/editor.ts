// The editor of specifications: CodeMirror with the compiler's own grammar for colours, the language's words and the
// text's names for completion, and faults underlined where they are.
//
// It lives in a shadow root: there its styles are style sheets made by script, which the page's security policy allows,
// where a <style> in the page would be refused.

import { autocompletion } from '@codemirror/autocomplete';
import { HighlightStyle, LanguageSupport, LRLanguage, syntaxHighlighting } from '@codemirror/language';
import { type Diagnostic, setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { basicSetup } from 'codemirror';
import { editorParser, type Span, type SpecFault } from '../../../../src/lagrange/language/index.ts';
import { complete } from './completion.ts';
import type { Patch } from './frames/frame-text.ts';

const language = LRLanguage.define({
  name: 'lagrange',
  parser: editorParser,
  languageData: { commentTokens: { line: '//', block: { open: '/*', close: '*/' } } },
});

const colors = HighlightStyle.define([
  { tag: [tags.definitionKeyword, tags.controlKeyword, tags.operatorKeyword], color: 'var(--code-keyword)' },
  { tag: tags.modifier, color: 'var(--code-keyword)' },
  { tag: [tags.number, tags.unit, tags.color], color: 'var(--code-number)' },
  { tag: tags.function(tags.variableName), color: 'var(--code-function)' },
  { tag: [tags.className, tags.typeName], color: 'var(--code-type)' },
  { tag: tags.definition(tags.variableName), fontWeight: '600' },
  { tag: tags.comment, color: 'var(--faint)', fontStyle: 'italic' },
]);

const looks = EditorView.theme({
  '&': { height: '100%', fontSize: '12.5px', color: 'var(--text)', backgroundColor: 'var(--panel)' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', lineHeight: '1.5' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { backgroundColor: 'var(--panel)', color: 'var(--faint)', borderRightColor: 'var(--line)' },
  '.cm-activeLine, .cm-activeLineGutter': {
    backgroundColor: 'color-mix(in srgb, var(--raised) 55%, transparent)',
  },
  '.cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 26%, transparent)',
  },
  '.cm-tooltip, .cm-panels': {
    backgroundColor: 'var(--raised)',
    color: 'var(--text)',
    border: '1px solid var(--line)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    backgroundColor: 'var(--accent)',
    color: 'var(--accent-ink)',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--bad)',
    textDecorationSkipInk: 'none',
  },
  '.cm-matchingBracket': { outline: '1px solid var(--faint)', backgroundColor: 'transparent' },
});

export function createEditor(host: HTMLElement, text: string, onChange: (text: string) => void): EditorView {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
  const view = new EditorView({
    parent: root,
    root,
    state: EditorState.create({
      doc: text,
      extensions: [
        basicSetup,
        new LanguageSupport(language),
        syntaxHighlighting(colors),
        autocompletion({ override: [complete] }),
        looks,
        EditorView.contentAttributes.of({ 'aria-label': 'The specification', spellcheck: 'false' }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) onChange(update.state.doc.toString());
        }),
      ],
    }),
  });
  return view;
}

/** Changes what differs, and leaves cursor and scroll where they were. */
export function replaceText(view: EditorView, next: string): void {
  const now = view.state.doc.toString();
  if (now === next) return;
  const most = Math.min(now.length, next.length);
  let from = 0;
  while (from < most && now[from] === next[from]) from++;
  let tail = 0;
  while (tail < most - from && now[now.length - 1 - tail] === next[next.length - 1 - tail]) tail++;
  view.dispatch({ changes: { from, to: now.length - tail, insert: next.slice(from, next.length - tail) } });
}

/** One step of the editor's own history; what was changed is selected and in sight. */
export function patch(view: EditorView, patches: readonly Patch[]): void {
  if (patches.length === 0) return;
  const changes = view.state.changes(patches.map(({ from, to, text }) => ({ from, to, insert: text })));
  const first = patches.reduce((a, b) => (b.from < a.from ? b : a));
  const anchor = changes.mapPos(first.from, -1);
  view.dispatch({ changes, selection: { anchor, head: anchor + first.text.length }, scrollIntoView: true });
}

export function goTo(view: EditorView, [from, to]: Span): void {
  const { length } = view.state.doc;
  view.dispatch({
    selection: { anchor: Math.min(from, length), head: Math.min(to, length) },
    effects: EditorView.scrollIntoView(Math.min(from, length), { y: 'center' }),
  });
  view.focus();
}

export function underline(view: EditorView, faults: readonly SpecFault[]): void {
  const { length } = view.state.doc;
  const diagnostics = faults.map(({ span: [from, to], what, value, remedy }): Diagnostic => {
    // A place at the end, or between two characters, gets one to be seen under.
    const start = Math.min(from, Math.max(0, length - 1));
    return {
      from: start,
      to: Math.min(length, Math.max(to, start + 1)),
      severity: 'error',
      message: `${what}${value === undefined ? '' : ` (${value})`}; ${remedy}`,
    };
  });
  view.dispatch(setDiagnostics(view.state, diagnostics));
}

// The scene's text, both ways: what is typed becomes the scene as soon as it is JSON, and what is changed elsewhere
// changes its place in the text only, so that layout and cursor stay.

import { useSignalEffect } from '@preact/signals';
import type { RefObject } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import type { SceneFile } from '../../../../src/scene/schema/index.ts';
import { complain } from '../../model/complaints.ts';
import { changeScene, faults, project } from '../../model/project.ts';
import { JsonFaults } from './json-faults.tsx';
import { type JsonMap, lineAndColumn, mapJson, rangeOf } from './json-map.ts';
import { isEqual, movedPlace, patchesFor, sceneText } from './json-text.ts';
import { wantedPlace } from '../state.ts';
import '../json-panel.css';

const PAUSE_MS = 250;
/** Longer texts make typing slow: their numbers belong into mesh files. */
const LONGEST = 3_000_000;
const NO_MAP: JsonMap = { ranges: new Map() };

export function JsonPanel() {
  const file = project.value?.file;
  const isLong = useMemo(() => file !== undefined && sceneText(file).length > LONGEST, [file]);
  if (file === undefined) return null;
  if (isLong)
    return (
      <p class="edit-hint">
        The text of this scene is too long to edit here. Put its meshes into files of their own, or export the
        scene and edit it with your own editor.
      </p>
    );
  return <JsonEditor />;
}

function JsonEditor() {
  const area = useRef<HTMLTextAreaElement>(null);
  const typing = useRef<Typing>({ said: project.value?.file });
  const [text, setText] = useState(() => sceneText(project.value?.file));
  const [isStale, setStale] = useState(false);
  // Reading takes a while in a long text: it waits for a pause in typing.
  const [checked, setChecked] = useState(text);
  const error = useMemo(() => mapJson(checked, false).error, [checked]);
  const found = faults.value;
  const hasFaults = found.length > 0;
  const map = useMemo(() => (hasFaults ? mapJson(checked) : NO_MAP), [checked, hasFaults]);

  // What was typed last counts, also where the text is left at once.
  useEffect(() => () => commitTyped(typing.current), []);

  // Changes from elsewhere.
  useSignalEffect(() => {
    const file = project.value?.file;
    const element = area.current;
    if (file === undefined || file === typing.current.said || element === null) return;
    const before = element.value;
    if (mapJson(before, false).error !== undefined) {
      setStale(true);
      return;
    }
    takeOver(typing.current, file);
    replaceBy(element, file);
    setText(element.value);
    setChecked(element.value);
  });

  useSignalEffect(() => {
    const wanted = wantedPlace.value;
    const element = area.current;
    if (wanted === undefined || element === null) return;
    wantedPlace.value = undefined;
    select(element, mapJson(element.value), wanted.pointer, wanted.types);
  });

  const typed = (next: string) => {
    setText(next);
    typing.current.pending = next;
    clearTimeout(typing.current.timer);
    typing.current.timer = setTimeout(() => {
      setChecked(next);
      if (commitTyped(typing.current)) setStale(false);
    }, PAUSE_MS);
  };

  const takeScene = () => {
    const file = project.value?.file;
    takeOver(typing.current, file);
    const whole = sceneText(file);
    setText(whole);
    setChecked(whole);
    setStale(false);
  };

  return (
    <div class="json-panel">
      <NumberedText area={area} text={text} isInvalid={error !== undefined || hasFaults} typed={typed} />
      <div class="json-faults" role="status">
        {isStale && (
          <p>
            The scene was changed elsewhere while this text was not whole.{' '}
            <button type="button" class="small" onClick={takeScene}>
              Show the scene as it is
            </button>
          </p>
        )}
        <JsonFaults
          text={checked}
          error={error}
          map={map}
          go={(from, to) => area.current && selectRange(area.current, from, to)}
        />
        {error === undefined && found.length === 0 && !isStale && checked === text && (
          <p class="good">This text is the scene.</p>
        )}
      </div>
    </div>
  );
}

/** A text with the numbers of its lines. */
function NumberedText(props: {
  area: RefObject<HTMLTextAreaElement | null>;
  text: string;
  isInvalid: boolean;
  typed: (text: string) => void;
}) {
  const gutter = useRef<HTMLPreElement>(null);
  const lines = props.text.split('\n').length;
  useEffect(() => {
    if (gutter.current !== null)
      gutter.current.textContent = Array.from({ length: lines }, (_, i) => i + 1).join('\n');
  }, [lines]);
  return (
    <div class="json-editor">
      <pre ref={gutter} class="json-lines" aria-hidden="true" />
      <textarea
        ref={props.area}
        aria-label="The scene as text"
        aria-invalid={props.isInvalid}
        spellcheck={false}
        autocomplete="off"
        wrap="off"
        value={props.text}
        onInput={({ currentTarget }) => props.typed(currentTarget.value)}
        onScroll={({ currentTarget }) => {
          if (gutter.current !== null) gutter.current.scrollTop = currentTarget.scrollTop;
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Tab' || event.shiftKey || event.ctrlKey || event.altKey) return;
          // Escape first leaves the text by Tab, as everywhere.
          if (event.currentTarget.dataset['leaves'] === 'yes') return;
          event.preventDefault();
          insert(event.currentTarget, '  ');
          props.typed(event.currentTarget.value);
        }}
        onKeyUp={({ key, currentTarget }) => {
          currentTarget.dataset['leaves'] = key === 'Escape' ? 'yes' : 'no';
        }}
      />
    </div>
  );
}

/** What was typed and is not the scene yet. */
interface Typing {
  /** The file that the text says, or that it was made from. */
  said: SceneFile | undefined;
  pending?: string | undefined;
  timer?: ReturnType<typeof setTimeout>;
}

/** False where the text is not JSON, or nothing was typed. */
function commitTyped(typing: Typing): boolean {
  const { pending } = typing;
  takeOver(typing, typing.said);
  if (pending === undefined) return false;
  const { value, error } = mapJson(pending, false);
  if (error !== undefined || typeof value !== 'object' || value === null || Array.isArray(value))
    return false;
  if (!isEqual(value, project.value?.file)) {
    typing.said = value as SceneFile;
    changeScene(() => value as SceneFile).catch(complain);
  }
  return true;
}

/** The text says this file now; nothing is pending any more. */
function takeOver(typing: Typing, file: SceneFile | undefined): void {
  clearTimeout(typing.timer);
  typing.pending = undefined;
  typing.said = file;
}

/** Changes the places that differ, and leaves cursor and scroll where they were. */
function replaceBy(element: HTMLTextAreaElement, file: SceneFile): void {
  const { value, selectionStart, selectionEnd, selectionDirection, scrollTop, scrollLeft } = element;
  const patches = patchesFor(value, file);
  let next = value;
  for (const { from, to, text } of patches) next = next.slice(0, from) + text + next.slice(to);
  element.value = next;
  element.setSelectionRange(
    movedPlace(selectionStart, patches),
    movedPlace(selectionEnd, patches),
    selectionDirection,
  );
  element.scrollTop = scrollTop;
  element.scrollLeft = scrollLeft;
}

function insert(element: HTMLTextAreaElement, text: string): void {
  element.setRangeText(text, element.selectionStart, element.selectionEnd, 'end');
}

function select(element: HTMLTextAreaElement, map: JsonMap, pointer: string, types = true): void {
  const range = rangeOf(map, pointer);
  if (range !== undefined) selectRange(element, range.from, range.to, types);
}

function selectRange(element: HTMLTextAreaElement, from: number, to: number, types = true): void {
  if (types) element.focus();
  element.setSelectionRange(from, to);
  const { line } = lineAndColumn(element.value, from);
  const height = Number.parseFloat(getComputedStyle(element).lineHeight) || 18;
  element.scrollTop = Math.max(0, (line - 4) * height);
}

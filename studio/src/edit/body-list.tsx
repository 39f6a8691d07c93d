// The bodies of a scene: find, select one, several or a range.

import { useSignal } from '@preact/signals';
import { useMemo, useRef } from 'preact/hooks';
import { colorOf, type Scene } from '../../../src/scene/index.ts';
import { overlaps } from '../model/overlaps.ts';
import { hovered, selected } from '../model/selection.ts';
import { hexOf } from './fields/color.ts';
import { nextSelection } from './select.ts';
import { VirtualList } from './fields/virtual-list.tsx';

const ROW = 26;
const MARKS: Readonly<Record<string, readonly [string, string]>> = {
  static: ['▣', 'stands still'],
  kinematic: ['⇢', 'moves as scripted'],
  dynamic: ['', ''],
  deformable: ['≈', 'deforms'],
};

export function BodyList({ scene }: { scene: Scene }) {
  const query = useSignal('');
  const anchor = useRef(-1);
  const names = useMemo(() => [...scene.bodies, ...scene.deformables].map(({ name }) => name), [scene]);
  const wanted = query.value.trim().toLowerCase();
  const rows = useMemo(
    () => names.flatMap((name, i) => (wanted === '' || name.toLowerCase().includes(wanted) ? [i] : [])),
    [names, wanted],
  );
  const chosen = new Set(selected.value);
  const bad = new Set(overlaps.value.flatMap(({ a, b }) => [a, b]));
  const choose = (index: number, event: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean }) => {
    const how = event.shiftKey ? 'range' : event.ctrlKey || event.metaKey ? 'toggle' : 'only';
    selected.value = nextSelection(selected.value, rows, index, anchor.current, how);
    if (how !== 'range') anchor.current = index;
  };
  const last = selected.value.at(-1);
  const show = last === undefined ? undefined : rows.indexOf(last);
  return (
    <div class="body-list">
      <div class="list-head">
        <input
          type="search"
          aria-label="Find bodies by name"
          placeholder={`Find in ${names.length} ${names.length === 1 ? 'body' : 'bodies'}…`}
          value={query.value}
          onInput={({ currentTarget }) => {
            query.value = currentTarget.value;
          }}
          onKeyDown={({ key }) => {
            if (key === 'Enter') selected.value = rows;
          }}
        />
        {wanted !== '' && (
          <button
            type="button"
            class="small"
            onClick={() => (selected.value = rows)}
            disabled={rows.length === 0}
          >
            Select {rows.length}
          </button>
        )}
      </div>
      {rows.length === 0 && (
        <p class="edit-hint">
          {names.length === 0 ? 'There are no bodies yet: add one.' : 'No body has this name.'}
        </p>
      )}
      {rows.length > 0 && (
        <VirtualList
          count={rows.length}
          rowHeight={ROW}
          most={9}
          label="Bodies"
          show={show}
          row={(k) => {
            const index = rows[k];
            const [mark, doc] = MARKS[scene.bodies[index]?.motion ?? 'deformable'];
            return (
              <button
                type="button"
                class="body-row"
                aria-pressed={chosen.has(index)}
                data-bad={bad.has(index)}
                title={bad.has(index) ? `${names[index]} overlaps at the start` : names[index]}
                onClick={(event) => choose(index, event)}
                onPointerEnter={() => {
                  hovered.value = index;
                }}
                onPointerLeave={() => {
                  if (hovered.value === index) hovered.value = undefined;
                }}
                onKeyDown={(event) => {
                  const way = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
                  const next = rows[k + way];
                  if (way === 0 || next === undefined) return;
                  event.preventDefault();
                  event.stopPropagation();
                  choose(next, event);
                  focusNeighbour(event.currentTarget, way);
                }}
              >
                <Swatch color={hexOf(colorOf(scene, index))} />
                <span class="body-name">{names[index]}</span>
                {mark !== '' && (
                  <span class="edit-mark" title={doc}>
                    {mark}
                  </span>
                )}
              </button>
            );
          }}
        />
      )}
    </div>
  );
}

function focusNeighbour(row: HTMLElement, way: number): void {
  const wrapper = row.parentElement;
  const next = way > 0 ? wrapper?.nextElementSibling : wrapper?.previousElementSibling;
  (next?.firstElementChild as HTMLElement | null | undefined)?.focus({ preventScroll: true });
}

function Swatch({ color }: { color: string }) {
  return (
    <span
      class="edit-swatch"
      ref={(element) => {
        if (element !== null) element.style.background = color;
      }}
    />
  );
}

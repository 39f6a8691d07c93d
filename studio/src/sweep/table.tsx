// The rows as a table: only those in sight are in the page, so a hundred thousand cost no more than thirty.

import { useEffect, useRef, useState } from 'preact/hooks';
import { saveText } from '../plots/save-text.ts';
import { readFilter } from './filter.ts';
import { addressOfRun, openRow } from './open-run.ts';
import { type Column, type RowTable, textAt } from './row-table.ts';
import { chosen, filters, order, orderBy, ordered, pointed, setFilter, watched } from './state.ts';
import { csvOf } from './csv.ts';

const ROW = 30; // [px]
/** The line of names and that of filters [px]. */
const HEAD = 68;
const BEYOND = 6;
const WIDTHS: Readonly<Record<string, number>> = {
  run: 84,
  what: 320,
  hash: 150,
  recording: 150,
  version: 90,
};
const WIDTH = 118;
/** Too many to be made into one text. */
const MOST_SAVED = 200_000;

export function Table() {
  const { table } = watched.value;
  const rows = ordered.value;
  return (
    <section class="sweep-runs" aria-labelledby="sweep-runs-title">
      <div class="sweep-head">
        <h2 id="sweep-runs-title">Runs</h2>
        <span class="faint" role="status">
          {rows.length === table.count ? rows.length : `${rows.length} of ${table.count}`}
        </span>
        {filters.value.size > 0 && (
          <button type="button" class="plain" onClick={() => (filters.value = new Map())}>
            Show all
          </button>
        )}
        <button
          type="button"
          class="plain sweep-save"
          disabled={rows.length === 0 || rows.length > MOST_SAVED}
          title="What is shown, in this order"
          onClick={() => saveText('rows.csv', csvOf(table, rows))}
        >
          Save as CSV
        </button>
      </div>
      <Grid table={table} rows={rows} />
    </section>
  );
}

function Grid({ table, rows }: { table: RowTable; rows: Uint32Array }) {
  const box = useRef<HTMLDivElement>(null);
  const [seen, setSeen] = useState({ top: 0, height: 600 });
  const columns = table.columns;
  const at = chosen.value === undefined ? -1 : rows.indexOf(chosen.value);
  useEffect(() => {
    const element = box.current as HTMLDivElement;
    const look = () => setSeen({ top: element.scrollTop, height: element.clientHeight });
    const watching = new ResizeObserver(look);
    watching.observe(element);
    return () => watching.disconnect();
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: only what is chosen anew is brought into sight
  useEffect(() => {
    const element = box.current as HTMLDivElement;
    if (at < 0) return;
    const [top, end] = [at * ROW, (at + 1) * ROW + HEAD];
    if (top < element.scrollTop) element.scrollTop = top;
    else if (end > element.scrollTop + element.clientHeight) element.scrollTop = end - element.clientHeight;
  }, [chosen.value]);
  const first = Math.max(0, Math.floor(seen.top / ROW) - BEYOND);
  const last = Math.min(rows.length, Math.ceil((seen.top + seen.height) / ROW) + BEYOND);
  const width = columns.reduce((sum, { name }) => sum + widthOf(name), 0);
  const walk = (event: KeyboardEvent) => {
    if (event.target !== box.current) return;
    const page = Math.max(1, Math.floor((seen.height - HEAD) / ROW) - 1);
    const ways: Readonly<Record<string, number>> = {
      ArrowDown: at + 1,
      ArrowUp: at - 1,
      PageDown: at + page,
      PageUp: at - page,
      Home: 0,
      End: rows.length - 1,
    };
    const to = ways[event.key];
    if (to !== undefined && rows.length > 0) {
      event.preventDefault();
      chosen.value = rows[Math.max(0, Math.min(rows.length - 1, to))];
    } else if (event.key === 'Enter' && at >= 0) openRow(rows[at]);
  };
  const visible = [...rows.subarray(first, last)];
  return (
    <div
      ref={box}
      class="sweep-grid"
      role="grid"
      aria-rowcount={rows.length + 1}
      aria-colcount={columns.length}
      aria-label="Runs. Up and down choose one, Enter opens it"
      tabIndex={0}
      onScroll={({ currentTarget }) =>
        setSeen({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })
      }
      onKeyDown={walk}
    >
      <div class="sweep-names" role="row" aria-rowindex={1} style={{ width: `${width}px` }}>
        {columns.map((column) => (
          <Head key={column.name} column={column} />
        ))}
      </div>
      <div
        class="sweep-body"
        style={{ height: `${rows.length * ROW}px`, width: `${width}px` }}
        role="rowgroup"
      >
        {visible.map((row, i) => (
          <Line key={row} table={table} columns={columns} row={row} at={first + i} />
        ))}
      </div>
      {rows.length === 0 && (
        <p class="sweep-none faint">
          {table.count === 0 ? 'No run has ended yet.' : 'No run passes these filters.'}
        </p>
      )}
    </div>
  );
}

function Head({ column }: { column: Column }) {
  const { name } = column;
  const text = filters.value.get(name) ?? '';
  const isBroken = text.trim() !== '' && readFilter(column, text) === undefined;
  const { column: by, isDown } = order.value;
  const sorted = by === name ? (isDown ? 'descending' : 'ascending') : 'none';
  return (
    <div
      role="columnheader"
      aria-sort={sorted}
      tabIndex={-1}
      style={{ width: `${widthOf(name)}px` }}
      class={column.kind}
    >
      <button type="button" class="sweep-name" title={`Order by ${name}`} onClick={() => orderBy(name)}>
        <span>{name}</span>
        {sorted !== 'none' && <span aria-hidden="true">{isDown ? '▾' : '▴'}</span>}
      </button>
      <input
        type="text"
        value={text}
        aria-label={`Only where ${name}`}
        aria-invalid={isBroken}
        placeholder={column.kind === 'number' ? '>0.2 <1' : 'holds'}
        title={column.kind === 'number' ? 'Such as >0.2, <=1, =3, !=3, or digits' : 'Letters that it holds'}
        spellcheck={false}
        autocomplete="off"
        onInput={({ currentTarget }) => setFilter(name, currentTarget.value)}
      />
    </div>
  );
}

function Line(props: { table: RowTable; columns: readonly Column[]; row: number; at: number }) {
  const { table, columns, row, at } = props;
  const ended = table.text('ended', row);
  const isBad = ended === 'failed' || ended === 'set aside';
  const address = addressOfRun(watched.value.path, table, row);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are heard by the grid, the link in it by itself
    <div
      class={`sweep-line${isBad ? ' bad' : ''}`}
      role="row"
      tabIndex={-1}
      aria-rowindex={at + 2}
      aria-selected={chosen.value === row}
      style={{ transform: `translateY(${at * ROW}px)` }}
      onClick={() => openRow(row)}
      onPointerEnter={() => (pointed.value = row)}
      onPointerLeave={() => (pointed.value = undefined)}
    >
      {columns.map((column) => {
        const text = textAt(column, row);
        return (
          <span
            key={column.name}
            role="gridcell"
            tabIndex={-1}
            class={column.kind}
            style={{ width: `${widthOf(column.name)}px` }}
            title={text.length > 12 ? text : undefined}
          >
            {column.name === 'recording' && address ? <a href={address}>{text}</a> : text || '–'}
          </span>
        );
      })}
    </div>
  );
}

function widthOf(name: string): number {
  return WIDTHS[name] ?? Math.max(WIDTH, 8 * name.length + 34);
}

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
    <section
      ref={box}
      class="sweep-grid"
      aria-label="Runs. Up and down choose one, Enter opens it"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, and arrows go from row to row in it
      tabIndex={0}
      onScroll={({ currentTarget }) =>
        setSeen({ top: currentTarget.scrollTop, height: currentTarget.clientHeight })
      }
      onKeyDown={walk}
    >
      <table aria-rowcount={rows.length + 1} style={{ width: `${width}px` }}>
        <colgroup>
          {columns.map(({ name }) => (
            <col key={name} style={{ width: `${widthOf(name)}px` }} />
          ))}
        </colgroup>
        <thead>
          <tr aria-rowindex={1}>
            {columns.map((column) => (
              <Head key={column.name} column={column} />
            ))}
          </tr>
        </thead>
        <tbody>
          <Gap rows={first} />
          {visible.map((row, i) => (
            <Line key={row} table={table} columns={columns} row={row} at={first + i} />
          ))}
          <Gap rows={rows.length - last} />
        </tbody>
      </table>
      {rows.length === 0 && (
        <p class="sweep-none faint">
          {table.count === 0 ? 'No run has ended yet.' : 'No run passes these filters.'}
        </p>
      )}
    </section>
  );
}

/** Where rows are that are out of sight. */
function Gap({ rows }: { rows: number }) {
  return <tr class="sweep-gap" style={{ height: `${Math.max(0, rows) * ROW}px` }} />;
}

function Head({ column }: { column: Column }) {
  const { name } = column;
  const text = filters.value.get(name) ?? '';
  const isBroken = text.trim() !== '' && readFilter(column, text) === undefined;
  const { column: by, isDown } = order.value;
  const sorted = by === name ? (isDown ? 'descending' : 'ascending') : 'none';
  return (
    <th scope="col" aria-sort={sorted} class={column.kind}>
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
    </th>
  );
}

function Line(props: { table: RowTable; columns: readonly Column[]; row: number; at: number }) {
  const { table, columns, row, at } = props;
  const ended = table.text('ended', row);
  const isBad = ended === 'failed' || ended === 'set aside';
  const address = addressOfRun(watched.value.path, table, row);
  return (
    <tr
      class={`sweep-line${isBad ? ' bad' : ''}`}
      aria-rowindex={at + 2}
      aria-current={chosen.value === row}
      onClick={() => openRow(row)}
      onPointerEnter={() => {
        pointed.value = row;
      }}
      onPointerLeave={() => {
        pointed.value = undefined;
      }}
    >
      {columns.map((column) => {
        const text = textAt(column, row);
        return (
          <td key={column.name} class={column.kind} title={text.length > 12 ? text : undefined}>
            {column.name === 'recording' && address ? <a href={address}>{text}</a> : text || '–'}
          </td>
        );
      })}
    </tr>
  );
}

function widthOf(name: string): number {
  return WIDTHS[name] ?? Math.max(WIDTH, 8 * name.length + 34);
}

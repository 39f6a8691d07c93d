// A list of which only the rows in sight are in the page: thousands cost no more than twenty.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import '../virtual-list.css';

const BEYOND = 4;
/** What the rules of the list may draw above and below [px]. */
const BORDERS = 2;

export function VirtualList(props: {
  count: number;
  /** [px] */
  rowHeight: number;
  /** Rows that are seen at once, at most. */
  most: number;
  label: string;
  /** A row to bring into sight. */
  show?: number | undefined;
  row: (index: number) => ComponentChildren;
}) {
  const { count, rowHeight, most, show } = props;
  const box = useRef<HTMLElement>(null);
  const [top, setTop] = useState(0);
  const height = Math.min(most, Math.max(1, count)) * rowHeight;
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    element.style.height = `${height + BORDERS}px`;
    (element.firstElementChild as HTMLElement).style.height = `${count * rowHeight}px`;
  }, [height, count, rowHeight]);
  useEffect(() => {
    const element = box.current;
    if (element === null || show === undefined || show < 0) return;
    const at = show * rowHeight;
    if (at < element.scrollTop) element.scrollTop = at;
    else if (at + rowHeight > element.scrollTop + height) element.scrollTop = at + rowHeight - height;
  }, [show, rowHeight, height]);
  const first = Math.max(0, Math.floor(top / rowHeight) - BEYOND);
  const last = Math.min(count, Math.ceil((top + height) / rowHeight) + BEYOND);
  const rows: ComponentChildren[] = [];
  for (let i = first; i < last; i++)
    rows.push(<Row key={i} at={i * rowHeight} height={rowHeight} row={() => props.row(i)} />);
  return (
    <section
      ref={box}
      class="virtual-list"
      aria-label={props.label}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
    >
      <div>{rows}</div>
    </section>
  );
}

function Row({ at, height, row }: { at: number; height: number; row: () => ComponentChildren }) {
  return (
    <div
      class="virtual-row"
      ref={(element) => {
        if (element === null) return;
        element.style.transform = `translateY(${at}px)`;
        element.style.height = `${height + BORDERS}px`;
      }}
    >
      {row()}
    </div>
  );
}

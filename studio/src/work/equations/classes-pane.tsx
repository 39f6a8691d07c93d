// Which variable and which constraint went where in the program, and why.

import { look, text } from './compiling.ts';
import { useAnswer } from './asked.ts';
import { goTo } from './editor.ts';
import { editor } from './editor-box.tsx';
import type { ClassRow } from './messages.ts';

export function ClassesPane({ mode }: { mode: number }) {
  const classes = useAnswer('classes', mode)?.classes;
  if (classes === undefined) return <p class="spec-note">Classifying…</p>;
  return (
    <div class="spec-classes">
      <p class="spec-note">
        0: computed from the others after each step. 1: velocities computed from the others, positions
        integrated. 2: accelerations from the equations of motion.
      </p>
      <Table title="Variables" rows={classes.variables} />
      <Table title="Constraints" rows={classes.constraints} />
    </div>
  );
}

function Table({ title, rows }: { title: string; rows: readonly ClassRow[] }) {
  if (rows.length === 0) return null;
  return (
    <table>
      <caption>
        {title} ({rows.length})
      </caption>
      <tbody>
        {rows.map((row) => (
          <tr key={row.name}>
            <th scope="row">
              <button type="button" class="link" onClick={() => show(row)}>
                {row.name}
              </button>
            </th>
            <td class="spec-class" data-order={row.where.slice(-1)}>
              {row.where}
            </td>
            <td>{row.why}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function show({ span }: ClassRow): void {
  if (editor.value !== undefined && text.value === look.value?.text) goTo(editor.value, span);
}

// The derived equations of motion, typeset.

import { useAnswer } from './asked.ts';
import { MathView } from './math-view.tsx';
import { saveFile } from './saving.ts';

export function EquationsPane({ mode }: { mode: number }) {
  const sections = useAnswer('equations', mode)?.sections;
  if (sections === undefined) return <p class="spec-note">Deriving…</p>;
  return (
    <div class="spec-equations">
      {sections.map(({ title, says, lines, more }) => (
        <section key={title}>
          <h3>{title}</h3>
          {says !== undefined && <p class="spec-note">{says}</p>}
          {lines.map((line, k) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and are never moved
            <div class="spec-line" key={k}>
              <MathView math={line.math} />
              {line.says !== undefined && <small>{line.says}</small>}
            </div>
          ))}
          {more > 0 && <p class="spec-note">And {more} more, all in the LaTeX file.</p>}
        </section>
      ))}
      <button type="button" class="small" onClick={() => saveFile('latex')}>
        Save as LaTeX
      </button>
    </div>
  );
}

// The derived equations of motion, typeset a few lines at a time, so that one can type on meanwhile.

import { useEffect, useState } from 'preact/hooks';
import { useAnswer } from './asked.ts';
import { MathView } from './math-view.tsx';
import type { Section } from './messages.ts';
import { saveFile } from './saving.ts';

/** Lines that are set at once, a few milliseconds' worth. */
const PIECE = 24;

export function EquationsPane({ mode }: { mode: number }) {
  const sections = useAnswer('equations', mode)?.sections;
  const most = useGrowing(sections);
  if (sections === undefined) return <p class="spec-note">Deriving…</p>;
  let left = most;
  return (
    <div class="spec-equations">
      {sections.map(({ title, says, lines, more }) => {
        const shown = lines.slice(0, left);
        left -= shown.length;
        return (
          <section key={title}>
            <h3>{title}</h3>
            {says !== undefined && <p class="spec-note">{says}</p>}
            {shown.map((line, k) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: lines have no other name, and are never moved
              <div class="spec-line" key={k}>
                <MathView math={line.math} />
                {line.says !== undefined && <small>{line.says}</small>}
              </div>
            ))}
            {more > 0 && <p class="spec-note">And {more} more, all in the LaTeX file.</p>}
          </section>
        );
      })}
      <button type="button" class="small" onClick={() => saveFile('latex')}>
        Save as LaTeX
      </button>
    </div>
  );
}

/** How many lines are shown: more with every frame, from the first again when there are others. */
function useGrowing(sections: readonly Section[] | undefined): number {
  const [grown, setGrown] = useState<{ of: unknown; lines: number }>({ of: undefined, lines: 0 });
  const lines = grown.of === sections ? grown.lines : PIECE;
  const all = (sections ?? []).reduce((sum, section) => sum + section.lines.length, 0);
  useEffect(() => {
    if (lines >= all) return undefined;
    const asked = requestAnimationFrame(() => setGrown({ of: sections, lines: lines + PIECE }));
    return () => cancelAnimationFrame(asked);
  }, [lines, all, sections]);
  return lines;
}

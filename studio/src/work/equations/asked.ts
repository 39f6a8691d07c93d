// What a pane asks of the compiler about the text as it is: asked anew when the text compiles anew and nobody types.

import { useEffect, useRef, useState } from 'preact/hooks';
import { complain } from '../../model/complaints.ts';
import { ask, look } from './compiling.ts';
import type { Answer } from './messages.ts';

/** From a text that compiled to asking, where something is shown already [ms]. */
const PAUSE_MS = 200;

type Kind = 'classes' | 'equations' | 'program';

/** @returns undefined until there is an answer; while the text has faults, that of the last good one */
export function useAnswer<K extends Kind>(kind: K, mode: number): Extract<Answer, { kind: K }> | undefined {
  const [answer, setAnswer] = useState<Answer>();
  const shown = useRef<Kind>(undefined);
  const text = look.value?.text;
  useEffect(() => {
    if (text === undefined) return undefined;
    let isOld = false;
    const start = () =>
      ask({ kind, text, mode }).then((found) => {
        if (isOld) return;
        if (found.kind === 'failed') complain(new Error(found.what));
        else setAnswer(found);
      }, complain);
    const timer = setTimeout(() => void start(), shown.current === kind ? PAUSE_MS : 0);
    shown.current = kind;
    return () => {
      isOld = true;
      clearTimeout(timer);
    };
  }, [kind, mode, text]);
  return answer?.kind === kind ? (answer as Extract<Answer, { kind: K }>) : undefined;
}

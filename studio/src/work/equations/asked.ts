// What a pane asks of the compiler about the text as it is: asked anew when the text compiles anew.

import { useEffect, useState } from 'preact/hooks';
import { complain } from '../../model/complaints.ts';
import { ask, look } from './compiling.ts';
import type { Answer, Ask } from './messages.ts';

type Kind = 'classes' | 'equations' | 'program';

/** @returns undefined until there is an answer; while the text has faults, that of the last good one */
export function useAnswer<K extends Kind>(kind: K, mode: number): Extract<Answer, { kind: K }> | undefined {
  const [answer, setAnswer] = useState<Answer>();
  const text = look.value?.text;
  useEffect(() => {
    if (text === undefined) return undefined;
    let isOld = false;
    ask({ kind, text, mode } as Ask).then((found) => {
      if (isOld) return;
      if (found.kind === 'failed') complain(new Error(found.what));
      else setAnswer(found);
    }, complain);
    return () => {
      isOld = true;
    };
  }, [kind, mode, text]);
  return answer?.kind === kind ? (answer as Extract<Answer, { kind: K }>) : undefined;
}

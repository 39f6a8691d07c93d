// The generated program in its functional form, and the files it can be taken away as.

import { useAnswer } from './asked.ts';
import { fileKinds, saveFile } from './saving.ts';

export function ProgramPane({ mode }: { mode: number }) {
  const program = useAnswer('program', mode)?.program;
  return (
    <div class="spec-program">
      <div class="spec-tools" role="toolbar" aria-label="Save the simulator">
        <span>Save as</span>
        {fileKinds.map(({ what, label, says }) => (
          <button key={what} type="button" class="small" title={says} onClick={() => saveFile(what)}>
            {label}
          </button>
        ))}
      </div>
      <pre>{program ?? 'Writing…'}</pre>
    </div>
  );
}

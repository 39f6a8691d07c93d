// What is shown while something opens: that it goes on, what is wrong, or what was found in meshes.

import { Dialog } from './dialog.tsx';
import { FaultList } from './fault-list.tsx';
import { ImportDialog } from './import-dialog.tsx';
import { importing, opening } from './state.ts';

export function OpeningDialogs() {
  const now = opening.value;
  if (importing.value !== undefined) return <ImportDialog now={importing.value} />;
  if (now.kind === 'reading')
    return (
      <Dialog title="Opening" class="opening-wait" onClose={() => {}}>
        <p role="status">
          Reading <q>{now.what}</q>…
        </p>
      </Dialog>
    );
  if (now.kind === 'failed')
    return (
      <Dialog title={now.about.replace(/:$/, '')} onClose={dismissFailure}>
        <FaultList faults={now.faults} />
        <footer>
          <button type="button" class="main" onClick={dismissFailure}>
            Close
          </button>
        </footer>
      </Dialog>
    );
  return null;
}

function dismissFailure(): void {
  opening.value = { kind: 'nothing' };
}

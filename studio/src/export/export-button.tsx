// The button that opens the exports; what they need is loaded when it is pressed.

import { signal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { complain } from '../model/complaints.ts';

const dialog = signal<ComponentType<{ onClose: () => void }> | undefined>(undefined);
const isOpen = signal(false);

function showExport(): void {
  import('./export-dialog.tsx').then(({ ExportDialog }) => {
    dialog.value = ExportDialog;
    isOpen.value = true;
  }, complain);
}

export function ExportButton() {
  const Dialog = dialog.value;
  return (
    <>
      <button
        type="button"
        title="Save as GLB, USD, OBJ, tables, pictures, films, the recording or the scene"
        onClick={showExport}
      >
        Export
      </button>
      {isOpen.value && Dialog && (
        <Dialog
          onClose={() => {
            isOpen.value = false;
          }}
        />
      )}
    </>
  );
}

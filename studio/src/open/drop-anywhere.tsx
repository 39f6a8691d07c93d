// Takes files that are dropped anywhere on the page, and shows the dialogs of opening. Stands once in the page.

import { signal, useSignalEffect } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { complain } from '../model/complaints.ts';
import { gatherDrop } from './gather.ts';
import { open } from './open-button.tsx';
import { importing, opening } from './state.ts';
import './open.css';

const isOver = signal(false);
const dialogs = signal<ComponentType | undefined>(undefined);

export function DropAnywhere() {
  useEffect(() => listenToDrops(), []);
  useSignalEffect(() => {
    if ((opening.value.kind === 'nothing' && importing.value === undefined) || dialogs.peek()) return;
    import('./dialogs.tsx').then(({ OpeningDialogs }) => {
      dialogs.value = OpeningDialogs;
    }, complain);
  });
  const Dialogs = dialogs.value;
  return (
    <>
      {isOver.value && (
        <div class="drop-veil" aria-hidden="true">
          <div>
            <strong>Drop it here</strong>
            <span>STL, 3MF, OBJ, OFF, PLY, GLB · a scene with its folder · a recording</span>
          </div>
        </div>
      )}
      {Dialogs && <Dialogs />}
    </>
  );
}

function listenToDrops(): () => void {
  const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false;
  const over = (event: DragEvent) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    isOver.value = true;
  };
  const leave = (event: DragEvent) => {
    // Leaving one element for another inside the page is no leaving.
    if (event.relatedTarget === null) isOver.value = false;
  };
  const drop = (event: DragEvent) => {
    isOver.value = false;
    // A field that takes files takes them itself.
    if (event.target instanceof HTMLInputElement && event.target.type === 'file') return;
    if (!hasFiles(event) || event.dataTransfer === null) return;
    event.preventDefault();
    open(gatherDrop(event.dataTransfer));
  };
  const paste = (event: ClipboardEvent) => {
    const files = event.clipboardData?.files;
    if (files === undefined || files.length === 0 || event.clipboardData === null) return;
    event.preventDefault();
    open(gatherDrop(event.clipboardData));
  };
  addEventListener('dragover', over);
  addEventListener('dragleave', leave);
  addEventListener('drop', drop);
  addEventListener('paste', paste);
  return () => {
    removeEventListener('dragover', over);
    removeEventListener('dragleave', leave);
    removeEventListener('drop', drop);
    removeEventListener('paste', paste);
  };
}

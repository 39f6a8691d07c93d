// The dialogs of opening: that it goes on, what is wrong, and what was found in meshes before they become a scene.

import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { Fault } from '../../../src/scene/fault/index.ts';
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

export function Dialog(props: {
  title: string;
  class?: string;
  onClose: () => void;
  children: ComponentChildren;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    dialog.current?.showModal();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`opening ${props.class ?? ''}`}
      aria-label={props.title}
      onCancel={(event) => {
        event.preventDefault();
        props.onClose();
      }}
    >
      <h2>{props.title}</h2>
      {props.children}
    </dialog>
  );
}

/** What is wrong, where, and what to do about it. */
export function FaultList({ faults }: { faults: readonly Fault[] }) {
  return (
    <ul class="fault-list" role="alert">
      {faults.slice(0, MOST_SHOWN).map((fault) => (
        <li key={`${fault.where} ${fault.what}`}>
          <span>
            <b>{fault.where.replace(/: file$/, '')}</b>: {fault.what}
            {fault.value !== undefined && <> ({fault.value})</>}.
          </span>
          <span class="open-remedy">{capital(fault.remedy)}.</span>
        </li>
      ))}
      {faults.length > MOST_SHOWN && <li>And {faults.length - MOST_SHOWN} more.</li>}
    </ul>
  );
}

const MOST_SHOWN = 12;

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

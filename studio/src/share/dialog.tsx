// Copy a link that carries the scene, or a frame that shows it in another page.

import { signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { sentencesOf } from '../model/complaints.ts';
import { keptAs } from '../model/keep.ts';
import { canUndo, project } from '../model/project.ts';
import { linkTo, type SharedLink } from './link.ts';
import './share.css';

const LOCAL = /^(localhost|127\.[\d.]+|\[::1\])$/;
const shown = signal(false);

export function showShare(): void {
  shown.value = true;
}

export function ShareDialog() {
  return shown.value ? <OpenDialog /> : null;
}

function OpenDialog() {
  const dialog = useRef<HTMLDialogElement>(null);
  const link = useSignal<SharedLink | undefined>(undefined);
  const refused = useSignal<readonly string[]>([]);
  useEffect(() => {
    dialog.current?.showModal();
    const opened = project.value;
    if (opened === undefined) return;
    linkTo(opened, canUndo.value || keptAs.value !== undefined).then(
      (made) => {
        link.value = made;
      },
      (error: unknown) => {
        const { what, more } = sentencesOf(error);
        refused.value = [what, ...more];
      },
    );
  }, [link, refused]);
  return (
    <dialog
      ref={dialog}
      class="share"
      aria-labelledby="share-title"
      onClose={() => {
        shown.value = false;
      }}
    >
      <header>
        <h2 id="share-title">Share this scene</h2>
        <button type="button" class="plain" onClick={() => dialog.current?.close()} aria-label="Close">
          ✕
        </button>
      </header>
      {refused.value.map((line) => (
        <p key={line}>{line}</p>
      ))}
      {link.value && (
        <>
          {LOCAL.test(location.hostname) && (
            <p class="faint">
              This studio is served by your own machine, so its links open here only. From a studio on a web
              host (its files are all it takes) they open everywhere.
            </p>
          )}
          <Copied
            id="share-link"
            label="Link"
            text={link.value.address}
            note="The scene itself is in the link; nothing is sent anywhere."
          />
          <Copied
            id="share-embed"
            label="Frame for another page"
            text={`<iframe src="${link.value.embed}" width="720" height="480" loading="lazy" title="Carom"></iframe>`}
            note="Shows the scene running, with nothing but the view and its timeline."
          />
        </>
      )}
    </dialog>
  );
}

function Copied({ id, label, text, note }: { id: string; label: string; text: string; note: string }) {
  const said = useSignal('Copy');
  const field = useRef<HTMLInputElement>(null);
  const copy = () => {
    field.current?.select();
    navigator.clipboard?.writeText(text).then(
      () => {
        said.value = 'Copied';
      },
      () => {
        said.value = 'Press Ctrl+C';
      },
    );
  };
  return (
    <div class="copied">
      <label for={id}>{label}</label>
      <div>
        <input id={id} ref={field} readOnly value={text} />
        <button type="button" onClick={copy}>
          {said.value}
        </button>
      </div>
      <p class="faint">{note}</p>
    </div>
  );
}

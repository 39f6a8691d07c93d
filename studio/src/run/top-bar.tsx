// The bar at the top: what is open, undo and redo, share, and how the studio looks.

import { useEffect } from 'preact/hooks';
import { ExportButton } from '../export/export-button.tsx';
import { Mark } from '../gallery/gallery.tsx';
import { ThemeAndKeys } from '../theme-and-keys.tsx';
import { film } from '../model/film.ts';
import { isKept, keptAs } from '../model/keep.ts';
import { addressOf, place, sweepOf } from '../model/place.ts';
import { canRedo, canUndo, project, redo, scene, undo } from '../model/project.ts';
import { sayParts } from '../model/words.ts';
import { OpenButton } from '../open/open-button.tsx';
import { ShareDialog, showShare } from '../share/dialog.tsx';
import './top-bar.css';

export function TopBar() {
  const at = place.value;
  const opened = project.value;
  const shown = scene.value ?? film.value?.scene;
  const sweep = at.kind === 'recording' ? sweepOf(at.path) : undefined;
  const name = opened?.name ?? (at.kind === 'recording' ? at.path : (shown?.name ?? ''));
  useEffect(() => {
    document.title = name ? `${name} · Carom studio` : 'Carom studio';
  }, [name]);
  return (
    <header class="top-bar">
      <a class="home" href={addressOf({ kind: 'gallery' })} title="Gallery" aria-label="Gallery">
        <Mark />
      </a>
      <div class="top-what">
        <h1>{name}</h1>
        <p class="faint">
          {shown && sayParts(shown)}
          {opened && keptAs.value !== undefined && (
            <span role="status">{isKept.value ? ', kept in this browser' : ', keeping…'}</span>
          )}
          {opened === undefined && film.value && ', a recording'}
          {sweep !== undefined && (
            <>
              {' of '}
              <a href={addressOf({ kind: 'sweep', path: sweep })}>its sweep</a>
            </>
          )}
        </p>
      </div>
      <div class="top-tools">
        {opened && (
          <>
            <button
              type="button"
              class="plain"
              onClick={() => void undo()}
              disabled={!canUndo.value}
              aria-label="Undo"
              title="Undo (Ctrl+Z)"
            >
              ↶
            </button>
            <button
              type="button"
              class="plain"
              onClick={() => void redo()}
              disabled={!canRedo.value}
              aria-label="Redo"
              title="Redo (Ctrl+Y)"
            >
              ↷
            </button>
          </>
        )}
        <OpenButton />
        <ExportButton />
        {opened && (
          <button type="button" onClick={showShare}>
            Share
          </button>
        )}
        <ThemeAndKeys />
      </div>
      <ShareDialog />
    </header>
  );
}

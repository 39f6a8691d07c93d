// The gallery: what there is to open, and a place to drop what you brought.

import { signal, useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { examples } from 'virtual:examples';
import { complain } from '../model/complaints.ts';
import { type FolderFile, folderFiles, readFolder } from '../model/folder.ts';
import { builtIn } from '../model/lesson-texts.ts';
import { addressOf } from '../model/place.ts';
import { deleteProject, listProjects, type StoredProject } from '../model/store.ts';
import { ago, bytes } from '../model/words.ts';
import { OpenButton } from '../open/open-button.tsx';
import { ThemeAndKeys } from '../theme-and-keys.tsx';
import { ExampleCard } from './card.tsx';
import { matches } from './filter.ts';
import { calibrateSoon } from './takes.ts';
import './gallery.css';

const projects = signal<readonly StoredProject[]>([]);

function refresh(): void {
  // A browser that keeps nothing has no projects.
  listProjects().then(
    (list) => {
      projects.value = list;
    },
    () => {},
  );
}

export function Gallery() {
  const words = useSignal('');
  const engine = useSignal('');
  useEffect(() => {
    refresh();
    calibrateSoon();
    void readFolder();
    document.title = 'Carom studio';
  }, []);
  const engines = [...new Set(examples.flatMap((one) => one.engine ?? []))];
  const shown = examples.filter((one) => matches(one, words.value, engine.value));
  return (
    <div class="gallery">
      <header class="gallery-head">
        <div class="brand">
          <Mark />
          <div>
            <h1>Carom studio</h1>
            <p>Contact simulation you can trust, in this page.</p>
          </div>
        </div>
        <div class="gallery-tools">
          <ThemeAndKeys />
        </div>
      </header>
      <section class="open-box" aria-label="Open a file">
        <div>
          <strong>Bring your own</strong>
          <p class="faint">
            Drop meshes (STL, 3MF, OBJ, OFF, PLY, GLB), a scene or a recording anywhere on this page. They are
            read here and sent nowhere.
          </p>
        </div>
        <OpenButton label="Open files…" />
        <OpenButton label="Open a folder…" folder />
      </section>
      {projects.value.length > 0 && <Projects />}
      {folderFiles.value.some(({ kind }) => kind !== 'mesh') && <Folder />}
      <Lessons />
      <section aria-labelledby="examples-title">
        <div class="section-head">
          <h2 id="examples-title">Examples</h2>
          <label class="search">
            <span class="hidden">Search the examples</span>
            <input
              type="search"
              placeholder="Search"
              value={words.value}
              onInput={({ currentTarget }) => {
                words.value = currentTarget.value;
              }}
            />
          </label>
          {engines.length > 1 && (
            <label>
              <span class="hidden">Engine</span>
              <select
                value={engine.value}
                onChange={({ currentTarget }) => {
                  engine.value = currentTarget.value;
                }}
              >
                <option value="">every engine</option>
                {engines.map((id) => (
                  <option key={id}>{id}</option>
                ))}
              </select>
            </label>
          )}
          <span class="faint" role="status">
            {shown.length === examples.length
              ? `${examples.length}`
              : `${shown.length} of ${examples.length}`}
          </span>
        </div>
        <ul class="cards">
          {shown.map((one) => (
            <ExampleCard key={one.name} example={one} />
          ))}
        </ul>
        {shown.length === 0 && <p class="faint">No example matches; try fewer words.</p>}
      </section>
    </div>
  );
}

function Projects() {
  const remove = ({ id, name }: StoredProject) => {
    if (!confirm(`Delete “${name}” and its run from this browser? This cannot be undone.`)) return;
    deleteProject(id).then(refresh, complain);
  };
  return (
    <section aria-labelledby="projects-title">
      <div class="section-head">
        <h2 id="projects-title">Yours, in this browser</h2>
      </div>
      <ul class="rows">
        {projects.value.slice(0, 24).map((one) => (
          <li key={one.id}>
            <a href={addressOf({ kind: 'project', id: one.id })}>{one.name}</a>
            <span class="faint">{ago(one.changed)}</span>
            <button type="button" class="plain" onClick={() => remove(one)} aria-label={`Delete ${one.name}`}>
              ✕
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Folder() {
  const files = folderFiles.value.filter(({ kind }) => kind !== 'mesh');
  return (
    <section aria-labelledby="folder-title">
      <div class="section-head">
        <h2 id="folder-title">In your folder</h2>
        <span class="faint">{files.length}</span>
      </div>
      <ul class="rows">
        {files.slice(0, 60).map((file) => (
          <li key={file.path}>
            <a href={addressOf(placeOf(file))}>{nameOf(file)}</a>
            <span class="faint">
              {file.kind}, {bytes(file.bytes)}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Lessons() {
  return (
    <section aria-labelledby="lessons-title">
      <div class="section-head">
        <h2 id="lessons-title">Lessons</h2>
        <span class="faint">short texts with scenes to try</span>
      </div>
      <ul class="rows">
        {builtIn.map(({ name, title }) => (
          <li key={name}>
            <a href={addressOf({ kind: 'lesson', name })}>{title}</a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A sweep is known by its folder, not by the journal in it. */
function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}

function nameOf({ kind, path }: FolderFile): string {
  return kind === 'sweep' ? folderOf(path) || 'the sweep of this folder' : path;
}

function placeOf({ kind, path }: FolderFile) {
  if (kind === 'sweep') return { kind, path: folderOf(path) } as const;
  if (kind === 'lesson') return { kind, name: path } as const;
  return kind === 'recording' ? ({ kind: 'recording', path } as const) : ({ kind: 'scene', path } as const);
}

/** Three boxes that nearly touch. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" aria-hidden="true">
      <rect x="3" y="18" width="11.4" height="11" rx="1.5" />
      <rect x="16" y="18" width="11.4" height="11" rx="1.5" class="second" />
      <rect x="9" y="5.2" width="11.4" height="11" rx="1.5" class="third" transform="rotate(14 14.7 10.7)" />
    </svg>
  );
}

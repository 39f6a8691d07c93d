// The specification bench: the text of the open specification, what is wrong with it, and panes that look into it.

import { effect, signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { complain } from '../../model/complaints.ts';
import { undo } from '../../model/project.ts';
import { shortcut } from '../../model/shortcuts.ts';
import { plural } from '../../model/words.ts';
import { tool } from '../../view/layers/overlays.ts';
import { placesFrames } from '../../view/shown.ts';
import { ClassesPane } from './classes-pane.tsx';
import { compiled, faults, look, takeBack, watchSpecification } from './compiling.ts';
import { CostsPane } from './costs-pane.tsx';
import { DrivePane } from './drive-pane.tsx';
import { watchControls } from './drive.ts';
import { goTo } from './editor.ts';
import { editor, EditorBox } from './editor-box.tsx';
import { EquationsPane } from './equations-pane.tsx';
import { FramesPane } from './frames/frames-pane.tsx';
import { handles, watchSelection } from './frames/frames.ts';
import { ProgramPane } from './program-pane.tsx';
import { watchRide } from './frames/riding.ts';
import './equations.css';

const panes = {
  frames: 'Frames',
  classes: 'Classes',
  equations: 'Equations',
  program: 'Program',
  costs: 'Costs',
  drive: 'Drive',
} as const;
type PaneId = keyof typeof panes;

const pane = signal<PaneId>('frames');
const mode = signal(0);

export default function EquationsPanel() {
  useEffect(() => {
    const stops = [
      watchSpecification(),
      watchSelection(),
      watchControls(),
      watchRide(),
      placeFrames(),
      shortcut('Ctrl+Z', 'Undo', () => takeBack() || void undo().catch(complain), 'Edit'),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, []);
  const modes = look.value?.modes ?? [];
  const hasModes = modes.length > 1 && ['classes', 'equations', 'program'].includes(pane.value);
  return (
    <div
      class="spec"
      data-state={stateOf()}
      data-lag={compiled.value?.lagMs.toFixed(1)}
      data-answer={compiled.value?.number}
    >
      <EditorBox />
      <Status />
      <div class="spec-tabs" role="tablist" aria-label="Panes">
        {Object.entries(panes).map(([id, title]) => (
          <button
            key={id}
            type="button"
            role="tab"
            aria-selected={pane.value === id}
            onClick={() => {
              // Elsewhere nothing is placed, and the view may show a film again.
              if (id !== 'frames' && handles.value !== undefined) tool.value = 'select';
              pane.value = id as PaneId;
            }}
          >
            {title}
          </button>
        ))}
        {hasModes && (
          <select
            aria-label="Mode"
            value={mode.value}
            onChange={({ currentTarget }) => {
              mode.value = Number(currentTarget.value);
            }}
          >
            {modes.map((name, k) => (
              <option key={name} value={k}>
                {name}
              </option>
            ))}
          </select>
        )}
      </div>
      <div class="spec-pane" data-pane={pane.value}>
        <Pane id={pane.value} mode={mode.value < modes.length ? mode.value : 0} />
      </div>
    </div>
  );
}

/** Moving and turning are of frames while this is open; in the pane that shows them. */
function placeFrames(): () => void {
  placesFrames.value = true;
  const stop = effect(() => {
    if (handles.value !== undefined) pane.value = 'frames';
  });
  return () => {
    stop();
    placesFrames.value = false;
    if (handles.peek() !== undefined) tool.value = 'select';
  };
}

function stateOf(): 'faulty' | 'good' | 'waiting' {
  if (faults.value.length > 0) return 'faulty';
  return look.value === undefined ? 'waiting' : 'good';
}

function Pane({ id, mode: shown }: { id: PaneId; mode: number }) {
  switch (id) {
    case 'frames':
      return <FramesPane />;
    case 'classes':
      return <ClassesPane mode={shown} />;
    case 'equations':
      return <EquationsPane mode={shown} />;
    case 'program':
      return <ProgramPane mode={shown} />;
    case 'costs':
      return <CostsPane />;
    case 'drive':
      return <DrivePane />;
  }
}

function Status() {
  const found = faults.value;
  const shown = look.value;
  return (
    <div class="spec-status" role="status">
      {found.map((fault) => (
        <button
          key={`${fault.span[0]} ${fault.what}`}
          type="button"
          class="spec-fault"
          onClick={() => editor.value && goTo(editor.value, fault.span)}
        >
          <b>
            {fault.line}:{fault.column}
          </b>{' '}
          {fault.what}
          {fault.value === undefined ? '' : ` (${fault.value})`}; {fault.remedy}
        </button>
      ))}
      {found.length === 0 && shown !== undefined && (
        <p class="good">
          {plural(shown.variables, 'variable')}, {plural(shown.constraints, 'constraint')}, compiled in{' '}
          {compiled.value?.compileMs.toFixed(0)} ms
        </p>
      )}
      {found.length === 0 && shown === undefined && <p>Compiling…</p>}
    </div>
  );
}

// The tree of frames: choose one, write into it, move it with handles, ride on its camera.

import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { shapeKinds } from '../../../../../src/engines/program/index.ts';
import { plural } from '../../../model/words.ts';
import { stage } from '../../../view/current.ts';
import { addLayer } from '../../../view/layers/extra-layers.ts';
import { choose as chooseTool } from '../../../view/pointer/view-keys.ts';
import { look } from '../compiling.ts';
import { addFrame, attach, bodyOf, choose, chosen, handles, showInText } from './frames.ts';
import { FrameHandles } from './handles.ts';
import type { FrameLook } from '../messages.ts';
import { ridden } from './riding.ts';

/** More rows would make typing slow. */
const MOST_ROWS = 500;

export function FramesPane() {
  const frames = look.value?.frames ?? [];
  const frame = chosen.value;
  const canEdit = frame !== undefined && frame.parent >= 0;
  const together = frames.filter(({ span }) => canEdit && span[0] === frame.span[0]).length;
  useSignalEffect(() => {
    void [handles.value, chosen.value, look.value];
    stage.value?.invalidate();
  });
  // Handles are for this pane: elsewhere the view is as it was.
  useSignalEffect(() => {
    if (stage.value !== undefined) return addLayer(new FrameHandles(stage.value));
  });
  return (
    <div class="spec-frames">
      <div class="spec-tools" role="toolbar" aria-label="Frames">
        <button type="button" class="small" onClick={addFrame} title="A new frame inside the chosen one">
          Add frame
        </button>
        <HandleButton which="move" label="Move" isOff={!canEdit} />
        <HandleButton which="turn" label="Turn" isOff={!canEdit} />
        <select
          aria-label="Attach a shape"
          disabled={!canEdit}
          value=""
          onChange={({ currentTarget }) => {
            const kind = shapeKinds.get(currentTarget.value);
            if (kind) attach(`shape ${currentTarget.value}(${kind.defaults.join(', ')});`);
            currentTarget.value = '';
          }}
        >
          <option value="">Shape…</option>
          {[...shapeKinds.keys()].map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
        <button type="button" class="small" disabled={!canEdit} onClick={() => attach('camera;')}>
          Camera
        </button>
        <button type="button" class="small" disabled={!canEdit} onClick={() => attach('light;')}>
          Light
        </button>
      </div>
      {together > 1 && (
        <p class="spec-note">
          It is written in a loop: what is changed, is changed in {plural(together, 'frame')}.
        </p>
      )}
      <ul class="spec-tree" aria-label="Frames">
        {rowsOf(frames)
          .slice(0, MOST_ROWS)
          .map(([one, depth]) => (
            <FrameRow key={one.name} frame={one} depth={depth} />
          ))}
      </ul>
      {frames.length > MOST_ROWS && <p class="spec-note">And {frames.length - MOST_ROWS} more.</p>}
    </div>
  );
}

function HandleButton(props: { which: 'move' | 'turn'; label: string; isOff: boolean }) {
  const isOn = handles.value === props.which;
  return (
    <button
      type="button"
      class="small"
      aria-pressed={isOn}
      disabled={props.isOff}
      title={
        props.which === 'move'
          ? 'Handles along the axes of the frame around it'
          : 'Handles about its own axes'
      }
      onClick={() => chooseTool(props.which)}
    >
      {props.label}
    </button>
  );
}

function FrameRow({ frame, depth }: { frame: FrameLook; depth: number }) {
  const row = useRef<HTMLLIElement>(null);
  const isChosen = chosen.value?.name === frame.name;
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isChosen]);
  const body = frame.camera === undefined ? -1 : bodyOf(frame);
  const rides = ridden.value === frame.name;
  return (
    <li ref={row} data-depth={Math.min(depth, 8)}>
      <button
        type="button"
        class="spec-frame"
        aria-current={isChosen}
        onClick={() => choose(frame)}
        onDblClick={() => showInText(frame)}
      >
        <span>{frame.name}</span>
        <small>{frame.bears.join(', ')}</small>
      </button>
      {body >= 0 && (
        <button
          type="button"
          class="small"
          aria-pressed={rides}
          aria-label={`Ride on ${frame.name}`}
          onClick={() => {
            ridden.value = rides ? undefined : frame.name;
          }}
        >
          Ride
        </button>
      )}
    </li>
  );
}

/** Parents before their children, each with its depth. */
function rowsOf(frames: readonly FrameLook[]): (readonly [FrameLook, number])[] {
  const children = frames.map((): number[] => []);
  frames.forEach(({ parent }, f) => {
    if (parent >= 0) children[parent].push(f);
  });
  const rows: (readonly [FrameLook, number])[] = [];
  const stack: (readonly [number, number])[] = frames.length > 0 ? [[0, 0]] : [];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    const [f, depth] = next;
    rows.push([frames[f], depth]);
    for (const child of children[f].reverse()) stack.push([child, depth + 1]);
  }
  return rows;
}

// What is under the pointer or selected, in a line below the view.

import { film } from '../model/film.ts';
import { scene as opened } from '../model/project.ts';
import { hovered, selected } from '../model/selection.ts';
import { tool } from './layers/overlays.ts';
import { measurement } from './pointer/measure.ts';
import { say } from './say.ts';
import { isPlacing, showsStart, shownScene } from './shown.ts';

const MEASURING = {
  ruler: ['Click a point; corners are caught.', 'Click the other end.', 'Click again for another length.'],
  protractor: [
    'Click a point on the first side.',
    'Click the corner of the angle.',
    'Click a point on the other side.',
    'Click again for another angle.',
  ],
} as const;

export function Chip() {
  const scene = shownScene.value;
  if (scene === undefined) return null;
  const item = hovered.value ?? selected.value[selected.value.length - 1];
  const body = item === undefined ? undefined : scene.bodies[item];
  const other = item === undefined ? undefined : scene.deformables[item - scene.bodies.length];
  const { kind, marks } = measurement.value;
  const isMeasuring = tool.value === 'ruler' || tool.value === 'protractor';
  const count = isMeasuring && kind === tool.value ? marks.length : 0;
  const hint = placingHint(scene.bodies[selected.value[selected.value.length - 1]] !== undefined);
  return (
    <div class="view-chips">
      {isMeasuring && <span class="view-chip">{MEASURING[tool.value as 'ruler' | 'protractor'][count]}</span>}
      {hint !== undefined && <span class="view-chip">{hint}</span>}
      {showsStart.value && film.value && (
        <span class="view-chip">The scene as it starts now; play shows the run before.</span>
      )}
      {(body ?? other) && (
        <span class="view-chip item" data-item={item}>
          <b>{(body ?? other)?.name}</b>
          {body && <span>{body.motion === 'dynamic' ? say(body.mass, 'kg') : body.motion}</span>}
          {other && <span>{other.kind}</span>}
          {selected.value.length > 1 && <span>{selected.value.length} selected</span>}
        </span>
      )}
    </div>
  );
}

function placingHint(isBody: boolean): string | undefined {
  if (!isPlacing.value) return undefined;
  if (opened.value === undefined) return 'This recording has no scene open for editing.';
  return isBody ? 'Hold Ctrl for even steps.' : `Click a body to ${tool.value} it.`;
}

// Connects a stage to what is open, chosen and played; and its handles to the scene.

import { effect } from '@preact/signals';
import type { Quaternion, Vector3 } from 'three';
import { moveBody } from '../edit/move-body.ts';
import { complain, Complaint } from '../model/complaints.ts';
import { dragged } from '../model/drag.ts';
import { overlaps } from '../model/overlaps.ts';
import { playing, speed, time } from '../model/playback.ts';
import { scene } from '../model/project.ts';
import { hovered, selected } from '../model/selection.ts';
import { isDark } from '../model/theme.ts';
import { niceStep } from '../timeline/ticks.ts';
import { stage as current } from './current.ts';
import { extraLayers } from './layers/extra-layers.ts';
import { Gizmo } from './pointer/gizmo.ts';
import { measurement } from './pointer/measure.ts';
import { followed, isOrthographic, keepOverlays, overlays, tool } from './layers/overlays.ts';
import { attachPointer } from './pointer/pointer.ts';
import { pull } from './pointer/pull.ts';
import { shownFilm, shownScene, watchEdits } from './shown.ts';
import { Stage } from './stage.ts';

/** Up to this speed bodies are shown on the very path that was checked. */
const SLOW = 0.25;

export function mountStage(host: HTMLElement, canvas: HTMLCanvasElement, labels: HTMLElement): () => void {
  const stage = new Stage(host, canvas, labels, () => ({
    time: time.peek(),
    direction: playing.peek() ? (speed.peek() < 0 ? -1 : 1) : 0,
    isSlow: Math.abs(speed.peek()) <= SLOW,
    selected: selected.peek(),
    followed: followed.peek(),
  }));
  const stops = [
    keepOverlays(() => localStorage),
    watchEdits(),
    attachPointer(host, stage, pull),
    effect(() => {
      stage.show(shownScene.value, shownFilm.value);
      stage.mark(selected.peek(), hovered.peek());
      showOverlaps(stage);
    }),
    effect(() => {
      if (isDark.value !== undefined) stage.readTheme();
    }),
    effect(() => stage.mark(selected.value, hovered.value)),
    effect(() => {
      if (overlaps.value) showOverlaps(stage);
    }),
    effect(() => {
      for (const { on } of Object.values(overlays)) void on.value;
      void shownFilm.value?.frameCount.value;
      void [time.value, playing.value, measurement.value, followed.value, dragged.value, extraLayers.value];
      stage.invalidate();
    }),
    attachGizmo(stage),
  ];
  current.value = stage;
  return () => {
    current.value = undefined;
    for (const stop of stops) stop();
    stage.close();
  };
}

/** Overlaps are those of the scene that is edited; a film is of the scene as it was when it was made. */
function showOverlaps(stage: Stage): void {
  const isStart = shownFilm.peek() === undefined || time.peek() === 0;
  stage.showOverlaps(isStart && shownScene.peek() === scene.peek() ? overlaps.peek() : []);
}

function attachGizmo(stage: Stage): () => void {
  const gizmo = new Gizmo(stage.lens.camera, stage.canvas, stage.world, {
    onHold: (held) => {
      stage.lens.controls.enabled = !held;
    },
    onChange: () => stage.invalidate(),
    onMove: (body, proxy) => {
      stage.content?.hold(body, proxy);
      stage.invalidate(true);
    },
    onLetGo: (body, { position, quaternion }) => void letGo(stage, body, position, quaternion),
  });
  stage.gizmo = gizmo;
  stage.onDraw = () => {
    const mode = tool.peek() === 'move' ? 'translate' : tool.peek() === 'turn' ? 'rotate' : undefined;
    const body = selected.peek()[selected.peek().length - 1];
    const { content } = stage;
    gizmo.camera = stage.lens.camera;
    // Bodies of a specification lie where its frames do, which its own bench moves.
    const canMove =
      mode !== undefined &&
      scene.peek() !== undefined &&
      scene.peek()?.specification === undefined &&
      content?.scene.bodies[body] !== undefined;
    if (!canMove) {
      gizmo.detach();
      return;
    }
    if (gizmo.proxy.parent !== content.root) content.root.add(gizmo.proxy);
    gizmo.attach(body, content.frame, mode);
  };
  const snap = (event: KeyboardEvent) => gizmo.snap(event.ctrlKey, niceStep(0.02 * stage.lens.height));
  addEventListener('keydown', snap);
  addEventListener('keyup', snap);
  const stop = effect(() => {
    void [tool.value, selected.value, isOrthographic.value, shownScene.value];
    stage.invalidate();
  });
  return () => {
    stop();
    removeEventListener('keydown', snap);
    removeEventListener('keyup', snap);
  };
}

/** The scene changes at once: whoever undoes the next moment undoes this. */
async function letGo(stage: Stage, body: number, position: Vector3, turn: Quaternion): Promise<void> {
  const content = stage.content;
  const why = await moveBody(body, [position.x, position.y, position.z], [turn.x, turn.y, turn.z, turn.w]);
  if (why === undefined) return;
  complain(new Complaint(why, 'It is back where it was.'));
  if (stage.content !== content) return;
  content?.hold(body);
  stage.invalidate(true);
  selected.value = [...selected.value];
}

// The pointer over the view: hovering tells, clicking selects or measures, dragging orbits; and while a run goes on,
// dragging a body pulls it.

import { Plane, Vector3 } from 'three';
import { hovered, selected } from '../../model/selection.ts';
import { hand } from './hand.ts';
import { addMark, clearMarks } from './measure.ts';
import { tool } from '../layers/overlays.ts';
import { type Hit, nearestVertex, toScene } from './pick.ts';
import type { Stage } from '../stage.ts';

/** A press that moves no farther than this is a click [px]. */
const STILL = 5;
/** A click this near to a vertex means the vertex [px]. */
const SNAP = 14;

/** How bodies are pulled while they are simulated. */
export interface Pull {
  /** Whether this body can be pulled now. */
  canStart(body: number): boolean;
  start(body: number, local: Vector3): void;
  move(target: Vector3): void;
  end(): void;
}

export function attachPointer(host: HTMLElement, stage: Stage, pull: Pull): () => void {
  const { canvas } = stage;
  const plane = new Plane();
  let pressed: { x: number; y: number; id: number } | undefined;
  let isPulling = false;
  let isHandled = false;
  let asked = 0;

  const at = (event: MouseEvent) => placeOn(canvas, event);

  const handed = (event: PointerEvent) => {
    const { x, y } = at(event);
    return { x, y, hit: stage.hit(x, y), stage, event };
  };

  const down = (event: PointerEvent) => {
    if (event.target !== canvas || event.button !== 0) return;
    if (hand.peek()?.press(handed(event))) {
      isHandled = true;
      stage.lens.controls.enabled = false;
      canvas.setPointerCapture(event.pointerId);
      return;
    }
    const { x, y } = at(event);
    pressed = { x, y, id: event.pointerId };
    if (tool.peek() !== 'select') return;
    const hit = stage.hit(x, y);
    if (hit === undefined || !pull.canStart(hit.item)) return;
    isPulling = true;
    stage.lens.controls.enabled = false;
    canvas.setPointerCapture(event.pointerId);
    plane.setFromNormalAndCoplanarPoint(stage.rayAt(x, y).direction.clone().negate(), hit.point);
    pull.start(hit.item, hit.local);
    pull.move(hit.point);
  };

  const move = (event: PointerEvent) => {
    if (isHandled) {
      hand.peek()?.move?.(handed(event));
      return;
    }
    const { x, y } = at(event);
    if (isPulling) {
      const target = stage.rayAt(x, y).intersectPlane(plane, new Vector3());
      if (target) pull.move(target);
      return;
    }
    if (event.buttons !== 0 || event.pointerType === 'touch' || asked !== 0) return;
    asked = requestAnimationFrame(() => {
      asked = 0;
      const isFree = event.target === canvas && stage.gizmo?.isTouched !== true;
      hovered.value = isFree ? stage.hit(x, y)?.item : undefined;
      canvas.style.cursor = cursor();
    });
  };

  const up = (event: PointerEvent) => {
    if (isHandled) {
      isHandled = false;
      stage.lens.controls.enabled = true;
      hand.peek()?.lift?.(handed(event));
      return;
    }
    const before = pressed;
    pressed = undefined;
    if (isPulling) {
      isPulling = false;
      stage.lens.controls.enabled = true;
      pull.end();
    }
    if (before === undefined || before.id !== event.pointerId || event.type === 'pointercancel') return;
    const { x, y } = at(event);
    if (Math.hypot(x - before.x, y - before.y) > STILL || stage.gizmo?.isTouched === true) return;
    click(stage, x, y, event.shiftKey || event.ctrlKey || event.metaKey);
  };

  const twice = (event: MouseEvent) => {
    if (!['select', 'move', 'turn'].includes(tool.peek())) return;
    const { x, y } = at(event);
    const hit = stage.hit(x, y);
    if (hit) stage.fit([hit.item]);
  };

  const listening = new AbortController();
  const { signal } = listening;
  // Before the camera and the handles hear of it.
  host.addEventListener('pointerdown', down, { capture: true, signal });
  host.addEventListener('pointermove', move, { signal });
  host.addEventListener('pointerup', up, { signal });
  host.addEventListener('pointercancel', up, { signal });
  host.addEventListener('pointerleave', () => (hovered.value = undefined), { signal });
  canvas.addEventListener('dblclick', twice, { signal });
  return () => {
    cancelAnimationFrame(asked);
    listening.abort();
  };
}

function cursor(): string {
  const isMeasuring = tool.peek() === 'ruler' || tool.peek() === 'protractor';
  const plain = isMeasuring ? 'crosshair' : hovered.peek() !== undefined ? 'pointer' : '';
  return hand.peek()?.cursor ?? plain;
}

function placeOn(canvas: HTMLCanvasElement, event: MouseEvent): { x: number; y: number } {
  const { left, top } = canvas.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
}

/** Selects or measures. @param isMore  what was selected stays so */
function click(stage: Stage, x: number, y: number, isMore: boolean): void {
  const hit = stage.hit(x, y);
  const chosen = tool.peek();
  if (chosen === 'ruler' || chosen === 'protractor') {
    if (hit === undefined) clearMarks();
    else addMark(chosen, { item: hit.item, local: snapped(stage, hit, x, y) });
    return;
  }
  if (hit === undefined) {
    if (!isMore) selected.value = [];
  } else if (!isMore) selected.value = [hit.item];
  else if (selected.value.includes(hit.item))
    selected.value = selected.value.filter((item) => item !== hit.item);
  else selected.value = [...selected.value, hit.item];
}

/** The vertex that a click is near to, or the point itself; in the body's coordinates. */
function snapped(stage: Stage, hit: Hit, x: number, y: number): Vector3 {
  const { content } = stage;
  if (content === undefined) return hit.local;
  const vertex = nearestVertex(content.scene, content.frame, hit);
  const seen = stage.seenAt(toScene(content.scene, content.frame, hit.item, vertex, new Vector3()));
  return Math.hypot(seen.x - x, seen.y - y) <= SNAP ? vertex : hit.local;
}

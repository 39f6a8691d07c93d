// Strokes drawn on bodies: from a body to where it came from. Straight ones say that it slid in from there, arcs that it
// came bouncing (stroke.ts).

import { signal } from '@preact/signals';
import { Plane, Vector3 } from 'three';
import { complain } from '../../../model/complaints.ts';
import { changeScene, scene } from '../../../model/project.ts';
import { selected } from '../../../model/selection.ts';
import type { Hand, HandEvent } from '../../../view/pointer/hand.ts';
import { hintAt } from './hints.ts';
import { readStroke } from './stroke.ts';

/** The stroke that is being drawn, in the coordinates of the scene [m], xyz interleaved. */
export const drawn = signal<readonly number[]>([]);

/** Whether the pointer draws strokes. */
export const isSketching = signal(false);

const plane = new Plane();
const target = new Vector3();

/** Farther strokes than this many distances of the eye are drawn towards the horizon. */
const FAR = 4;

export function sketchHand(): Hand {
  let pixels: number[] = [];
  let body = -1;
  const from = new Vector3();
  return {
    cursor: 'crosshair',
    press({ x, y, hit }) {
      const item = hit === undefined ? undefined : scene.peek()?.bodies[hit.item];
      if (hit === undefined || item?.motion !== 'dynamic') return false;
      body = hit.item;
      from.copy(hit.point);
      pixels = [x, y];
      drawn.value = [from.x, from.y, from.z];
      return true;
    },
    move(at) {
      pixels.push(at.x, at.y);
      const { x, y, z } = facing(at, from);
      drawn.value = [...drawn.peek(), x, y, z];
    },
    lift(at) {
      drawn.value = [];
      const name = scene.peek()?.bodies[body]?.name;
      selected.value = [body];
      const stroke = readStroke(pixels);
      if (stroke === undefined || name === undefined) return;
      const way = wayOf(at, from);
      changeScene((file) => hintAt(file, [name], { kind: stroke.kind, from: way })).catch(complain);
    },
  };
}

/** The point under the pointer in the plane through the start that faces the eye. */
function facing({ x, y, stage }: HandEvent, from: Vector3): Vector3 {
  const ray = stage.rayAt(x, y);
  const { position, target: to } = stage.view();
  plane.setFromNormalAndCoplanarPoint(position.sub(to).normalize(), from);
  return ray.intersectPlane(plane, target) ?? target.copy(from);
}

/** The level direction from the start to the point under the pointer, of length 1; undefined where it has none. */
function wayOf(at: HandEvent, from: Vector3): [number, number, number] | undefined {
  const { stage, x, y } = at;
  const up = scene.peek()?.up === 'z' ? new Vector3(0, 0, 1) : new Vector3(0, 1, 0);
  const ray = stage.rayAt(x, y);
  plane.setFromNormalAndCoplanarPoint(up, from);
  const ground = ray.intersectPlane(plane, new Vector3());
  const reach = FAR * ray.origin.distanceTo(from);
  const end = ground === null || ground.distanceTo(from) > reach ? facing(at, from).clone() : ground;
  const way = end.sub(from);
  way.addScaledVector(up, -way.dot(up));
  if (way.length() < 1e-9) return undefined;
  way.normalize();
  const rounded = (value: number) => Math.round(1000 * value) / 1000;
  return [rounded(way.x), rounded(way.y), rounded(way.z)];
}

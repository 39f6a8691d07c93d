// Goals drawn in the view, about the selected bodies: a rectangle on the ground is the base of the box they start in, a stroke points
// to the side they come from, a click is a place they pass.

import { signal } from '@preact/signals';
import { Plane, Vector3 } from 'three';
import { change } from '../../../edit/change.ts';
import { scene } from '../../../model/project.ts';
import { selected } from '../../../model/selection.ts';
import { bodyRadii } from '../../../view/start-frame.ts';
import type { Hand, HandEvent } from '../../../view/pointer/hand.ts';
import { about, type GoalFile, withGoal } from './goals.ts';

export type Drawing = 'startsIn' | 'from' | 'passes';
type Triple = [number, number, number];

/** What the pointer draws in the view. */
export const drawing = signal<Drawing | undefined>(undefined);
/** What is being drawn: two opposite corners of the base, or the two ends of the stroke [m]; empty: nothing. */
export const drawnGoal = signal<readonly number[]>([]);

/** Shorter drags are clicks [px]. */
const SHORTEST = 6;
/** The first region of a body is so many of its radii high. */
const HIGH = 2;

/** Selected bodies that move, by index. */
export function chosenBodies(): number[] {
  const open = scene.value;
  return selected.value.filter((item) => open?.bodies[item]?.motion === 'dynamic');
}

export function upOf(): Vector3 {
  return scene.peek()?.up === 'z' ? new Vector3(0, 0, 1) : new Vector3(0, 1, 0);
}

export function goalHand(what: Drawing): Hand {
  const from = new Vector3();
  const plane = new Plane();
  let pixel: [number, number] = [0, 0];
  /** Where the pointer is in the plane of what is drawn; undefined above the horizon. */
  const under = ({ stage, x, y }: HandEvent) => stage.rayAt(x, y).intersectPlane(plane, new Vector3());
  return {
    cursor: 'crosshair',
    press(at) {
      const open = scene.peek();
      const item = at.hit?.item;
      if (open === undefined) return false;
      // a press on a body with none selected says whom it is about
      if (chosenBodies().length === 0 && item !== undefined && open.bodies[item]?.motion === 'dynamic')
        selected.value = [item];
      const bodies = chosenBodies();
      if (bodies.length === 0) return false;
      const middle = new Vector3(...open.bodies[bodies[0]].pose.position);
      if (what === 'startsIn') {
        const ground = at.hit?.point.dot(upOf()) ?? middle.dot(upOf()) - bodyRadii(open)[bodies[0]];
        plane.set(upOf(), -ground);
      } else if (what === 'from') plane.setFromNormalAndCoplanarPoint(upOf(), middle);
      else {
        const { position, target } = at.stage.view();
        plane.setFromNormalAndCoplanarPoint(position.sub(target).normalize(), middle);
      }
      const first = what === 'from' ? middle : under(at);
      if (first === null) return false;
      from.copy(first);
      pixel = [at.x, at.y];
      return true;
    },
    move(at) {
      const to = under(at);
      if (to !== null && what !== 'passes') drawnGoal.value = [...from.toArray(), ...to.toArray()];
    },
    lift(at) {
      drawnGoal.value = [];
      const to = under(at);
      const goal =
        to === null ? undefined : goalOf(what, from, to, Math.hypot(at.x - pixel[0], at.y - pixel[1]));
      const open = scene.peek();
      if (goal === undefined || open === undefined) return;
      const names = chosenBodies().map((body) => open.bodies[body].name);
      change((file) => withGoal(file, { ...about(names), ...goal }));
    },
  };
}

function goalOf(what: Drawing, from: Vector3, to: Vector3, dragged: number): GoalFile | undefined {
  if (what === 'passes') return { passes: rounded(to) };
  if (what === 'from') {
    const side = to.clone().sub(from);
    return side.length() < 1e-9 ? undefined : { from: rounded(side.normalize()) };
  }
  const open = scene.peek();
  if (open === undefined || dragged < SHORTEST) return undefined;
  const height = Number((HIGH * bodyRadii(open)[chosenBodies()[0]]).toPrecision(2));
  const center = from
    .clone()
    .add(to)
    .multiplyScalar(0.5)
    .addScaledVector(upOf(), 0.5 * height);
  const size = to.clone().sub(from).addScaledVector(upOf(), height);
  return {
    startsIn: {
      center: rounded(center),
      size: rounded(new Vector3(...size.toArray().map((x) => Math.max(1e-3, Math.abs(x))))),
    },
  };
}

/** To a millimetre. */
function rounded(at: Vector3): Triple {
  return at.toArray().map((x) => Math.round(1000 * x) / 1000) as Triple;
}

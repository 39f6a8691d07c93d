// Pinning and pulling by hand. A click on a vertex holds it or lets it go; a drag from one draws it that way, the farther
// the stronger.

import { signal } from '@preact/signals';
import { Plane, Vector3 } from 'three';
import type { Vec3 } from '../../../../src/scene/types.ts';
import { complain, Complaint } from '../../model/complaints.ts';
import { changeScene, project, scene } from '../../model/project.ts';
import { selected } from '../../model/selection.ts';
import type { Hand, HandEvent } from '../../view/hand.ts';
import { type Hit, nearestVertex } from '../../view/pick.ts';
import { deformableStarts } from '../../view/start-frame.ts';
import { pinAt, withoutPin, withPin } from './pins.ts';

/** The pull that is being drawn: from a vertex to where the pointer is, scene coordinates [m]. */
export const drawn = signal<{ readonly from: Vec3; readonly to: Vec3 } | undefined>(undefined);
/** Of a pull as long as the deformable is wide [N]. */
export const strength = signal(1);

/** A drag shorter than this is a click [px]. */
const STILL = 6;

interface Held {
  readonly deformable: number;
  readonly vertex: number;
  readonly from: Vector3;
  readonly x: number;
  readonly y: number;
}

export function pinHand(): Hand {
  let held: Held | undefined;
  const plane = new Plane();
  const pointed = ({ x, y, stage }: HandEvent, from: Vector3): Vector3 => {
    const { position, target } = stage.view();
    plane.setFromNormalAndCoplanarPoint(position.sub(target).normalize(), from);
    return stage.rayAt(x, y).intersectPlane(plane, new Vector3()) ?? from.clone();
  };
  const isDrag = (at: HandEvent, { x, y }: Held) => Math.hypot(at.x - x, at.y - y) > STILL;
  return {
    cursor: 'crosshair',
    press(at) {
      held = vertexUnder(at);
      if (held === undefined) return false;
      selected.value = [(scene.peek()?.bodies.length ?? 0) + held.deformable];
      return true;
    },
    move(at) {
      if (held === undefined || !isDrag(at, held)) return;
      drawn.value = { from: tuple(held.from), to: tuple(pointed(at, held.from)) };
    },
    lift(at) {
      const from = held;
      held = undefined;
      drawn.value = undefined;
      if (from === undefined || at.event.type === 'pointercancel') return;
      const force = isDrag(at, from)
        ? tuple(
            pointed(at, from.from)
              .sub(from.from)
              .multiplyScalar(strength.peek() / widthOf(from)),
          )
        : undefined;
      set(from, force).catch(complain);
    },
  };
}

async function set({ deformable, vertex }: Held, force: Vec3 | undefined): Promise<void> {
  const open = scene.peek();
  if (open === undefined) return;
  if (project.peek()?.file.deformables?.length !== open.deformables.length)
    throw new Complaint(
      'The scene has faults, so nothing can be pinned',
      'Put right what the panel on the left says',
    );
  const isHeld = pinAt(open, deformable, vertex) !== undefined;
  const lets = force === undefined && isHeld;
  await changeScene((file) =>
    lets ? withoutPin(file, deformable, vertex) : withPin(file, deformable, vertex, force),
  );
  const left = scene.peek();
  if (lets && left && pinAt(left, deformable, vertex) !== undefined)
    throw new Complaint(
      'This vertex is held by a box of the scene',
      'Change the box in the text of the scene',
    );
}

/** Only of the scene as it starts: that is where pins are set. */
function vertexUnder({ hit, stage, x, y }: HandEvent): Held | undefined {
  const { content } = stage;
  const open = scene.peek();
  if (hit === undefined || content === undefined || open === undefined) return undefined;
  const deformable = hit.item - content.scene.bodies.length;
  if (deformable < 0 || hit.face < 0) return undefined;
  const vertex = indexOf(hit, content.scene.deformables[deformable].mesh, deformable, content);
  const start = deformableStarts(content.scene)[deformable];
  const from = new Vector3().fromArray(content.frame.vertices, start + 3 * vertex);
  return { deformable, vertex, from, x, y };
}

type Content = NonNullable<HandEvent['stage']['content']>;

function indexOf(hit: Hit, mesh: number, deformable: number, { scene: shown, frame }: Content): number {
  const nearest = nearestVertex(shown, frame, hit);
  const { faces } = shown.meshes[mesh];
  const start = deformableStarts(shown)[deformable];
  const corners = [...faces.subarray(3 * hit.face, 3 * hit.face + 3)];
  const away = (v: number) =>
    new Vector3().fromArray(frame.vertices, start + 3 * v).distanceToSquared(nearest);
  return corners.reduce((best, v) => (away(v) < away(best) ? v : best));
}

function widthOf({ deformable }: Held): number {
  const open = scene.peek();
  const positions = open?.meshes[open.deformables[deformable].mesh].positions ?? new Float64Array(3);
  let width = 0;
  for (let k = 0; k < 3; k++) {
    let low = Infinity;
    let high = -Infinity;
    for (let i = k; i < positions.length; i += 3) {
      low = Math.min(low, positions[i]);
      high = Math.max(high, positions[i]);
    }
    width = Math.max(width, high - low);
  }
  return width || 1;
}

/** Rounded as people would write it. */
function tuple({ x, y, z }: Vector3): Vec3 {
  const round = (value: number) => Number(value.toPrecision(4));
  return [round(x), round(y), round(z)];
}

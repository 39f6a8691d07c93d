// Pinning and pulling by hand. A click holds what it reaches (reach.ts) or lets it go; a drag draws it that way, the farther
// the stronger. A brush holds what it passes over, with Shift lets it go.

import { signal } from '@preact/signals';
import { Plane, Vector3 } from 'three';
import type { Vec3 } from '../../../../src/scene/index.ts';
import { complain, Complaint } from '../../model/complaints.ts';
import { changeScene, project, scene } from '../../model/project.ts';
import { selected } from '../../model/selection.ts';
import type { Hand, HandEvent } from '../../view/pointer/hand.ts';
import { deformableStarts } from '../../view/start-frame.ts';
import { pinAt, withoutThese, withPins } from './pins.ts';
import { type Reach, reached } from './reach.ts';

export const reach = signal<Reach>('vertex');
/** The pull that is being drawn: from a vertex to where the pointer is, scene coordinates [m]. */
export const drawn = signal<{ readonly from: Vec3; readonly to: Vec3 } | undefined>(undefined);
/** What the brush has passed over, scene coordinates [m], xyz interleaved. */
export const brushed = signal<readonly number[]>([]);
/** Of a pull as long as the deformable is wide [N]. */
export const strength = signal(1);

/** A drag shorter than this is a click [px]. */
const STILL = 6;
/** Of the brush [px]. */
const BRUSH = 18;

interface Held {
  readonly deformable: number;
  readonly vertices: readonly number[];
  readonly from: Vector3;
  readonly x: number;
  readonly y: number;
}

export function pinHand(): Hand {
  let held: Held | undefined;
  let painted = new Set<number>();
  const plane = new Plane();
  const pointed = ({ x, y, stage }: HandEvent, from: Vector3): Vector3 => {
    const { position, target } = stage.view();
    plane.setFromNormalAndCoplanarPoint(position.sub(target).normalize(), from);
    return stage.rayAt(x, y).intersectPlane(plane, new Vector3()) ?? from.clone();
  };
  const isDrag = (at: HandEvent, { x, y }: Held) => Math.hypot(at.x - x, at.y - y) > STILL;
  const paint = (at: HandEvent, deformable: number) => {
    for (const vertex of underBrush(at, deformable)) painted.add(vertex);
    brushed.value = [...painted].flatMap((vertex) => placeOf(at, deformable, vertex));
  };
  return {
    cursor: 'crosshair',
    press(at) {
      painted = new Set();
      held = takenBy(at);
      if (held === undefined) return false;
      selected.value = [(scene.peek()?.bodies.length ?? 0) + held.deformable];
      if (reach.peek() === 'brush') paint(at, held.deformable);
      return true;
    },
    move(at) {
      if (held === undefined) return;
      if (reach.peek() === 'brush') paint(at, held.deformable);
      else if (isDrag(at, held)) drawn.value = { from: tuple(held.from), to: tuple(pointed(at, held.from)) };
    },
    lift(at) {
      const from = held;
      held = undefined;
      drawn.value = undefined;
      brushed.value = [];
      if (from === undefined || at.event.type === 'pointercancel') return;
      if (reach.peek() === 'brush') {
        if (painted.size > 0)
          set(from.deformable, [...painted], undefined, at.event.shiftKey).catch(complain);
        return;
      }
      const force = isDrag(at, from)
        ? tuple(
            pointed(at, from.from)
              .sub(from.from)
              .multiplyScalar(strength.peek() / widthOf(from)),
          )
        : undefined;
      const open = scene.peek();
      const isHeld = from.vertices.every((v) => open && pinAt(open, from.deformable, v) !== undefined);
      set(from.deformable, from.vertices, force, force === undefined && isHeld).catch(complain);
    },
  };
}

async function set(
  deformable: number,
  vertices: readonly number[],
  force: Vec3 | undefined,
  lets: boolean,
): Promise<void> {
  const open = scene.peek();
  if (open === undefined || vertices.length === 0) return;
  if (project.peek()?.file.deformables?.length !== open.deformables.length)
    throw new Complaint(
      'The scene has faults, so nothing can be pinned',
      'Put right what the panel on the left says',
    );
  await changeScene((file) =>
    lets ? withoutThese(file, deformable, vertices) : withPins(file, deformable, vertices, force),
  );
  const left = scene.peek();
  if (lets && left && vertices.some((vertex) => pinAt(left, deformable, vertex) !== undefined))
    throw new Complaint(
      'Some of these vertices are held by a box of the scene',
      'Change the box in the text of the scene',
    );
}

/** What a press takes hold of. */
function takenBy({ hit, stage, x, y }: HandEvent): Held | undefined {
  const { content } = stage;
  if (hit === undefined || content === undefined || scene.peek() === undefined) return undefined;
  const deformable = hit.item - content.scene.bodies.length;
  if (deformable < 0 || hit.face < 0) return undefined;
  const mesh = content.scene.meshes[content.scene.deformables[deformable].mesh];
  const start = deformableStarts(content.scene)[deformable];
  const places = content.frame.vertices.subarray(start, start + mesh.positions.length);
  const point: Vec3 = [hit.point.x, hit.point.y, hit.point.z];
  const kind = reach.peek();
  const vertices = reached(kind === 'brush' ? 'vertex' : kind, mesh, places, hit.face, point);
  if (vertices.length === 0) return undefined;
  const from = kind === 'vertex' ? new Vector3().fromArray(places, 3 * vertices[0]) : hit.point.clone();
  return { deformable, vertices, from, x, y };
}

function underBrush({ stage, x, y }: HandEvent, deformable: number): number[] {
  const { content } = stage;
  if (content === undefined) return [];
  const start = deformableStarts(content.scene)[deformable];
  const count = content.scene.meshes[content.scene.deformables[deformable].mesh].positions.length / 3;
  const at = new Vector3();
  return Array.from({ length: count }, (_, vertex) => vertex).filter((vertex) => {
    const seen = stage.seenAt(at.fromArray(content.frame.vertices, start + 3 * vertex));
    return Math.hypot(seen.x - x, seen.y - y) <= BRUSH;
  });
}

function placeOf({ stage }: HandEvent, deformable: number, vertex: number): number[] {
  const { content } = stage;
  if (content === undefined) return [];
  const at = deformableStarts(content.scene)[deformable] + 3 * vertex;
  return [...content.frame.vertices.subarray(at, at + 3)];
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

// Ends at which bodies would not stay: left alone there, at rest, they fall, slide or roll on. Nobody can have come to rest
// there, so such a body has no past but a moment of standing still on its way; and it is told so.

import { ContactSet } from '../../collide/contact-set.ts';
import { findContacts } from '../../collide/collider.ts';
import type { Model } from '../../model.ts';
import { copyMotion, makeMotion } from '../../motion.ts';
import { isStill } from '../body-speed.ts';
import { GroupRun } from '../refine/group-run.ts';
import { isNear, type Miss, missOf } from '../refine/miss.ts';
import { endOf } from '../rewind.ts';

/** How long they are left alone [s]. */
export const LEFT_ALONE = 0.5;
/** Scenes of more bodies are not asked: it costs as much as a run. */
const MOST_BODIES = 500;

export interface Restless {
  readonly body: number;
  readonly name: string;
  /** How far it goes in that time. */
  readonly moves: Miss;
}

/** Bodies that stand still and touch something at the end, and would not stay there. */
export function whoWouldNotStay(model: Model): readonly Restless[] {
  const end = endOf(model);
  const bodies = Array.from({ length: model.bodies }, (_, b) => b).filter((b) => model.isDynamic[b] === 1);
  if (bodies.length > MOST_BODIES || !bodies.every((b) => isStill(end.motion, b))) return [];
  const contacts = new ContactSet();
  findContacts(model.collider, end.poses, contacts);
  const touches = new Set<number>();
  for (let c = 0; c < contacts.count; c++) {
    touches.add(contacts.a[c]);
    touches.add(contacts.b[c]);
  }
  const poses = end.poses.slice();
  const motion = makeMotion(model.bodies);
  copyMotion(motion, end.motion);
  new GroupRun(model, bodies).run(poses, motion, 0, Math.ceil(LEFT_ALONE / model.timeStep));
  return bodies
    .filter((body) => touches.has(body))
    .map((body) => ({
      body,
      name: model.scene.bodies[body].name,
      moves: missOf(model, body, poses, end.poses),
    }))
    .filter(({ moves }) => !isNear(moves));
}

// Pulling cloth by hand while it is simulated: the vertex under the pointer follows it on a spring. What is pulled is logged,
// so the recording replays.

import { Plane, Vector3 } from 'three';
import { canDrag, endDrag, moveDrag, startDrag } from '../../model/drag.ts';
import type { Hand, HandEvent } from '../../view/pointer/hand.ts';

export function pullHand(): Hand {
  const plane = new Plane();
  let asked = 0;
  let target: Vector3 | undefined;
  // At most one place for each picture: every one is logged.
  const send = () => {
    asked = 0;
    if (target) moveDrag([target.x, target.y, target.z]);
    target = undefined;
  };
  return {
    cursor: 'grab',
    press({ hit, stage, x, y }: HandEvent) {
      const bodies = stage.content?.scene.bodies.length ?? 0;
      if (hit === undefined || hit.item < bodies || !canDrag.peek()) return false;
      plane.setFromNormalAndCoplanarPoint(stage.rayAt(x, y).direction.clone().negate(), hit.point);
      startDrag(hit.item, [hit.point.x, hit.point.y, hit.point.z]);
      target = hit.point.clone();
      asked ||= requestAnimationFrame(send);
      return true;
    },
    move({ stage, x, y }) {
      target = stage.rayAt(x, y).intersectPlane(plane, new Vector3()) ?? undefined;
      asked ||= requestAnimationFrame(send);
    },
    lift() {
      cancelAnimationFrame(asked);
      if (asked !== 0) send();
      endDrag();
    },
  };
}

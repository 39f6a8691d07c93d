// Pulling a body of a run that goes on: at most one place for each drawing, since every one is logged.

import { canDrag, endDrag, moveDrag, startDrag } from '../../model/drag.ts';
import type { Pull } from './pointer.ts';
import { shownFilm } from '../shown.ts';

export const pull = makePull();

function makePull(): Pull {
  let asked = 0;
  let target: readonly [number, number, number] | undefined;
  const send = () => {
    asked = 0;
    if (target) moveDrag(target);
    target = undefined;
  };
  return {
    canStart: (body) => canDrag.peek() && shownFilm.peek()?.scene.bodies[body]?.motion === 'dynamic',
    start: (body, { x, y, z }) => startDrag(body, [x, y, z]),
    move: ({ x, y, z }) => {
      target = [x, y, z];
      asked ||= requestAnimationFrame(send);
    },
    end: () => {
      cancelAnimationFrame(asked);
      if (asked !== 0) send();
      endDrag();
    },
  };
}

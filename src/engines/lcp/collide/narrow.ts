// Which function finds the contacts of which pair of pieces.

import { BALL_FEATURE, ballBall, ballBox, ballHull, ballPlane } from './balls.ts';
import type { Emitter } from './emitter.ts';
import { faceContacts } from './face-contacts.ts';
import { hullHull } from './hulls.ts';
import { BALL, BOX, type Piece, PLANE } from './piece.ts';

/** Tells the contacts of two placed pieces, of which `first` is not of a greater kind than `second`. */
export function pieceContacts(out: Emitter, margin: number, first: Piece, second: Piece): void {
  if (first.kind === BALL) {
    const { centre: c, radius: r } = first;
    if (second.kind === BALL) {
      const { centre: d } = second;
      ballBall(out, margin, c[0], c[1], c[2], r, d[0], d[1], d[2], second.radius, BALL_FEATURE, BALL_FEATURE);
    } else if (second.kind === BOX) ballBox(out, margin, c[0], c[1], c[2], r, second, BALL_FEATURE);
    else if (second.kind === PLANE) ballPlane(out, margin, c[0], c[1], c[2], r, second, BALL_FEATURE);
    else ballHull(out, margin, c[0], c[1], c[2], r, second, BALL_FEATURE);
  } else if (second.kind === PLANE) faceContacts(out, margin, second, 0, first, true);
  else hullHull(out, margin, first, second);
}

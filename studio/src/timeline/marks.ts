// Moments worth finding again: where contacts begin, and where motion is lost at once.
//
// A touch is a frame with more contacts than the one before, where that one had none or far fewer. An impact is a frame
// in which the kinetic energy falls by a part that nothing but a blow takes away.

export interface Mark {
  readonly frame: number;
  readonly kind: 'touch' | 'impact';
  /** From 0 to 1. */
  readonly strength: number;
}

/** An impact takes at least this part of the kinetic energy there is, and of the most there ever was. */
const LOST = 0.08;
const OF_MOST = 0.02;

/** @param contacts, kinetic  a number for each frame, where the engine reports them */
export function findMarks(contacts?: ArrayLike<number>, kinetic?: ArrayLike<number>): Mark[] {
  const marks: Mark[] = [];
  let most = 0;
  for (let i = 0; i < (kinetic?.length ?? 0); i++) most = Math.max(most, kinetic?.[i] ?? 0);
  const count = Math.max(contacts?.length ?? 0, kinetic?.length ?? 0);
  for (let i = 1; i < count; i++) {
    if (kinetic !== undefined && i < kinetic.length) {
      const lost = kinetic[i - 1] - kinetic[i];
      if (lost > LOST * kinetic[i - 1] && lost > OF_MOST * most) {
        marks.push({ frame: i, kind: 'impact', strength: Math.min(1, Math.sqrt(lost / most)) });
        continue;
      }
    }
    if (contacts !== undefined && i < contacts.length && contacts[i] >= 2 * contacts[i - 1] + 1)
      marks.push({ frame: i, kind: 'touch', strength: Math.min(1, contacts[i] / (contacts[i - 1] + 8)) });
  }
  return marks;
}

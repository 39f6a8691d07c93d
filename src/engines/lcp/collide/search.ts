// One search for contacts: pairs of pieces that are near each other, looked at one by one.

import { ballBall, ballBox, ballPlane, makeBall, placeBall } from './narrow/balls.ts';
import type { Collider } from './collider.ts';
import type { ContactSet } from './contact-set.ts';
import { Emitter } from './emitter.ts';
import { placed } from './memory.ts';
import { pieceContacts } from './narrow/piece-contacts.ts';
import { BALL, BOX, PLANE } from './piece.ts';

/** The search of a collider, which is made once: a function that is made anew is slow at first. */
export function searchInto(collider: Collider, out: ContactSet, ahead?: Float64Array): Search {
  collider.memory.search ??= new Search(collider, out);
  const { search } = collider.memory;
  search.out.set = out;
  search.ahead = ahead;
  return search;
}

/** Finds contacts piece by piece. */
export class Search {
  private readonly collider: Collider;
  readonly out: Emitter;
  /** Per body: how much farther apart contacts are told; undefined: nothing is looked ahead to. */
  ahead: Float64Array | undefined;
  private readonly one = makeBall();
  private readonly two = makeBall();

  constructor(collider: Collider, out: ContactSet) {
    this.collider = collider;
    this.out = new Emitter(out);
  }

  /** Contacts of moving piece p with everything static. */
  ground(p: number): void {
    const { collider } = this;
    const { memory, pieces, margins, ranks, moving } = collider;
    const { centres } = memory;
    const body = collider.bodyOf[p];
    const reach = collider.reachOf[p];
    if (ranks[body] !== 0) return;
    const x = centres[3 * p];
    const y = centres[3 * p + 1];
    const z = centres[3 * p + 2];
    const ahead = this.aheadOf(body);
    const margin = margins[body] + ahead;
    const { set } = this.out;
    const { seams, near } = memory;
    const most = margins[body] + collider.furthest * collider.radii[body];
    const count = near.near(memory.statics!, p, x, y, z, reach, margin, most);
    // Beside a seam between static pieces only what touches is told: seams are found by what touches.
    const extra = count === 0 || (count === 1 && collider.planesFrom === pieces.length) ? ahead : 0;
    seams.begin(set);
    for (let q = collider.planesFrom; q < pieces.length; q++) {
      const plane = pieces[q];
      const { normals } = plane;
      const range = reach + Math.min(margins[body], margins[plane.body]) + extra;
      if (normals[0] * x + normals[1] * y + normals[2] * z - plane.offsets[0] <= range) {
        this.meet(p, q, extra);
        seams.next(set, plane);
      }
    }
    for (let i = 0; i < count; i++) {
      const q = moving + near.list[i];
      this.meet(p, q, extra);
      seams.next(set, pieces[q]);
    }
    seams.finish(set, reach);
  }

  /** Contacts of two moving pieces. */
  readonly pair = (p: number, q: number): void => {
    const { collider } = this;
    const { memory, bodyOf, reachOf, margins, ranks } = collider;
    const { centres } = memory;
    const one = bodyOf[p];
    const two = bodyOf[q];
    const dx = centres[3 * p] - centres[3 * q];
    const dy = centres[3 * p + 1] - centres[3 * q + 1];
    const dz = centres[3 * p + 2] - centres[3 * q + 2];
    const ahead = this.aheadOf(one) + this.aheadOf(two);
    const range = reachOf[p] + reachOf[q] + Math.min(margins[one], margins[two]) + ahead;
    if (dx * dx + dy * dy + dz * dz > range * range) return;
    if (one === two || (ranks[one] !== 0 && ranks[two] !== 0)) return;
    this.meet(p, q, ahead);
  };

  /** How far ahead of a body others are looked for; bodies of several pieces touch where these do, seams left out. */
  private aheadOf(body: number): number {
    const { ahead, collider } = this;
    if (ahead === undefined || collider.pieceStart[body + 1] - collider.pieceStart[body] > 1) return 0;
    return ahead[body];
  }

  private meet(p: number, q: number, ahead: number): void {
    const { collider, out } = this;
    const { pieces, kinds, bodyOf, reachOf, margins, ranks, absent, memory, mayTouch } = collider;
    const bodyP = bodyOf[p];
    const bodyQ = bodyOf[q];
    if (absent[bodyP] + absent[bodyQ] > 0 || !mayTouch(bodyP, bodyQ)) return;
    const margin = Math.min(margins[bodyP], margins[bodyQ]);
    const ordered = ranks[bodyP] < ranks[bodyQ] || (ranks[bodyP] === ranks[bodyQ] && bodyP < bodyQ);
    const a = ordered ? bodyP : bodyQ;
    const b = ordered ? bodyQ : bodyP;
    out.of(ordered ? p : q, ordered ? q : p);
    const { centres: c } = memory;
    if (kinds[p] === BALL && kinds[q] === BALL && q < collider.moving) {
      const i = ordered ? p : q;
      const j = ordered ? q : p;
      out.begin(a, b, false);
      placeBall(this.one, c, 3 * i, reachOf[i]);
      placeBall(this.two, c, 3 * j, reachOf[j]);
      ballBall(out, margin + ahead, this.one, this.two);
      return;
    }
    // Most of what large scenes are made of: balls on planes and in bins.
    if (kinds[p] === BALL && q >= collider.moving && (kinds[q] === PLANE || kinds[q] === BOX)) {
      placeBall(this.one, c, 3 * p, reachOf[p]);
      out.begin(a, b, false);
      if (kinds[q] === PLANE) ballPlane(out, margin + ahead, this.one, pieces[q]);
      else ballBox(out, margin + ahead, this.one, pieces[q]);
      return;
    }
    const one = placed(collider, p);
    const two = placed(collider, q);
    // Functions of pairs take the simpler kind first, and of one kind the body that is a.
    const swap = one.kind > two.kind || (one.kind === two.kind && !ordered);
    out.begin(a, b, swap === ordered);
    if (swap) pieceContacts(out, margin, two, one, ahead);
    else pieceContacts(out, margin, one, two, ahead);
  }
}

// Tells the sink the contacts of the step that just ended: one row for each side.

import { EDGE_EDGE, POINT_TRIANGLE } from '../../geometry/ccd/kind.ts';
import type { Contact, StepSink } from '../../record/types.ts';
import { describeContact } from './assemble.ts';
import { barrierSlope } from './barrier.ts';
import { writeFrictionForce } from './friction.ts';
import { slipMotion, type Work } from './work.ts';

const row: Contact = {
  pair: 0,
  body: 0,
  other: 0,
  px: 0,
  py: 0,
  pz: 0,
  feature: 0,
  nx: 0,
  ny: 0,
  nz: 0,
  normalImpulse: 0,
  tx: 0,
  ty: 0,
  tz: 0,
  start: 0,
  duration: 0,
  friction: 0,
};
const tangential = new Float64Array(3);

const vertexFeature = 0;
const edgeFeature = 1;
const faceFeature = 2;

export function emitContacts(work: Work, sink: StepSink, start: number, h: number): void {
  const { poses } = work;
  const motion = slipMotion(work, poses);
  let number = 0;
  row.start = start;
  row.duration = h;
  for (const island of work.islands) {
    const { contacts, friction } = island;
    island.pairs.forEach((pair, p) => {
      row.friction = pair.friction;
      let f = friction.start[p];
      for (let c = contacts.start[p]; c < contacts.start[p + 1]; c++) {
        const force = -pair.stiffness * contacts.mollifier[c] * barrierSlope(contacts.gap[c], pair.dHat);
        const more = island.impulses.length > 0 ? island.impulses[4 * c] : 0;
        if (force === 0 && more === 0) continue;
        tangential.fill(0);
        // the last friction pass lagged exactly these contacts, in this order
        if (pair.friction > 0 && f < friction.start[p + 1])
          writeFrictionForce(friction, f++, pair.a, pair.b, motion, tangential);
        const point = describeContact(poses, pair, contacts, c);
        const firstIsB = point.first === 6;
        const kind = point.kind;
        const candidate = contacts.candidate[c];
        row.pair = number++;
        row.normalImpulse = force / h + more;
        for (let side = 0; side < 2; side++) {
          const isFirst = side === 0;
          const isB = isFirst === firstIsB;
          const sign = isFirst ? 1 : -1;
          row.body = isB ? pair.b : pair.a;
          row.other = isB ? pair.a : pair.b;
          setBodyPoint(
            poses.r,
            row.body,
            isFirst ? point.fx : point.sx,
            isFirst ? point.fy : point.sy,
            isFirst ? point.fz : point.sz,
          );
          row.nx = sign * point.nx;
          row.ny = sign * point.ny;
          row.nz = sign * point.nz;
          const pull = (isB ? -1 : 1) / h;
          const rub = island.impulses.length > 0 ? (isB ? -1 : 1) : 0;
          row.tx = pull * tangential[0] + (rub === 0 ? 0 : rub * island.impulses[4 * c + 1]);
          row.ty = pull * tangential[1] + (rub === 0 ? 0 : rub * island.impulses[4 * c + 2]);
          row.tz = pull * tangential[2] + (rub === 0 ? 0 : rub * island.impulses[4 * c + 3]);
          const feature =
            kind === EDGE_EDGE
              ? edgeFeature
              : isFirst
                ? vertexFeature
                : kind === POINT_TRIANGLE
                  ? faceFeature
                  : edgeFeature;
          row.feature = 4 * pair.candidates.primitives[2 * candidate + side] + feature;
          sink.contact(row);
        }
      }
    });
  }
}

function setBodyPoint(r: Float64Array, body: number, x: number, y: number, z: number): void {
  const m = 9 * body;
  row.px = r[m] * x + r[m + 3] * y + r[m + 6] * z;
  row.py = r[m + 1] * x + r[m + 4] * y + r[m + 7] * z;
  row.pz = r[m + 2] * x + r[m + 5] * y + r[m + 8] * z;
}

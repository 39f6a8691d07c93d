import { expect, test } from 'vitest';
import { applyKnot, Log, replayLog } from '../../../../../src/engines/lcp/backward/pass/log.ts';
import { ContactSet } from '../../../../../src/engines/lcp/collide/contact-set.ts';
import { makeMotion } from '../../../../../src/engines/lcp/motion.ts';

const poses = Float64Array.from([0, 0, 0, 0, 0, 0, 1, 1, 2, 3, 0, 0, 0, 1]);
const contacts = new ContactSet();
contacts.append(0, 1, 4, 8);

function filled(): Log {
  const log = new Log(2);
  const motion = makeMotion(2);
  motion.velocities.set([4, 5, 6], 3);
  motion.momenta.set([7, 8, 9], 3);
  log.addKnot(5, 1, poses, motion);
  log.addGhost(5, 1, Float64Array.of(1, 2, 3, 4, 5, 6), 0);
  log.addKnot(2, 0, poses, motion);
  log.addOverride(2, contacts, 0, 0.75, Number.NaN, true);
  return log;
}

test('a log written from the end is read from the start', () => {
  const table = replayLog(filled(), 6).knots;
  expect([...table.start]).toEqual([0, 0, 0, 1, 1, 1, 2, 2]);
  expect([...table.keys]).toEqual([2, 0, 5, 1]);
  expect([...table.values.subarray(13 + 7)]).toEqual([4, 5, 6, 7, 8, 9]);
});

test('a knot puts a body onto its numbers and says how far it was', () => {
  const log = replayLog(filled(), 6);
  const now = poses.slice();
  const motion = makeMotion(2);
  now[7] += 1e-3;
  const away = applyKnot(log, 1, now, motion);
  expect(away).toBeCloseTo(6, 12);
  expect([...now]).toEqual([...poses]);
  expect([...motion.momenta.subarray(3)]).toEqual([7, 8, 9]);
});

test('a log shortened to a mark is as it was there', () => {
  const log = new Log(2);
  log.addKnot(9, 0, poses, makeMotion(2));
  const mark = log.mark();
  log.addGhost(8, 0, new Float64Array(6), 0);
  log.addOverride(7, contacts, 0, 1, 1, false);
  log.addKnot(7, 1, poses, makeMotion(2));
  log.shortenTo(mark);
  expect(log.mark()).toEqual(mark);
  expect(log.knotStates.length).toBe(13);
  expect(log.overrideKeys.length).toBe(0);
});

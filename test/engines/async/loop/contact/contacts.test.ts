import { describe, expect, test } from 'vitest';
import {
  CONTACT_IDS,
  CONTACT_PUSH,
  CONTACT_WHOLES_SIZE,
  HEAD_CONTACT_CAPACITY,
  HEAD_CONTACT_COUNT,
  VERTEX_VERTEX,
} from '../../../../../src/engines/async/loop/layout/contact.ts';
import {
  NEED_CONTACTS,
  RUN_DONE,
  TALLY_PUSHES,
} from '../../../../../src/engines/async/loop/layout/control.ts';
import { type Build, World } from '../world.ts';

function four(build: Partial<Build> = {}): World {
  return new World({
    positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1],
    masses: [1, 2, 3, 4],
    rules: [[{ eta: 0.1, r: 1, c: 0.1 }]],
    exactSteps: true,
    ...build,
  });
}

describe('contacts', () => {
  test('go on where they were when a pair is dropped and found again', () => {
    const run = (drop: boolean) => {
      const world = four({
        velocities: [0.5, 0, 0, -0.5, 0, 0, 0, 0, 0, 0, 0, 0],
        rules: [[{ eta: 0.9, r: 50, c: 0.1 }]],
      });
      world.pair(VERTEX_VERTEX, [0, 1], 0, 1, 3);
      world.run(0.3);
      if (drop) {
        // between pushes only, here for the sake of the table: its history is lost, so restitution must be 1
        world.call.asyncPairRemove(world.at, 0);
        world.pair(VERTEX_VERTEX, [2, 3], 2, 3, 0);
        world.pair(VERTEX_VERTEX, [0, 1], 0, 1, 3, world.tickOf(0.3));
      }
      world.run(2);
      return world;
    };
    const [kept, dropped] = [run(false), run(true)];
    expect(kept.tally[TALLY_PUSHES]).toBeGreaterThan(20);
    expect(dropped.state).toEqual(kept.state);
    expect(dropped.header[HEAD_CONTACT_COUNT]).toBe(1);
    expect([...dropped.contactReals]).toEqual([...kept.contactReals]);
    // what was pushed is the change of momentum
    expect(kept.contactReals[CONTACT_PUSH]).toBeCloseTo(0.5 - kept.velocities[0], 12);
    kept.call.asyncForgetContacts(kept.at);
    expect(kept.header[HEAD_CONTACT_COUNT]).toBe(0);
  });

  test('a full table stops the loop before an event, not in its midst', () => {
    const build = {
      velocities: [0, 0, 0, -1, 0, 0, 0, -1, 0, 0, 0, -1],
      rules: [[{ eta: 0.9, r: 50, c: 0.1 }]],
    };
    const make = () => {
      const world = four(build);
      world.pair(VERTEX_VERTEX, [0, 1], 0, 1, 3);
      world.pair(VERTEX_VERTEX, [0, 2], 0, 2, 3);
      world.pair(VERTEX_VERTEX, [0, 3], 0, 3, 3);
      return world;
    };
    const [free, tight] = [make(), make()];
    free.run(1);
    const capacity = tight.header[HEAD_CONTACT_CAPACITY];
    tight.header[HEAD_CONTACT_CAPACITY] = 1;
    expect(tight.run(1)).toBe(NEED_CONTACTS);
    tight.header[HEAD_CONTACT_CAPACITY] = capacity;
    expect(tight.run(1)).toBe(RUN_DONE);
    expect(tight.state).toEqual(free.state);
    const ids = [0, 1, 2].map((k) => tight.contacts[CONTACT_WHOLES_SIZE * k + CONTACT_IDS + 1]);
    expect(ids.sort()).toEqual([1, 2, 3]);
  });
});

import { describe, expect, test } from 'vitest';
import { refuseRewind } from '../../../../src/engines/lcp/backward/refuse.ts';
import { endOf } from '../../../../src/engines/lcp/backward/rewind.ts';
import { findContacts } from '../../../../src/engines/lcp/collide/collider.ts';
import { ContactSet } from '../../../../src/engines/lcp/collide/contact-set.ts';
import { buildModel } from '../../../../src/engines/lcp/model.ts';
import { type BodyFile, box, type SceneFile, sphere } from '../../../../src/scene/index.ts';
import { material, optionsOf, sceneOf } from './scenes.ts';

const ball = sphere({ name: 'ball', radius: 0.1, position: [0, 0.1, 0], ...material });
const reasons = (bodies: readonly BodyFile[], more: Partial<SceneFile> = {}) =>
  refuseRewind(sceneOf(bodies, more), optionsOf()).map(
    ({ what, where, remedy }) => `${where}: ${what}; ${remedy}`,
  );

describe('what cannot be rewound is refused', () => {
  test('a ball at rest is not', () => {
    expect(reasons([ball])).toEqual([]);
  });

  test('as many boxes as fill the room for contacts, at rest, are not', () => {
    const boxes = Array.from({ length: 16 }, (_, i) =>
      box({ name: `box-${i}`, size: [0.2, 0.2, 0.2], position: [0.5 * i, 0.1, 0], ...material }),
    );
    const scene = sceneOf(boxes);
    const model = buildModel(scene, optionsOf());
    const contacts = new ContactSet();
    findContacts(model.collider, endOf(model).poses, contacts);
    expect(contacts.count).toBe(contacts.a.length);
    expect(refuseRewind(scene, optionsOf())).toEqual([]);
  });

  test('a driven body', () => {
    const driven = box({ name: 'fan', motion: 'kinematic', position: [2, 1, 0], angularVelocity: [0, 1, 0] });
    expect(reasons([ball, driven])[0]).toMatch(/fan.*driven/);
  });

  test('a motor', () => {
    const arm = box({ name: 'arm', size: [0.2, 0.1, 0.1], position: [0, 2, 0] });
    const joint = {
      name: 'axle',
      kind: 'hinge',
      a: 'arm',
      at: [0, 2, 0],
      axis: [0, 0, 1],
      motor: { targetSpeed: 1, maxForce: 5 },
    };
    expect(reasons([arm], { joints: [joint] as SceneFile['joints'] }).join()).toMatch(/axle.*motor/);
  });

  test('an end in which bodies approach where they touch', () => {
    const falling = sphere({
      name: 'ball',
      radius: 0.1,
      position: [0, 0.1, 0],
      velocity: [0, -1, 0],
      ...material,
    });
    expect(reasons([falling]).join()).toMatch(/approach/);
  });

  test('an end in which bodies lie deep in each other', () => {
    expect(reasons([ball, sphere({ name: 'other', radius: 0.1, position: [0.1, 0.1, 0] })]).join()).toMatch(
      /deep/,
    );
  });

  test('nothing that moves', () => {
    expect(reasons([]).join()).toMatch(/nothing moves/);
  });
});

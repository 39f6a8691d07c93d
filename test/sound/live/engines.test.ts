// A ball that is dropped is one blow of m v, whichever engine tells of it: the adapters of examples/library.

import rapier from '@dimforge/rapier3d-compat';
import initJolt from 'jolt-physics';
import { describe, expect, test } from 'vitest';
import { startLive } from '../../../src/live/live.ts';
import { box, defineScene, sphere } from '../../../src/scene/index.ts';
import { Contacts, type LiveContact } from '../../../src/sound/live/contacts.ts';
import { aModel } from '../model/a-model.ts';

const STEP = 1 / 60;
const RADIUS = 0.1;
const DROP = 0.3;
const MASS = 2;
const SPEED = Math.sqrt(2 * 9.81 * DROP);

interface Step {
  readonly time: number;
  readonly contacts: readonly LiveContact[];
}

/** A module without types. */
const adapterOf = async (name: string) =>
  (await import(
    new URL(`../../../examples/library/contacts-of-${name}.mjs`, import.meta.url).href
  )) as Record<string, (...args: unknown[]) => unknown>;

/** What a body hears of all steps: how many blows, and how hard they are together. */
function blowsOf(
  steps: readonly Step[],
  step: number,
): {
  readonly count: number;
  readonly hardest: LiveContact | undefined;
} {
  const contacts = new Contacts([aModel([440])], 4096, step, 0);
  let hardest: LiveContact | undefined;
  let count = 0;
  for (const { time, contacts: told } of steps)
    for (const contact of told) {
      expect(contacts.isContact(contact)).toBe(true);
      if (!hardest || contact.impulse > hardest.impulse) hardest = contact;
      contacts.length = 0;
      contacts.add(contact, contact.time ?? time, time);
      // what is softer than a fiftieth is no blow to speak of
      if (contacts.length > 0 && contact.impulse > (MASS * SPEED) / 50) count++;
    }
  return { count, hardest };
}

/** @param inSteps  over how many steps an engine spreads a blow */
function expectOneBlow(steps: readonly Step[], step = STEP, inSteps = 1): void {
  const { count, hardest } = blowsOf(steps, step);
  expect(count).toBe(inSteps);
  expect((hardest?.impulse ?? 0) / (MASS * SPEED)).toBeGreaterThan(0.8);
  expect((hardest?.impulse ?? 0) / (MASS * SPEED)).toBeLessThan(1.3);
  expect(hardest?.normal[1]).toBeCloseTo(1, 3);
  expect(Math.abs(hardest?.position[1] ?? 1)).toBeLessThan(0.05);
}

describe('a dropped ball is one blow', () => {
  test('of Rapier', async () => {
    const { contactsOfRapier } = await adapterOf('rapier');
    await rapier.init();
    const world = new rapier.World({ x: 0, y: -9.81, z: 0 });
    const body = world.createRigidBody(rapier.RigidBodyDesc.dynamic().setTranslation(0, DROP + RADIUS, 0));
    const ball = world.createCollider(rapier.ColliderDesc.ball(RADIUS).setMass(MASS), body);
    world.createCollider(rapier.ColliderDesc.cuboid(5, 1, 5).setTranslation(0, -1, 0));
    const steps = Array.from({ length: 60 }, (_, i) => {
      world.step();
      return { time: i * STEP, contacts: contactsOfRapier(world, [ball]) as LiveContact[] };
    });
    expectOneBlow(steps);
  });

  test('of Jolt', async () => {
    const { listenToJolt } = await adapterOf('jolt');
    const Jolt = await initJolt();
    const settings = new Jolt.JoltSettings();
    const layers = new Jolt.ObjectLayerPairFilterTable(2);
    layers.EnableCollision(0, 1);
    const broad = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
    broad.MapObjectToBroadPhaseLayer(0, new Jolt.BroadPhaseLayer(0));
    broad.MapObjectToBroadPhaseLayer(1, new Jolt.BroadPhaseLayer(1));
    settings.mObjectLayerPairFilter = layers;
    settings.mBroadPhaseLayerInterface = broad;
    settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(
      broad,
      2,
      layers,
      2,
    );
    const jolt = new Jolt.JoltInterface(settings);
    const system = jolt.GetPhysicsSystem();
    const add = (shape: InstanceType<typeof Jolt.Shape>, y: number, isDynamic: boolean) => {
      const creation = new Jolt.BodyCreationSettings(
        shape,
        new Jolt.RVec3(0, y, 0),
        new Jolt.Quat(0, 0, 0, 1),
        isDynamic ? Jolt.EMotionType_Dynamic : Jolt.EMotionType_Static,
        isDynamic ? 1 : 0,
      );
      const made = system.GetBodyInterface().CreateBody(creation);
      system.GetBodyInterface().AddBody(made.GetID(), Jolt.EActivation_Activate);
      return made;
    };
    const shape = new Jolt.SphereShape(RADIUS);
    shape.SetDensity(MASS / ((4 / 3) * Math.PI * RADIUS ** 3));
    add(new Jolt.BoxShape(new Jolt.Vec3(5, 1, 5), 0), -1, false);
    const ball = add(shape, DROP + RADIUS, true)
      .GetID()
      .GetIndex();
    let contacts: LiveContact[] = [];
    const numberOf = (body: InstanceType<typeof Jolt.Body>) =>
      body.GetID().GetIndex() === ball ? 0 : undefined;
    const listener = listenToJolt(Jolt, numberOf, (contact: LiveContact) => contacts.push(contact));
    system.SetContactListener(listener as InstanceType<typeof Jolt.ContactListenerJS>);
    const steps = Array.from({ length: 60 }, (_, i) => {
      contacts = [];
      jolt.Step(STEP, 1);
      return { time: i * STEP, contacts };
    });
    expectOneBlow(steps);
  });

  test('of a live simulation of Carom', async () => {
    const { contactsOfCarom } = await adapterOf('carom');
    const ball = sphere({
      name: 'ball',
      radius: RADIUS,
      position: [0, DROP + RADIUS, 0],
      mass: MASS,
      restitution: 0,
    });
    const scene = defineScene({
      name: 'drop',
      duration: 0.6,
      engine: 'lcp',
      bodies: [ball, box({ name: 'slab', size: [5, 1, 5], position: [0, -0.5, 0], motion: 'static' })],
    });
    const live = await startLive({ scene, worker: false });
    const steps: Step[] = [];
    live.on('frame', ({ frame, contacts }) => {
      const all = contactsOfCarom(frame, contacts, frame.time) as LiveContact[];
      steps.push({ time: frame.time, contacts: all.filter(({ body }) => body === 0) });
    });
    await live.done;
    // lcp finds it 4 ms before most of it, and rests on it from then on
    expectOneBlow(steps, 1 / 240, 2);
  });
});

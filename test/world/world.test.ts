import { describe, expect, test } from 'vitest';
import { contentHash } from '../../src/record/index.ts';
import { box, defineScene, floor, hinge, sphere } from '../../src/scene/index.ts';
import { simulate, start } from '../../src/world/index.ts';

const ball = sphere({ name: 'ball', radius: 0.1, position: [0, 0.5, 0] });
const drop = defineScene({ name: 'drop', duration: 0.5, bodies: [floor(), ball] });

test('a stepped world and a simulated one have the same bits', async () => {
  const world = await start(drop, { record: true });
  expect(world.time).toBe(0);
  world.advance(0.5);
  expect([world.time, world.index]).toEqual([0.5, 30]);
  const whole = await simulate(drop);
  expect(await contentHash(await world.recording())).toBe(await contentHash(whole));
});

test('without a recording there is none, and it says so', async () => {
  const world = await start(drop);
  expect(() => world.bytes()).toThrow(/record: true/);
});

test('bodies are read by name', async () => {
  const world = await start(drop);
  const { y, v } = { y: world.body('ball').position[1], v: world.body('ball').velocity[1] };
  expect([y, v]).toEqual([0.5, 0]);
  world.advance(0.1);
  expect(world.body('ball').position[1]).toBeLessThan(0.5);
  expect(world.body('ball').velocity[1]).toBeCloseTo(-0.98, 1);
  expect(() => world.body('bal')).toThrow(/did you mean "ball"/);
});

test('a model whose origin is not its centre is where the scene put it', async () => {
  const wedge = {
    name: 'wedge',
    shape: {
      kind: 'inline',
      vertices: [
        [0, 0, 0],
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 2],
      ],
      faces: [
        [0, 2, 1],
        [0, 1, 3],
        [0, 3, 2],
        [1, 2, 3],
      ],
    },
    position: [1, 2, 3],
    rotation: { axis: 'y', degrees: 30 },
  } as const;
  const world = await start(JSON.stringify({ name: 'w', engine: 'flight', bodies: [wedge] }));
  const { position, rotation, centerOfMass } = world.body('wedge');
  for (const [k, x] of [1, 2, 3].entries()) expect(position[k]).toBeCloseTo(x, 12);
  expect(rotation[1]).toBeCloseTo(Math.sin(Math.PI / 12), 12);
  expect(centerOfMass[1]).toBeCloseTo(2.25, 12);
  world.body('wedge').setPose({ position: [0, 5, 0] });
  world.step();
  expect(world.body('wedge').position[1]).toBeCloseTo(5, 1);
  expect(world.body('wedge').rotation[1]).toBeCloseTo(Math.sin(Math.PI / 12), 12);
});

describe('what happens', () => {
  test('things begin to touch, stay and part', async () => {
    const world = await start(drop);
    const kinds: string[] = [];
    while (world.time < 0.6) for (const event of world.step().contacts) kinds.push(event.kind);
    expect(kinds[0]).toBe('begin');
    expect(kinds.at(-1)).toBe('stay');
    expect(world.body('ball').touching).toEqual(['floor']);
    expect(world.touching('floor')).toEqual(['ball']);
    const [contact] = world.contacts('ball');
    expect(contact).toMatchObject({ a: 'ball', b: 'floor' });
    expect(contact.normal[1]).toBeCloseTo(1, 3);
    expect(contact.point[1]).toBeCloseTo(0, 2);
    expect(contact.impulse[1]).toBeGreaterThan(0);
    world.body('ball').setVelocity([0, 3, 0]);
    const parted = world.advance(world.time + 0.2).contacts;
    expect(parted.map(({ kind, a, b }) => `${kind} ${a} ${b}`)).toContain('end floor ball');
    expect(world.body('ball').touching).toEqual([]);
  });

  test('sensors tell who comes and who leaves, and push nobody', async () => {
    const zone = box({
      name: 'gate',
      size: [1, 0.1, 1],
      position: [0, 0.3, 0],
      motion: 'static',
      sensor: true,
    });
    const scene = defineScene({ ...drop, bodies: [floor(), zone, ball] });
    const world = await start(scene);
    const told: string[] = [];
    for (let i = 0; i < 30; i++)
      for (const { kind, sensor, body, time, since } of world.step().sensors) {
        told.push(`${kind} ${sensor} ${body}`);
        if (kind === 'begin') {
          expect(world.body('gate').touching).toEqual(['ball']);
          expect(since).toBe(time);
          // 0.5 m − 0.1 m of radius down to the upper side at 0.35 m
          expect(time).toBeCloseTo(Math.sqrt(0.1 / 9.81), 1);
        }
      }
    expect(told).toEqual(['begin gate ball', 'end gate ball']);
    const through = await simulate(drop);
    expect(world.frame.poses.subarray(14)).toEqual((await through.frame(30)).poses.subarray(7));
  });
});

describe('what can be done', () => {
  test('impulses, velocities, forces, drags and poses', async () => {
    const world = await start({ ...drop, gravity: [0, 0, 0] }, { engine: 'lcp' });
    const body = world.body('ball');
    const { mass } = world.scene.bodies[1];
    body.impulse([mass, 0, 0]);
    world.step();
    expect(body.velocity[0]).toBeCloseTo(1, 9);
    body.impulse([0, 0, 0.01], [body.position[0], body.position[1] + 0.1, 0]);
    world.step();
    expect(body.angularVelocity[0]).toBeGreaterThan(0);
    body.setVelocity([0, 0, 0], [0, 0, 0]);
    body.setForce([0, mass, 0]);
    world.advance(world.time + 1);
    expect(body.velocity[1]).toBeCloseTo(1, 6);
    body.setForce([0, 0, 0]);
    const grip = body.grab();
    grip.pull([0, 2, 0]);
    world.advance(world.time + 2);
    expect(body.position[1]).toBeCloseTo(2, 2);
    grip.letGo();
    body.setPose({ position: [5, 1, 0], rotation: { axis: 'x', degrees: 90 } });
    world.step();
    expect(body.position[0]).toBeCloseTo(5, 2);
    expect(() => body.setPose({ rotation: [0, 0, 0, 0] })).toThrow(/no rotation/);
    expect(() => body.impulse([Number.NaN, 0, 0])).toThrow(/finite/);
  });

  test('bodies come and go', async () => {
    const spare = sphere({ name: 'spare', radius: 0.1, enabled: false });
    const world = await start(defineScene({ ...drop, bodies: [floor(), ball, spare] }));
    expect(world.body('spare').enabled).toBe(false);
    world.body('spare').enable({ position: [1, 1, 0] }, [0, 2, 0]);
    world.body('ball').disable();
    world.step();
    expect([world.body('spare').enabled, world.body('ball').enabled]).toEqual([true, false]);
    expect(world.body('spare').position[1]).toBeGreaterThan(1);
    expect(() => world.body('ball').impulse([1, 0, 0])).toThrow(/there/);
    expect(() => world.body('ball').enable({ position: [1, -0.05, 0] })).toThrow(/overlap|intersect|touch/);
  });

  test('motors and parameters, by name', async () => {
    const wheel = box({ name: 'wheel', size: [0.2, 0.05, 0.2], position: [0, 1, 0] });
    const scene = defineScene({
      name: 'wheel',
      gravity: [0, -9.81, 0],
      bodies: [wheel],
      joints: [
        hinge('wheel', { name: 'axle', at: [0, 1, 0], axis: 'y', motor: { targetSpeed: 0, maxForce: 10 } }),
      ],
      parameters: [{ name: 'pull', target: '/gravity/1', min: -20, max: 20 }],
    });
    const world = await start(scene);
    world.setMotor('axle', 3);
    world.setParameter('pull', 1);
    world.advance(0.5);
    expect(world.body('wheel').angularVelocity[1]).toBeCloseTo(3, 1);
    expect(() => world.setMotor('axel', 3)).toThrow(/did you mean "axle"/);
    expect(() => world.setParameter('pull', 21)).toThrow(/range/);
  });
});

describe('what can be asked', () => {
  test('rays, shapes, distances and overlaps, by name', async () => {
    const ghost = sphere({ name: 'ghost', radius: 0.1, position: [0, 2, 0], layers: 'air', touches: 'air' });
    const zone = box({
      name: 'zone',
      size: [3, 0.1, 3],
      position: [0, 1, 0],
      motion: 'static',
      sensor: true,
    });
    const world = await start(defineScene({ ...drop, bodies: [floor(), ball, ghost, zone] }));
    const down = [0, -1, 0] as const;
    expect(world.castRay([0, 3, 0], down)).toMatchObject({ body: 'ghost' });
    expect(world.castRay([0, 3, 0], down, { as: 'ball' })).toMatchObject({ body: 'floor' });
    expect(world.castRay([0, 1.5, 0], down, { sensors: true })?.body).toBe('zone');
    expect(world.castRay([0, 1.5, 0], down)?.distance).toBeCloseTo(0.9, 2);
    expect(world.castRay([0, 3, 0], down, { limit: 0.5 })).toBeUndefined();
    expect(world.castThrough([0, 3, 0], down).map(({ body }) => body)).toEqual([
      'ghost',
      'ghost',
      'ball',
      'ball',
      'floor',
    ]);
    const met = world.castShape({ size: [0.2, 0.2, 0.2] }, [1, 1, 0], [0, -2, 0]);
    expect(met?.body).toBe('floor');
    expect(met?.part).toBeCloseTo(0.45, 6);
    expect(world.nearest('floor', 'ball')?.distance).toBeCloseTo(0.4, 2);
    expect(world.nearestTo([0, 0.9, 0], { filter: (name) => name !== 'ghost' })?.body).toBe('ball');
    expect(world.overlapping({ size: [1, 1, 1] }, [0, 0.5, 0])).toEqual(['floor', 'ball']);
    expect(world.overlaps('floor', 'ball')).toBe(false);
    const before = world.nearest('floor', 'ball')?.distance ?? 0;
    world.advance(0.1);
    expect(world.nearest('floor', 'ball')?.distance).toBeLessThan(before);
  });
});

test.each(['ipc', 'lcp'] as const)('put back, %s goes on bit for bit', async (engine) => {
  const scene = defineScene({
    name: 'pile',
    bodies: [floor(), ball, { ...ball, name: 'other', position: [0.05, 0.8, 0.02] }],
  });
  const world = await start(scene, { engine, record: true });
  world.advance(0.3);
  world.body('ball').impulse([0, 0.5, 0]);
  const snapshot = world.snapshot();
  const once = world.advance(0.7);
  const [end, hash] = [world.frame, await contentHash(await world.recording())];
  world.restore(snapshot);
  expect(world.time).toBe(snapshot.time);
  const twice = world.advance(0.7);
  expect(world.frame).toEqual(end);
  expect(twice).toEqual(once);
  expect(await contentHash(await world.recording())).toBe(hash);
});

describe('in a worker', () => {
  // Node has none, so it is this thread, by messages all the same; test/package has it in a page.
  test('the same bits, the same events, and back again', async () => {
    const here = await start(drop, { record: true });
    const there = await start(drop, { record: true, worker: true });
    expect(there.body('ball').position).toEqual([0, 0.5, 0]);
    const told = await there.advance(0.2);
    expect(told).toEqual(here.advance(0.2));
    for (const world of [here, there]) world.body('ball').impulse([0.1, 0, 0]);
    const snapshot = await there.snapshot();
    here.advance(0.5);
    await there.advance(0.5);
    expect(there.frame).toEqual(here.frame);
    const hash = await contentHash(await here.recording());
    expect(await contentHash(await there.recording())).toBe(hash);
    there.restore(snapshot);
    expect(there.time).toBe(0.2);
    await there.advance(0.5);
    expect(await contentHash(await there.recording())).toBe(hash);
    there.close();
    await expect(there.step()).rejects.toThrow(/closed/);
  });

  test('an input that makes no sense is told by the next step, which is made without it', async () => {
    const world = await start(drop, { worker: true });
    world.body('ball').impulse([Number.NaN, 0, 0]);
    await expect(world.step()).rejects.toThrow(/finite/);
    expect(world.index).toBe(1);
    await world.step();
    expect(world.index).toBe(2);
    world.close();
  });
});

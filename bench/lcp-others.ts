// The same pile of boxes in engines that people use: Rapier, Jolt and Bullet, all in WebAssembly on one thread.
//
// Each gets the same masses, friction and step, no restitution and no sleeping, and is otherwise left as it comes.

import type { Scene } from '../src/scene/index.ts';

export interface Rival {
  readonly name: string;
  step(): void;
  /** Position and orientation of every body of the scene, seven numbers each. */
  readPoses(poses: Float64Array): void;
}

type Start = (scene: Scene, timeStep: number) => Promise<Rival>;

export const rivals: readonly { readonly name: string; readonly start: Start }[] = [
  { name: 'Rapier', start: (scene, timeStep) => startRapier(scene, timeStep) },
  { name: 'Jolt', start: startJolt },
  { name: 'Bullet', start: startBullet },
];

/** Half sizes of a box, or of the floor's slab. */
function halves(scene: Scene, b: number): [number, number, number] {
  const { shape } = scene.bodies[b];
  if (shape.kind === 'box') return [0.5 * shape.size[0], 0.5 * shape.size[1], 0.5 * shape.size[2]];
  return [100, 1, 100];
}

/** Where a body begins; the floor is a slab whose top is the plane. */
function startOf(scene: Scene, b: number): readonly [number, number, number] {
  const { shape, pose } = scene.bodies[b];
  const [x, y, z] = pose.position;
  return shape.kind === 'box' ? [x, y, z] : [x, y - 1, z];
}

/** @param maySleep  whether bodies at rest are left alone, as Rapier does unless told otherwise */
export async function startRapier(scene: Scene, timeStep: number, maySleep = false): Promise<Rival> {
  const { default: rapier } = await import('@dimforge/rapier3d-compat');
  await rapier.init();
  const [x, y, z] = scene.gravity;
  const world = new rapier.World({ x, y, z });
  world.timestep = timeStep;
  const bodies = scene.bodies.map((body, b) => {
    const [px, py, pz] = startOf(scene, b);
    const desc = body.motion === 'dynamic' ? rapier.RigidBodyDesc.dynamic() : rapier.RigidBodyDesc.fixed();
    const [wx, wy, wz] = body.angularVelocity;
    const [qx, qy, qz, qw] = body.pose.orientation;
    desc.setRotation({ x: qx, y: qy, z: qz, w: qw });
    desc.setTranslation(px, py, pz).setAngvel({ x: wx, y: wy, z: wz }).setCanSleep(maySleep);
    const made = world.createRigidBody(desc);
    const collider = rapier.ColliderDesc.cuboid(...halves(scene, b))
      .setFriction(body.material.friction)
      .setRestitution(0)
      .setDensity(body.material.density);
    world.createCollider(collider, made);
    return made;
  });
  return {
    name: 'Rapier',
    step: () => world.step(),
    readPoses: (poses) => {
      bodies.forEach((body, b) => {
        if (scene.bodies[b].motion !== 'dynamic') return;
        const t = body.translation();
        const q = body.rotation();
        poses.set([t.x, t.y, t.z, q.x, q.y, q.z, q.w], 7 * b);
      });
    },
  };
}

async function startJolt(scene: Scene, timeStep: number): Promise<Rival> {
  const { default: initJolt } = await import('jolt-physics');
  const Jolt = await initJolt();
  const settings = new Jolt.JoltSettings();
  const layers = new Jolt.ObjectLayerPairFilterTable(2);
  layers.EnableCollision(0, 1);
  layers.EnableCollision(1, 1);
  const broad = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
  broad.MapObjectToBroadPhaseLayer(0, new Jolt.BroadPhaseLayer(0));
  broad.MapObjectToBroadPhaseLayer(1, new Jolt.BroadPhaseLayer(1));
  settings.mObjectLayerPairFilter = layers;
  settings.mBroadPhaseLayerInterface = broad;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(broad, 2, layers, 2);
  const jolt = new Jolt.JoltInterface(settings);
  Jolt.destroy(settings);
  const system = jolt.GetPhysicsSystem();
  system.SetGravity(new Jolt.Vec3(...scene.gravity));
  const bodyInterface = system.GetBodyInterface();
  const bodies = scene.bodies.map((body, b) => {
    const isDynamic = body.motion === 'dynamic';
    const shape = new Jolt.BoxShape(new Jolt.Vec3(...halves(scene, b)), 0);
    shape.SetDensity(body.material.density);
    const creation = new Jolt.BodyCreationSettings(
      shape,
      new Jolt.RVec3(...startOf(scene, b)),
      new Jolt.Quat(0, 0, 0, 1),
      isDynamic ? Jolt.EMotionType_Dynamic : Jolt.EMotionType_Static,
      isDynamic ? 1 : 0,
    );
    creation.mFriction = body.material.friction;
    creation.mRestitution = 0;
    creation.mAllowSleeping = false;
    creation.mAngularVelocity = new Jolt.Vec3(...body.angularVelocity);
    const made = bodyInterface.CreateBody(creation);
    bodyInterface.AddBody(
      made.GetID(),
      isDynamic ? Jolt.EActivation_Activate : Jolt.EActivation_DontActivate,
    );
    return made;
  });
  return {
    name: 'Jolt',
    step: () => jolt.Step(timeStep, 1),
    readPoses: (poses) => {
      bodies.forEach((body, b) => {
        if (scene.bodies[b].motion !== 'dynamic') return;
        const t = body.GetPosition();
        const q = body.GetRotation();
        poses.set([t.GetX(), t.GetY(), t.GetZ(), q.GetX(), q.GetY(), q.GetZ(), q.GetW()], 7 * b);
      });
    },
  };
}

async function startBullet(scene: Scene, timeStep: number): Promise<Rival> {
  const { default: load } = await import('ammojs-typed');
  const Ammo = await load();
  const configuration = new Ammo.btDefaultCollisionConfiguration();
  const world = new Ammo.btDiscreteDynamicsWorld(
    new Ammo.btCollisionDispatcher(configuration),
    new Ammo.btDbvtBroadphase(),
    new Ammo.btSequentialImpulseConstraintSolver(),
    configuration,
  );
  world.setGravity(new Ammo.btVector3(...scene.gravity));
  const bodies = scene.bodies.map((body, b) => {
    const shape = new Ammo.btBoxShape(new Ammo.btVector3(...halves(scene, b)));
    shape.setMargin(0.001);
    const transform = new Ammo.btTransform();
    transform.setIdentity();
    transform.setOrigin(new Ammo.btVector3(...startOf(scene, b)));
    const mass = body.motion === 'dynamic' ? body.mass : 0;
    const inertia = new Ammo.btVector3(0, 0, 0);
    if (mass > 0) shape.calculateLocalInertia(mass, inertia);
    const state = new Ammo.btDefaultMotionState(transform);
    const made = new Ammo.btRigidBody(new Ammo.btRigidBodyConstructionInfo(mass, state, shape, inertia));
    // friction of a pair is the product
    made.setFriction(Math.sqrt(body.material.friction));
    made.setRestitution(0);
    made.setActivationState(4);
    made.setAngularVelocity(new Ammo.btVector3(...body.angularVelocity));
    world.addRigidBody(made);
    return made;
  });
  return {
    name: 'Bullet',
    step: () => world.stepSimulation(timeStep, 0, timeStep),
    readPoses: (poses) => {
      bodies.forEach((body, b) => {
        if (scene.bodies[b].motion !== 'dynamic') return;
        const transform = body.getWorldTransform();
        const t = transform.getOrigin();
        const q = transform.getRotation();
        poses.set([t.x(), t.y(), t.z(), q.x(), q.y(), q.z(), q.w()], 7 * b);
      });
    },
  };
}

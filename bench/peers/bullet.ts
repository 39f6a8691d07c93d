import initAmmo from 'ammojs-typed';
import { type Peer, type PileOfBoxes, shell } from './peer.ts';

type Ammo = Awaited<ReturnType<typeof initAmmo>>;
const disableDeactivation = 4;

export async function bullet({ size, centres, room, friction, timeStep }: PileOfBoxes): Promise<Peer> {
  // under a bundler's rules the function is one level deeper
  const init = (initAmmo as unknown as { default?: typeof initAmmo }).default ?? initAmmo;
  const A: Ammo = await init.call({});
  const configuration = new A.btDefaultCollisionConfiguration();
  const world = new A.btDiscreteDynamicsWorld(
    new A.btCollisionDispatcher(configuration),
    new A.btDbvtBroadphase(),
    new A.btSequentialImpulseConstraintSolver(),
    configuration,
  );
  world.setGravity(new A.btVector3(0, -9.81, 0));
  const add = (half: readonly number[], at: readonly number[], mass: number) => {
    const shape = new A.btBoxShape(new A.btVector3(half[0], half[1], half[2]));
    const inertia = new A.btVector3(0, 0, 0);
    if (mass > 0) shape.calculateLocalInertia(mass, inertia);
    const pose = new A.btTransform();
    pose.setIdentity();
    pose.setOrigin(new A.btVector3(at[0], at[1], at[2]));
    const info = new A.btRigidBodyConstructionInfo(mass, new A.btDefaultMotionState(pose), shape, inertia);
    const body = new A.btRigidBody(info);
    body.setFriction(friction);
    body.setActivationState(disableDeactivation);
    world.addRigidBody(body);
    return body;
  };
  for (const { half, at } of shell(room)) add(half, at, 0);
  const boxes = centres.map((centre) => add([size / 2, size / 2, size / 2], centre, 1));
  return {
    name: 'Bullet (ammo)',
    step: () => world.stepSimulation(timeStep, 0, timeStep),
    readPoses(out) {
      boxes.forEach((body, b) => {
        const pose = body.getWorldTransform();
        const p = pose.getOrigin();
        const q = pose.getRotation();
        out.set([p.x(), p.y(), p.z(), q.x(), q.y(), q.z(), q.w()], 7 * b);
      });
    },
  };
}

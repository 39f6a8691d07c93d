import RAPIER from '@dimforge/rapier3d-compat';
import { type Peer, type PileOfBoxes, shell } from './peer.ts';

export async function rapier({ size, centres, room, friction, timeStep }: PileOfBoxes): Promise<Peer> {
  await RAPIER.init();
  const world = new RAPIER.World({ x: 0, y: -9.81, z: 0 });
  world.timestep = timeStep;
  for (const { half, at } of shell(room))
    world.createCollider(
      RAPIER.ColliderDesc.cuboid(...half)
        .setTranslation(...at)
        .setFriction(friction),
    );
  const bodies = centres.map((centre) => {
    const body = world.createRigidBody(
      RAPIER.RigidBodyDesc.dynamic()
        .setTranslation(...centre)
        .setCanSleep(false),
    );
    world.createCollider(
      RAPIER.ColliderDesc.cuboid(size / 2, size / 2, size / 2).setFriction(friction),
      body,
    );
    return body;
  });
  return {
    name: `Rapier ${RAPIER.version()}`,
    step: () => world.step(),
    readPoses(out) {
      bodies.forEach((body, b) => {
        const { x, y, z } = body.translation();
        const q = body.rotation();
        out.set([x, y, z, q.x, q.y, q.z, q.w], 7 * b);
      });
    },
  };
}

import initJolt from 'jolt-physics';
import { type Peer, type PileOfBoxes, shell } from './peer.ts';

const MOVING = 1;
const STILL = 0;

export async function jolt({ size, centres, room, friction, timeStep }: PileOfBoxes): Promise<Peer> {
  const Jolt = await initJolt();
  const settings = new Jolt.JoltSettings();
  settings.mMaxWorkerThreads = 0;
  const filter = new Jolt.ObjectLayerPairFilterTable(2);
  filter.EnableCollision(STILL, MOVING);
  filter.EnableCollision(MOVING, MOVING);
  const layers = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
  layers.MapObjectToBroadPhaseLayer(STILL, new Jolt.BroadPhaseLayer(0));
  layers.MapObjectToBroadPhaseLayer(MOVING, new Jolt.BroadPhaseLayer(1));
  settings.mObjectLayerPairFilter = filter;
  settings.mBroadPhaseLayerInterface = layers;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(layers, 2, filter, 2);
  const world = new Jolt.JoltInterface(settings);
  const system = world.GetPhysicsSystem();
  system.SetGravity(new Jolt.Vec3(0, -9.81, 0));
  const bodies = system.GetBodyInterface();

  const add = (half: readonly number[], at: readonly number[], moves: boolean) => {
    const shape = new Jolt.BoxShape(new Jolt.Vec3(half[0], half[1], half[2]), 0.01);
    const made = new Jolt.BodyCreationSettings(
      shape,
      new Jolt.RVec3(at[0], at[1], at[2]),
      new Jolt.Quat(0, 0, 0, 1),
      moves ? Jolt.EMotionType_Dynamic : Jolt.EMotionType_Static,
      moves ? MOVING : STILL,
    );
    made.mFriction = friction;
    made.mAllowSleeping = false;
    const body = bodies.CreateBody(made);
    bodies.AddBody(body.GetID(), Jolt.EActivation_Activate);
    return body;
  };
  for (const { half, at } of shell(room)) add(half, at, false);
  const boxes = centres.map((centre) => add([size / 2, size / 2, size / 2], centre, true));
  return {
    name: 'Jolt 1.1',
    step: () => world.Step(timeStep, 1),
    readPoses(out) {
      boxes.forEach((body, b) => {
        const p = body.GetPosition();
        const q = body.GetRotation();
        out.set([p.GetX(), p.GetY(), p.GetZ(), q.GetX(), q.GetY(), q.GetZ(), q.GetW()], 7 * b);
      });
    },
  };
}

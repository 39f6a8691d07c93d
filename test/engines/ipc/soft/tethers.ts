// What ties soft things of a random scene to the world and to each other: what is held is led along a path or by a body, stitches sew,
// and wind blows. Of random numbers of its own, so that the rest of a scene is the same as without.

import { cos, sin } from '../../../../src/num/elementary/index.ts';
import { Random } from '../../../../src/num/index.ts';
import type { Body, Deformable, Path, Pin, Scene, Stitch } from '../../../../src/scene/index.ts';

/** @param isOpen  nothing stands beside them that held vertices could be turned into */
export function tether(scene: Scene, seed: number, isOpen: boolean): Scene {
  const random = new Random(seed, 13);
  const hold = holding(scene, random, isOpen);
  const deformables = scene.deformables.map((one) => ({ ...one, pins: one.pins.map(hold) }));
  const stitches = random.integer(3) === 0 ? sewn(scene, deformables, random) : [];
  const isWindy = random.integer(3) === 0;
  const blow = random.between(-15, 15);
  return { ...scene, deformables, stitches, ...(isWindy ? { wind: [blow, 0.2 * blow, -0.5 * blow] } : {}) };
}

/** All alike, so that nothing is torn: held, led upwards with a turn, or glued to a body that stands or is led. */
function holding(scene: Scene, random: Random, isOpen: boolean): (pin: Pin) => Pin {
  const way = random.integer(3);
  const rise = random.between(0.1, 1) * scene.duration;
  const half = isOpen ? random.between(-0.25, 0.25) : 0;
  const body = anchorOf(scene.bodies);
  if (way === 2) return body < 0 ? (pin) => pin : (pin) => ({ ...pin, body });
  if (way === 0) return (pin) => pin;
  const path: Path = {
    times: [0, scene.duration],
    poses: [
      { position: [0, 0, 0], orientation: [0, 0, 0, 1] },
      { position: [0, rise, 0], orientation: [0, sin(half), 0, cos(half)] },
    ],
    after: 'hold',
  };
  return (pin) => ({ ...pin, path });
}

/** One that is led, else one that stands. */
function anchorOf(bodies: readonly Body[]): number {
  const led = bodies.findIndex(({ motion }) => motion === 'kinematic');
  return led >= 0 ? led : bodies.findIndex(({ motion }) => motion === 'static');
}

/** Up to three vertices of the last deformable with some of the one before it, or of its own, none of which is held. */
function sewn(scene: Scene, deformables: readonly Deformable[], random: Random): Stitch[] {
  const b = deformables.length - 1;
  const a = Math.max(0, b - 1);
  const free = [a, b].map((number) => {
    const { mesh, pins } = deformables[number];
    const held = new Set(pins.flatMap(({ vertices }) => vertices));
    const count = scene.meshes[mesh].positions.length / 3;
    return Array.from({ length: count }, (_, v) => v).filter((v) => !held.has(v));
  });
  const pairs = new Map<number, number>();
  for (let k = 0; k < 1 + random.integer(3); k++) {
    const [from, to] = free.map((list) => list[random.integer(list.length)]);
    if (from !== undefined && to !== undefined && (a !== b || from !== to)) pairs.set(from, to);
  }
  const closing = random.between(0.25, 2) * scene.duration;
  return pairs.size > 0 ? [{ a, b, vertices: [...pairs].flat(), closing }] : [];
}

// Random scenes of particles among bodies: grains of a hundredth to half of a body's size, of light or heavy stuff, thrown
// at a random scene of bodies (random-scene.ts), at each other and against its walls.
//
// A scene is its seed. Grains begin on a lattice around the bodies, those left out that would touch anything.

import { moveMesh } from '../../../src/geometry/index.ts';
import { exp, log } from '../../../src/num/elementary/index.ts';
import { Random } from '../../../src/num/index.ts';
import { defaultMaterial, type Deformable, type Scene } from '../../../src/scene/index.ts';
import { randomScene } from './random-scene.ts';

/** More than these make a scene slow. */
const mostGrains = 40;

export function particleScene(seed: number, duration: number): Scene {
  const scene = randomScene(seed, duration);
  const random = new Random(seed, 7);
  const [low, high] = boundsOf(scene);
  const size = Math.max(high[0] - low[0], high[1] - low[1], high[2] - low[2]);
  const thickness = size * exp(random.between(log(0.01), log(0.2)));
  const speed = exp(random.between(log(0.01), log(30)));
  const meshes = [...scene.meshes];
  const deformables: Deformable[] = [];
  for (let d = 0; d < 1 + random.integer(2); d++) {
    const positions = grainsAround(
      scene,
      random,
      low,
      high,
      thickness,
      deformables.map(({ mesh }) => meshes[mesh].positions),
    );
    const count = positions.length / 3;
    if (count === 0) continue;
    const mesh =
      meshes.push({
        positions,
        faces: new Uint32Array(0),
        wires: new Uint32Array(0),
        points: Uint32Array.from({ length: count }, (_, i) => i),
      }) - 1;
    const density = exp(random.between(log(100), log(1e5)));
    deformables.push({
      name: `grains ${d}`,
      kind: 'particles',
      mesh,
      masses: new Float64Array(count).fill((density * Math.PI * thickness ** 3) / 6),
      velocities: Float64Array.from({ length: 3 * count }, () => random.between(-speed, speed)),
      thickness,
      stretchStiffness: 0,
      bendStiffness: 0,
      stretchDamping: 0,
      bendDamping: 0,
      pins: random.integer(3) === 0 ? [{ vertices: [0] }] : [],
      material: {
        ...defaultMaterial,
        friction: random.uniform(),
        restitution: random.integer(2) * random.uniform(),
      },
      group: -1,
    });
  }
  return { ...scene, meshes, deformables };
}

/** Around all that may move. */
function boundsOf(scene: Scene): [number[], number[]] {
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  for (const body of scene.bodies) {
    if (body.motion !== 'dynamic') continue;
    const { positions } = moveMesh(scene.meshes[body.mesh], body.pose.orientation, body.pose.position);
    positions.forEach((x, i) => {
      low[i % 3] = Math.min(low[i % 3], x);
      high[i % 3] = Math.max(high[i % 3], x);
    });
  }
  return [low, high];
}

/** Places between the bodies' balls, 1.05 to 3 diameters from each other. */
function grainsAround(
  scene: Scene,
  random: Random,
  low: readonly number[],
  high: readonly number[],
  thickness: number,
  others: readonly Float64Array[],
): Float64Array {
  const spacing = thickness * random.between(1.05, 3);
  const wanted = 1 + random.integer(mostGrains);
  const balls = scene.bodies
    .filter(({ motion }) => motion === 'dynamic')
    .map(({ mesh, pose }) => {
      const { positions } = scene.meshes[mesh];
      let radius = 0;
      for (let v = 0; v < positions.length; v += 3)
        radius = Math.max(radius, Math.hypot(positions[v], positions[v + 1], positions[v + 2]));
      return { at: pose.position, clear: radius + 0.6 * thickness };
    });
  const places: number[] = [];
  const clearOf = (list: ArrayLike<number>, x: readonly number[], least: number): boolean => {
    for (let v = 0; v < list.length; v += 3)
      if (Math.hypot(list[v] - x[0], list[v + 1] - x[1], list[v + 2] - x[2]) < least) return false;
    return true;
  };
  for (let attempt = 0; attempt < 20 * wanted && places.length < 3 * wanted; attempt++) {
    // near the one before, so that grains lie in heaps
    const near = places.length === 0 || random.integer(4) === 0 ? undefined : places.length - 3;
    const x = [0, 1, 2].map((k) =>
      near === undefined
        ? random.between(low[k], high[k])
        : places[near + k] + random.between(-1.5, 1.5) * spacing,
    );
    // within the walls that stand around the bodies
    if (x.some((at, k) => at < low[k] + 0.5 * thickness || at > high[k] - 0.5 * thickness)) continue;
    if (balls.some(({ at, clear }) => Math.hypot(...at.map((y, k) => y - x[k])) < clear)) continue;
    if (!clearOf(places, x, 1.01 * thickness) || !others.every((list) => clearOf(list, x, 1.01 * thickness)))
      continue;
    places.push(...x);
  }
  return Float64Array.from(places);
}

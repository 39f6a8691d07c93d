// npm run bench query: a thousand boxes in a cube, asked: placing them, rays, shapes, nearest points and pairs.

import { Random } from '../src/num/index.ts';
import { queryWorld } from '../src/query/index.ts';
import { box, resolveScene, type Vec3 } from '../src/scene/index.ts';
import { keep, nanoseconds, row } from './lib/measure.ts';

export const benchmarks = [benchmarkQueries];

const BODIES = 1000;
const QUESTIONS = 1024;

function benchmarkQueries(): void {
  console.log(`queries among ${BODIES} boxes of 0.2 m in a cube of 5 m, a question`);
  const random = new Random(1);
  const anywhere = (): [number, number, number] => [
    random.between(-2.5, 2.5),
    random.between(-2.5, 2.5),
    random.between(-2.5, 2.5),
  ];
  const { scene } = resolveScene({
    name: 'boxes',
    bodies: Array.from({ length: BODIES }, (_, i) => ({
      ...box({ size: [0.2, 0.2, 0.2] }),
      name: `box ${i}`,
      position: anywhere(),
      rotation: { euler: anywhere().map((x) => 40 * x) as [number, number, number] },
    })),
  });
  const world = queryWorld(scene);
  const poses = Float64Array.from(
    scene.bodies.flatMap(({ pose }) => [...pose.position, ...pose.orientation]),
  );
  const frame = { poses, vertices: new Float64Array(0) };
  const places = Array.from({ length: QUESTIONS }, anywhere);
  const ways = Array.from({ length: QUESTIONS }, anywhere);
  const shape = {
    positions: scene.meshes[0].positions,
    faces: scene.meshes[0].faces,
    wires: none,
    points: none,
  };
  const ask = (name: string, each: (place: Vec3, way: Vec3) => number, questions = QUESTIONS) => {
    const time = nanoseconds(() => {
      let sum = 0;
      for (let i = 0; i < questions; i++) sum += each(places[i], ways[i]);
      keep(sum);
      return questions;
    });
    row(name, time, `${Math.round(1e9 / time)} a second`);
  };
  ask('placing all', () => (world.at(frame) === world ? 1 : 0), 8);
  ask('a ray, first hit', (place, way) => world.castRay(place, way)?.item ?? 0);
  ask('a ray, every hit', (place, way) => world.castThrough(place, way).length);
  ask(
    'a box cast over some metres',
    (position, way) => world.castShape(shape, { position, orientation: [0, 0, 0, 1] }, way)?.item ?? 0,
    64,
  );
  ask(
    'what a box overlaps',
    (position) => world.overlapping(shape, { position, orientation: [0, 0, 0, 1] }).length,
  );
  ask('nearest to a point', (place) => world.nearestPoint(place)?.item ?? 0);
  ask('the 20 nearest pairs of all', () => world.nearestPairs(20).length, 1);
}

const none = new Uint32Array(0);

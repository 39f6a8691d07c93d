// Four ends whose pasts a viewer would want to see, as scenes: balls in a bowl, a rack of balls, a pile, fallen dominoes.
// Where an end came from a forward run, only its poses are kept, as whoever sets up a scene would.

import { lcp } from '../../../../src/engines/lcp/engine.ts';
import { buildModel } from '../../../../src/engines/lcp/model.ts';
import { startState } from '../../../../src/engines/lcp/state.ts';
import { createWork, step } from '../../../../src/engines/lcp/step.ts';
import {
  sphere,
  type BodyFile,
  box,
  defineScene,
  floor,
  resolveScene,
  type Scene,
  type SceneFile,
} from '../../../../src/scene/index.ts';
import { defaultsOf } from '../../../../src/sim/index.ts';

const laws = { restitution: 0.4, friction: 0.5 };
const onTable = floor({ size: [6, 6], ...laws });

/** A bowl of half a metre and balls that were dropped into it. */
export function bowl(): Scene {
  const inside = Array.from({ length: 13 }, (_, i): [number, number] => {
    const angle = (i / 12) * (Math.PI / 2) * 0.9;
    return [0.5 * Math.sin(angle), 0.5 - 0.5 * Math.cos(angle)];
  });
  const outside: [number, number][] = [
    [0.52, inside[12][1]],
    [0.52, -0.05],
    [0, -0.05],
  ];
  const balls = Array.from({ length: 7 }, (_, i) =>
    sphere({
      name: `ball-${i}`,
      radius: 0.07,
      ...laws,
      rollingFriction: 0.002,
      position: [0.16 * Math.cos(2.4 * i) * (i > 0 ? 1 : 0), 0.35 + 0.16 * i, 0.16 * Math.sin(2.4 * i)],
    }),
  );
  const dish: BodyFile = {
    name: 'bowl',
    motion: 'static',
    shape: { kind: 'lathe', profile: [...outside.reverse(), ...inside.reverse()], segments: 48, axis: 'y' },
    ...laws,
  };
  return settled({ name: 'bowl', engine: 'lcp', duration: 6, bodies: [dish, ...balls] });
}

/** Fifteen billiard balls as they are racked, each touching its neighbours. */
export function rack(): Scene {
  const radius = 0.0285;
  const balls: BodyFile[] = [];
  for (let row = 0; row < 5; row++)
    for (let i = 0; i <= row; i++)
      balls.push(
        sphere({
          name: `ball-${balls.length + 1}`,
          radius,
          ...laws,
          position: [Math.sqrt(3) * radius * row, radius, (2 * i - row) * radius],
        }),
      );
  return sceneOf({ name: 'rack', engine: 'lcp', duration: 3, bodies: [onTable, ...balls] });
}

/** Thirty boxes or balls that were dropped into a bin. */
export function pile(kind: 'boxes' | 'balls' = 'boxes'): Scene {
  const walls = [0, 1, 2, 3].map((i): BodyFile => {
    const [x, z] = [
      [1, 0],
      [0, 1],
      [-1, 0],
      [0, -1],
    ][i];
    return box({
      name: `wall-${i}`,
      motion: 'static',
      size: x === 0 ? [0.64, 0.3, 0.04] : [0.04, 0.3, 0.64],
      position: [0.3 * x, 0.15, 0.3 * z],
      ...laws,
    });
  });
  const bodies = Array.from({ length: 30 }, (_, i) => {
    const at: [number, number, number] = [0.12 * Math.cos(2.4 * i), 0.2 + 0.16 * i, 0.12 * Math.sin(2.4 * i)];
    return kind === 'balls'
      ? sphere({ name: `ball-${i}`, radius: 0.06, ...laws, rollingFriction: 0.004, position: at })
      : box({ name: `box-${i}`, size: [0.16, 0.1, 0.12], ...laws, position: at });
  });
  return settled({
    name: `pile-of-${kind}`,
    engine: 'lcp',
    duration: 6,
    bodies: [onTable, ...walls, ...bodies],
  });
}

/** Eight dominoes that have toppled each other. */
export function dominoes(): Scene {
  const row = Array.from({ length: 8 }, (_, i) =>
    box({
      name: `domino-${i}`,
      size: [0.03, 0.2, 0.1],
      density: 700,
      restitution: 0.3,
      friction: 0.5,
      position: [0.09 * (i - 3.5), 0.1, 0],
      ...(i === 0 ? { rotation: { axis: 'z' as const, degrees: -12 } } : {}),
    }),
  );
  return settled({ name: 'fallen-dominoes', engine: 'lcp', duration: 4, bodies: [onTable, ...row] });
}

function sceneOf(file: SceneFile): Scene {
  return resolveScene(defineScene(file), { engines: ['lcp'] }).scene;
}

/** The scene as it stands after its duration, at rest, to be rewound by three seconds. */
function settled(file: SceneFile): Scene {
  const scene = sceneOf(file);
  const model = buildModel(scene, { ...defaultsOf(lcp), ...(scene.options as object) });
  const state = startState(model);
  const work = createWork(model);
  const steps = Math.round(scene.duration / model.timeStep);
  for (let i = 0; i < steps; i++) step(model, state, work);
  return {
    ...scene,
    duration: 3,
    bodies: scene.bodies.map((body, b) => {
      const [x, y, z, i, j, k, w] = state.poses.subarray(7 * b, 7 * b + 7);
      return {
        ...body,
        pose: { position: [x, y, z], orientation: [i, j, k, w] },
        velocity: [0, 0, 0],
        angularVelocity: [0, 0, 0],
      };
    }),
  };
}

// The bodies of a scene, found once: modes take seconds, bodies never change, and runs of one scene share them.

import { memoryCache } from '../../modes/index.ts';
import type { Scene } from '../../scene/index.ts';
import type { ModalBodies } from './bodies/body.ts';
import { type BodyOptions, buildBodies } from './bodies/build.ts';
import { type ModalOptions, namesOf } from './options.ts';

const modeCache = memoryCache();
const knownBodies = new WeakMap<Scene, Map<string, ModalBodies>>();

export function sharedBodies(
  scene: Scene,
  options: Readonly<ModalOptions>,
  progress: (fraction: number, doing: string) => void,
): ModalBodies {
  const wanted = bodyOptions(scene, options);
  const key = JSON.stringify(wanted);
  const known = knownBodies.get(scene) ?? new Map<string, ModalBodies>();
  knownBodies.set(scene, known);
  let bodies = known.get(key);
  if (!bodies) {
    bodies = buildBodies(scene, wanted, { cache: modeCache, progress });
    known.set(key, bodies);
  }
  return bodies;
}

function bodyOptions(scene: Scene, options: Readonly<ModalOptions>): BodyOptions {
  const held = scene.bodies.filter(({ motion }) => motion !== 'dynamic').map(({ name }) => name);
  const fixed = scene.bodies
    .filter(({ motion, clamp }) => motion === 'static' && clamp === undefined)
    .map(({ name }) => name);
  const all = scene.bodies.map(({ name }) => name);
  const { flexible } = options;
  return {
    flexible:
      flexible === 'held' ? held : flexible === 'all' || flexible === 'none' ? flexible : namesOf(flexible),
    capHz: options.capFrequency,
    mostModes: options.mostModes,
    rough: { none: [], fixed, held, all }[options.rough] ?? [],
    roughness: options.roughness,
    creaseAngle: options.creaseAngle,
  };
}

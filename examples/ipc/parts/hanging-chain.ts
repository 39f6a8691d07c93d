// A chain of so many links that hangs from a static one and swings: cost per link must stay even.

import { type BodyFile, defineScene, type SceneFile } from '../../../src/scene/index.ts';
import { chainLinks, smallChain } from './chain.ts';

/** @param links  moving links, beside the one it hangs from */
export function hangingChain(name: string, links: number): SceneFile {
  const bodies: BodyFile[] = chainLinks(links + 1, smallChain, [0, 0, 0], [0.6, -0.8], {
    material: 'steel',
    friction: 0.2,
  });
  bodies[0] = { ...bodies[0], motion: 'static' };
  return defineScene({ name, engine: 'ipc', duration: 1, frameRateHz: 50, bodies });
}

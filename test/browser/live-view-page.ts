// What the tests of live views do inside the page.

import { PerspectiveCamera, Scene as ThreeScene, Vector3, WebGLRenderer } from 'three';
import { type Live, loggedInputs, startLive } from '../../src/live/index.ts';
import type { Input } from '../../src/record/index.ts';
import type { SceneFile } from '../../src/scene/index.ts';
import { Grab, Playback, Player } from '../../src/view/index.ts';

let live: Live;
let player: Player;

async function play(scene: SceneFile): Promise<void> {
  live = await startLive({ scene, ahead: 4 });
  player = await Player.open(document.querySelector('canvas') as HTMLCanvasElement, live);
}

/** Where a body is now, in pixels of the window. */
function onScreen(body: number): [number, number] {
  const { playback, canvas } = player;
  const camera = (player as unknown as { camera: PerspectiveCamera }).camera;
  const at = new Vector3().fromArray(playback.frame.poses, 7 * body).applyMatrix4(playback.root.matrixWorld);
  const { x, y } = at.project(camera);
  const { left, top, width, height } = canvas.getBoundingClientRect();
  return [left + ((x + 1) / 2) * width, top + ((1 - y) / 2) * height];
}

const state = () => ({ time: player.time, duration: player.motion.duration, ended: live.ended?.ended });

async function inputs(): Promise<Input[]> {
  live.cancel();
  await live.done;
  return loggedInputs(await live.recording());
}

/** In a scene of one's own, again and again: what is left on the graphics card when all have gone. */
async function comeAndGo(scene: SceneFile): Promise<{ during: number; after: number; textures: number[] }> {
  const canvas = document.createElement('canvas');
  const renderer = new WebGLRenderer({ canvas });
  const world = new ThreeScene();
  const camera = new PerspectiveCamera();
  camera.position.set(0, 1, 3);
  const textures: number[] = [];
  let during = 0;
  for (let i = 0; i < 3; i++) {
    const own = await startLive({ scene, lastFrame: 3 });
    const playback = await Playback.open(own);
    const grab = new Grab(canvas, camera, playback);
    world.add(playback.root);
    await own.done;
    playback.update(0.02);
    renderer.render(world, camera);
    during = renderer.info.memory.geometries;
    grab.dispose();
    playback.dispose();
    textures.push(renderer.info.memory.textures);
    if (world.children.length > 0) throw new Error('something is left in the scene');
  }
  const after = renderer.info.memory.geometries;
  renderer.dispose();
  return { during, after, textures };
}

Object.assign(globalThis, { play, onScreen, state, inputs, comeAndGo });

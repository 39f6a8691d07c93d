// Small sites of strangers, word by word as the docs have them; each says in `told` what became of it.

const scene = `defineScene({
  name: 'falling boxes',
  duration: 0.6,
  bodies: [
    floor(),
    ...[0.3, 0.7].map((height, i) => ({ ...crate, name: \`crate \${i}\`, position: [0.05 * i, height, 0] })),
  ],
})`;

/** Heights of the upper box when it is first shown and when the run has ended, as they are drawn. */
const tell = `
async function tell(playback) {
  const instances = playback.objects.instances.find(({ bodies }) => bodies.includes(2));
  const height = () => instances.object.instanceMatrix.array[16 * instances.bodies.indexOf(2) + 13];
  const before = height();
  const { live } = playback.motion;
  const { ended } = await live.done;
  playback.loop = false;
  while (playback.time < playback.motion.duration) await new Promise(requestAnimationFrame);
  globalThis.told = { before, after: height(), ended, frames: live.frameCount, threads: live.started.threads };
}`;

export function threeSite(from: { scene: string; live: string; three: string }): string {
  return `
import { box, defineScene, floor } from '${from.scene}';
import { startLive } from '${from.live}';
import { Player } from '${from.three}';

const crate = box({ size: [0.2, 0.2, 0.2], density: 600 });
const scene = ${scene};
const start = async () => {
  const live = await startLive({ scene, ahead: 4, threads: 2 });
  const player = await Player.open(document.getElementById('view'), live);
  await tell(player.playback);
};
start().catch((error) => { globalThis.told = String(error); });
${tell}`;
}

export const reactSite = `
import { Canvas } from '@react-three/fiber';
import { Carom } from 'carom/react';
import { box, defineScene, floor } from 'carom/scene';
import { createElement, StrictMode } from 'react';
import { createRoot } from 'react-dom/client';

const crate = box({ size: [0.2, 0.2, 0.2], density: 600 });
function App() {
  // Written in place, and so a new object each time: what counts is what it says.
  const scene = ${scene};
  return createElement(Canvas, { camera: { position: [1, 1, 2] } },
    createElement('ambientLight'),
    createElement(Carom, { scene, loop: false, onReady: tell, onError: (error) => { globalThis.told = String(error); } }));
}
createRoot(document.getElementById('root')).render(createElement(StrictMode, null, createElement(App)));
${tell}`;

export const page = (script: string) =>
  `<!doctype html><link rel="icon" href="data:,"><style>#view, #root { width: 200px; height: 150px }</style>
<canvas id="view"></canvas><div id="root"></div>${script}`;

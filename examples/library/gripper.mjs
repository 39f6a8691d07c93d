// A gripper picks up a block. Run it where carom is installed: node gripper.mjs
import { writeFileSync } from 'node:fs';
import { box, defineScene, floor, slider, start } from 'carom';

const finger = box({ size: [0.03, 0.2, 0.08], material: 'rubber' });
const motor = (maxForce) => ({ targetSpeed: 0, maxForce }); // [N]
const scene = defineScene({
  name: 'gripper',
  bodies: [
    floor(),
    box({ name: 'block', size: [0.1, 0.1, 0.1], position: [0, 0.05, 0], material: 'wood' }),
    box({ name: 'hand', size: [0.4, 0.05, 0.1], position: [0, 0.3, 0] }),
    { ...finger, name: 'left', position: [-0.12, 0.16, 0] },
    { ...finger, name: 'right', position: [0.12, 0.16, 0] },
  ],
  joints: [
    slider('hand', { name: 'lift', at: [0, 0.3, 0], axis: 'y', motor: motor(200) }),
    slider('left', { name: 'close left', b: 'hand', at: [-0.12, 0.26, 0], axis: 'x', motor: motor(30) }),
    slider('right', { name: 'close right', b: 'hand', at: [0.12, 0.26, 0], axis: 'x', motor: motor(30) }),
  ],
});
const world = await start(scene, { record: true });
world.setMotor('close left', 0.2); // [m/s]
world.setMotor('close right', -0.2);
while (world.time < 2 && world.touching('block').length < 3) world.step(); // floor and two fingers
console.log(`held by both fingers at ${world.time.toFixed(2)} s`);
world.setMotor('lift', 0.2);
world.advance(world.time + 1);
console.log(`the block is at ${world.body('block').position[1].toFixed(2)} m`);
writeFileSync('gripper.carom', world.bytes()); // carom view gripper.carom

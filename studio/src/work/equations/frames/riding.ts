// Whose camera the view looks through, for as long as the bench is open.

import { effect, signal, untracked } from '@preact/signals';
import { scene } from '../../../model/project.ts';
import { stage } from '../../../view/current.ts';
import { addLayer } from '../../../view/layers/extra-layers.ts';
import { look } from '../compiling.ts';
import { bodyOf } from './frames.ts';
import { Ride } from './ride.ts';

/** The name of a frame with a camera. */
export const ridden = signal<string | undefined>(undefined);

/** Call what it returns to stop. */
export function watchRide(): () => void {
  let remove = () => {};
  const stop = effect(() => {
    const name = ridden.value;
    const on = stage.value;
    const frame = look.value?.frames.find((one) => one.name === name);
    void scene.value;
    remove();
    remove = () => {};
    const body = frame === undefined ? -1 : untracked(() => bodyOf(frame));
    if (on === undefined || frame?.camera === undefined || body < 0) return;
    const { camera } = frame;
    remove = untracked(() => addLayer(new Ride(on, body, camera)));
  });
  return () => {
    stop();
    remove();
    ridden.value = undefined;
  };
}

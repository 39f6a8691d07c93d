// Layers that benches draw over the bodies; whoever adds one takes it away and disposes of it.

import { signal } from '@preact/signals';
import type { Layer } from './layer.ts';

export const extraLayers = signal<readonly Layer[]>([]);

/** @returns what takes it away */
export function addLayer(layer: Layer): () => void {
  extraLayers.value = [...extraLayers.peek(), layer];
  return () => {
    extraLayers.value = extraLayers.peek().filter((other) => other !== layer);
    layer.object.removeFromParent();
    layer.dispose();
  };
}

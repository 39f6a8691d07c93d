// The layers of a contact and their clocks, as the engine lays them out (docs/engines/async.md):
//
//   η(l) = η₁ l⁻ᵇ,   r(l) = r₁ lᵃ,   r₁ = m (v/η₁)²,   h(l) = c/√(r(l) W),   W = 2/m
//
// for a pair of vertices of the mean mass m of one deformable against itself.

import type { Deformable } from '../../../../src/scene/index.ts';

export interface ContactLayerLine {
  readonly layer: number;
  /** Begins to push at this distance [m]. */
  readonly distance: number;
  /** [N/m] */
  readonly stiffness: number;
  /** Time between two of its ticks [s]. */
  readonly step: number;
}

/** Options of the scene, with the engine's own where it says nothing. */
export interface LayerOptions {
  readonly layerStiffening: number;
  readonly layerThinning: number;
  readonly referenceSpeed: number;
  readonly contactStiffness: number;
  readonly contactStep: number;
}

export function layersOf(
  { masses, thickness, material }: Pick<Deformable, 'masses' | 'thickness' | 'material'>,
  { layerStiffening: a, layerThinning: b, referenceSpeed, contactStiffness, contactStep }: LayerOptions,
  count: number,
): ContactLayerLine[] {
  const mass = masses.reduce((sum, m) => sum + m, 0) / masses.length;
  const first = contactStiffness > 0 ? contactStiffness : mass * (referenceSpeed / thickness) ** 2;
  const c = contactStep > 0 ? contactStep : material.restitution < 1 ? 0.03 : 0.1;
  return Array.from({ length: count }, (_, i) => {
    const layer = i + 1;
    const stiffness = first * layer ** a;
    return {
      layer,
      distance: thickness * layer ** -b,
      stiffness,
      step: c / Math.sqrt((stiffness * 2) / mass),
    };
  });
}

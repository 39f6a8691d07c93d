// How contacts are found, from the options: modes, the tree, and settings that change speed only.

import { certificateDefaults, type CertificateSettings } from './certificates.ts';
import { TICKS_PER_SECOND } from '../clock.ts';
import { MODE_BRUTE, MODE_CERTIFICATES, MODE_WINDOWS } from '../loop/layout/control.ts';
import type { Model } from '../model/model.ts';
import { buildTree, type Tree } from './tree.ts';
import { type WindowSettings, windowDefaults } from './windows.ts';

/** In the order of loop/layout/kinetic.ts. */
export const CERTIFICATE_COUNTS = [
  'replans',
  'slabsChecked',
  'slabsLowered',
  'slabsFailed',
  'layersOn',
  'layersOff',
  'leafChecks',
  'fits',
  'recordsChecked',
  'recordsLowered',
  'recordsFailed',
  'confirmed',
  'expanded',
  'merged',
  'met',
  'parted',
  'starsChecked',
  'starsFailed',
  'sweeps',
];

/** Candidates of windows are found for vertices that move by so much of the thinnest pair, however slow. */
const SKIN_SHARE = 0.05;

export function treeOf(model: Model, positions: Float64Array): Tree {
  return buildTree({
    positions,
    inverseMasses: model.inverseMasses,
    classes: model.itemOfVertex,
    faces: model.faces,
    edges: model.edges,
    points: model.points,
    flatVertices: model.flatVertices,
    flatEdges: model.flatEdges,
    radii: radiiOf(model),
  });
}

function radiiOf({ scene, bodies, items, options }: Model): Float64Array {
  return Float64Array.from(
    { length: items },
    (_, item) => 0.5 * (item < bodies ? options.bodyThickness : scene.deformables[item - bodies].thickness),
  );
}

export const MODES: Readonly<Record<string, number>> = {
  brute: MODE_BRUTE,
  certificates: MODE_CERTIFICATES,
  windows: MODE_WINDOWS,
};

export function windowSettingsOf({ options, rules }: Model): WindowSettings {
  const longest = options.window > 0 ? Math.floor(options.window * TICKS_PER_SECOND) : windowDefaults.longest;
  return { ...windowDefaults, longest: Math.max(1, longest), skin: SKIN_SHARE * Math.min(1, rules.thinnest) };
}

export function certificateSettingsOf({ options }: Model): CertificateSettings {
  return {
    ...certificateDefaults,
    vagueness: options.vagueness * certificateDefaults.vagueness,
    adapts: options.vagueness > 0,
    kappa: options.patience,
    axes: Number(options.axes) as CertificateSettings['axes'],
  };
}

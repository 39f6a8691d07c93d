// Scenes too large for brute force: whatever the certificates are set to, the motion is the same, bit for bit.

import { describe, expect, test } from 'vitest';
import {
  type CertificateSettings,
  replantTree,
} from '../../../../../src/engines/async/detect/certificates.ts';
import { readHistory, writeHistory } from '../../../../../src/engines/async/detect/history.ts';
import * as contact from '../../../../../src/engines/async/loop/layout/contact.ts';
import * as control from '../../../../../src/engines/async/loop/layout/control.ts';
import * as K from '../../../../../src/engines/async/loop/layout/kinetic.ts';
import type { Tables } from '../../../../../src/engines/async/model/tables.ts';
import { buildTree, type Tree } from '../../../../../src/engines/async/detect/tree.ts';
import { Random } from '../../../../../src/num/index.ts';
import { TICKS_PER_SECOND } from '../world.ts';
import { assemble, dust, KineticWorld, type Scene, sheet } from './scene.ts';

function stack(seed: number): Scene {
  const random = new Random(seed);
  return assemble(
    [
      sheet(random, 5, 0.02, [0, 0, 0.03], 2, 0.001),
      sheet(random, 5, 0.02, [0.01, 0.004, 0.08], 4, 0.001),
      sheet(random, 2, 0.2, [0, 0, -0.02], 0, 0),
      dust(random, 20, [0, 0, 0.16], 0.04, 3, 0.001),
    ],
    { thickness: 0.004, restitution: 0.8, r: 200, stiffness: 20 },
  );
}

const SECONDS = 0.04;

function endOf(scene: Scene, settings: Partial<CertificateSettings>, tree?: Tree): KineticWorld {
  const kinetic = new KineticWorld(scene, settings, 'wasm', { tree });
  expect(kinetic.run(SECONDS)).toBe(control.RUN_DONE);
  return kinetic;
}

describe('the same bits', () => {
  const scene = stack(1);
  const reference = endOf(scene, {});
  const state = reference.world.state;

  test('there is enough contact for the question to be one', () => {
    const { tally } = reference.world;
    expect(tally[control.TALLY_PUSHES]).toBeGreaterThan(1000);
    expect(tally[control.TALLY_DEEPEST]).toBeGreaterThan(4);
    const { counts } = reference;
    for (const which of [K.COUNT_REPLANS, K.COUNT_LAYERS_OFF, K.COUNT_MET, K.COUNT_PARTED, K.COUNT_MERGED]) {
      expect(counts[which]).toBeGreaterThan(0);
    }
  });

  for (const settings of [
    { vagueness: 0 },
    { vagueness: 0.001, adapts: false },
    { vagueness: 1, adapts: false },
    { vagueness: 5, adapts: false, slack: 0 },
    { axes: 6 },
    { axes: 26, kappa: 30 },
    { kappa: 0 },
    { patience: 0, slack: 0 },
    { patience: 5e9, slack: 10 },
  ] as const) {
    test(`with ${JSON.stringify(settings)}`, () => {
      expect(endOf(scene, settings).world.state).toEqual(state);
    });
  }

  test('with a tree that makes no sense', () => {
    const random = new Random(7);
    const positions = Float64Array.from(scene.input.positions, () => random.uniform());
    expect(endOf(scene, {}, buildTree({ ...scene.input, positions })).world.state).toEqual(state);
  });

  test('with trees and certificates built anew on the way, from places and the history of layers alone', () => {
    const kinetic = new KineticWorld(scene, {}, 'wasm');
    let rows = 0;
    for (const part of [0.3, 0.55, 0.7, 0.8, 0.9]) {
      const tick = Math.floor(part * SECONDS * TICKS_PER_SECOND);
      kinetic.runTo(tick);
      const history = readHistory(tablesOf(kinetic));
      rows += history.length;
      const positions = kinetic.world.places(part * SECONDS);
      replantTree(kinetic.world.header, kinetic.world.arena, buildTree({ ...scene.input, positions }));
      rebuild(kinetic, scene, tick, history);
    }
    expect(rows).toBeGreaterThan(0);
    kinetic.run(SECONDS);
    expect(kinetic.world.state).toEqual(state);
  });
});

const ROW = 20;

function tablesOf(kinetic: KineticWorld): Tables {
  return {
    header: kinetic.world.header,
    layerWholes: kinetic.wholes(contact.HEAD_LAYER_WHOLES),
    layerReals: kinetic.reals(contact.HEAD_LAYER_REALS),
    pairWholes: kinetic.wholes(contact.HEAD_PAIR_WHOLES),
    pairReals: kinetic.reals(contact.HEAD_PAIR_REALS),
  } as unknown as Tables;
}

function rebuild(kinetic: KineticWorld, { input }: Scene, tick: number, history: Float64Array): void {
  const { world } = kinetic;
  const { faces, edges } = input;
  world.call.asyncStart(world.at, tick);
  for (let at = 0; at < history.length; at += ROW) {
    const [kind, a, b, layer] = history.subarray(at, at + 4);
    const vertices =
      kind === contact.VERTEX_FACE
        ? [a, ...faces.subarray(3 * b, 3 * b + 3)]
        : kind === contact.EDGE_EDGE
          ? [...edges.subarray(2 * a, 2 * a + 2), ...edges.subarray(2 * b, 2 * b + 2)]
          : [a, b];
    const pair = world.pair(kind, vertices, a, b, 0);
    while (
      kinetic.wholes(contact.HEAD_PAIR_WHOLES)[contact.PAIR_WHOLES_SIZE * pair + contact.PAIR_LAYERS] < layer
    ) {
      expect(world.call.asyncLayerOn(world.at, pair, tick)).toBeGreaterThanOrEqual(0);
    }
    writeHistory(tablesOf(kinetic), pair, history, at);
  }
  kinetic.certify(tick);
}

// What the engine knows about contacts at a tick, for whoever wants to see it: pairs near each other, the layers that are
// switched on with their next ticks, and the slab that proves that no further layer can push yet. Only reads.

import { secondsAt } from './clock.ts';
import type { Driver } from './driver.ts';
import {
  EDGE_EDGE,
  HEAD_PAIR_END,
  LAYER_BELOW,
  LAYER_CLOCK,
  LAYER_ETA,
  LAYER_INDEX,
  LAYER_REALS_SIZE,
  LAYER_STEP,
  LAYER_WHOLES_SIZE,
  PAIR_ETA,
  PAIR_KIND,
  PAIR_LAYERS,
  PAIR_REALS_SIZE,
  PAIR_STENCIL,
  PAIR_TOP,
  PAIR_WHOLES_SIZE,
  VERTEX_VERTEX,
} from './loop/layout/contact.ts';
import {
  HEAD_SLAB,
  SLAB_HALF,
  SLAB_OFFSET,
  SLAB_SIZE,
  SLAB_SPEED,
  SLAB_TIME,
  TAG_SLAB,
} from './loop/layout/kinetic.ts';
import { HEAD_PLACES, TAG_LAYER } from './loop/layout/queue.ts';

interface SeenLayer {
  readonly layer: number;
  /** Begins to push at this distance [m]. */
  readonly eta: number;
  /** Between two ticks, and when the next one is [s]. */
  readonly step: number;
  readonly next: number;
}

/** A slab whose middle plane is n·x = offset now: one primitive is beyond it, the other before it. */
interface SeenSlab {
  readonly normal: readonly [number, number, number];
  readonly offset: number;
  /** η of the layer that it keeps off [m]. */
  readonly width: number;
  /** How fast it moves along its normal [m/s]. */
  readonly speed: number;
  /** When it was made, and until when it surely holds [s]. */
  readonly made: number;
  readonly fails: number;
}

/** Two parts near each other, as the engine follows them. */
export interface SeenPair {
  /** What they are. */
  readonly kind: 'vertex – face' | 'edge – edge' | 'vertex – vertex';
  /** Bodies, then deformables. */
  readonly items: readonly [number, number];
  /** [m], and η of the first layer. */
  readonly distance: number;
  /** η of the first layer [m]. */
  readonly eta: number;
  /** Closest points of both [m]. */
  readonly a: readonly [number, number, number];
  /** Closest point of the second [m]. */
  readonly b: readonly [number, number, number];
  /** All of its vertices [m]. */
  readonly places: Float64Array;
  /** Those that are on, the first layer first. */
  readonly layers: readonly SeenLayer[];
  /** Only where contacts are found by certificates. */
  readonly slab?: SeenSlab;
}

/** The contacts of a simulation as they are now. */
export interface SeenContacts {
  /** [s] */
  readonly time: number;
  /** How many pairs are followed, how many of them have layers on, and how many layers that are. */
  readonly pairs: number;
  /** How many of them have layers on. */
  readonly pairsOn: number;
  /** How many layers are on. */
  readonly layersOn: number;
  /** The nearest ones, as parts of their thickness. */
  readonly nearest: readonly SeenPair[];
}

const KINDS = ['vertex – face', 'edge – edge', 'vertex – vertex'] as const;

/** @param most  pairs to tell of, the nearest ones */
export function inspectContacts(driver: Driver, tick: number, most: number): SeenContacts {
  const { tables, machine, model } = driver;
  const { header, pairWholes, pairReals } = tables;
  const mark = tables.arena.mark();
  const out = tables.arena.f64(8);
  const outAt = tables.arena.offsetOf(out) / 8;
  const near: { readonly pair: number; readonly part: number }[] = [];
  let pairs = 0;
  let pairsOn = 0;
  let layersOn = 0;
  for (let pair = 0; pair < header[HEAD_PAIR_END]; pair++) {
    const at = PAIR_WHOLES_SIZE * pair;
    const kind = pairWholes[at + PAIR_KIND];
    if (kind < 0 || kind > VERTEX_VERTEX) continue;
    pairs++;
    layersOn += pairWholes[at + PAIR_LAYERS];
    if (pairWholes[at + PAIR_LAYERS] > 0) pairsOn++;
    const eta = pairReals[PAIR_REALS_SIZE * pair + PAIR_ETA];
    near.push({ pair, part: machine.asyncDistance(tables.at, pair, tick, outAt) / eta });
  }
  near.sort((a, b) => a.part - b.part || a.pair - b.pair);
  const everywhere = driver.places(tick).slice();
  const nearest = near.slice(0, most).map(({ pair }): SeenPair => {
    const at = PAIR_WHOLES_SIZE * pair;
    const kind = pairWholes[at + PAIR_KIND];
    const stencil = [...pairWholes.subarray(at + PAIR_STENCIL, at + PAIR_STENCIL + 4)].filter((v) => v >= 0);
    const distance = machine.asyncDistance(tables.at, pair, tick, outAt);
    const upper = kind === EDGE_EDGE ? 2 : 1;
    const a: [number, number, number] = [0, 0, 0];
    const b: [number, number, number] = [0, 0, 0];
    const places = new Float64Array(3 * stencil.length);
    // Weights of the second primitive are negative.
    stencil.forEach((vertex, i) => {
      for (let k = 0; k < 3; k++) {
        const x = everywhere[3 * vertex + k];
        places[3 * i + k] = x;
        if (i < upper) a[k] += out[3 + i] * x;
        else b[k] -= out[3 + i] * x;
      }
    });
    return {
      kind: KINDS[kind],
      items: [model.itemOfVertex[stencil[0]], model.itemOfVertex[stencil[upper]]],
      distance,
      eta: pairReals[PAIR_REALS_SIZE * pair + PAIR_ETA],
      a,
      b,
      places,
      layers: layersOf(driver, pair),
      slab: slabOf(driver, pair, tick),
    };
  });
  tables.arena.release(mark);
  return { time: secondsAt(tick), pairs, pairsOn, layersOn, nearest };
}

function layersOf(driver: Driver, pair: number): SeenLayer[] {
  const { layerWholes, layerReals, pairWholes } = driver.tables;
  const layers: SeenLayer[] = [];
  let record = pairWholes[PAIR_WHOLES_SIZE * pair + PAIR_TOP];
  while (record >= 0) {
    const wholes = LAYER_WHOLES_SIZE * record;
    const reals = LAYER_REALS_SIZE * record;
    layers.push({
      layer: layerWholes[wholes + LAYER_INDEX],
      eta: layerReals[reals + LAYER_ETA],
      step: secondsAt(layerReals[reals + LAYER_STEP]),
      next: secondsAt(dueAt(driver, TAG_LAYER, layerWholes[wholes + LAYER_CLOCK])),
    });
    record = layerWholes[wholes + LAYER_BELOW];
  }
  return layers.reverse();
}

function slabOf(driver: Driver, pair: number, tick: number): SeenSlab | undefined {
  const { header, arena } = driver.tables;
  if (driver.certificates === undefined) return undefined;
  const fails = dueAt(driver, TAG_SLAB, pair);
  if (fails < 0) return undefined;
  const slab = new Float64Array(arena.memory.buffer, 8 * (header[HEAD_SLAB] + SLAB_SIZE * pair), SLAB_SIZE);
  // One that is due this very tick was not made yet.
  if (!(slab[SLAB_HALF] > 0) || fails < slab[SLAB_TIME]) return undefined;
  return {
    normal: [slab[0], slab[1], slab[2]],
    offset: slab[SLAB_OFFSET] + slab[SLAB_SPEED] * secondsAt(tick - slab[SLAB_TIME]),
    width: 2 * slab[SLAB_HALF],
    speed: slab[SLAB_SPEED],
    made: secondsAt(slab[SLAB_TIME]),
    fails: secondsAt(fails),
  };
}

/** When an event is due [ticks]; −1: it is not in the queue. */
function dueAt({ tables }: Driver, tag: number, slot: number): number {
  const { header, arena, heapTick } = tables;
  const [place] = new Int32Array(arena.memory.buffer, 4 * (header[HEAD_PLACES + tag] + slot), 1);
  return place === 0 ? -1 : heapTick[place - 1];
}

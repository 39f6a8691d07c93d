// The room that live resonators work in, and who does the work: the kernels, or their readable twins where there are none.

import type { Arena, Kernels } from '../../num/kernels/index.ts';
import { foldLanes, GROUP, QUANTUM, ringLive, type Ringing, spreadLive } from './ring.ts';

/** Forces on a body at once. */
export const MOST_FORCES = 8;
/** Modes of a body. */
export const MOST_MODES = 256;
/** Six of them: three an ear, each two quanta long for what comes later at one ear. */
const BUSES = 6;

/** Arrays of all bodies, and what advances them. */
export class Ringers {
  readonly state: Ringing;
  /** u of each force, MOST_MODES apart, and f of each, QUANTUM apart. */
  readonly vectors: Float32Array;
  readonly profiles: Float32Array;
  readonly lanes: Float32Array;
  readonly mono: Float32Array;
  /** Two quanta each. */
  readonly buses: Float32Array;
  private readonly arena: Arena;
  private readonly kernels: Kernels | undefined;

  /** @param modes  of all bodies, each padded to whole groups */
  constructor(arena: Arena, modes: number, kernels: Kernels | undefined) {
    this.arena = arena;
    this.kernels = kernels;
    this.state = {
      y: arena.f32(modes),
      d: arena.f32(modes),
      kappa: arena.f32(modes),
      delta: arena.f32(modes),
    };
    this.vectors = arena.f32(MOST_FORCES * MOST_MODES);
    this.profiles = arena.f32(MOST_FORCES * QUANTUM);
    this.lanes = arena.f32(4 * QUANTUM);
    this.mono = arena.f32(QUANTUM);
    this.buses = arena.f32(BUSES * 2 * QUANTUM);
  }

  /** Rings a quantum of these groups into `mono`; vectors of forces count from group `from` on. @returns the largest magnitude */
  ring(first: number, from: number, groups: number, forces: number): number {
    const { state, lanes, vectors, profiles, mono, kernels, arena } = this;
    lanes.fill(0);
    const at = first + GROUP * from;
    if (!kernels) {
      ringLive(state, at, groups, lanes, forces, vectors.subarray(GROUP * from), MOST_MODES, profiles);
      return foldLanes(lanes, mono);
    }
    const by = 4 * at;
    kernels.ringLive(
      arena.offsetOf(state.y) + by,
      arena.offsetOf(state.d) + by,
      arena.offsetOf(state.kappa) + by,
      arena.offsetOf(state.delta) + by,
      groups,
      arena.offsetOf(lanes),
      forces,
      arena.offsetOf(vectors) + 4 * GROUP * from,
      MOST_MODES,
      arena.offsetOf(profiles),
    );
    return kernels.foldLanes(arena.offsetOf(lanes), arena.offsetOf(mono));
  }

  /** Adds `mono` to a bus, so many samples later, with a gain that goes from one to another. */
  spread(bus: number, delay: number, from: number, to: number): void {
    if (from === 0 && to === 0) return;
    const at = 2 * QUANTUM * bus + delay;
    const step = (to - from) / QUANTUM;
    const { kernels, arena, mono, buses } = this;
    if (kernels) kernels.spreadLive(arena.offsetOf(mono), arena.offsetOf(buses) + 4 * at, from, step);
    else spreadLive(mono, buses, at, from, step);
  }
}

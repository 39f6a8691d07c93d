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
  /** Addresses of the arrays: asked for once, as that takes longer than a spread. */
  private readonly at: Readonly<
    Record<'y' | 'd' | 'kappa' | 'delta' | 'vectors' | 'profiles' | 'lanes' | 'mono' | 'buses', number>
  >;
  private readonly kernels: Kernels | undefined;

  /** @param modes  of all bodies, each padded to whole groups */
  constructor(arena: Arena, modes: number, kernels: Kernels | undefined) {
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
    const { y, d, kappa, delta } = this.state;
    const of = (array: Float32Array): number => arena.offsetOf(array);
    this.at = {
      y: of(y),
      d: of(d),
      kappa: of(kappa),
      delta: of(delta),
      vectors: of(this.vectors),
      profiles: of(this.profiles),
      lanes: of(this.lanes),
      mono: of(this.mono),
      buses: of(this.buses),
    };
  }

  /** Rings a quantum of these groups into `mono`; vectors of forces count from group `from` on. @returns the largest magnitude */
  ring(first: number, from: number, groups: number, forces: number): number {
    const { state, lanes, vectors, profiles, mono, kernels, at } = this;
    lanes.fill(0);
    const mode = first + GROUP * from;
    if (!kernels) {
      ringLive(state, mode, groups, lanes, forces, vectors.subarray(GROUP * from), MOST_MODES, profiles);
      return foldLanes(lanes, mono);
    }
    kernels.ringLive(
      at.y + 4 * mode,
      at.d + 4 * mode,
      at.kappa + 4 * mode,
      at.delta + 4 * mode,
      groups,
      at.lanes,
      forces,
      at.vectors + 4 * GROUP * from,
      MOST_MODES,
      at.profiles,
    );
    return kernels.foldLanes(at.lanes, at.mono);
  }

  /** Adds `mono` to a bus, so many samples later, with a gain that goes from one to another. */
  spread(bus: number, delay: number, from: number, to: number): void {
    if (from === 0 && to === 0) return;
    const place = 2 * QUANTUM * bus + delay;
    const step = (to - from) / QUANTUM;
    const { kernels, at, mono, buses } = this;
    if (kernels) kernels.spreadLive(at.mono, at.buses + 4 * place, from, step);
    else spreadLive(mono, buses, place, from, step);
  }
}

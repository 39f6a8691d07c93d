// How rotation stiffens a body: the stress that its centrifugal forces make resists bending.
//
//   K_g,mn · ωω = ∫ σ(ω) : ∇U_mᵀ ∇U_n,   σ(ω) the stress under ρ (ω² x − ω (ω · x)), quadratic in ω
//
// Seen the other way, what bends comes nearer to the axis: −K_g is what bending changes of the inertia by drawing in, which
// displacements along straight lines leave out. Without it a blade that spins would seem softer than it is at rest.
//
// Six static solutions, of ω_i ω_j each. What no clamp holds is accelerated as a rigid body: that part of the load is taken off.
// In unit spin, size and density K_g is a number, and so of no unit. Kane, Ryan, Banerjee 1987.

import type { TetraMesh } from '../../geometry/tetra/index.ts';
import { multiplyMass, NO_SLOT, type System } from './assemble.ts';
import { Element, PAIRS } from './element.ts';
import { massOfPlaces, sizeOf } from '../inertia.ts';

/** Loads, in the order xx yy zz xy xz yz. */
const CASES = 6;

interface Help {
  /** Displacements under a load that no rigid motion feels, in place. */
  solve(load: Float64Array): Float64Array;
  /** Called now and then; what it throws ends the work. */
  poll(): void;
}

/**
 * K_g of each pair m ≤ n of modes, six a pair, symmetric in ω as xx yy zz xy xz yz.
 * @param rigid  M-orthonormal rigid motions
 */
export function stiffeningOf(
  mesh: TetraMesh,
  system: System,
  poissonRatio: number,
  vectors: readonly Float64Array[],
  rigid: Float64Array,
  { solve, poll }: Help,
): Float64Array {
  const { pattern } = system;
  const n = 3 * pattern.count;
  const { places } = massOfPlaces(mesh, system);
  const displacements = Array.from({ length: CASES }, (_, c) => {
    const load = loadOf(places, c);
    relieve(load, system, rigid);
    return solve(load);
  });
  poll();
  const blocks = assembleStiffening(mesh, system, poissonRatio, displacements);
  const out = new Float64Array(CASES * sizeOf(vectors.length));
  const weighed = new Float64Array(n);
  vectors.forEach((vector, m) => {
    poll();
    for (let c = 0; c < CASES; c++) {
      multiplyMass(pattern, blocks[c], vector, 0, weighed, 0);
      for (let k = 0; k <= m; k++) {
        let sum = 0;
        for (let i = 0; i < n; i++) sum += vectors[k][i] * weighed[i];
        out[CASES * (sizeOf(m) + k) + c] = sum;
      }
    }
  });
  return out;
}

/** ∫N (ω² x − ω (ω · x)): of a square of ω, or of half of twice a product. */
function loadOf(places: Float64Array, c: number): Float64Array {
  const load = new Float64Array(places.length);
  const [i, j] = c < 3 ? [c, c] : c === 3 ? [0, 1] : c === 4 ? [0, 2] : [1, 2];
  for (let f = 0; f < places.length; f += 3) {
    if (i === j) {
      for (let k = 0; k < 3; k++) if (k !== i) load[f + k] = places[f + k];
    } else {
      load[f + i] = -0.5 * places[f + j];
      load[f + j] = -0.5 * places[f + i];
    }
  }
  return load;
}

/** Takes off what accelerates the body as a whole. */
function relieve(load: Float64Array, { pattern, mass }: System, rigid: Float64Array): void {
  const n = load.length;
  const weighed = new Float64Array(n);
  for (let r = 0; r < rigid.length; r += n) {
    let along = 0;
    for (let i = 0; i < n; i++) along += rigid[r + i] * load[i];
    multiplyMass(pattern, mass, rigid, r, weighed, 0);
    for (let i = 0; i < n; i++) load[i] -= along * weighed[i];
  }
}

/** One number a block of the pattern, as the mass has, for each displacement. */
function assembleStiffening(
  { positions, elements }: TetraMesh,
  { pattern, slots, freeOf }: System,
  poissonRatio: number,
  displacements: readonly Float64Array[],
): Float64Array[] {
  const blocks = displacements.map(() => new Float64Array(pattern.rows.length));
  const element = new Element(poissonRatio);
  const nodal = new Float64Array(30 * displacements.length);
  const parts = new Float64Array(PAIRS * displacements.length);
  for (let t = 0; t < elements.length / 10; t++) {
    displacements.forEach((u, c) => {
      for (let a = 0; a < 10; a++) {
        const f = freeOf[elements[10 * t + a]];
        for (let k = 0; k < 3; k++) nodal[30 * c + 3 * a + k] = f < 0 ? 0 : u[3 * f + k];
      }
    });
    element.stiffen(positions, elements, t, nodal, parts);
    for (let pair = 0; pair < PAIRS; pair++) {
      const slot = slots[PAIRS * t + pair];
      if (slot === NO_SLOT) continue;
      const block = slot < 0 ? ~slot : slot;
      for (let c = 0; c < blocks.length; c++) blocks[c][block] += parts[PAIRS * c + pair];
    }
  }
  return blocks;
}

// How a body's modes are heard: boundary elements for each mode, kept as waves about the body's origin.
//
//   surface of the modes → panels (≥ 6 a wavelength, bounded) → pressure on them → multipoles → Transfer
//
// A mode moves the surface with the normal acceleration U·n q̈, so ∂p/∂n = −ρ U·n for q̈ = 1 m√kg/s². Each mode has
// its own wave number, so nothing is shared between their equations but the panels, of which there are a few sizes.
// What a coarse surface gets wrong of the *volume* a mode moves, which is loudest at low frequencies, is corrected by
// spreading the difference evenly.
//
// Where even the most panels are fewer than three a wavelength, pressure is that of locally plane waves; the report
// says for which modes. Nearer than 1.2 times the body's radius the surface is summed directly.

import { areaTriple } from '../../num/index.ts';
import { type Arena, createArena } from '../../num/kernels/index.ts';
import { locate, type Locator, makeLocator, type Modes } from '../../modes/index.ts';
import { FaultError } from '../../scene/fault/index.ts';
import { AIR_DENSITY, SPEED_OF_SOUND, type Transfer } from '../transfer.ts';
import { decimate } from './decimate.ts';
import { planeWaves, pressureAt, type SurfaceSound, solveBytes, solveSurface } from './exterior.ts';
import { evaluateMultipoles, makeDirection, type Multipoles, multipolesOf } from './multipoles.ts';
import { makePanels, type Panels } from './panels.ts';
import { cos, sin } from '../../num/elementary/index.ts';

/** How radiation is computed. */
export interface RadiateOptions {
  /** Panels of the finest surface; time grows with its cube. 1,500 take about one second a mode. */
  readonly mostPanels?: number;
  /** Panels of the coarsest surface. */
  readonly fewestPanels?: number;
  /** Called several times for each mode; what it throws ends the computation. */
  readonly progress?: (fraction: number) => void;
}

/** How well one mode was done. */
export interface ModeRadiation {
  /** How it was computed. */
  readonly method: 'boundary elements' | 'plane waves';
  /** How many panels the surface has. */
  readonly panels: number;
  /** By the root of the mean area of a panel, doubled: an edge of two triangles that make a square. */
  readonly perWavelength: number;
  /** Of the waves that stand for it. */
  readonly degree: number;
  /** Of the waves against the field of the surface, largest on a sphere of 1.5 radii, over its root mean square. */
  readonly residual: number;
}

/** How a body radiates. */
export interface Radiation extends Transfer {
  /** How well each mode was done. */
  readonly modes: readonly ModeRadiation[];
  /** The waves of each mode. */
  readonly waves: readonly Multipoles[];
}

const PER_WAVELENGTH = 6;
const PLANE_BELOW = 3;
/** Panels that the shape of the n-th mode asks for: it has about n humps. */
const PANELS_A_MODE = 32;
/** Direct sums within this many radii. */
const DIRECT = 1.2;

/** How the modes of a body are heard outside. */
export function radiate(modes: Modes, options: RadiateOptions = {}): Radiation {
  const most = options.mostPanels ?? 1500;
  const fewest = Math.min(most, options.fewestPanels ?? 400);
  const surfaces = new Map<number, Coarse>();
  const locator = makeLocator(modes);
  const area = areaOf(modes);
  const room: { arena?: Arena; panels: number } = { panels: 0 };
  const waves: Multipoles[] = [];
  const sounds: { panels: Panels; sound: SurfaceSound }[] = [];
  const reports: ModeRadiation[] = [];
  for (let m = 0; m < modes.count; m++) {
    const poll = (part = 0): void => options.progress?.((m + part) / modes.count);
    poll();
    const k = modes.omegas[m] / SPEED_OF_SOUND;
    const edge = (2 * Math.PI) / k / PER_WAVELENGTH;
    const wanted = Math.max((2 * area) / (edge * edge), PANELS_A_MODE * (m + 1), fewest);
    const level = levelOf(wanted, fewest, most);
    let coarse = surfaces.get(level);
    if (!coarse) {
      coarse = coarseSurface(modes, locator, level);
      poll();
      surfaces.set(level, coarse);
    }
    const { panels } = coarse;
    const qRe = normalDerivatives(modes, m, coarse);
    const qIm = new Float64Array(panels.count);
    const perWavelength = (2 * Math.PI) / (k * Math.sqrt((2 * area) / panels.count));
    const isPlane = perWavelength < PLANE_BELOW;
    if (!isPlane && panels.count > room.panels) {
      room.arena = createArena({ maximumBytes: solveBytes(panels.count) });
      room.panels = panels.count;
    }
    const sound =
      isPlane || !room.arena ? planeWaves(k, qRe, qIm) : solveSurface(room.arena, panels, k, qRe, qIm, poll);
    poll(0.8);
    const outgoing = multipolesOf(panels, sound);
    waves.push(outgoing);
    sounds.push({ panels, sound });
    reports.push({
      method: isPlane ? 'plane waves' : 'boundary elements',
      panels: panels.count,
      perWavelength,
      degree: outgoing.degree,
      residual: residualOf(panels, sound, outgoing),
    });
  }
  return { ...transferOf(waves, sounds), modes: reports, waves };
}

/** Steps of one half from the fewest on, so that few surfaces serve all modes. */
function levelOf(wanted: number, fewest: number, most: number): number {
  let level = fewest;
  while (level < wanted && level < most) level = Math.min(most, Math.ceil(1.5 * level));
  return level;
}

/**
 * A surface of panels, and what is nearest to their centroids on the surface of the modes. Equations hold at centroids, so motion is
 * that of there: its mean over corners lacks four times as much of a curved shape as the mean over the panel (0.5 dB of a ball's
 * order three at 700 panels).
 */
interface Coarse {
  readonly panels: Panels;
  /** Three vertices of the modes for each panel, and their weights. */
  readonly vertices: Uint32Array;
  readonly weights: Float64Array;
}

function coarseSurface(modes: Modes, locator: Locator, most: number): Coarse {
  const { positions, faces } = decimate(modes, most);
  if (faces.length / 3 > 1.5 * most)
    throw new FaultError('the radiation of this body cannot be found:', [
      {
        what: `its surface cannot be told with fewer than ${faces.length / 3} triangles`,
        where: 'mostPanels',
        value: String(most),
        remedy:
          'allow more (--panels), use a simpler mesh, or hear it by simple sources (--radiation surface)',
      },
    ]);
  const panels = makePanels(positions, faces);
  const vertices = new Uint32Array(3 * panels.count);
  const weights = new Float64Array(3 * panels.count);
  for (let p = 0; p < 3 * panels.count; p += 3) {
    locate(locator, panels.centroids[p], panels.centroids[p + 1], panels.centroids[p + 2]);
    for (let c = 0; c < 3; c++) {
      vertices[p + c] = locator.vertices[c];
      weights[p + c] = locator.weights[c];
    }
  }
  return { panels, vertices, weights };
}

/** −ρ U·n of each panel. */
function normalDerivatives(modes: Modes, mode: number, { panels, vertices, weights }: Coarse): Float64Array {
  const { shapes } = modes;
  const at = mode * modes.positions.length;
  const q = new Float64Array(panels.count);
  let flux = 0;
  let area = 0;
  for (let p = 0; p < panels.count; p++) {
    let sum = 0;
    for (let i = 3 * p; i < 3 * p + 3; i++) {
      const u = at + 3 * vertices[i];
      for (let k = 0; k < 3; k++) sum += weights[i] * shapes[u + k] * panels.normals[3 * p + k];
    }
    q[p] = sum;
    flux += sum * panels.areas[p];
    area += panels.areas[p];
  }
  const missing = (fluxOf(modes, mode) - flux) / area;
  for (let p = 0; p < panels.count; p++) q[p] = -AIR_DENSITY * (q[p] + missing);
  return q;
}

/** Volume that the mode moves [m³/(m√kg)]. */
function fluxOf(modes: Modes, mode: number): number {
  let flux = 0;
  const at = mode * modes.positions.length;
  forEachFace(modes, (face, nx, ny, nz) => {
    for (let c = 0; c < 3; c++) {
      const u = at + 3 * modes.faces[face + c];
      flux += (modes.shapes[u] * nx + modes.shapes[u + 1] * ny + modes.shapes[u + 2] * nz) / 6;
    }
  });
  return flux;
}

function areaOf(modes: Modes): number {
  let area = 0;
  forEachFace(modes, (_, nx, ny, nz) => {
    area += Math.sqrt(nx * nx + ny * ny + nz * nz) / 2;
  });
  return area;
}

/** Normals are twice the area long. */
function forEachFace(
  { positions, faces }: Modes,
  visit: (face: number, nx: number, ny: number, nz: number) => void,
): void {
  for (let f = 0; f < faces.length; f += 3) {
    const [a, b, c] = [3 * faces[f], 3 * faces[f + 1], 3 * faces[f + 2]];
    visit(f, ...areaTriple(positions, a, b, c));
  }
}

const CHECKS = 12;

function residualOf(panels: Panels, sound: SurfaceSound, waves: Multipoles): number {
  const direction = makeDirection();
  const [exact, found] = [new Float64Array(2), new Float64Array(2)];
  const r = 1.5 * panels.radius;
  let worst = 0;
  let square = 0;
  for (let i = 0; i < CHECKS; i++) {
    // a spiral of even density
    const z = 1 - (2 * i + 1) / CHECKS;
    const side = Math.sqrt(1 - z * z);
    const [x, y] = [side * cos(2.399963 * i), side * sin(2.399963 * i)];
    pressureAt(panels, sound, r * x, r * y, r * z, exact);
    evaluateMultipoles(waves, direction, r * x, r * y, r * z, found);
    stripDelay(exact, sound.k * r);
    const [dr, di] = [exact[0] - found[0], exact[1] - found[1]];
    worst = Math.max(worst, dr * dr + di * di);
    square += exact[0] * exact[0] + exact[1] * exact[1];
  }
  return square > 0 ? Math.sqrt((worst * CHECKS) / square) : 0;
}

/** Times e^(−iφ). */
function stripDelay(p: Float64Array, phase: number): void {
  const c = cos(phase);
  const s = sin(phase);
  const re = p[0];
  p[0] = re * c + p[1] * s;
  p[1] = p[1] * c - re * s;
}

/** @param sounds  of the surfaces, for points near them; without, the nearest place where the waves hold is taken */
export function transferOf(
  waves: readonly Multipoles[],
  sounds?: readonly { readonly panels: Panels; readonly sound: SurfaceSound }[],
): Transfer {
  const direction = makeDirection();
  return {
    count: waves.length,
    amplitude(mode, x, y, z, out) {
      const wave = waves[mode];
      const r = Math.sqrt(x * x + y * y + z * z);
      if (r >= DIRECT * wave.radius) {
        evaluateMultipoles(wave, direction, x, y, z, out);
      } else if (sounds) {
        const { panels, sound } = sounds[mode];
        pressureAt(panels, sound, x, y, z, out);
        stripDelay(out, sound.k * r);
      } else {
        const s = r > 0 ? (DIRECT * wave.radius) / r : 0;
        evaluateMultipoles(wave, direction, s * x, s * y, r > 0 ? s * z : DIRECT * wave.radius, out);
      }
    },
  };
}

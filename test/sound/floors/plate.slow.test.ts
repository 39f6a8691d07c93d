import { describe, expect, test } from 'vitest';
import { memoryCache, ModesOfBodies, plateRates, shapeAt } from '../../../src/modes/index.ts';
import { box, findMaterial, type Material, resolveScene } from '../../../src/scene/index.ts';
import { plateModes } from '../../../src/sound/floors/plate-modes.ts';
import { plateRadiation } from '../../../src/sound/floors/plate-radiation.ts';
import { type Slab, slabOf } from '../../../src/sound/floors/slab.ts';
import { radiate } from '../../../src/sound/radiation/radiate.ts';
import type { Transfer } from '../../../src/sound/transfer.ts';

const oak = findMaterial('oak') as Material;
const [long, thick, wide] = [0.5, 0.01, 0.4];
const struck = [0.07, 0.005, 0.05] as const;
const UP_TO = 2500;

function held(clamp: string[]) {
  const plate = { ...box({ size: [long, thick, wide], material: 'oak' }), name: 'plate', clamp };
  const { scene } = resolveScene({ name: 'plate', bodies: [{ ...plate, motion: 'static' }] });
  const [body] = scene.bodies;
  const choices = { count: 40, upToHz: UP_TO, cache: memoryCache() };
  return { ...new ModesOfBodies(scene, choices).of(body), slab: slabOf(scene.meshes[body.mesh]) as Slab };
}

/** What a blow of 1 N s gives in the time that it rings, in the mean over listeners [dB]. */
function level(omegas: Float64Array, rates: Float64Array, moved: Float64Array, transfer: Transfer): number {
  const amplitude = new Float64Array(2);
  let sum = 0;
  for (const [x, y, z] of [
    [0.2, 0.8, 0.6],
    [0, 1, 0],
    [0.9, 0.25, 0.3],
    [-0.7, 0.6, 0.2],
  ])
    omegas.forEach((omega, m) => {
      transfer.amplitude(m, x, y, z, amplitude);
      const power = amplitude[0] * amplitude[0] + amplitude[1] * amplitude[1];
      sum += ((moved[3 * m + 1] * omega) ** 2 * power) / (2 * rates[m]);
    });
  return 10 * Math.log10(sum);
}

describe('a plate in closed form', () => {
  const edges = ['x<-0.2499', 'x>0.2499', 'z<-0.1999', 'z>0.1999'];
  const middles = edges.map((edge) => `${edge},y>-0.0002,y<0.0002`);

  test('is that of finite elements held along the middle of its edges, and as loud as by boundary elements', () => {
    const { modes, locator, slab } = held(middles);
    const plate = plateModes(slab, oak, [0, 0, 0], UP_TO);
    expect(plate.count).toBe(modes.count);
    plate.omegas.forEach((omega, m) => {
      expect(Math.abs(omega / modes.omegas[m] - 1)).toBeLessThan(0.03);
    });
    const own = new Float64Array(3 * plate.count);
    plate.at(...struck, own);
    const found = new Float64Array(3 * modes.count);
    shapeAt(modes, locator, ...struck, found);
    const waves = radiate(modes, { mostPanels: 700 });
    // what the air takes is left out of both
    const lost = plateRates(plate.omegas, oak, thick);
    const loud = level(plate.omegas, lost, own, plateRadiation(slab, plate));
    expect(Math.abs(loud - level(modes.omegas, lost, found, waves))).toBeLessThan(3);
  });

  test('is within 3 dB of one that is clamped all around', () => {
    const { modes, locator, slab } = held(edges);
    const plate = plateModes(slab, oak, [0, 0, 0], UP_TO);
    const own = new Float64Array(3 * plate.count);
    plate.at(...struck, own);
    const found = new Float64Array(3 * modes.count);
    shapeAt(modes, locator, ...struck, found);
    const waves = radiate(modes, { mostPanels: 700 });
    const loud = level(plate.omegas, plateRates(plate.omegas, oak, thick), own, plateRadiation(slab, plate));
    const clamped = level(modes.omegas, plateRates(modes.omegas, oak, thick), found, waves);
    expect(Math.abs(loud - clamped)).toBeLessThan(3);
  });

  test('moves as easily as one without an end, 1/(8 √(D ρh)), a quarter as much where it is twice as thick', () => {
    const mobility = (thickness: number): number => {
      const slab: Slab = {
        across: 1,
        along: [2, 0],
        thickness,
        sides: [0.8, 1.2],
        centre: [0, 0, 0],
      };
      const { count, at, omegas } = plateModes(slab, oak, [0, 0, 0], 2000);
      const out = new Float64Array(3 * count);
      let sum = 0;
      let places = 0;
      for (let x = -0.5; x <= 0.51; x += 0.05)
        for (let z = -0.3; z <= 0.31; z += 0.05) {
          at(x, 0, z, out);
          places++;
          for (let m = 0; m < count; m++) sum += out[3 * m + 1] ** 2;
        }
      // Re Y in the mean over a band is π/2 Σ U²/Δω
      return ((Math.PI / 2) * sum) / places / omegas[count - 1];
    };
    const infinite = (h: number): number =>
      1 / (8 * Math.sqrt((oak.youngsModulus * h ** 4 * oak.density) / (12 * (1 - oak.poissonRatio ** 2))));
    for (const h of [0.004, 0.008]) {
      const decibels = 10 * Math.log10(mobility(h) / infinite(h));
      expect(Math.abs(decibels)).toBeLessThan(1);
    }
    expect(mobility(0.004) / mobility(0.008)).toBeGreaterThan(3.4);
    expect(mobility(0.004) / mobility(0.008)).toBeLessThan(4.6);
  });

  test('a larger plate than is worth its time is heard as the part that is struck', () => {
    const slab: Slab = { across: 1, along: [2, 0], thickness: 0.005, sides: [8, 10], centre: [0, 0, 0] };
    const { count, middle, sides } = plateModes(slab, oak, [4, 0, 1], 18000);
    expect(count).toBeGreaterThan(900);
    expect(count).toBeLessThanOrEqual(1024);
    expect(sides[0]).toBeLessThan(4);
    expect(Math.abs(middle[0] - 4)).toBeLessThan(1);
    expect(middle[2]).toBe(1);
  });
});

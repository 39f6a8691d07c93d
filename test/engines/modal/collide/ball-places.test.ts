import { expect, test } from 'vitest';
import { BallPlaces } from '../../../../src/engines/modal/collide/ball-places.ts';

const weights = Float64Array.of(1, 0, 0);
const tilted = (degrees: number): Float64Array =>
  Float64Array.of(Math.sin((degrees * Math.PI) / 180), 0, Math.cos((degrees * Math.PI) / 180));

/** Faces of the places that are chosen for a ball of radius 1. */
function chosen(offers: readonly (readonly [distance: number, degrees: number])[]): number[] {
  const places = new BallPlaces();
  offers.forEach(([distance, degrees], face) => {
    places.offer(distance, tilted(degrees), face, weights);
  });
  places.choose(1, 1e-3, 0.1);
  return places.chosen.map((o) => places.data[o + 4]).sort((a, b) => a - b);
}

test('of places with nearly the same normal the nearest is chosen', () => {
  expect(
    chosen([
      [1.0005, 0],
      [1, 5],
      [1.0002, 10],
    ]),
  ).toEqual([1]);
});

test('in a groove there are two', () => {
  expect(
    chosen([
      [1, -45],
      [1, 45],
    ]),
  ).toEqual([0, 1]);
});

test('what is farther than twice the slop, or too deep, is none', () => {
  expect(
    chosen([
      [1.003, 0],
      [0.8, 90],
    ]),
  ).toEqual([]);
});

test('more places than there was room for are kept', () => {
  const places = new BallPlaces();
  for (let face = 0; face < 200; face++) places.offer(2 - face / 200, tilted(0), face, weights);
  places.choose(1, 0.1, 0.1);
  expect(places.chosen.map((o) => places.data[o + 4])).toEqual([199]);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { encodeSegment, findPointed, isPointed, type Pointed } from '../../src/scene/pointer.ts';
import { setParameters } from '../../src/scene/parameters.ts';
import { faultTextOf, sceneOf } from './help.ts';

const file = {
  name: 'ramp and ball',
  gravity: 9.81,
  bodies: [
    { name: 'ramp', shape: { kind: 'box', size: [1, 0.1, 1] }, motion: 'static', friction: 0.3 },
    { shape: { kind: 'sphere', radius: 0.1 }, position: [0, 1, 0], friction: 0.5 },
  ],
} as const;

const found = (pointer: string) => findPointed(file, pointer) as Pointed;

describe('a pointer', () => {
  test('takes names and places for the same', () => {
    expect(found('/bodies/ramp/friction')).toMatchObject({ value: 0.3, canonical: '/bodies/0/friction' });
    expect(found('/bodies/0/friction')).toEqual(found('/bodies/ramp/friction'));
    expect(found('/bodies/body-1/position/1')).toMatchObject({ value: 1, canonical: '/bodies/1/position/1' });
    expect(found('/gravity').value).toBe(9.81);
  });

  test('says which segment leads nowhere, and what could', () => {
    expect(findPointed(file, '/bodies/rmap/friction')).toMatchObject({
      what: 'there is no "rmap" in /bodies',
      remedy: 'did you mean "ramp"?',
    });
    expect(findPointed(file, '/bodies/ramp/fricton')).toMatchObject({ remedy: 'did you mean "friction"?' });
    expect(findPointed(file, '/bodies/7')).toMatchObject({ what: 'there is no "7" in /bodies' });
    expect(findPointed(file, '/gravity/x/y')).toMatchObject({ remedy: 'end it at "/gravity"' });
    expect(findPointed(file, 'bodies')).toMatchObject({ what: 'is no pointer' });
    for (const inherited of ['/__proto__', '/bodies/length', '/bodies/ramp/toString'])
      expect(isPointed(findPointed(file, inherited)), inherited).toBe(false);
  });

  test('finds every entry by any name, whatever is in it', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string({ minLength: 1, maxLength: 20 }), { minLength: 1 }), (names) => {
        const list = { bodies: names.map((name, i) => ({ name, mass: i })) };
        for (const [i, name] of names.entries()) {
          // A whole number is a place, whoever is called so.
          if (/^(0|[1-9]\d*)$/.test(name)) continue;
          expect(findPointed(list, `/bodies/${encodeSegment(name)}/mass`)).toMatchObject({
            value: i,
            canonical: `/bodies/${i}/mass`,
          });
        }
      }),
    );
  });
});

describe('a parameter', () => {
  const withTarget = (target: string) => ({
    ...structuredClone(file),
    parameters: [{ name: 'grip', target, min: 0, max: 1 }],
  });

  test('may point by name; engines see the place', () => {
    const scene = sceneOf(withTarget('/bodies/ramp/friction'));
    expect(scene.parameters[0]).toMatchObject({ target: '/bodies/0/friction', value: 0.3 });
    const changed = sceneOf(setParameters(withTarget('/bodies/ramp/friction') as never, { grip: 0.8 }));
    expect(changed.bodies[0].material.friction).toBe(0.8);
  });

  test('that points nowhere is told the nearest name', () => {
    expect(faultTextOf(() => sceneOf(withTarget('/bodies/rmap/friction')))).toMatch(/did you mean "ramp"/);
    expect(faultTextOf(() => sceneOf(withTarget('/bodies/ramp/motion')))).toMatch(/points at no number/);
    expect(faultTextOf(() => sceneOf(withTarget('/parameters/grip/min')))).toMatch(/points at no number/);
  });
});

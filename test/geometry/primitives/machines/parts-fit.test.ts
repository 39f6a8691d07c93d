// Parts that belong together must fit: in place, and all the way through their motion.

import { describe, expect, test } from 'vitest';
import { closednessOf } from '../../../../src/geometry/surface/closedness.ts';
import { signedVolume } from '../../../../src/geometry/mass.ts';
import type { Mesh } from '../../../../src/geometry/mesh.ts';
import { voussoir } from '../../../../src/geometry/primitives/machines/arch.ts';
import { bolt, nut } from '../../../../src/geometry/primitives/machines/bolt.ts';
import {
  genevaDriver,
  genevaLayout,
  genevaWheel,
} from '../../../../src/geometry/primitives/machines/geneva.ts';
import { letterMeshes } from '../../../../src/geometry/primitives/letters.ts';
import {
  chainInnerLink,
  chainOuterLink,
  chainRoller,
  sprocket,
} from '../../../../src/geometry/primitives/machines/roller-chain.ts';
import { massProperties } from '../../../../src/geometry/mass.ts';
import { moveMesh, translateMesh } from '../../../../src/geometry/transform.ts';
import { box } from '../../../../src/geometry/primitives/box.ts';
import { gearPair } from '../gear-pair.ts';
import { meetsItself, meshesMeet } from '../meets.ts';

const aboutZ = (mesh: Mesh, angle: number, at: readonly [number, number, number] = [0, 0, 0]) =>
  moveMesh(mesh, [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)], at);

test('the crossing test itself finds crossings', () => {
  const a = box.make();
  expect(meshesMeet(a, translateMesh(a, [0.999999, 0.1, 0.2]))).toBeDefined();
  expect(meshesMeet(a, translateMesh(a, [1.000001, 0.1, 0.2]))).toBeUndefined();
});

describe('bolt and nut', () => {
  test.each([
    [{}, {}],
    [{ diameter: 0.02, pitch: 0.0025, acrossFlats: 0.03, segments: 16 }, { clearance: 0.0001 }],
    [
      { diameter: 1, pitch: 0.2, acrossFlats: 1.8, segments: 40 },
      { clearance: 0.005, turns: 2 },
    ],
  ])('the nut turns on the bolt %j', (common, ofNut) => {
    const screw = bolt.make(common);
    const mother = nut.make({ ...common, ...ofNut });
    const pitch = { pitch: bolt.parameters.pitch.default, ...common }.pitch;
    for (const turn of [1, 1.01, 1.13, 1.25, 1.48, 1.77, 2.5, 3.9]) {
      const placed = aboutZ(mother, 2 * Math.PI * turn, [0, 0, pitch * turn]);
      expect(meshesMeet(screw, placed), `after ${turn} turns`).toBeUndefined();
    }
    // It is a thread: moved along without turning, or turned without moving, it jams.
    expect(meshesMeet(screw, translateMesh(mother, [0, 0, 2.5 * pitch]))).toBeDefined();
    expect(meshesMeet(screw, aboutZ(mother, Math.PI, [0, 0, 2 * pitch]))).toBeDefined();
  });
});

describe('gears', () => {
  test.each([
    [20, 20],
    [30, 18],
    [24, 48],
  ])('%i and %i teeth roll on each other', (teeth, pinionTeeth) => {
    const pair = gearPair(teeth, pinionTeeth);
    for (let i = 0; i < 8; i++) {
      const angle = ((2 * Math.PI) / teeth) * (i / 8);
      const pinion = aboutZ(pair.pinion, pair.pinionAngle - (angle * teeth) / pinionTeeth, [
        pair.distance,
        0,
        0,
      ]);
      expect(meshesMeet(aboutZ(pair.gear, angle), pinion), `turned by ${angle}`).toBeUndefined();
    }
    // Teeth do reach into each other.
    expect(
      meshesMeet(
        pair.gear,
        aboutZ(pair.pinion, pair.pinionAngle + Math.PI / pinionTeeth, [pair.distance, 0, 0]),
      ),
    ).toBeDefined();
  });
});

describe('Geneva drive', () => {
  test.each([3, 4, 6, 8])('with %i slots turns by one slot and rests', (slots) => {
    const size = { slots, crank: 0.04, pinRadius: slots === 3 ? 0.0025 : 0.004, clearance: 0.0004 };
    const { distance } = genevaLayout(size);
    const wheel = genevaWheel.make(size);
    const driver = genevaDriver.make(size);
    const half = Math.PI / 2 - Math.PI / slots;
    for (let i = 0; i < 48; i++) {
      const theta = -Math.PI + (2 * Math.PI * (i + 0.37)) / 48;
      // Pin at angle θ from the line of centres: inside the slot it turns the wheel.
      const engaged = Math.abs(theta) < half;
      const lag = Math.atan2(size.crank * Math.sin(theta), distance - size.crank * Math.cos(theta));
      const rest = (Math.sign(theta) * Math.PI) / slots;
      const wheelAngle = Math.PI / slots - (engaged ? lag : rest);
      const placed = aboutZ(driver, Math.PI + theta, [distance, 0, 0]);
      expect(meshesMeet(aboutZ(wheel, wheelAngle), placed), `driver at ${theta}`).toBeUndefined();
    }
    // At rest the wheel is held: a tenth of a slot further it jams.
    const locked = aboutZ(driver, 0, [distance, 0, 0]);
    expect(meshesMeet(aboutZ(wheel, 0), locked)).toBeUndefined();
    expect(meshesMeet(aboutZ(wheel, 0.2 * (Math.PI / slots)), locked)).toBeDefined();
  });
});

describe('roller chain', () => {
  test('links and rollers fit on each other, also bent', () => {
    const p = chainInnerLink.parameters.pitch.default;
    const inner = chainInnerLink.make();
    for (const bend of [0, 0.2, 0.5]) {
      const outer = aboutZ(chainOuterLink.make(), bend, [
        p / 2 + (p / 2) * Math.cos(bend),
        (p / 2) * Math.sin(bend),
        0,
      ]);
      const roller = translateMesh(chainRoller.make(), [p / 2, 0, 0]);
      expect(meshesMeet(inner, outer), `bent by ${bend}`).toBeUndefined();
      expect(meshesMeet(inner, roller)).toBeUndefined();
      expect(meshesMeet(outer, roller)).toBeUndefined();
    }
  });

  test('rollers sit in the sprocket, and leave it', () => {
    const teeth = 16;
    const p = chainInnerLink.parameters.pitch.default;
    const wheel = sprocket.make({ teeth });
    const radius = p / (2 * Math.sin(Math.PI / teeth));
    const roller = chainRoller.make();
    const at = (angle: number) => [radius * Math.cos(angle), radius * Math.sin(angle)];
    expect(meshesMeet(wheel, translateMesh(roller, [radius, 0, 0]))).toBeUndefined();
    // The next roller leaves on a circle about the one that still sits.
    const step = (2 * Math.PI) / teeth;
    const [x, y] = at(0);
    for (const lift of [0.05, 0.1, 0.2, step]) {
      const direction = Math.PI / 2 + step / 2 - lift;
      const away = [x + p * Math.cos(direction), y + p * Math.sin(direction), 0];
      expect(meshesMeet(wheel, translateMesh(roller, away)), `lifted by ${lift}`).toBeUndefined();
    }
    expect(meshesMeet(wheel, translateMesh(roller, [at(step / 2)[0], at(step / 2)[1], 0]))).toBeDefined();
  });
});

describe('arch', () => {
  /** The stones from the foot at -x to the foot at +x, all in the frame of the arch. */
  const archStones = (values: { readonly stones: number; readonly gap?: number }) =>
    Array.from({ length: values.stones }, (_, index) => voussoir.make({ ...values, index }));

  test('stones are apart by the gap and stand on the ground', () => {
    const stones = archStones({ stones: 101 });
    expect(stones).toHaveLength(101);
    for (let i = 0; i + 1 < stones.length; i++)
      expect(meshesMeet(stones[i], stones[i + 1]), `stone ${i}`).toBeUndefined();
    expect(Math.min(...stones[0].positions.filter((_, k) => k % 3 === 2))).toBe(0);
    expect(Math.min(...stones[100].positions.filter((_, k) => k % 3 === 2))).toBe(0);
    expect(Math.min(...stones[50].positions.filter((_, k) => k % 3 === 2))).toBeGreaterThan(1.3);
  });

  test('the thrust passes within the middle third of every joint, square to it', () => {
    // Statics of one half: horizontal thrust H at the crown, the weight of the stones above each joint.
    const count = 100;
    const stones = archStones({ stones: count, gap: 0 });
    const bodies = stones.slice(count / 2).map((mesh) => massProperties(mesh, { density: 1 }));
    const crown = jointOf(stones[count / 2], 0);
    const foot = jointOf(stones[count - 2], 1);
    // H that leads the thrust from the middle of the crown through the middle of the last joint.
    let weight = 0;
    let moment = 0;
    for (const { mass, center } of bodies.slice(0, -1)) {
      weight += mass;
      moment += mass * (foot.middle[0] - center[0]);
    }
    const thrust = moment / (crown.middle[1] - foot.middle[1]);
    let above = 0;
    let about = 0;
    for (let i = 0; i < bodies.length - 1; i++) {
      above += bodies[i].mass;
      about += bodies[i].mass * bodies[i].center[0];
      const joint = jointOf(stones[count / 2 + i], 1);
      // Where the thrust meets the joint: moment balance of the part above about that point.
      const [x, z] = joint.middle;
      const unbalanced = above * x - about - thrust * (crown.middle[1] - z);
      const force = Math.hypot(thrust, above);
      expect(Math.abs(unbalanced / force), `joint ${i}`).toBeLessThan(0.2 / 6);
      const shear = Math.abs(joint.along[0] * thrust - joint.along[1] * above) / force;
      expect(shear).toBeLessThan(0.05);
    }
    expect(weight).toBeGreaterThan(0);
  });

  test('a stone that is not there is refused', () => {
    expect(() => voussoir.make({ stones: 5, index: 5 })).toThrow('no such stone');
  });
});

describe('letters', () => {
  test('every printable character is a sound solid', () => {
    for (let code = 33; code < 127; code++) {
      const character = String.fromCharCode(code);
      for (const curveSteps of [1, 3]) {
        const [{ mesh }] = letterMeshes(character, { size: 1, depth: 0.2, curveSteps });
        expect(closednessOf(mesh), character).toMatchObject({ closed: true, nonManifoldEdges: 0 });
        expect(signedVolume(mesh), character).toBeGreaterThan(0);
        expect(meetsItself(mesh), character).toBeUndefined();
      }
    }
  });

  test('holes are holes and blanks leave room', () => {
    const genus = (character: string) => {
      const [{ mesh }] = letterMeshes(character, { size: 1, depth: 0.2, curveSteps: 2 });
      const edges = mesh.faces.length / 2;
      return 1 - (mesh.positions.length / 3 - edges + mesh.faces.length / 3) / 2;
    };
    expect([...'IOB8'].map(genus)).toEqual([0, 1, 2, 2]);
    const spaced = letterMeshes('a b', { size: 1, depth: 0.2, curveSteps: 2 });
    expect(spaced.map((l) => l.character)).toEqual(['a', 'b']);
    expect(() => letterMeshes('ä', { size: 1, depth: 0.2, curveSteps: 2 })).toThrow('no such letter');
  });
});

/** The joint of a stone at its lower x (0) or upper x (1) end: middle, and direction from inner to outer, in (x, z). */
function jointOf(stone: Mesh, end: number): { middle: [number, number]; along: [number, number] } {
  const corner = (i: number): [number, number] => [stone.positions[3 * i], stone.positions[3 * i + 2]];
  const [inner, outer] = end === 0 ? [corner(0), corner(1)] : [corner(3), corner(2)];
  const d = [outer[0] - inner[0], outer[1] - inner[1]];
  const size = Math.hypot(...d);
  return {
    middle: [(inner[0] + outer[0]) / 2, (inner[1] + outer[1]) / 2],
    along: [d[0] / size, d[1] / size],
  };
}

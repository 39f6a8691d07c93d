import { expect, test } from 'vitest';
import { signedVolume } from '../../../src/geometry/mass.ts';
import { readOff } from '../../../src/geometry/files/off.ts';
import { closednessOf } from '../../../src/geometry/surface/closedness.ts';

const CORNERS = ['0 0 0', '2 0 0', '2 2 0', '0 2 0', '0 0 2', '2 0 2', '2 2 2', '0 2 2'];
const SIDES = ['3 2 1 0', '4 5 6 7', '0 1 5 4', '1 2 6 5', '2 3 7 6', '3 0 4 7'];

function cube(header: string, corner = '', side = ''): string {
  const corners = CORNERS.map((line) => `${line}${corner}`);
  const sides = SIDES.map((line) => `4 ${line}${side}`);
  return `${header}\n${[...corners, ...sides].join('\n')}\n`;
}

test.each([
  ['plain', cube('OFF\n8 6 12')],
  ['counts behind the word', cube('OFF 8 6 0')],
  ['without the word', cube('8 6 0')],
  ['with comments and empty lines', cube('# a cube\nOFF # here\n\n8 6 12 # counts\n', '  # corner')],
  ['with colours of vertices', cube('COFF\n8 6 0', ' 255 0 0 255')],
  ['with colours of faces', cube('OFF\r\n8 6 0', '', '  0.5 0.5 0.5')],
  ['with normals', cube('NOFF\n8 6 0', ' 0 0 1')],
])('a cube, %s', (_, text) => {
  const { mesh } = readOff(text).meshes[0];
  expect(mesh.positions).toHaveLength(24);
  expect(mesh.faces).toHaveLength(36);
  expect(closednessOf(mesh).closed).toBe(true);
  expect(signedVolume(mesh)).toBeCloseTo(8, 12);
});

test('concave polygons are triangulated, lines and points kept', () => {
  const arrow = 'OFF\n6 3 0\n0 0 0\n2 1 0\n0 2 0\n1 1 0\n5 5 5\n6 6 6\n4 0 1 2 3\n2 4 5\n1 5\n';
  const { mesh } = readOff(arrow).meshes[0];
  expect(mesh.faces).toHaveLength(6);
  expect(mesh.wires).toHaveLength(2);
  expect(mesh.faces).not.toEqual(Uint32Array.of(0, 1, 2, 0, 2, 3));
});

test.each([
  ['OFF BINARY\n\0\0', /line 1: the file is binary OFF \(OFF BINARY\); save it as text/],
  ['4OFF\n1 0 0\n0 0 0 1', /only three dimensions are read/],
  ['solid x', /this is not OFF/],
  ['OFF\n3 1 0\n0 0 0\n1 0 0\n', /line 4: the file is too short .*vertex 2/],
  ['OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n3 0 1 3', /line 6: there is no such vertex \(3\)/],
  ['OFF\n3 1 0\n0 0 0\n1 0 0\n0 1 0\n4 0 1 2', /line 6: the file is too short/],
  ['OFF\n3 1 0\n0 0 0\n1 nan 0\n0 1 0\n3 0 1 2', /line 4: a finite number is needed/],
  ['OFF\n999999999 1 0\n0 0 0', /header: there are too many vertices/],
  ['OFF\n-1 1 0', /this is not OFF/],
  ['', /the file is too short/],
])('refused: %j', (text, reason) => {
  expect(() => readOff(text)).toThrow(reason);
});

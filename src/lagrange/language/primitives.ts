// Every function the language knows: what it takes, what it gives, and one sentence for people.
//
// The elaborator checks calls against this table and the editor completes and explains from it, so that neither can
// know a primitive the other does not. The mechanical ones are those of Figure 8 of Ellman, Deak and Fotinatos,
// "Automated Synthesis of Numerical Programs for Simulation of Rigid Mechanical Systems"; time is implicit here.

type ParameterType =
  | 'frame'
  | 'vector'
  | 'scalar'
  | 'surface'
  /** A scalar or a vector; the result has the same shape. */
  | 'value'
  /** The name of an argument or constant, not its value: the second of `d(e, a)`. */
  | 'symbol';

/** Quaternions are (w, x, y, z); matrices are three rows; a condition is an equation to be met, not a number. */
type ResultShape = 'scalar' | 'vector' | 'quaternion' | 'matrix' | 'condition' | 'same';

interface Parameter {
  readonly name: string;
  readonly type: ParameterType;
}

export interface Primitive {
  readonly name: string;
  /** Ways to call it, by number of arguments: `KE()` and `KE(o)`. */
  readonly signatures: readonly (readonly Parameter[])[];
  /** Any number of further arguments like the last one: `max(a, b, c)`. */
  readonly variadic: boolean;
  readonly result: ResultShape;
  /** May stand behind `vary`. */
  readonly varies: boolean;
  readonly doc: string;
}

/** @param signatures  ways to call it, such as `XfnP(p: vector, f: frame, g: frame): vector` */
function primitive(signatures: string | readonly string[], doc: string, varies = false): Primitive {
  const read = [signatures].flat().map((text) => {
    const [, name, list, result] = /^(\w+)\((.*)\): (\w+)$/.exec(text)!;
    return { name, given: list.split(', ').filter((part) => part !== ''), result: result as ResultShape };
  });
  const [{ name, result, given }] = read;
  return {
    name,
    signatures: read.map((one) => one.given.filter((part) => part !== '…').map(parameter)),
    variadic: given.includes('…'),
    result,
    varies,
    doc,
  };
}

/** `"p: vector"` → a parameter. */
function parameter(text: string): Parameter {
  const [name, type] = text.split(': ');
  return { name, type: type as ParameterType };
}

function component(name: string, doc: string): Primitive {
  return primitive(`${name}(o: frame): scalar`, doc, true);
}

const components: readonly Primitive[] = [
  component('Tx', 'Translation of o along x, in its parent [m].'),
  component('Ty', 'Translation of o along y, in its parent [m].'),
  component('Tz', 'Translation of o along z, in its parent [m].'),
  component('Rw', 'Scalar part of the unit quaternion that turns o in its parent.'),
  component(
    'Rx',
    'The x part of the unit quaternion that turns o in its parent; varying it brings Rw along.',
  ),
  component(
    'Ry',
    'The y part of the unit quaternion that turns o in its parent; varying it brings Rw along.',
  ),
  component(
    'Rz',
    'The z part of the unit quaternion that turns o in its parent; varying it brings Rw along.',
  ),
  component('Sx', 'Scale of o along x, in its parent.'),
  component('Sy', 'Scale of o along y, in its parent.'),
  component('Sz', 'Scale of o along z, in its parent.'),
];

const mechanics: readonly Primitive[] = [
  primitive('Mass(o: frame): scalar', 'The mass that o bears [kg].'),
  primitive('InertiaTensor(o: frame): matrix', 'The inertia tensor of o in its own axes [kg m²].'),
  primitive(['KE(): scalar', 'KE(o: frame): scalar'], 'Kinetic energy of the whole system, or of o [J].'),
  primitive(
    ['PE(): scalar', 'PE(o: frame): scalar', 'PE(a: frame, b: frame): scalar'],
    'Potential energy of the whole system, of o, or of a and b together [J].',
  ),
  primitive('AbsTrans(o: frame): vector', 'Position of the origin of o in the root frame [m].'),
  primitive('AbsRot(o: frame): quaternion', 'Rotation of o in the root frame.'),
  primitive('AbsScale(o: frame): vector', 'Scale of o in the root frame.'),
  primitive('RelTrans(a: frame, b: frame): vector', 'Position of the origin of a in the frame b [m].'),
  primitive('RelRot(a: frame, b: frame): quaternion', 'Rotation of a in the frame b.'),
  primitive('RelScale(a: frame, b: frame): vector', 'Scale of a in the frame b.'),
  primitive('AbsLV(o: frame): vector', 'Velocity of the origin of o, in root axes [m/s].'),
  primitive('AbsAV(o: frame): vector', 'Angular velocity of o, in root axes [rad/s].'),
  primitive('LocLV(o: frame): vector', 'Velocity of o against the root, in its own axes [m/s].'),
  primitive('LocAV(o: frame): vector', 'Angular velocity of o against the root, in its own axes [rad/s].'),
  primitive('RelLV(a: frame, b: frame): vector', 'Velocity of a against b, in the axes of b [m/s].'),
  primitive(
    'RelAV(a: frame, b: frame): vector',
    'Angular velocity of a against b, in the axes of b [rad/s].',
  ),
  primitive('EulerX(o: frame): scalar', 'The x Euler angle of o in its parent [rad].'),
  primitive('EulerY(o: frame): scalar', 'The y Euler angle of o in its parent [rad].'),
  primitive('EulerZ(o: frame): scalar', 'The z Euler angle of o in its parent [rad].'),
  primitive('XfnP(p: vector, f: frame, g: frame): vector', 'The place p of the frame f, in the frame g [m].'),
  primitive(
    'XfnV(v: vector, f: frame, g: frame): vector',
    'The direction or velocity v of f, in the axes of g.',
  ),
  primitive('XfnAV(w: vector, f: frame, g: frame): vector', 'The angular velocity w of f, in the axes of g.'),
  primitive('XfnN(n: vector, f: frame, g: frame): vector', 'The surface normal n of f, in the axes of g.'),
];

const surfaces: readonly Primitive[] = [
  primitive('LocNormal(s: surface, p: vector): vector', 'Unit normal of s at p, both in the frame of s.'),
  primitive('AbsNormal(s: surface, p: vector): vector', 'Unit normal of s at p, both in the root frame.'),
  primitive('Contains(s: surface, o: frame): condition', 'The origin of o lies on the surface s.'),
  primitive(
    'Tangent(s: surface, r: surface, o: frame): condition',
    'The surfaces s and r touch at the origin of o, with parallel normals.',
  ),
];

const functions: readonly Primitive[] = [
  primitive('sin(a: scalar): scalar', 'Sine of an angle [rad].'),
  primitive('cos(a: scalar): scalar', 'Cosine of an angle [rad].'),
  primitive('tan(a: scalar): scalar', 'Tangent of an angle [rad].'),
  primitive('asin(a: scalar): scalar', 'Angle between −π/2 and π/2 whose sine is a.'),
  primitive('acos(a: scalar): scalar', 'Angle between 0 and π whose cosine is a.'),
  primitive('atan(a: scalar): scalar', 'Angle between −π/2 and π/2 whose tangent is a.'),
  primitive('atan2(y: scalar, x: scalar): scalar', 'Angle of the point (x, y), between −π and π.'),
  primitive('sqrt(a: scalar): scalar', 'Square root.'),
  primitive('exp(a: scalar): scalar', 'e to the power a.'),
  primitive('log(a: scalar): scalar', 'Natural logarithm.'),
  primitive('abs(a: scalar): scalar', 'Absolute value.'),
  primitive('sign(a: scalar): scalar', '−1, 0 or 1, as a is below, at or above zero.'),
  primitive('min(a: scalar, b: scalar, …): scalar', 'The smallest of its arguments.'),
  primitive('max(a: scalar, b: scalar, …): scalar', 'The largest of its arguments.'),
  primitive('dot(u: vector, v: vector): scalar', 'Scalar product.'),
  primitive('cross(u: vector, v: vector): vector', 'Vector product.'),
  primitive('norm(v: vector): scalar', 'Length of a vector.'),
  primitive('norm2(v: vector): scalar', 'Squared length of a vector.'),
  primitive('normalize(v: vector): vector', 'The vector of length 1 in the same direction.'),
  primitive('d(e: value, a: symbol): same', 'Derivative of e with respect to an argument or to t.'),
];

/** In the order of Figure 8, then the functions of mathematics. */
export const primitives: readonly Primitive[] = [...components, ...mechanics, ...surfaces, ...functions];

/** A Map, so that a name such as `constructor` is not found. */
export const primitiveByName: ReadonlyMap<string, Primitive> = new Map(
  primitives.map((entry) => [entry.name, entry]),
);

/** `XfnP(p: vector, f: frame, g: frame): vector`, one line for each way to call it. */
export function signatureLines(entry: Primitive): readonly string[] {
  return entry.signatures.map((list) => {
    const given = list.map(({ name, type }) => `${name}: ${type}`);
    if (entry.variadic) given.push('…');
    return `${entry.name}(${given.join(', ')}): ${entry.result}`;
  });
}

import { describe, expect, test } from 'vitest';
import {
  about,
  axis,
  key,
  pointer,
  slider,
  system,
  x,
  z,
} from '../../../../src/lagrange/language/build/builder.ts';
import * as functions from '../../../../src/lagrange/language/build/functions.ts';
import {
  AbsLV,
  AbsTrans,
  arrow,
  body,
  Contains,
  choose,
  cos,
  cross,
  d,
  deg,
  EulerX,
  EulerZ,
  frame,
  LocAV,
  LocLV,
  LocNormal,
  Mass,
  norm,
  norm2,
  number,
  point,
  quantity,
  RelAV,
  RelTrans,
  Root,
  Rx,
  Rz,
  sin,
  surface,
  Tx,
  Tz,
  t,
  tan,
  XfnP,
  XfnV,
} from '../../../../src/lagrange/language/build/functions.ts';
import { parse } from '../../../../src/lagrange/language/parse.ts';
import { primitives } from '../../../../src/lagrange/language/primitives.ts';
import type { ScalarLike } from '../../../../src/lagrange/language/build/terms.ts';
import { coaster, pendulum } from '../examples.ts';
import { withoutSpans } from '../without-spans.ts';

function fromText(text: string): unknown {
  const { specification, faults } = parse(text);
  expect(faults).toEqual([]);
  return withoutSpans(specification);
}

test('the pendulum, built, is the pendulum, read', () => {
  const built = system('Pendulum', (s) => {
    const { L, g } = s.const({ L: 1, g: 9.81 });
    const bob = frame('Bob');
    const arm = s.frame('Arm', { turn: x(deg(90)) }, () => {
      s.frame(bob, { at: [0, 0, L.negate()] }, () => s.shape('sphere', [0.1]));
    });
    s.vary(Rx(arm));
    s.mass(bob, point(1));
    s.potential((o) => Mass(o).times(g).times(AbsTrans(o).z));
  });
  expect(withoutSpans(built)).toEqual(fromText(pendulum));
  // Messages about it have a text to point into.
  expect(built.text).toContain('frame Arm turn x(90 deg) {');
});

test('the coaster, built, is the coaster, read', () => {
  const built = system('Coaster', (s) => {
    const { N, Amp, Freq, Radius, CarLength, LinkLength, Gap, g } = s.const({
      N: 3,
      Amp: 12.5,
      Freq: 4,
      Radius: 50,
      CarLength: 3,
      LinkLength: 1,
      Gap: deg(4.58),
      g: 9.81,
    });
    const { Omega, Thrust, Drag } = s.param({ Omega: deg(5), Thrust: 1, Drag: 1e-4 });
    const UpDown = s.control('UpDown', axis('ArrowDown', 'ArrowUp'));
    const Alt = s.def('Alt', [number('a')], (a) => Amp.times(cos(Freq.times(a))));
    const Slope = s.def('Slope', [number('a')], (a) => d(Alt(a), a).over(Radius));
    const Heading = s.def('Heading', [frame('c')], (c) => XfnV([0, 1, 0], c, Root));
    const Slip = s.def('Slip', [frame('a'), frame('p'), frame('c')], (a, p, c) =>
      LocLV(c).plus(cross(RelAV(a, c), RelTrans(p, c).minus(RelTrans(a, c)))),
    );
    const of = (name: string) => (i: ScalarLike) => frame(name, i);
    const [Origin, Car] = [of('Origin'), of('Car')];
    const [FAxle, RAxle, FContact, RContact] = [of('FAxle'), of('RAxle'), of('FContact'), of('RContact')];
    const [FJoint, RJoint] = [of('FJoint'), of('RJoint')];

    s.for('i', 1, N, (i) => {
      s.frame(Origin(i), { turn: z(i.negate().times(Gap)) }, () => {
        s.frame(Car(i), { at: [Radius, 0, Amp] }, () => {
          s.shape('box', [2, CarLength, 1]);
          s.frame(FAxle(i), { at: [0, 1, -0.5] });
          s.frame(RAxle(i), { at: [0, -1, -0.5] });
          s.frame(FContact(i), { at: [0, 1, -0.9] });
          s.frame(RContact(i), { at: [0, -1, -0.9] });
          s.frame(FJoint(i), { at: [0, CarLength.over(2), 0] });
          s.frame(RJoint(i), { at: [0, CarLength.negate().over(2), 0] });
        });
      });
      s.vary(Rz(Origin(i)), Tz(Car(i)), Rx(Car(i)), Rx(FAxle(i)), Rx(RAxle(i)));
      s.mass(Car(i), point(1));
      s.constrain(['alt', i], AbsTrans(Car(i)).z.equals(Alt(EulerZ(Origin(i)))));
      s.constrain(['pitch', i], tan(EulerX(Car(i))).equals(Slope(EulerZ(Origin(i)))));
      s.constrain(['front', i], Slip(FAxle(i), FContact(i), Car(i)).y.equals(0));
      s.constrain(['rear', i], Slip(RAxle(i), RContact(i), Car(i)).y.equals(0));
    });
    s.for('i', 1, N.minus(1), (i) => {
      s.vary(Rx(RJoint(i)), Rz(RJoint(i)));
      const apart = AbsTrans(Car(i)).minus(AbsTrans(Car(i.plus(1))));
      s.constrain(['apart', i], norm2(apart).equals(CarLength.plus(LinkLength).pow(2)));
      const aim = XfnP(AbsTrans(FJoint(i.plus(1))), Root, RJoint(i));
      s.constrain(['aimX', i], aim.x.equals(0));
      s.constrain(['aimZ', i], aim.z.equals(0));
    });
    s.potential((o) => Mass(o).times(g).times(AbsTrans(o).z));
    const first = Car(1);
    s.force(
      first,
      Thrust.times(UpDown)
        .times(Heading(first))
        .minus(Drag.times(AbsLV(first))),
    );
    s.initially(LocAV(Origin(1)).z.equals(Omega));
  });
  expect(withoutSpans(built)).toEqual(fromText(coaster));
});

test('everything else that can be built', () => {
  const built = system('Sampler', (s) => {
    const { k } = s.const({ k: 2500 });
    const { wheel } = s.const({ wheel: quantity(40, 'mm') });
    s.param({ Stiffness: [100, 0, 1000], Plain: -1 });
    const level = s.control('Level', slider(0, k));
    const jump = s.control('Jump', key('Space'));
    s.control('Look', pointer('x'));
    s.def('Half', [], () => k.over(2));
    s.def('Sum', [arrow('u'), surface('s'), number('n')], (u, on, n) => u.plus(LocNormal(on, u).times(n)));
    const ball = frame('Ball');
    const drum = s.frame(
      'Drum',
      [{ scale: 2, at: AbsTrans(Root).negate() }, { turn: about([1, 1, 0], deg(-30)) }],
      () => {
        s.shape('cylinder', [1, 2], { color: 'red' });
        s.camera('Chase', [deg(60), [0, 0, 1]]);
        s.light();
        s.frame(ball);
      },
    );
    const bowl = s.surface('Bowl', (p) => p.x.pow(2).minus(1), drum);
    s.mass(
      ball,
      body(2, [
        [1, 0, 0],
        [0, 1, 0],
        [0, 0, 0.5],
      ]),
    );
    s.mass(drum, body(2, [1, 1, 0.5]));
    s.potential(() => k.times(0.5).times(norm2(AbsTrans(ball))));
    s.potential((a, b) =>
      Mass(a)
        .times(Mass(b))
        .negate()
        .over(norm(AbsTrans(a).minus(AbsTrans(b)))),
    );
    s.torque(ball, [0, 0, choose(level.above(0).and(jump.equals(1).not()), 1, -1)]);
    s.constrain(Contains(bowl, ball));
    s.constrain('swing', Tx(ball).rate().equals(sin(t)));
    s.when(AbsTrans(ball).z.minus(wheel), 'falls', (then) => {
      then.set(Rx(ball).rate(), Rx(ball).rate().times(-0.8));
      then.goto('Flight');
    });
    s.mode('Flight', () => s.force(ball, [0, 0, 1]));
  });
  expect(withoutSpans(built)).toEqual(
    fromText(`system Sampler;
const k = 2500; const wheel = 40 mm;
param Stiffness = 100 in 0 .. 1000, Plain = -1;
control Level = slider(0, k); control Jump = key(Space); control Look = pointer(x);
def Half = k / 2;
def Sum(u: vector, s: surface, n) = u + LocNormal(s, u) * n;
frame Drum scale 2 at -AbsTrans(Root) turn (1, 1, 0) by -30 deg {
  shape cylinder(1, 2) color red; camera Chase(60 deg, (0, 0, 1)); light; frame Ball;
}
surface Bowl(p) in Drum = p.x^2 - 1;
mass Ball = body(2, ((1, 0, 0), (0, 1, 0), (0, 0, 0.5)));
mass Drum = body(2, (1, 1, 0.5));
potential = k * 0.5 * norm2(AbsTrans(Ball));
potential(a, b) = -(Mass(a) * Mass(b)) / norm(AbsTrans(a) - AbsTrans(b));
torque Ball = (0, 0, if Level > 0 and not Jump == 1 then 1 else -1);
constrain Contains(Bowl, Ball);
constrain swing: Tx(Ball)' == sin(t);
when AbsTrans(Ball).z - wheel falls { Rx(Ball)' := Rx(Ball)' * -0.8; goto Flight; }
mode Flight { force Ball = (0, 0, 1); }`),
  );
});

test('there is a function for every primitive', () => {
  const missing = primitives.map(({ name }) => name).filter((name) => !(name in functions));
  expect(missing).toEqual([]);
});

describe('what the language cannot say cannot be built', () => {
  test.each(['mass', '1a', 'a b', '', 'a;', 'x'.repeat(300), 'Ω̈', 'a\n'])('the name %j', (name) => {
    expect(() => system('A', (s) => s.frame(name))).toThrow();
    expect(() => system(name, () => {})).toThrow();
  });

  test('numbers that are none', () => {
    expect(() => system('A', (s) => s.const({ a: Number.NaN }))).toThrow(/NaN/);
    expect(() => system('A', (s) => s.const({ a: Number.POSITIVE_INFINITY }))).toThrow(/Infinity/);
  });

  test('units, colours and depths that are none', () => {
    expect(() => system('A', (s) => s.const({ a: quantity(1, 'ell') }))).toThrow(/not a unit/);
    expect(() => system('A', (s) => s.shape('box', [], { color: '#12; force A = 1' }))).toThrow();
    const deep = () => {
      let sum = t.plus(1);
      for (let i = 0; i < 400; i++) sum = sum.plus(1);
      return sum;
    };
    expect(() => system('A', (s) => s.const({ a: deep() }))).toThrow(/operations hang on each other/);
  });
});

// The two examples by which the language was proposed, as they were written there.

export const pendulum = `system Pendulum;
const L = 1, g = 9.81;
frame Arm turn x(90 deg) { frame Bob at (0, 0, -L) { shape sphere(0.1); } }
vary Rx(Arm);
mass Bob = point(1);
potential(o) = Mass(o) * g * AbsTrans(o).z;
`;

export const coaster = `system Coaster;
const N = 3, Amp = 12.5, Freq = 4, Radius = 50, CarLength = 3, LinkLength = 1, Gap = 4.58 deg, g = 9.81;
param Omega = 5 deg, Thrust = 1, Drag = 1e-4;                 // run-time inputs, no recompilation
control UpDown = axis(ArrowDown, ArrowUp);
def Alt(a) = Amp * cos(Freq * a);
def Slope(a) = d(Alt(a), a) / Radius;
def Heading(c: frame) = XfnV((0, 1, 0), c, Root);
def Slip(a: frame, p: frame, c: frame) = LocLV(c) + cross(RelAV(a, c), RelTrans(p, c) - RelTrans(a, c));
for i in 1..N {
  frame Origin[i] turn z(-i * Gap) {
    frame Car[i] at (Radius, 0, Amp) {
      shape box(2, CarLength, 1);
      frame FAxle[i] at (0, 1, -0.5);    frame RAxle[i] at (0, -1, -0.5);
      frame FContact[i] at (0, 1, -0.9); frame RContact[i] at (0, -1, -0.9);
      frame FJoint[i] at (0, CarLength / 2, 0); frame RJoint[i] at (0, -CarLength / 2, 0);
    }
  }
  vary Rz(Origin[i]), Tz(Car[i]), Rx(Car[i]), Rx(FAxle[i]), Rx(RAxle[i]);
  mass Car[i] = point(1);
  constrain alt[i]:   AbsTrans(Car[i]).z == Alt(EulerZ(Origin[i]));
  constrain pitch[i]: tan(EulerX(Car[i])) == Slope(EulerZ(Origin[i]));
  constrain front[i]: Slip(FAxle[i], FContact[i], Car[i]).y == 0;
  constrain rear[i]:  Slip(RAxle[i], RContact[i], Car[i]).y == 0;
}
for i in 1..N-1 {
  vary Rx(RJoint[i]), Rz(RJoint[i]);
  constrain apart[i]: norm2(AbsTrans(Car[i]) - AbsTrans(Car[i + 1])) == (CarLength + LinkLength)^2;
  constrain aimX[i]: XfnP(AbsTrans(FJoint[i + 1]), Root, RJoint[i]).x == 0;
  constrain aimZ[i]: XfnP(AbsTrans(FJoint[i + 1]), Root, RJoint[i]).z == 0;
}
potential(o) = Mass(o) * g * AbsTrans(o).z;                    // one argument: Unit; two: Pair
force Car[1] = Thrust * UpDown * Heading(Car[1]) - Drag * AbsLV(Car[1]);
initially LocAV(Origin[1]).z == Omega;
`;

/** Every production that the two leave out. */
export const sampler = `/* All the
   rest */
system Sampler; // of the language
const k = 2.5e3, θ = 30 deg, wheel = 40 mm;
param Stiffness = 100 in 0 .. 1e3, Plain = 1;
control Level = slider(0, k);
control Jump = key(Space);
control Look = pointer(x);
def Half = k / 2;
def Sum(u: vector, s: surface, f: frame, n: scalar, free) = u + LocNormal(s, AbsTrans(f)) * n * free;
frame Drum scale 2 at -AbsTrans(Root) turn (1, 1, 0) by -θ turn z(90 deg) {
  shape cylinder(1, 2) color red;
  shape box(1, 1, 1) color #c04020;
  camera Chase(60 deg, (0, 0, 1));
  light;
  light Sun(1);
  frame Ball { shape sphere(wheel); }
}
surface Bowl(p) in Drum = p.x^2 + p.y^2 + p.z^2 - 1;
surface Floor[1, 2](q) = q.z;
mass Ball = body(2, ((1, 0, 0), (0, 1, 0), (0, 0, 0.5)));
potential = 0.5 * k * norm2(AbsTrans(Ball));
potential(a, b) = -Mass(a) * Mass(b) / norm(AbsTrans(a) - AbsTrans(b));
torque Ball = (0, 0, if Level > 0 and not Jump == 1 or Look < -1 then 1 else -1);
constrain Contains(Bowl, Ball);
constrain Tx(Ball)' == sin(t);
initially Rx(Ball)' == 1;
when AbsTrans(Ball).z - 1 falls {
  Rx(Ball)' := -0.8 * Rx(Ball)';
  goto Flight;
}
mode Flight {
  constrain up: Tz(Ball) >= 0;
  force Ball = (0, 0, 1);
  when Tz(Ball) rises { goto Rest; }
}
mode Rest { }
for i in 1..3 { for j in 1 .. i - 1 { frame Grid[i, j] at (i, j, 0); } }
`;

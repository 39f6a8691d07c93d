// Specifications of any length: chains of links and trains of cars.

/** A chain of n links that hangs from one end, each with a mass at its end. */
export function chain(n: number): string {
  const opened = Array.from(
    { length: n },
    (_, k) =>
      `frame Link[${k + 1}] ${k === 0 ? '' : 'at (0, 0, -L) '}turn x(${k === 0 ? 60 : 5} deg) { frame Bob[${k + 1}] at (0, 0, -L);`,
  );
  return `system Chain;
const g = 9.81, L = 0.2;
${opened.join('\n')}
${'}'.repeat(n)}
for i in 1..${n} { vary Rx(Link[i]); mass Bob[i] = point(1); }
potential(o) = Mass(o) * g * AbsTrans(o).z;
`;
}

/** The roller coaster of the paper with n cars. */
export function coaster(n: number): string {
  const links = `for i in 1..N-1 {
  vary Rx(RJoint[i]), Rz(RJoint[i]);
  constrain apart[i]: norm2(AbsTrans(Car[i]) - AbsTrans(Car[i + 1])) == (CarLength + LinkLength)^2;
  constrain aimX[i]: XfnP(AbsTrans(FJoint[i + 1]), Root, RJoint[i]).x == 0;
  constrain aimZ[i]: XfnP(AbsTrans(FJoint[i + 1]), Root, RJoint[i]).z == 0;
}`;
  return `system Coaster;
const N = ${n}, Amp = 12.5, Freq = 4, Radius = 50, CarLength = 3, LinkLength = 1, Gap = 4.58 deg, g = 9.81;
param Omega = 5 deg, Thrust = 1, Drag = 1e-4;
control UpDown = axis(ArrowDown, ArrowUp);
def Alt(a) = Amp * cos(Freq * a);
def Slope(a) = d(Alt(a), a) / Radius;
def Heading(c: frame) = XfnV((0, 1, 0), c, Root);
def Slip(a: frame, p: frame, c: frame) = LocLV(c) + cross(RelAV(a, c), RelTrans(p, c) - RelTrans(a, c));
for i in 1..N {
  frame Origin[i] turn z(-i * Gap) {
    frame Car[i] at (Radius, 0, Alt(-i * Gap)) turn x(atan(Slope(-i * Gap))) {
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
${n > 1 ? links : ''}
potential(o) = Mass(o) * g * AbsTrans(o).z;
force Car[1] = Thrust * UpDown * Heading(Car[1]) - Drag * AbsLV(Car[1]);
initially LocAV(Origin[1]).z == Omega;
`;
}

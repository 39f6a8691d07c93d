// A hundred specifications that are wrong. What is wrong stands between « and »; the message must name it.

export interface Wrong {
  readonly about: string;
  readonly text: string;
  /** What the message and its remedy must say. */
  readonly says: RegExp;
  /** Found on the way to this time [s]. */
  readonly until?: number;
}

const wrong = (about: string, text: string, says: RegExp, until?: number): Wrong => ({
  about,
  text,
  says,
  ...(until === undefined ? {} : { until }),
});

/** A pendulum that is right, around what is not. */
const pendulum = (rest: string): string =>
  `system P;
const L = 1, g = 9.81;
frame Arm turn x(90 deg) { frame Bob at (0, 0, -L) { shape sphere(0.1); } }
vary Rx(Arm);
mass Bob = point(1);
potential(o) = Mass(o) * g * AbsTrans(o).z;
${rest}`;

/** A point that moves freely in space. */
const free = (rest: string): string =>
  `system F;
frame A at (1, 0, 0);
vary Tx(A), Ty(A), Tz(A);
mass A = point(1);
${rest}`;

const syntax: readonly Wrong[] = [
  wrong('no semicolon', 'system P;\nconst L = 1« »\nvary Tx(A);', /;/),
  wrong('a brace that stays open', 'system P;\nframe A «{» shape sphere(1);\nvary Tx(A);', /\}|close/),
  wrong('a brace too many', 'system P;\nframe A;\n«}»\nvary Tx(A);', /\}/),
  wrong('= for ==', pendulum('constrain c: Rx(Arm) «=» 0;'), /==/),
  wrong('a misspelt keyword', pendulum('«potnetial» = 0;'), /potential/),
  wrong('a misspelt placement', 'system P;\nframe A «trun» x(90 deg);\nvary Tx(A);', /turn/),
  wrong('a number that ends in its dot', 'system P;\nconst L = «1.»;', /1\.0|digit/),
  wrong('a comment that stays open', 'system P;\n«/*» everything', /\*\//),
  wrong('a stray character', 'system P;\nconst L = 1 «@» 2;', /@/),
  wrong('a reserved word as a name', 'system P;\nconst «mass» = 1;', /mass/),
  wrong('no system', '«const» L = 1;', /system/),
  wrong('an empty text', '«»', /system|empty/),
  wrong('a unit of one letter', 'system P;\nconst L = 2 «m»;', /m\b/),
  wrong('a unit that is none', 'system P;\nconst L = 2 «furlong»;', /furlong/),
  wrong('comparisons in a row', pendulum('def f(a) = 1 < a «<» 2;'), /</),
  wrong('a round bracket that stays open', 'system P;\nconst L = «(»1 + 2;', /\)|closed/),
  wrong('a string', 'system P;\nconst L = «"»one";', /"|string/),
  wrong('an edge that is none', pendulum("when Rx(Arm) «rise» { Rx(Arm)' := 0; }"), /rises/),
];

const names: readonly Wrong[] = [
  wrong('a frame that is not there', pendulum('force «Bobb» = (0, 0, 1);'), /Bob\b/),
  wrong('a constant that is not there', pendulum('force Bob = (0, 0, «G»);'), /G/),
  wrong('a function that is not there', pendulum('potential = «Abstrans»(Bob).z;'), /AbsTrans/),
  wrong('a definition that is not there', pendulum('def Half(a) = a / 2;\npotential = «Halv»(2);'), /Half/),
  wrong('a variable that is no component', pendulum('vary «Rq(Bob)»;'), /Rx|Ry|Rz|Rw/),
  wrong(
    'an index that is not there',
    'system P;\nfor i in 1..3 { frame A[i]; }\nvary Tx(«A[4]»);',
    /A\[4\]|\[1\]/,
  ),
  wrong('a frame twice', 'system P;\nframe A;\nframe «A»;\nvary Tx(A);', /taken/),
  wrong('a constant twice', 'system P;\nconst L = 1, «L = 2»;', /taken/),
  wrong('a definition twice', pendulum('def f(a) = a;\n«def f(a) = 2 * a;»'), /already/),
  wrong('a variable twice', pendulum('vary «Rx(Arm)»;'), /varies already/),
  wrong('a mass twice', pendulum('«mass Bob = point(2);»'), /Bob has a mass already/),
  wrong('a parameter with the name of a constant', pendulum('param «L = 2»;'), /taken/),
  wrong('two constraints of one name', free('constrain c: Tx(A) == 1;\n«constrain c: Ty(A) == 0;»'), /taken/),
  wrong('a parameter that was never given', pendulum('force Bob = (0, «Wind», 0);'), /Wind/),
  wrong('a device that is none', pendulum('«control U = joystick(x);»'), /axis|slider|key|pointer/),
  wrong('a surface that is not there', free('constrain Contains(«Bowl», A);'), /Bowl/),
  wrong('a mode that is not there', pendulum('when Rx(Arm) rises { «goto Fly;» }'), /Fly/),
  wrong('a mode twice', pendulum('mode A { }\n«mode A { }»'), /already/),
  wrong('an axis that is none', free('potential = AbsTrans(A)«.q»;'), /x|y|z/),
  wrong('a hostile name', pendulum('force Bob = («__proto__», 0, 0);'), /__proto__/),
  wrong('another hostile name', pendulum('force Bob = («constructor», 0, 0);'), /constructor/),
  wrong('a hostile function', pendulum('potential = «toString»(1);'), /toString/),
  wrong('a loop index outside its loop', 'system P;\nfor i in 1..2 { frame A[i]; }\nvary Tx(A[«i»]);', /i\b/),
];

const shapes: readonly Wrong[] = [
  wrong('a scalar for a force', pendulum('force Bob = «1»;'), /vector/),
  wrong('a vector for a potential', pendulum('potential = «AbsTrans(Bob)»;'), /scalar|number/),
  wrong('a frame for a vector', pendulum('potential = norm(«Bob»);'), /AbsTrans/),
  wrong('a vector for a frame', pendulum('potential = Mass(«(0, 0, 1)»);'), /frame/),
  wrong('too few arguments', pendulum('potential = «RelTrans(Bob)».z;'), /2 arguments/),
  wrong('too many arguments', pendulum('potential = «AbsTrans(Bob, Arm)».z;'), /1 arguments?/),
  wrong('too few for a definition', pendulum('def f(a, b) = a + b;\npotential = «f(1)»;'), /2 arguments/),
  wrong('a vector of two', pendulum('force Bob = «(0, 1)»;'), /three components/),
  wrong('a sum of number and vector', pendulum('potential = «1 + AbsTrans(Bob)»;'), /vector/),
  wrong('a product of vectors', pendulum('potential = «AbsTrans(Bob) * AbsTrans(Bob)»;'), /dot|cross|vector/),
  wrong('division by a vector', pendulum('potential = «1 / AbsTrans(Bob)»;'), /vector|number/),
  wrong('a component of a number', pendulum('potential = «g.x»;'), /vector|component/),
  wrong('a mass that is a number', free('frame B;\nmass B = «2»;'), /point\(m\)/),
  wrong('a body without inertia', free('frame B;\nmass B = «body(2)»;'), /inertia/),
  wrong('a constraint that is no equation', pendulum('constrain c: «Rx(Arm)»;'), /a == b/),
  wrong('a start that is no equation', pendulum("initially «Rx(Arm)'»;"), /a == b/),
  wrong('an equation of vector and number', free('constrain c: «AbsTrans(A) == 0»;'), /vector|number/),
  wrong('a potential of three', pendulum('«potential(a, b, c) = 1;»'), /one or two/),
  wrong(
    'a size that is not known',
    'system P;\nparam R = 1;\nframe A { shape sphere(«R»); }\nvary Tx(A);\nmass A = point(1);',
    /constant|known|number/,
  ),
  wrong('a place that moves', 'system P;\nframe A at «(t, 0, 0)»;\nvary Tx(A);', /before the start|numbers/),
  wrong('a loop without whole numbers', 'system P;\n«for i in 1..2.5 { frame A[i]; }»', /whole/),
  wrong('a loop without end', 'system P;\n«for i in 1..1e9 { frame A[i]; }»', /too long/),
  wrong(
    'loops in loops without end',
    'system P;\nfor i in 1..100000 { «for j in 1..100000 { vary Tx(Root); }» }',
    /too long|root/,
  ),
  wrong(
    'a definition that calls itself',
    pendulum('def f(a) = 1 + «f(a)»;\npotential = f(1);'),
    /itself|recursive/,
  ),
  wrong(
    'definitions that call each other',
    pendulum('def f(a) = «h(a)»;\ndef h(a) = f(a);\npotential = f(1);'),
    /itself|recursive/,
  ),
  wrong('a scale of zero', 'system P;\nframe A «scale (1, 0, 1)»;\nvary Tx(A);', /zero/),
  wrong('a turn about nothing', 'system P;\nframe A «turn (0, 0, 0) by 1»;\nvary Tx(A);', /zero|direction/),
  wrong('a new value for no variable', pendulum('when Rx(Arm) rises { «g» := 2; }'), /variables/),
  wrong(
    'the derivative by something else',
    pendulum('potential = d(Rx(Arm)^2, «Rx(Arm)»);'),
    /argument|name/,
  ),
];

const mechanics: readonly Wrong[] = [
  wrong('nothing varies', '«»system P;\nframe A;\nmass A = point(1);', /varies|vary/),
  wrong('the root varies', 'system P;\nvary «Tx(Root)»;', /root/),
  wrong('a mass that is not there', pendulum('potential = «Mass(Arm)»;'), /Arm has no mass/),
  wrong(
    'an inertia that is not there',
    pendulum('def I(o: frame) = «InertiaTensor(o)»;\npotential = I(Bob).x;'),
    /inertia|Bob|matrix|vector/i,
  ),
  wrong('a potential of speeds', free("«potential = Tx(A)'^2;»"), /force/),
  wrong('a constraint in which nothing moves', free('«constrain c: 1 == 2;»'), /nothing in it moves/),
  wrong('a constraint that always holds', free('«constrain c: Tx(A) == Tx(A);»'), /always holds/),
  wrong('a variable without mass or constraint', free('frame B;\nvary «Tx(B)»;'), /Tx\(B\)/),
  wrong(
    'a rotation without inertia',
    'system P;\nframe A;\nvary Tx(A), «Rx(A)»;\nmass A = point(1);',
    /Rx\(A\)|Rw\(A\)/,
  ),
  wrong(
    'more constraints than variables',
    free(
      '«constrain a: Tx(A) == 1;\nconstrain b: Ty(A) == 0;\nconstrain c: Tz(A) == 0;\nconstrain d: Tx(A) + Ty(A) == 3;»',
    ),
    /\b[abcd]\b/,
  ),
  wrong(
    'two constraints that contradict each other',
    free('constrain a: Tx(A) == 1;\n«constrain b: Tx(A) == 2;»'),
    /\b[ab]\b/,
  ),
  wrong(
    'a constraint that is not affine in rates',
    free("«constrain c: Tx(A)'^2 + Ty(A)'^2 == 1;»"),
    /c\b.*(affine|linear|rate)/,
  ),
  wrong(
    'a noncausal pair with one constraint',
    free('frame B;\nvary Tx(B), «Ty(B)»;\nconstrain c: Tx(B) + Ty(B) == Tx(A);'),
    /T[xy]\(B\)/,
  ),
  wrong('a mass of nothing', 'system P;\nframe A;\nvary Tx(A);\nmass A = point(«0»);', /mass/),
  wrong(
    'a free body without one of its moments',
    'system P;\nframe A;\nvary «Rx(A), Ry(A), Rz(A)»;\nmass A = body(1, (0, 0, 0));',
    /R[xyz]\(A\)/,
  ),
];

const starts: readonly Wrong[] = [
  wrong('a distance that cannot be', free('constrain c: «Tx(A)^2 == -1»;'), /c\b/),
  wrong('too long a rod', pendulum('«constrain c: AbsTrans(Bob).z == 5;»'), /c\b/),
  wrong('a root of a negative number', free('«constrain c: sqrt(Tx(A) - 3) == Ty(A) - 1;»'), /c\b/),
  wrong(
    'a logarithm of nothing',
    'system P;\nframe A;\nvary «Tx(A)»;\nmass A = point(1);\npotential = log(Tx(A));',
    /Tx\(A\)/,
  ),
  wrong(
    'masses in one place',
    'system P;\nframe A;\nframe B;\nvary «Tx(A)», Tx(B);\nmass A = point(1);\nmass B = point(1);\npotential(a, b) = -1 / norm(AbsTrans(a) - AbsTrans(b));',
    /Tx\([AB]\)/,
  ),
  wrong(
    'a force divided by zero',
    free('force A = (1 / (Tx(A) - 1), 0, 0);').replace('vary Tx(A)', 'vary «Tx(A)»'),
    /Tx\(A\)/,
  ),
  wrong(
    'a start against a constraint',
    free("constrain c: Tx(A) == 1;\n«initially Tx(A)' == 2;»"),
    /start|hold/,
  ),
  wrong(
    'two starts against each other',
    free("initially Tx(A)' == 1;\n«initially Tx(A)' == 2;»"),
    /start|hold/,
  ),
  wrong(
    'a start of a place that cannot be',
    free('constrain c: Tx(A)^2 + Ty(A)^2 == 1;\n«initially Tx(A) == 4;»'),
    /start|hold|c\b/,
  ),
  wrong('a division by zero in a constraint', free('«constrain c: 1 / Ty(A) == 1 / Tz(A) + 1;»'), /c\b/),
  wrong(
    'a normal where there is none',
    free('surface S(p) = norm2(p) - 1;\n«constrain c: AbsNormal(S, AbsTrans(A) - (1, 0, 0)).x == 0.5;»'),
    /c\b/,
  ),
];

const runs: readonly Wrong[] = [
  wrong(
    'masses that fall into each other',
    'system P;\nframe A;\nframe B at (1, 0, 0);\nvary «Tx(A)», «Tx(B)»;\nmass A = point(1);\nmass B = point(1);\npotential(a, b) = -1 / norm(AbsTrans(a) - AbsTrans(b));'.replace(
      '«Tx(B)»',
      'Tx(B)',
    ),
    /Tx\([AB]\)/,
    5,
  ),
  wrong(
    'a bounce that never ends',
    "system P;\nframe A at (0, 0, 1);\nvary Tz(A);\nmass A = point(1);\npotential(o) = 9.81 * Mass(o) * AbsTrans(o).z;\n«when Tz(A) falls { Tz(A)' := -0.5 * Tz(A)'; }»",
    /faster|pile|Zeno/,
    5,
  ),
  wrong(
    'a mode that cannot be entered',
    "system P;\nframe A;\nvary Tx(A), Ty(A);\nmass A = point(1);\ninitially Tx(A)' == 1;\nmode Free { «when Tx(A) > 1 rises { goto Held; }» }\nmode Held { constrain c: Ty(A) == 3; }",
    /c\b.*Held/,
    3,
  ),
  wrong(
    'a force without bounds',
    'system P;\nframe A at (1, 0, 0);\nvary «Tx(A)»;\nmass A = point(1);\nforce A = (Tx(A)^3, 0, 0);',
    /Tx\(A\)/,
    50,
  ),
];

const further: readonly Wrong[] = [
  wrong('a parameter outside its range', pendulum('param «k = 5 in 0..1»;'), /k is outside its range/),
  wrong(
    'a root that becomes imaginary',
    "system P;\nframe A;\nvary «Tx(A)»;\nmass A = point(1);\ninitially Tx(A)' == -1;\nforce A = (sqrt(Tx(A) + 0.5), 0, 0);",
    /force along Tx\(A\) is not a finite number from here on/,
    2,
  ),
  wrong(
    'a decimal comma',
    'system P;\nconst g = «9,81»;\nframe A;\nvary Tx(A);\nmass A = point(1);',
    /point.*9\.81/,
  ),
  wrong('a force on the root', pendulum('«force Root = (0, 0, 1);»'), /Root stands still/),
  wrong('a torque on what stands', pendulum('frame Post;\n«torque Post = (0, 0, 1);»'), /vary Post/),
  wrong(
    'a loop that counts down',
    'system P;\n«for i in 3..1 { frame A[i]; }»\nframe B;\nvary Tx(B);\nmass B = point(1);',
    /1\.\.3/,
  ),
  wrong(
    'a parameter as a bound',
    'system P;\nparam n = 2;\nfor i in 1..«n» { frame A[i]; vary Tx(A[i]); mass A[i] = point(1); }',
    /make it a const/,
  ),
  wrong(
    'a control in a pose',
    'system P;\ncontrol c = slider(0, 1);\nframe A at («c», 0, 0);\nvary Ty(A);\nmass A = point(1);',
    /may change while/,
  ),
  wrong(
    'a constant below where it is needed',
    'system P;\nframe A at («L», 0, 0);\nconst L = 2;\nvary Tx(A);\nmass A = point(1);',
    /move its const/,
  ),
  wrong('an acceleration', pendulum("constrain c: «Rx(Arm)''» == 0;"), /accelerations have no name/),
  wrong('the rate of a speed', free("force A = («AbsLV(A)'», 0, 0).x * (1, 0, 0);"), /acceleration|number/),
  wrong(
    'an event of nothing that moves',
    pendulum("when «2 * L» rises { Rx(Arm)' := 0; }"),
    /never crosses zero/,
  ),
  wrong(
    'a mode where there are none',
    pendulum('when AbsTrans(Bob).y falls { «goto Rest;» }'),
    /write mode Rest/,
  ),
  wrong(
    'a negative inertia',
    'system P;\nframe A;\nvary Rx(A);\nmass A = body(1, «(-1, 1, 1)»);',
    /not negative/,
  ),
  wrong(
    'a logarithm of a negative number',
    'system P;\nframe A at (-1, 0, 0);\nvary Tx(A);\nmass A = point(1);\n«potential = log(Tx(A));»',
    /potential energy/,
  ),
  wrong('a second potential of speeds', pendulum("«potential = Rx(Arm)'^2;»"), /places, not on speeds/),
  wrong(
    'a rope of length nothing can reach',
    'system P;\nframe A;\nvary Tx(A), Ty(A);\nmass A = point(1);\n«constrain rope: norm2(AbsTrans(A)) == 4;»',
    /rope.*off by/,
  ),
];

export const cases: readonly Wrong[] = [
  ...further,
  ...syntax,
  ...names,
  ...shapes,
  ...mechanics,
  ...starts,
  ...runs,
];

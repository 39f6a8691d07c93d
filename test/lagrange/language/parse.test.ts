import { describe, expect, test } from 'vitest';
import type { Expression, Specification, Statement } from '../../../src/lagrange/language/ast.ts';
import { parse } from '../../../src/lagrange/language/parse.ts';
import { describeSpecFault } from '../../../src/lagrange/language/position.ts';
import { coaster, pendulum, sampler } from './examples.ts';

function read(text: string): Specification {
  const { specification, faults } = parse(text);
  expect(faults.map((fault) => describeSpecFault(fault, text))).toEqual([]);
  return specification!;
}

/** An expression in brackets throughout, so that its shape can be read. */
function shape(e: Expression): string {
  switch (e.kind) {
    case 'number':
      return `${e.value}`;
    case 'quantity':
      return `${shape(e.of)}_${e.unit}`;
    case 'name':
      return e.indices.length > 0 ? `${e.name}[${e.indices.map(shape)}]` : e.name;
    case 'call':
      return `${e.name}(${e.arguments.map(shape)})`;
    case 'vector':
      return `<${e.items.map(shape)}>`;
    case 'component':
      return `${shape(e.of)}.${e.axis}`;
    case 'rate':
      return `${shape(e.of)}'`;
    case 'negate':
      return `(-${shape(e.of)})`;
    case 'not':
      return `(not ${shape(e.of)})`;
    case 'binary':
      return `(${shape(e.left)}${e.operator}${shape(e.right)})`;
    case 'if':
      return `(${shape(e.condition)}?${shape(e.accepted)}:${shape(e.otherwise)})`;
  }
}

function shapeOf(expression: string): string {
  const [statement] = read(`system A; def f = ${expression};`).statements;
  return shape((statement as Extract<Statement, { kind: 'def' }>).body);
}

describe('examples', () => {
  test('the pendulum is read as it is written', () => {
    const { name, statements, text } = read(pendulum);
    expect(name).toBe('Pendulum');
    expect(text).toBe(pendulum);
    expect(statements.map(({ kind }) => kind)).toEqual(['const', 'frame', 'vary', 'mass', 'potential']);
    const [, arm, vary] = statements;
    expect(arm).toMatchObject({
      kind: 'frame',
      name: { name: 'Arm', indices: [] },
      placements: [{ kind: 'turn', axis: 'x', angle: { kind: 'quantity', unit: 'deg', of: { value: 90 } } }],
      body: [{ kind: 'frame', name: { name: 'Bob' }, body: [{ kind: 'shape', shape: 'sphere' }] }],
    });
    expect(vary).toMatchObject({ variables: [{ component: 'Rx', frame: { kind: 'name', name: 'Arm' } }] });
  });

  test('the coaster is read as it is written', () => {
    const { statements } = read(coaster);
    const count = (list: readonly Statement[]): Record<string, number> => {
      const counts: Record<string, number> = {};
      for (const statement of list) {
        counts[statement.kind] = (counts[statement.kind] ?? 0) + 1;
        const inner = statement.kind === 'for' || statement.kind === 'frame' ? count(statement.body) : {};
        for (const [kind, n] of Object.entries(inner)) counts[kind] = (counts[kind] ?? 0) + n;
      }
      return counts;
    };
    expect(count(statements)).toEqual({
      const: 1,
      param: 1,
      control: 1,
      def: 4,
      for: 2,
      frame: 8,
      shape: 1,
      vary: 2,
      mass: 1,
      constrain: 7,
      potential: 1,
      force: 1,
      initially: 1,
    });
    expect(statements[2]).toMatchObject({
      kind: 'control',
      name: 'UpDown',
      device: 'axis',
      arguments: [
        { kind: 'key', key: 'ArrowDown' },
        { kind: 'key', key: 'ArrowUp' },
      ],
    });
  });

  test('every other production is read', () => {
    const { statements } = read(sampler);
    const of = (kind: Statement['kind']) => statements.filter((statement) => statement.kind === kind);
    expect(of('param')[0]).toMatchObject({
      bindings: [{ name: 'Stiffness', range: [{ value: 0 }, { value: 1000 }] }, { name: 'Plain' }],
    });
    expect(of('control').map((c) => c.kind === 'control' && c.arguments.map(({ kind }) => kind))).toEqual([
      ['number', 'name'],
      ['key'],
      ['key'],
    ]);
    const [drum] = of('frame');
    if (drum.kind !== 'frame') throw new Error('not a frame');
    // `scale 2 at -…` is a scale and a place, not a number in the unit "at".
    expect(drum.placements.map(({ kind }) => kind)).toEqual(['scale', 'at', 'turn', 'turn']);
    expect(drum.body).toMatchObject([
      { kind: 'shape', color: 'red' },
      { kind: 'shape', color: '#c04020' },
      { kind: 'camera', name: 'Chase' },
      { kind: 'light', arguments: [] },
      { kind: 'light', name: 'Sun' },
      { kind: 'frame' },
    ]);
    expect(of('surface')).toMatchObject([
      { name: { name: 'Bowl' }, point: 'p', frame: { kind: 'name', name: 'Drum' } },
      { name: { name: 'Floor', indices: [{ value: 1 }, { value: 2 }] }, point: 'q' },
    ]);
    expect(of('surface')[1]).not.toHaveProperty('frame');
    expect(of('potential')).toMatchObject([{ parameters: [] }, { parameters: ['a', 'b'] }]);
    expect(of('constrain')[0]).not.toHaveProperty('name');
    expect(of('when')[0]).toMatchObject({
      edge: 'falls',
      actions: [
        { kind: 'assign', target: { kind: 'rate', of: { kind: 'call', name: 'Rx' } } },
        { kind: 'goto', mode: 'Flight' },
      ],
    });
    expect(of('mode')).toMatchObject([
      {
        name: 'Flight',
        body: [{ kind: 'constrain', name: { name: 'up' } }, { kind: 'force' }, { kind: 'when' }],
      },
      { name: 'Rest', body: [] },
    ]);
    expect(of('def')[1]).toMatchObject({
      parameters: [
        { type: 'vector' },
        { type: 'surface' },
        { type: 'frame' },
        { type: 'scalar' },
        { name: 'free' },
      ],
    });
  });

  test('a surface whose value is a bare name has no frame', () => {
    const [statement] = read('system A; surface S(p) = height;').statements;
    expect(statement).toMatchObject({ kind: 'surface', value: { kind: 'name', name: 'height' } });
    expect(statement).not.toHaveProperty('frame');
  });
});

describe('precedence is that of mathematics', () => {
  test.each([
    ['-a^2', '(-(a^2))'],
    ['a^b^c', '(a^(b^c))'],
    ['a^-b^c', '(a^(-(b^c)))'],
    ['a^-b * c', '((a^(-b))*c)'],
    ['-a * b', '((-a)*b)'],
    ['a - b - c', '((a-b)-c)'],
    ['a / b * c', '((a/b)*c)'],
    ['a + b * c', '(a+(b*c))'],
    ['a * -b', '(a*(-b))'],
    ['a - -b', '(a-(-b))'],
    ['2 deg^2', '(2_deg^2)'],
    ['-3 deg * 2', '((-3_deg)*2)'],
    ['a + b < c * d', '((a+b)<(c*d))'],
    ['a < b and c > d or e == f', '(((a<b)and(c>d))or(e==f))'],
    ['not a == b and c', '((not (a==b))andc)'],
    ['not not a', '(not (not a))'],
    ['if a then b else if c then d else e + 1', '(a?b:(c?d:(e+1)))'],
    ['(if a then b else c) + 1', '((a?b:c)+1)'],
    ["Rx(A)'' + v'.x", "(Rx(A)''+v'.x)"],
    ['(1, 2, 3).x', '<1,2,3>.x'],
    ['((a))', 'a'],
    ['A[i + 1][2]', 'A[(i+1),2]'],
    ['f()', 'f()'],
    ['1e3 + 1E-2 + 1.5e+2', '((1000+0.01)+150)'],
  ])('%s', (text, wanted) => {
    expect(shapeOf(text)).toBe(wanted);
  });

  test('words of a place are names elsewhere', () => {
    expect(shapeOf('scale * at + turn(color) - by + deg')).toBe('((((scale*at)+turn(color))-by)+deg)');
    const [frame] = read('system A; frame turn turn x(1) at at scale scale;').statements;
    expect(frame).toMatchObject({
      name: { name: 'turn' },
      placements: [{ kind: 'turn' }, { kind: 'at' }, { kind: 'scale' }],
    });
  });
});

test('spans are those of the text', () => {
  const text = 'system A;\nconst a = 1 + foo(2);';
  const [statement] = read(text).statements;
  expect(text.slice(...statement.span)).toBe('const a = 1 + foo(2);');
  if (statement.kind !== 'const' || statement.bindings[0].value.kind !== 'binary')
    throw new Error('unexpected');
  expect(text.slice(...statement.bindings[0].value.right.span)).toBe('foo(2)');
});

test('a byte order mark, Windows line ends and comments anywhere do no harm', () => {
  const text = '\ufeffsystem /* a */ A // b\r\n;\r\nconst /**/ a = /* 1 */ 2 /***/ ; // end';
  expect(read(text).statements).toMatchObject([{ bindings: [{ name: 'a', value: { value: 2 } }] }]);
});

test('hostile names are names like others', () => {
  const names = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'ωΓ_1', 'a'.repeat(256)];
  for (const name of names) {
    const { statements } = read(`system ${name}; const ${name} = ${name}(${name}); mode ${name} { }`);
    expect(statements[0]).toMatchObject({ bindings: [{ name, value: { kind: 'call', name } }] });
  }
});

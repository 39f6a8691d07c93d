// Random syntax trees, of everything that the grammar can say.

import fc from 'fast-check';
import type {
  Action,
  Expression,
  Name,
  Placement,
  Specification,
  Statement,
} from '../../../src/lagrange/language/ast.ts';
import { units } from '../../../src/lagrange/language/units.ts';
import { reservedWords } from '../../../src/lagrange/language/words.ts';

const span = fc.constant<readonly [number, number]>([0, 0]);

const identifier = fc.oneof(
  fc.constantFrom(
    'a',
    'Car',
    'x',
    'at',
    'turn',
    'scale',
    'by',
    'color',
    'deg',
    'mm',
    't',
    'd',
    '__proto__',
    'constructor',
    'θ',
  ),
  fc.stringMatching(/^[A-Za-z_][A-Za-z0-9_]{0,8}$/).filter((word) => !reservedWords.has(word)),
);

const plainNumber = fc.oneof(
  fc.nat(),
  fc.double({ min: 0, noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(0, 1e21, 1e-7, 5e-324, Number.MAX_VALUE, 0.1),
);

type Of<K extends Expression['kind']> = fc.Arbitrary<Extract<Expression, { kind: K }>>;

const { expression } = fc.letrec<{ expression: Expression }>((tie) => {
  const e = tie('expression');
  const some = fc.array(e, { maxLength: 3 });
  const number: Of<'number'> = fc.record({
    kind: fc.constant('number'),
    value: plainNumber.map((v) => v + 0),
    span,
  });
  return {
    expression: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      number,
      fc.record({
        kind: fc.constant('name'),
        name: identifier,
        indices: fc.constant([]),
        span,
      }) as Of<'name'>,
      fc.record({
        kind: fc.constant('quantity'),
        of: number,
        unit: fc.constantFrom(...units.map(({ name }) => name)),
        span,
      }) as Of<'quantity'>,
      fc.record({ kind: fc.constant('name'), name: identifier, indices: some, span }) as Of<'name'>,
      fc.record({ kind: fc.constant('call'), name: identifier, arguments: some, span }) as Of<'call'>,
      fc.record({
        kind: fc.constant('vector'),
        items: fc.array(e, { minLength: 2, maxLength: 4 }),
        span,
      }) as Of<'vector'>,
      fc.record({
        kind: fc.constant('component'),
        of: e,
        axis: fc.constantFrom('x', 'y', 'z', 'w'),
        span,
      }) as Of<'component'>,
      fc.record({ kind: fc.constantFrom('negate', 'rate', 'not'), of: e, span }) as fc.Arbitrary<Expression>,
      fc.record({
        kind: fc.constant('binary'),
        operator: fc.constantFrom('+', '-', '*', '/', '^', '<', '<=', '>', '>=', '==', '!=', 'and', 'or'),
        left: e,
        right: e,
        span,
      }) as Of<'binary'>,
      fc.record({ kind: fc.constant('if'), condition: e, accepted: e, otherwise: e, span }) as Of<'if'>,
    ),
  };
});

const name: fc.Arbitrary<Name> = fc.record({
  name: identifier,
  indices: fc.array(expression, { maxLength: 2 }),
  span,
});
const named = name.map((one): Expression => ({ kind: 'name', ...one }));
const vector = fc
  .array(expression, { minLength: 2, maxLength: 3 })
  .map((items): Expression => ({ kind: 'vector', items, span: [0, 0] }));
const binding = fc.record({ name: identifier, value: expression, span });
const some = <T>(one: fc.Arbitrary<T>) => fc.array(one, { minLength: 1, maxLength: 3 });

const placement: fc.Arbitrary<Placement> = fc.oneof(
  fc.record({ kind: fc.constant('at' as const), place: expression, span }),
  fc.record({ kind: fc.constant('scale' as const), by: expression, span }),
  fc.record({
    kind: fc.constant('turn' as const),
    axis: fc.oneof(fc.constantFrom('x' as const, 'y' as const, 'z' as const), vector),
    angle: expression,
    span,
  }),
);

/** What the grammar takes before `:=`: no comparison, condition or if, unless in brackets, which leave no trace. */
const target = expression.filter(
  (e) => e.kind === 'call' || e.kind === 'rate' || e.kind === 'name' || e.kind === 'component',
);
const action: fc.Arbitrary<Action> = fc.oneof(
  fc.record({ kind: fc.constant('assign' as const), target, value: expression, span }),
  fc.record({ kind: fc.constant('goto' as const), mode: identifier, span }),
);

const color = fc.oneof(identifier, fc.constantFrom('#fff', '#c04020'));
const key = fc.record({ kind: fc.constant('key' as const), key: identifier, span });

const { statement } = fc.letrec<{ statement: Statement }>((tie) => {
  const body = fc.array(tie('statement'), { maxLength: 3 });
  const kind = <K extends Statement['kind']>(...kinds: K[]) => fc.constantFrom(...kinds);
  const parts: fc.Arbitrary<unknown>[] = [
    fc.record({ kind: kind('const'), bindings: some(binding), span }),
    fc.record({
      kind: kind('param'),
      bindings: some(
        fc.oneof(
          binding,
          fc.record({ name: identifier, value: expression, span, range: fc.tuple(expression, expression) }),
        ),
      ),
      span,
    }),
    fc.record({
      kind: kind('control'),
      name: identifier,
      device: fc.constantFrom('axis', 'key', 'pointer'),
      arguments: fc.array(key, { maxLength: 2 }),
      span,
    }),
    fc.record({
      kind: kind('control'),
      name: identifier,
      device: fc.constantFrom('slider', 'other'),
      arguments: fc.array(expression, { maxLength: 2 }),
      span,
    }),
    fc.record({
      kind: kind('def'),
      name: identifier,
      parameters: fc.array(
        fc.oneof(
          fc.record({ name: identifier, span }),
          fc.record({
            name: identifier,
            type: fc.constantFrom('frame', 'vector', 'scalar', 'surface'),
            span,
          }),
        ),
        { maxLength: 3 },
      ),
      body: expression,
      span,
    }),
    fc.record({ kind: kind('frame'), name, placements: fc.array(placement, { maxLength: 3 }), body, span }),
    fc.record(
      {
        kind: kind('shape'),
        shape: identifier,
        arguments: fc.array(expression, { maxLength: 3 }),
        color,
        span,
      },
      { requiredKeys: ['kind', 'shape', 'arguments', 'span'] },
    ),
    fc.record(
      {
        kind: kind('camera', 'light'),
        name: identifier,
        arguments: fc.array(expression, { maxLength: 2 }),
        span,
      },
      { requiredKeys: ['kind', 'arguments', 'span'] },
    ),
    fc.record({
      kind: kind('vary'),
      variables: some(fc.record({ component: identifier, frame: expression, span })),
      span,
    }),
    fc.record({ kind: kind('mass', 'force', 'torque'), frame: named, value: expression, span }),
    fc.record({
      kind: kind('potential'),
      parameters: fc.array(identifier, { maxLength: 2 }),
      value: expression,
      span,
    }),
    fc.record(
      { kind: kind('constrain'), name, condition: expression, span },
      { requiredKeys: ['kind', 'condition', 'span'] },
    ),
    fc.record({ kind: kind('initially'), condition: expression, span }),
    fc.record(
      { kind: kind('surface'), name, point: identifier, frame: named, value: expression, span },
      { requiredKeys: ['kind', 'name', 'point', 'value', 'span'] },
    ),
    fc.record({ kind: kind('for'), index: identifier, from: expression, to: expression, body, span }),
    fc.record({
      kind: kind('when'),
      trigger: expression,
      edge: fc.constantFrom('rises', 'falls'),
      actions: fc.array(action, { maxLength: 3 }),
      span,
    }),
    fc.record({ kind: kind('mode'), name: identifier, body, span }),
  ];
  return { statement: fc.oneof({ depthSize: 'small' }, ...(parts as fc.Arbitrary<Statement>[])) };
});

export const specification: fc.Arbitrary<Specification> = fc.record({
  name: identifier,
  statements: fc.array(statement, { maxLength: 5 }),
  text: fc.constant(''),
});

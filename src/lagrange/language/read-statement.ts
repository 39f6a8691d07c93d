// Statements of the grammar's tree as statements of the syntax tree.

import type { SyntaxNode } from '@lezer/common';
import { spellingHint } from '../../scene/fault/index.ts';
import type { Action, Binding, Expression, Placement, Span, Specification, Statement } from './ast.ts';
import { children, isExpression, type Reader, spanOf } from './read-expression.ts';
import { keyDevices } from './words.ts';

const parameterTypes = ['frame', 'vector', 'scalar', 'surface'];

export function readSpecification(reader: Reader, top: SyntaxNode): Specification {
  const [system, ...statements] = children(top);
  return {
    name: reader.identifier(system),
    statements: statements.map((node) => readStatement(reader, node)),
    text: reader.text,
  };
}

function readBlock(reader: Reader, node: SyntaxNode | null): Statement[] {
  if (node === null) return [];
  return children(node)
    .slice(1, -1)
    .map((child) => readStatement(reader, child));
}

function readStatement(reader: Reader, node: SyntaxNode): Statement {
  const span = spanOf(node);
  /** The last expression of the statement: its value. */
  const value = () => reader.expression(children(node).filter(isExpression).at(-1));
  /** The name it is about, as an expression. */
  const subject = (): Expression => ({ kind: 'name', ...reader.name(node.getChild('Name')!) });
  switch (node.name) {
    case 'Const':
      return {
        kind: 'const',
        bindings: node.getChildren('Binding').map((b) => readBinding(reader, b)),
        span,
      };
    case 'Param':
      return { kind: 'param', bindings: node.getChildren('Binding').map((b) => readParam(reader, b)), span };
    case 'Control':
      return readControl(reader, node);
    case 'Def':
      return {
        kind: 'def',
        name: reader.identifier(node),
        parameters: node.getChildren('Parameter').map((p) => readParameter(reader, p)),
        body: value(),
        span,
      };
    case 'Frame':
      return {
        kind: 'frame',
        name: reader.name(node.getChild('Name')!),
        placements: children(node).flatMap((child) => readPlacement(reader, child)),
        body: readBlock(reader, node.getChild('Block')),
        span,
      };
    case 'Shape':
      return readShape(reader, node);
    case 'Camera':
    case 'Light': {
      const name = node.getChild('Identifier');
      const kind = node.name === 'Camera' ? 'camera' : 'light';
      return { kind, ...(name && { name: reader.textOf(name) }), arguments: reader.argumentsOf(node), span };
    }
    case 'Vary':
      return {
        kind: 'vary',
        variables: node.getChildren('Call').map((call) => readVariable(reader, call)),
        span,
      };
    case 'Mass':
      return { kind: 'mass', frame: subject(), value: value(), span };
    case 'Force':
      return { kind: 'force', frame: subject(), value: value(), span };
    case 'Torque':
      return { kind: 'torque', frame: subject(), value: value(), span };
    case 'Potential': {
      const parameters = node.getChildren('Identifier').map((child) => reader.textOf(child));
      return { kind: 'potential', parameters, value: value(), span };
    }
    case 'Constrain': {
      const named = node.getChild(':') !== null;
      const name = named ? { name: reader.name(node.getChild('Name')!) } : {};
      return { kind: 'constrain', ...name, condition: value(), span };
    }
    case 'Initially':
      return { kind: 'initially', condition: value(), span };
    case 'Surface':
      return readSurface(reader, node, value());
    case 'For':
      return readFor(reader, node);
    case 'When':
      return readWhen(reader, node, value());
    default: // Mode
      return {
        kind: 'mode',
        name: reader.identifier(node),
        body: readBlock(reader, node.getChild('Block')),
        span,
      };
  }
}

function readSurface(reader: Reader, node: SyntaxNode, value: Expression): Statement {
  const [name, frame] = node.getChildren('Name');
  // `surface S(p) = q;` has two names as well: the second is its value.
  const within = node.getChild('in') === null ? undefined : frame;
  return {
    kind: 'surface',
    name: reader.name(name),
    point: reader.identifier(node),
    ...(within && { frame: { kind: 'name' as const, ...reader.name(within) } }),
    value,
    span: spanOf(node),
  };
}

function readFor(reader: Reader, node: SyntaxNode): Statement {
  const [from, to] = reader.expressionsIn(node.getChild('Range')!);
  return {
    kind: 'for',
    index: reader.identifier(node),
    from,
    to,
    body: readBlock(reader, node.getChild('Block')),
    span: spanOf(node),
  };
}

function readWhen(reader: Reader, node: SyntaxNode, trigger: Expression): Statement {
  return {
    kind: 'when',
    trigger,
    edge: node.getChild('rises') === null ? 'falls' : 'rises',
    actions: children(node.getChild('Actions')!)
      .slice(1, -1)
      .map((action) => readAction(reader, action)),
    span: spanOf(node),
  };
}

function readBinding(reader: Reader, node: SyntaxNode): Binding {
  const value = reader.expression(children(node).find(isExpression)!);
  return { name: reader.identifier(node), value, span: spanOf(node) };
}

function readParam(
  reader: Reader,
  node: SyntaxNode,
): Binding & { readonly range?: readonly [Expression, Expression] } {
  const range = node.getChild('Range');
  if (range === null) return readBinding(reader, node);
  const [from, to] = reader.expressionsIn(range);
  return { ...readBinding(reader, node), range: [from, to] };
}

function readParameter(reader: Reader, node: SyntaxNode): { name: string; type?: string; span: Span } {
  const given = node.getChild('Type');
  const type = given === null ? undefined : reader.textOf(given);
  if (given !== null && !parameterTypes.includes(type!))
    reader.report(given, 'an argument has no such type', spellingHint(type!, parameterTypes));
  return { name: reader.identifier(node), ...(type !== undefined && { type }), span: spanOf(node) };
}

/** `axis(ArrowDown, ArrowUp)` names keys, `slider(0, Most)` gives numbers. */
function readControl(reader: Reader, node: SyntaxNode): Statement {
  const device = reader.textOf(node.getChild('Device')!);
  const given = reader.argumentsOf(node).map((argument) => {
    const isKey = keyDevices.has(device) && argument.kind === 'name' && argument.indices.length === 0;
    return isKey ? { kind: 'key' as const, key: argument.name, span: argument.span } : argument;
  });
  return { kind: 'control', name: reader.identifier(node), device, arguments: given, span: spanOf(node) };
}

function readPlacement(reader: Reader, node: SyntaxNode): Placement[] {
  const span = spanOf(node);
  if (node.name === 'At') return [{ kind: 'at', place: reader.expressionsIn(node)[0], span }];
  if (node.name === 'Scale') return [{ kind: 'scale', by: reader.expressionsIn(node)[0], span }];
  if (node.name !== 'Turn') return [];
  const axis = node.getChild('Axis');
  const [first, second] = reader.expressionsIn(node);
  if (axis === null) return [{ kind: 'turn', axis: first, angle: second, span }];
  const name = reader.textOf(axis);
  if (name !== 'x' && name !== 'y' && name !== 'z')
    reader.report(axis, 'a frame turns about x, y or z', 'write turn x(…), or turn (1, 1, 0) by …');
  return [{ kind: 'turn', axis: name as 'x' | 'y' | 'z', angle: first, span }];
}

function readShape(reader: Reader, node: SyntaxNode): Statement {
  const digits = node.getChild('Color');
  if (digits !== null && ![4, 7].includes(digits.to - digits.from))
    reader.report(digits, 'a colour has three or six digits', 'write #rgb or #rrggbb');
  const color = digits ?? node.getChild('ColorName');
  return {
    kind: 'shape',
    shape: reader.textOf(node.getChild('Kind')!),
    arguments: reader.argumentsOf(node),
    ...(color && { color: reader.textOf(color) }),
    span: spanOf(node),
  };
}

function readVariable(
  reader: Reader,
  node: SyntaxNode,
): { component: string; frame: Expression; span: Span } {
  const given = reader.argumentsOf(node);
  if (given.length !== 1) reader.report(node, 'a variable is of one frame', 'write it as Rx(Frame)');
  return { component: reader.identifier(node), frame: given[0], span: spanOf(node) };
}

function readAction(reader: Reader, node: SyntaxNode): Action {
  const span = spanOf(node);
  if (node.name === 'Goto') return { kind: 'goto', mode: reader.identifier(node), span };
  const [target, value] = reader.expressionsIn(node);
  return { kind: 'assign', target, value, span };
}

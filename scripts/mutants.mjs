// Mutants of a source file: small changes, each of which a test should notice (mutate.mjs).
//
//   boundary     a < b → a <= b          operator    a + b → a - b, a && b → a || b, a += b → a -= b
//   condition    if (a) → if (!(a))      constant    3 → 4, 0.25 → 0.5
//   statement    f(a); → ;               result      return a; → return undefined;, true → false

import ts from 'typescript';

const OPERATORS = {
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '&&': ['||'],
  '||': ['&&'],
  '+': ['-'],
  '-': ['+'],
  '*': ['/'],
  '/': ['*'],
  '%': ['*'],
  '+=': ['-='],
  '-=': ['+='],
  '*=': ['/='],
  '/=': ['*='],
};

/**
 * All mutants of a text, in the order of their places.
 * @returns {{ from: number, to: number, text: string, line: number, was: string, becomes: string }[]}
 *          `text` stands in for what is from `from` to `to`; `was` and `becomes` show the change
 */
export function mutantsOf(file, content) {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true);
  const found = [];
  const add = (node, text, shown = node) => {
    const from = node.getStart(source);
    const to = node.getEnd();
    const start = shown.getStart(source);
    const end = shown.getEnd();
    found.push({
      from,
      to,
      text,
      line: source.getLineAndCharacterOfPosition(from).line + 1,
      was: oneLine(content.slice(start, end)),
      becomes: oneLine(content.slice(start, from) + text + content.slice(to, end)),
    });
  };
  const visit = (node) => {
    if (ts.isTypeNode(node) || ts.isImportDeclaration(node) || isThrown(node)) return;
    addMutants(node, source, add);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found.sort((a, b) => a.from - b.from || a.to - b.to);
}

/** Texts of errors are not held to the letter. */
function isThrown(node) {
  return ts.isThrowStatement(node);
}

function addMutants(node, source, add) {
  if (ts.isBinaryExpression(node)) {
    const { operatorToken, left, right } = node;
    if (ts.isStringLiteralLike(left) || ts.isStringLiteralLike(right)) return;
    for (const other of OPERATORS[operatorToken.getText(source)] ?? []) add(operatorToken, other, node);
  } else if (ts.isIfStatement(node) || ts.isWhileStatement(node)) negate(node.expression, source, add);
  else if (ts.isConditionalExpression(node)) negate(node.condition, source, add);
  else if (ts.isNumericLiteral(node)) add(node, shifted(node), statementOf(node));
  else if (ts.isExpressionStatement(node) && isEffect(node.expression)) add(node, ';');
  else if (ts.isReturnStatement(node) && node.expression) addResults(node, add);
}

function negate(condition, source, add) {
  add(condition, `!(${condition.getText(source)})`);
}

function addResults({ expression }, add) {
  if (expression.kind === ts.SyntaxKind.TrueKeyword) add(expression, 'false', expression.parent);
  else if (expression.kind === ts.SyntaxKind.FalseKeyword) add(expression, 'true', expression.parent);
  else if (expression.getText() !== 'undefined') add(expression, 'undefined', expression.parent);
}

/** Whole numbers by one, others by their own size. */
function shifted({ text }) {
  const value = Number(text);
  return String(Number.isInteger(value) && value < 1e6 ? value + 1 : 2 * value);
}

/** What a number is shown in: what it is part of, where that is short. */
function statementOf(node) {
  let shown = node;
  while (shown.parent && shown.parent.getWidth() <= 80 && !ts.isBlock(shown.parent)) shown = shown.parent;
  return shown;
}

function isEffect(expression) {
  if (ts.isCallExpression(expression)) return expression.expression.kind !== ts.SyntaxKind.SuperKeyword;
  if (ts.isPostfixUnaryExpression(expression) || ts.isPrefixUnaryExpression(expression)) return true;
  if (!ts.isBinaryExpression(expression)) return false;
  const { kind } = expression.operatorToken;
  return kind >= ts.SyntaxKind.FirstAssignment && kind <= ts.SyntaxKind.LastAssignment;
}

function oneLine(text) {
  const line = text.replace(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 117)}…` : line;
}

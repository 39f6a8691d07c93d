// Whoever uses the package reads in his editor what each name is: every exported one, and every member of it, says so.

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';

const { exports: entries } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  exports: Record<string, { types: string }>;
};

test('every exported name and every member of it has a doc comment', () => {
  const files = Object.entries(entries)
    .filter(([path]) => !path.endsWith('.json'))
    .map(([, { types }]) => types.replace('./dist/', 'src/').replace('.d.ts', '.ts'));
  const { config } = ts.readConfigFile('tsconfig.json', (path) => ts.sys.readFile(path));
  const { options } = ts.parseJsonConfigFileContent(config, ts.sys, '.');
  const program = ts.createProgram(files, options);
  const faults = new Undocumented(program.getTypeChecker());
  for (const file of files) faults.look(program.getSourceFile(file) as ts.SourceFile);
  expect(faults.seen.size).toBeGreaterThan(1500);
  expect([...faults.found].sort()).toEqual([]);
});

class Undocumented {
  readonly found = new Set<string>();
  readonly seen = new Set<ts.Symbol>();
  private readonly checker: ts.TypeChecker;

  constructor(checker: ts.TypeChecker) {
    this.checker = checker;
  }

  look(file: ts.SourceFile): void {
    const module = this.checker.getSymbolAtLocation(file) as ts.Symbol;
    for (const symbol of this.checker.getExportsOfModule(module)) this.lookAt(symbol);
  }

  private lookAt(exported: ts.Symbol): void {
    const isAlias = (exported.flags & ts.SymbolFlags.Alias) !== 0;
    const symbol = isAlias ? this.checker.getAliasedSymbol(exported) : exported;
    const declarations = (symbol.declarations ?? []).filter(
      (one) => !ts.isSourceFile(one) && !one.getSourceFile().fileName.includes('node_modules'),
    );
    if (declarations.length === 0 || this.seen.has(symbol)) return;
    this.hold(symbol, declarations[0], symbol.name);
    for (const member of declarations.flatMap(membersOf)) {
      const own = member.name && this.checker.getSymbolAtLocation(member.name);
      if (own && !this.seen.has(own)) this.hold(own, member, `${symbol.name}.${own.name}`);
    }
  }

  private hold(symbol: ts.Symbol, at: ts.Declaration, name: string): void {
    this.seen.add(symbol);
    if (symbol.getDocumentationComment(this.checker).length > 0) return;
    if (symbol.getJsDocTags(this.checker).length > 0) return;
    const file = at.getSourceFile();
    const { line } = file.getLineAndCharacterOfPosition(at.getStart());
    this.found.add(`${relative('.', file.fileName)}:${line + 1} ${name}`);
  }
}

/** What others see of a declaration; a member that can be one word only, as `kind` in a union, says itself what it is. */
function membersOf(declaration: ts.Declaration): (ts.ClassElement | ts.TypeElement)[] {
  const members =
    ts.isInterfaceDeclaration(declaration) || ts.isClassDeclaration(declaration)
      ? [...declaration.members]
      : ts.isTypeAliasDeclaration(declaration)
        ? literalsOf(declaration.type)
        : [];
  const hidden = ts.ModifierFlags.Private | ts.ModifierFlags.Protected;
  return members.filter((member) => {
    if (member.name === undefined || ts.isPrivateIdentifier(member.name)) return false;
    const type = ts.isPropertySignature(member) ? member.type : undefined;
    const isWord = type && (ts.isLiteralTypeNode(type) || type.kind === ts.SyntaxKind.UndefinedKeyword);
    return !isWord && (ts.getCombinedModifierFlags(member) & hidden) === 0;
  });
}

function literalsOf(type: ts.TypeNode): ts.TypeElement[] {
  if (ts.isTypeLiteralNode(type)) return [...type.members];
  if (ts.isUnionTypeNode(type) || ts.isIntersectionTypeNode(type)) return type.types.flatMap(literalsOf);
  return ts.isParenthesizedTypeNode(type) ? literalsOf(type.type) : [];
}

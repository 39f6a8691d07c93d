// Holds all code to the floor plan (folders.mjs): who may import whom, only through faces, and never in a circle.
//
//  - A folder of src imports those that the plan allows, through their faces. So do the studio, the examples and the
//    scripts, which may import any. Tests and benches see the inside of the folder that they test or measure.
//  - No module imports itself by way of others. Types do not count: they are gone when anything runs.
//  - Only *.node.ts files and the command line know Node.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix, relative, resolve, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { folders, measured } from './folders.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** The folder of the plan that a file of src lies in; '' for the entry points beside the folders. */
export function folderOf(path) {
  const [, first, second, ...rest] = path.split('/');
  if (second === undefined) return '';
  return first === 'engines' && rest.length > 0 ? `engines/${second}` : first;
}

/** The folder whose inside a file may see. */
function homeOf(path) {
  const [top, first, second] = path.split('/');
  if (top === 'src') return folderOf(path);
  if (top === 'test') return first === 'engines' ? `engines/${second}` : first;
  if (top === 'bench') return measured[(first === 'lib' ? second : first).split(/[-.]/)[0]];
  return undefined;
}

/** The face that a module is one of, as the plan names it ('num', 'num/sparse'); undefined for what is inside. */
export function faceOf(path) {
  const folder = folderOf(path);
  const within = path.slice(`src/${folder}/`.length);
  if (/^index(\.node)?\.ts$/.test(within)) return folder;
  const face = (folders[folder]?.faces ?? []).find((name) =>
    name.endsWith('.ts')
      ? within === name
      : within === `${name}/index.ts` || within === `${name}/index.node.ts`,
  );
  return face && `${folder}/${face.replace(/\.ts$/, '')}`;
}

function* filesBelow(folder) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) yield* filesBelow(path);
    else if (/\.(ts|tsx|mjs)$/.test(entry.name) && !entry.name.endsWith('.generated.ts')) yield path;
  }
}

/** Every module of the project with what it imports: `{ target, to, isType, isLazy }`, `to` where it is a file here. */
export function readImports() {
  const modules = new Map();
  for (const top of ['src', 'studio', 'bench', 'examples', 'test', 'scripts']) {
    for (const file of filesBelow(join(root, top))) {
      modules.set(relative(root, file).split(sep).join('/'), importsOf(file));
    }
  }
  return modules;
}

function importsOf(file) {
  const kind = file.endsWith('.tsx') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, false, kind);
  const found = [];
  const add = (literal, isType, isLazy) => {
    if (literal === undefined || !ts.isStringLiteralLike(literal)) return;
    const path = literal.text.startsWith('.') ? resolve(dirname(file), literal.text) : undefined;
    const existing = path && [path, `${path}.ts`].find((candidate) => existsSync(candidate));
    const to = existing && relative(root, existing).split(sep).join('/');
    found.push({ target: literal.text, to, isType, isLazy });
  };
  const visit = (node) => {
    if (ts.isImportDeclaration(node)) add(node.moduleSpecifier, isOnlyTypes(node.importClause), false);
    else if (ts.isExportDeclaration(node)) add(node.moduleSpecifier, isOnlyTypes(node), false);
    else if (ts.isImportTypeNode(node)) add(node.argument.literal, true, false);
    else if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword)
      add(node.arguments[0], false, true);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}

/** @param clause  what an import or an export takes from another module */
function isOnlyTypes(clause) {
  if (clause === undefined) return false;
  const names = clause.namedBindings?.elements ?? clause.exportClause?.elements;
  return (
    clause.isTypeOnly || (!clause.name && names?.length > 0 && names.every(({ isTypeOnly }) => isTypeOnly))
  );
}

export function findForbiddenImports(modules = readImports()) {
  const faults = [];
  for (const [from, imports] of modules) {
    const home = homeOf(from);
    const inSource = from.startsWith('src/');
    if (inSource && home !== '' && !(home in folders))
      faults.push(`${from}: ${home} is not in the floor plan`);
    for (const { target, to } of imports) {
      if (inSource && target.startsWith('node:') && !/\.node\.ts$|^src\/cli\/|\.mjs$/.test(from))
        faults.push(`${from}: imports ${target}; only *.node.ts files and the command line may`);
      if (!to?.startsWith('src/')) continue;
      const folder = folderOf(to);
      if (folder === '' || (folder === home && home !== '')) continue;
      const face = faceOf(to);
      if (face === undefined) faults.push(`${from}: reaches into ${to}; come through a face of ${folder}`);
      else if (inSource && home !== '' && !mayImport(home, folder, face))
        faults.push(`${from}: ${home} may not import ${face}`);
    }
  }
  return faults;
}

function mayImport(home, folder, face) {
  const allowed = folders[home]?.imports ?? [];
  return allowed.includes(folder) || allowed.includes(face);
}

/** Circles of modules that load each other (strong components, Tarjan's), each as a list of its files. */
export function findCycles(modules = readImports()) {
  const index = new Map();
  const lowest = new Map();
  const stack = [];
  const cycles = [];
  const loadedBy = (from) =>
    modules.get(from).filter(({ to, isType, isLazy }) => !isType && !isLazy && modules.has(to));
  const visit = (from) => {
    index.set(from, index.size);
    lowest.set(from, index.get(from));
    stack.push(from);
    for (const { to } of loadedBy(from)) {
      if (!index.has(to)) visit(to);
      if (stack.includes(to)) lowest.set(from, Math.min(lowest.get(from), lowest.get(to)));
    }
    if (lowest.get(from) !== index.get(from)) return;
    const members = stack.splice(stack.indexOf(from));
    if (members.length > 1) cycles.push(members.sort());
  };
  for (const from of modules.keys()) if (!index.has(from)) visit(from);
  return cycles;
}

/** Faces of the plan that do not exist. */
export function findMissingFaces() {
  return Object.entries(folders).flatMap(([folder, { faces = [] }]) =>
    [...(existsSync(join(root, 'src', folder, 'index.ts')) || faces.length === 0 ? ['.'] : []), ...faces]
      .map((face) => posix.join('src', folder, face.endsWith('.ts') ? face : `${face}/index.ts`))
      .filter(
        (path) => !existsSync(join(root, path)) && !existsSync(join(root, path.replace(/\.ts$/, '.node.ts'))),
      ),
  );
}

if (process.argv[1] && resolve(process.argv[1]) === fileURLToPath(import.meta.url)) {
  const modules = readImports();
  const faults = [
    ...findForbiddenImports(modules),
    ...findCycles(modules).map((members) => `a circle of imports: ${members.join(', ')}`),
    ...findMissingFaces().map((path) => `${path} is in the floor plan and does not exist`),
  ];
  for (const fault of faults) console.log(fault);
  process.exit(faults.length > 0 ? 1 : 0);
}

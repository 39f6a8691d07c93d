// Which transition table a body of a scene is drawn from: one of its own, made by `carom transitions` and kept in a
// folder, or a shipped one of a body of its class.
//
// A table of one's own is known by a key: everything that changes drops. A shipped one serves boxes of the same
// proportions, of about the same size, friction and restitution. Sizes differ by a scale: with gravity, speeds go with
// √s and spins with 1/√s (Froude); the speed from which contacts bounce does not, so that s may not be large.

import { FaultError } from '../../../scene/fault/index.ts';
import { boxOf, frictionOn } from './on-ground.ts';
import type { Model } from '../model.ts';
import { STANCE } from './moments.ts';
import { decodeTable } from './table-bytes.ts';
import type { TransitionTable } from './transitions.ts';
import { shippedTables } from './shipped.generated.ts';

/** How far a body may be from the one that was measured. */
const PROPORTIONS = 0.03;
const LAWS = 0.16;
const MOST_SCALE = 2.5;

/** Looks for a table made for this key. */
export type TableReader = (key: string) => TransitionTable | undefined;

let reader: TableReader | undefined;

/** Engines open no files, and options name none: whoever has tables of their own hands them over here. */
export function setTableReader(read: TableReader | undefined): void {
  reader = read;
}

/** What drops of a body depend on, as text. */
export function tableKey(model: Model, body: number): string {
  const { friction, restitution } = frictionOn(model, body);
  const { positions } = model.scene.meshes[model.scene.bodies[body].mesh];
  let sum = 0;
  for (let i = 0; i < positions.length; i++) sum = (Math.imul(sum, 31) + Math.round(1e6 * positions[i])) | 0;
  const size = (sum >>> 0).toString(16);
  const inertias = [0, 1, 2].map((k) => model.inertias[3 * body + k] / model.masses[body]);
  const laws = [
    friction,
    restitution,
    model.bounceSpeed,
    model.timeStep,
    model.options.contactMargin,
    ...inertias,
  ];
  return `${model.scene.bodies[body].shape.kind}-${size}-${laws.map((x) => x.toPrecision(5)).join('-')}`;
}

export interface FoundTable {
  readonly body: number;
  /** 'own' where it was made for this body, otherwise the shipped body it is like; undefined: none. */
  readonly from?: string;
  readonly table?: TransitionTable;
}

/** For each body that moves and is no ball. */
export function findTables(model: Model, where: string): FoundTable[] {
  const found: FoundTable[] = [];
  for (let body = 0; body < model.bodies; body++) {
    if (model.isDynamic[body] === 0 || model.scene.bodies[body].shape.kind === 'sphere') continue;
    const own = where === 'own' ? ownTables()(tableKey(model, body)) : undefined;
    if (own !== undefined) found.push({ body, from: 'own', table: own });
    else found.push(likeShipped(model, body));
  }
  return found;
}

/** Tables by body, as a pass wants them; undefined where there are none or none are wished for. */
export function tablesFor(model: Model): Record<number, TransitionTable> | undefined {
  const where = model.options.transitions ?? 'none';
  if (where === 'none') return undefined;
  const found = findTables(model, where).flatMap(({ body, table }) =>
    table ? [[body, table] as const] : [],
  );
  return found.length === 0 ? undefined : Object.fromEntries(found);
}

function ownTables(): TableReader {
  if (reader !== undefined) return reader;
  throw new FaultError('this past cannot be found again here:', [
    {
      what: 'it was drawn from transition tables that were made for it',
      where: 'options.transitions',
      value: 'own',
      remedy: 'name their file or folder in CAROM_TRANSITIONS, or choose shipped or none',
    },
  ]);
}

const decoded = new Map<string, TransitionTable | undefined>();

function likeShipped(model: Model, body: number): FoundTable {
  const size = boxOf(model, body);
  if (size === undefined) return { body };
  const { friction, restitution } = frictionOn(model, body);
  for (const shipped of shippedTables) {
    const scale: number = size[0] / shipped.size[0];
    const isLike = size.every((x, k) => Math.abs(x / (scale * shipped.size[k]) - 1) < PROPORTIONS);
    if (!isLike || scale > MOST_SCALE || scale < 1 / MOST_SCALE) continue;
    if (Math.abs(friction - shipped.friction) > LAWS) continue;
    if (Math.abs(restitution - shipped.restitution) > LAWS) continue;
    if (!decoded.has(shipped.name)) decoded.set(shipped.name, decodeTable(fromBase64(shipped.data)));
    const table = decoded.get(shipped.name);
    return table === undefined
      ? { body }
      : { body, from: shipped.name, table: scale === 1 ? table : scaled(table, scale) };
  }
  return { body };
}

/** The same drops of a body s times as large. */
export function scaled(table: TransitionTable, s: number): TransitionTable {
  const speed = Math.sqrt(s);
  const factor = (k: number) => (k < 3 ? 1 : k < 6 ? speed : 1 / speed);
  const moments = Object.entries(table.moments).map(([key, all]) => [
    key,
    {
      ...all,
      stances: all.stances.map((x, i) => x * factor(i % STANCE)),
      changes: all.changes.map((x, i) => x * factor(3 + (i % 6))),
    },
  ]);
  return { ...table, radius: s * table.radius, moments: Object.fromEntries(moments) };
}

function fromBase64(text: string): Uint8Array {
  const binary = atob(text);
  return Uint8Array.from(binary, (letter) => letter.charCodeAt(0));
}

// The tables of the certificates in the arena: see loop/layout/kinetic.ts.

import type { Arena } from '../../../num/kernels/index.ts';
import {
  DOP_HEAD,
  HEAD_AXES,
  HEAD_AXIS_COUNT,
  HEAD_DOP,
  HEAD_KINETIC_COUNTS,
  HEAD_LEAF_IDS,
  HEAD_LEAF_NODE,
  HEAD_LEAF_OWNS,
  HEAD_LEAF_RADIUS,
  HEAD_LEAF_VERTEX,
  HEAD_NEAR,
  HEAD_NEAR_START,
  HEAD_NODE_CHILD,
  HEAD_NODE_CLASS,
  HEAD_NODE_FIRST,
  HEAD_NODE_FIXED,
  HEAD_NODE_LIST,
  HEAD_NODE_MARK,
  HEAD_NODE_PARENT,
  HEAD_NODES,
  HEAD_PAIR_RECORD,
  HEAD_PAIR_SIBLING,
  HEAD_PLAN,
  HEAD_RECORD,
  HEAD_RECORD_CAPACITY,
  HEAD_RECORD_LIVE,
  HEAD_RECORD_UNTIL,
  HEAD_REPLAN_LIST,
  HEAD_REPLAN_MARK,
  HEAD_SETTING,
  HEAD_SLAB,
  HEAD_SLAB_BEFORE,
  HEAD_SLAB_FIRST,
  HEAD_SLAB_NEXT,
  HEAD_STAR,
  HEAD_STAR_FIRST,
  HEAD_STAR_LIST,
  HEAD_STAR_MARK,
  HEAD_VERTEX_LEAF,
  HEAD_VERTEX_LEAVES,
  KINETIC_COUNTS_SIZE,
  PLAN_SIZE,
  SETTING_ADAPTS,
  SETTING_KAPPA,
  SETTING_PATIENCE,
  SETTING_SLACK,
  SETTING_VAGUENESS,
  SETTINGS_SIZE,
  SLAB_SIZE,
  STAR_SIZE,
  TAG_RECORD,
  TAG_REVIEW,
  TAG_SLAB,
  TAG_STAR,
  TAG_SWEEP,
} from '../loop/layout/kinetic.ts';
import { RECORD_SIZE } from '../loop/kinetic/records.ts';
import { dopAxes, type Tree } from './tree.ts';

/** What takes tables from the arena by their place in the header, and keeps what a table held when it grows. */
export interface TableTaker {
  readonly header: Int32Array;
  reals(head: number, length: number): Float64Array;
  wholes(head: number, length: number): Int32Array;
  setSlots(tag: number, slots: number): void;
}

/** None of these changes the motion. */
export interface CertificateSettings {
  /** ε of flight plans to start with [m/s]; 0: exact. */
  readonly vagueness: number;
  /** Whether ε adapts by itself. */
  readonly adapts: boolean;
  /** A layer goes on where its slab would last less than this many of its steps. */
  readonly kappa: number;
  /** Shortest life of a separation worth having [ticks]. */
  readonly patience: number;
  /** Slack of the slopes of polytopes, as a multiple of ε: what is wider lasts for more plans, and keeps nodes apart for less time. */
  readonly slack: number;
  readonly axes: 6 | 14 | 18 | 26;
}

export const certificateDefaults: CertificateSettings = {
  vagueness: 0.05,
  adapts: true,
  kappa: 1,
  patience: 134217728,
  slack: 2,
  axes: 18,
};

/** [ticks], some nanoseconds: with none a record might be asked again at the same tick, for ever. */
const LEAST_PATIENCE = 1024;

/** Takes and fills all tables; `pairs` is the capacity of the pool of pairs. Returns the counters. */
export function takeCertificateTables(
  tables: TableTaker,
  tree: Tree,
  pairs: number,
  settings: CertificateSettings,
): Float64Array {
  const vertices = tree.vertexLeaves.length - 1;
  tables.reals(HEAD_PLAN, PLAN_SIZE * vertices);
  tables.wholes(HEAD_SLAB_FIRST, vertices);
  tables.wholes(HEAD_REPLAN_MARK, vertices);
  tables.wholes(HEAD_REPLAN_LIST, vertices);
  tables.reals(HEAD_STAR, STAR_SIZE * vertices);
  tables.wholes(HEAD_STAR_FIRST, vertices);
  tables.wholes(HEAD_STAR_MARK, vertices);
  tables.wholes(HEAD_STAR_LIST, vertices);
  tables.setSlots(TAG_STAR, vertices);
  for (const [head, values] of tablesOfTree(tree)) tables.wholes(head, values.length).set(values);
  tables.reals(HEAD_LEAF_RADIUS, tree.leaves).set(tree.leafRadius);
  tables.header[HEAD_NODES] = tree.nodes;
  tables.wholes(HEAD_NODE_FIRST, tree.nodes);
  tables.wholes(HEAD_NODE_MARK, tree.nodes);
  tables.wholes(HEAD_NODE_LIST, tree.nodes + 1);

  const axes = dopAxes(settings.axes);
  tables.reals(HEAD_AXES, axes.length).set(axes);
  tables.header[HEAD_AXIS_COUNT] = axes.length / 3;
  tables.reals(HEAD_DOP, (DOP_HEAD + (4 * axes.length) / 3) * tree.nodes);

  const numbers = tables.reals(HEAD_SETTING, SETTINGS_SIZE);
  numbers[SETTING_VAGUENESS] = settings.vagueness;
  numbers[SETTING_ADAPTS] = settings.adapts ? 1 : 0;
  numbers[SETTING_KAPPA] = settings.kappa;
  numbers[SETTING_PATIENCE] = Math.max(LEAST_PATIENCE, settings.patience);
  numbers[SETTING_SLACK] = settings.slack;

  growCertificatePairs(tables, pairs);
  growRecords(tables, Math.max(64, 8 * tree.nodes));
  tables.setSlots(TAG_REVIEW, 1);
  tables.setSlots(TAG_SWEEP, 1);
  return tables.reals(HEAD_KINETIC_COUNTS, KINETIC_COUNTS_SIZE);
}

/** The tables of a tree, by their places in the header. */
function tablesOfTree(tree: Tree): readonly (readonly [number, Int32Array])[] {
  return [
    [HEAD_VERTEX_LEAVES, tree.vertexLeaves],
    [HEAD_VERTEX_LEAF, tree.vertexLeaf],
    [HEAD_NEAR_START, tree.nearStart],
    [HEAD_NEAR, tree.near],
    [HEAD_NODE_CHILD, tree.nodeChild],
    [HEAD_NODE_PARENT, tree.nodeParent],
    [HEAD_NODE_CLASS, tree.nodeClass],
    [HEAD_NODE_FIXED, tree.nodeFixed],
    [HEAD_LEAF_VERTEX, tree.leafVertex],
    [HEAD_LEAF_IDS, tree.leafIds],
    [HEAD_LEAF_OWNS, tree.leafOwns],
    [HEAD_LEAF_NODE, tree.leafNode],
  ];
}

/** Another tree over the same leaves in place of the one there is; all certificates are then to be built anew. */
export function replantTree(header: Int32Array, { memory }: Arena, tree: Tree): void {
  for (const [head, values] of tablesOfTree(tree)) {
    new Int32Array(memory.buffer, 4 * header[head], values.length).set(values);
  }
}

/** With every growth of the pool of pairs. */
export function growCertificatePairs(tables: TableTaker, pairs: number): void {
  tables.reals(HEAD_SLAB, SLAB_SIZE * pairs);
  tables.wholes(HEAD_SLAB_NEXT, 4 * pairs);
  tables.wholes(HEAD_SLAB_BEFORE, 4 * pairs);
  tables.wholes(HEAD_PAIR_RECORD, pairs);
  tables.wholes(HEAD_PAIR_SIBLING, pairs);
  tables.setSlots(TAG_SLAB, pairs);
}

/** When the loop returns NEED_RECORDS. */
export function growRecords(tables: TableTaker, records = 2 * tables.header[HEAD_RECORD_CAPACITY]): void {
  tables.wholes(HEAD_RECORD, RECORD_SIZE * records);
  tables.reals(HEAD_RECORD_UNTIL, records);
  tables.header[HEAD_RECORD_CAPACITY] = records;
  tables.setSlots(TAG_RECORD, records);
}

/**
 * Whether the separation list has grown so much since the tree was planted that another would pay: what was near
 * each other then is no more. `planted`: how long the list was soon after.
 */
export function isOvergrown({ header }: Pick<TableTaker, 'header'>, planted: number): boolean {
  return header[HEAD_RECORD_LIVE] > OVERGROWN * planted + 1000;
}

const OVERGROWN = 1.5;

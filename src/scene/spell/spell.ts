// A scene that spells a text: balls in bins, or boxes on the bare floor. It is meant as an *end*: an engine that runs
// backward finds how they came there (Twigg, James 2008, §5, "Spelling balls" and "Spelling boxes").

import { Random } from '../../num/index.ts';
import type { BodyFile, SceneFile } from '../builder.ts';
import { box, floor, primitive, sphere, turn } from '../builder.ts';
import { type Cells, layOut } from './layout.ts';

export interface SpellOptions {
  readonly things: 'balls' | 'boxes';
  /** Width of a cell [m]. */
  readonly cell: number;
  /** Columns of cells that a line may fill. */
  readonly columns: number;
  /** How far from the middle of its cell a thing may stand, as a part of the room it has. */
  readonly scatter: number;
  readonly restitution: number;
  readonly friction: number;
  readonly seed: number;
}

export const spellDefaults: SpellOptions = {
  things: 'balls',
  cell: 0.25,
  columns: 110,
  scatter: 0.5,
  restitution: 0.5,
  friction: 0.3,
  seed: 1,
};

/** Colours of lines, so that a page is not one grey. */
const colors = ['#e4572e', '#f3a712', '#29a19c', '#5470c6', '#8e5ea2'];
/** Rows of cells that a line of text takes. */
const lineRows = 10;

export function spell(name: string, text: string, given: Partial<SpellOptions> = {}): SceneFile {
  const options = { ...spellDefaults, ...given };
  const cells = layOut(text, options.columns);
  const { cell, restitution, friction } = options;
  const material = { restitution, friction };
  const margin = 8 * cell;
  const size: [number, number] = [
    (cells.columns + 2) * cell + 2 * margin,
    (cells.rows + 2) * cell + 2 * margin,
  ];
  return {
    name,
    description: `spells "${text.length > 60 ? `${text.slice(0, 57)}…` : text}"`,
    up: 'z',
    engine: 'lcp',
    options: stepsFor(options),
    seed: options.seed,
    frameRateHz: 60,
    bodies: [
      floor({ size, ...material, color: '#d9d4c7' }),
      ...(options.things === 'balls' ? [walls(cells, options)] : []),
      ...things(cells, options),
    ],
  };
}

/**
 * Balls of some centimetres that fall for seconds go ten metres a second: steps as short as these keep them from sinking
 * into walls by more than a hundredth of their radius. What rests must be nearer than one step of the slowest bounce.
 */
function stepsFor({ things, cell }: SpellOptions): Record<string, number | string> {
  const timeStep = things === 'balls' ? Math.min(1 / 240, (cell / 0.25) * (1 / 8000)) : 1 / 960;
  return { timeStep, contactMargin: 1e-4, past: 'strict' };
}

function walls({ columns, rows }: Cells, { cell, restitution, friction }: SpellOptions): BodyFile {
  return primitive('bins', {
    name: 'bins',
    motion: 'static',
    columns: columns + 2,
    rows: rows + 2,
    cell,
    wall: 0.04 * cell,
    height: 0.3 * cell,
    restitution,
    friction,
    color: '#9a9486',
  });
}

function things(cells: Cells, options: SpellOptions): BodyFile[] {
  const { cell, scatter, restitution, friction } = options;
  const random = new Random(options.seed);
  const isBall = options.things === 'balls';
  const extent = isBall ? 0.8 * cell : 0.7 * cell;
  // what a wall and the thing leave free on each side
  const room = 0.5 * (0.96 * cell - extent) * scatter;
  return cells.filled.map(([column, row], i) => {
    const x = (column - (cells.columns - 1) / 2) * cell + random.between(-room, room);
    const y = ((cells.rows - 1) / 2 - row) * cell + random.between(-room, room);
    const common = {
      name: `${isBall ? 'ball' : 'box'}-${i}`,
      position: [x, y, extent / 2] as [number, number, number],
      density: 700,
      restitution,
      friction,
      color: colors[Math.floor(row / lineRows) % colors.length],
    };
    if (isBall) return sphere({ ...common, radius: extent / 2, rollingFriction: 0.002 * cell });
    return box({
      ...common,
      size: [extent, extent, extent],
      rotation: turn('z', random.between(-0.2, 0.2) * scatter),
    });
  });
}

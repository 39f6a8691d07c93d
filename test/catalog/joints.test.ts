// The table of joints in docs/joints.md is what the engines accept, tried one by one:
//
//   JOINTS=write npx vitest run test/catalog/joints.test.ts

import { readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { catalog } from '../../src/catalog/index.ts';
import {
  JOINT_KINDS,
  type JointFile,
  type JointKind,
  resolveScene,
  type SceneFile,
} from '../../src/scene/index.ts';
import { JOINT_WORDS, type JointWord, refusals } from '../../src/sim/index.ts';

const page = new URL('../../docs/joints.md', import.meta.url);
const [BEGIN, END] = ['<!-- joints -->\n', '<!-- end of joints -->'];

const spring = { stiffness: 10, damping: 0.1 };
const motor = { targetSpeed: 0.1, maxForce: 1 };
const words: Readonly<Record<JointWord, Partial<JointFile>>> = {
  limits: { limits: [-1, 1] },
  spring: { spring },
  motor: { motor },
  cone: { cone: 1 },
  twist: { twist: [-1, 1] },
  breakForce: { breakForce: 100 },
  breakTorque: { breakTorque: 100 },
};
const inCoordinates: Partial<Record<JointWord, Partial<JointFile>>> = {
  limits: { coordinates: { turnX: { limits: [-1, 1] } } },
  spring: { coordinates: { turnX: { spring } } },
  motor: { coordinates: { turnX: { motor } } },
};

/** A scene with one joint of this kind and word, or why no scene can say so. */
function sceneWith(kind: JointKind, word?: JointWord): ReturnType<typeof resolveScene>['scene'] | undefined {
  const own =
    kind === 'gear'
      ? { first: 'one', second: 'two', ratio: 2 }
      : kind === 'rack'
        ? { first: 'one', second: 'slide', ratio: 0.1 }
        : {
            a: 'arm',
            b: 'base',
            at: [0.5, 0, 0] as [number, number, number],
            ...(kind === 'screw' ? { pitch: 0.01 } : {}),
          };
  const several = ['cylindrical', 'universal', 'six-dof'].includes(kind);
  const said = word === undefined ? {} : ((several ? inCoordinates[word] : undefined) ?? words[word]);
  const limits = kind === 'ball' && word === 'limits' ? { limits: [0, 1] as [number, number] } : {};
  const file: SceneFile = {
    name: 'joint',
    bodies: [
      { name: 'base', shape: { kind: 'box', size: [0.1, 0.1, 0.1] }, motion: 'static' },
      { name: 'arm', shape: { kind: 'box', size: [0.2, 0.1, 0.1] }, position: [1, 0, 0] },
      { name: 'other', shape: { kind: 'box', size: [0.2, 0.1, 0.1] }, position: [2, 0, 0] },
    ],
    joints: [
      ...(kind === 'gear' || kind === 'rack'
        ? [
            { name: 'one', kind: 'hinge' as const, a: 'arm' },
            { name: 'two', kind: 'hinge' as const, a: 'other' },
            { name: 'slide', kind: 'slider' as const, a: 'other' },
          ]
        : []),
      { name: 'tried', kind, ...own, ...said, ...limits },
    ],
  };
  try {
    return resolveScene(file).scene;
  } catch {
    return undefined;
  }
}

async function matrix(): Promise<string> {
  const ids = Object.keys(catalog).filter((id) => !['async', 'program'].includes(id));
  const engines = await Promise.all(ids.map((id) => catalog[id].load()));
  const lines = [
    `| joint | ${ids.map((id) => `\`${id}\``).join(' | ')} |`,
    `|---${'|---'.repeat(ids.length)}|`,
  ];
  for (const kind of JOINT_KINDS) {
    const cells = engines.map((engine) => {
      const accepts = (word?: JointWord) => {
        const scene = sceneWith(kind, word);
        return (
          scene !== undefined && !refusals(engine, scene).some(({ where }) => where.startsWith('joints['))
        );
      };
      const known = JOINT_WORDS.filter((word) => accepts(word)).map((word) => `\`${word}\``);
      // What an engine says it knows is what it accepts.
      expect(Object.hasOwn(engine.vocabulary.joints, kind), `${engine.id} ${kind}`).toBe(accepts());
      expect(engine.vocabulary.joints[kind] ?? [], `${engine.id} ${kind}`).toEqual(
        JOINT_WORDS.filter((word) => accepts(word)),
      );
      return accepts() ? known.join(' ') || 'yes' : '–';
    });
    lines.push(`| \`${kind}\` | ${cells.join(' | ')} |`);
  }
  return `${lines.join('\n')}\n`;
}

test('the table of joints is what engines accept', async () => {
  const text = readFileSync(page, 'utf8');
  const [from, until] = [text.indexOf(BEGIN) + BEGIN.length, text.indexOf(END)];
  const made = await matrix();
  if (process.env['JOINTS'] === 'write') writeFileSync(page, text.slice(0, from) + made + text.slice(until));
  else expect(text.slice(from, until)).toBe(made);
});

test('every kind of joint is described, and can be said in a scene', () => {
  const text = readFileSync(page, 'utf8');
  for (const kind of JOINT_KINDS) {
    expect(text).toContain(`| \`${kind}\` |`);
    expect(sceneWith(kind), kind).toBeDefined();
  }
});

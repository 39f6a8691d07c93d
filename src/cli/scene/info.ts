// carom info <file>: what is in a scene or a recording, and whether it is what was written; repairs a recording.

import { existsSync, statSync } from 'node:fs';
import type { Command } from 'commander';
import { paint } from '../paint.ts';
import { catalog } from '../../catalog/index.ts';
import { faceCount, meshBounds, vertexCount } from '../../geometry/index.ts';
import { openRecordingFile, repairRecordingFile } from '../../record/index.node.ts';
import { contentHash, type Recording } from '../../record/index.ts';
import { describeFault, FaultError } from '../../scene/fault/index.ts';
import type { Scene } from '../../scene/index.ts';
import { describeApart } from '../../scene/separate/index.ts';
import { frameTime, refusals } from '../../sim/index.ts';
import { checkDamage, sayDamage, sayRepair } from '../damage.ts';
import { exitCodes } from '../exit-codes.ts';
import { isRecordingFile, openScene } from '../run/open-scene.node.ts';
import { bytes, metres, Output, plural, seconds, short } from '../output.ts';
import { pasted } from '../pasted.ts';
import { describePromise } from '../verdict.ts';
import { countArgument } from '../arguments.ts';
import { apartByName } from './apart.ts';
import { describeGaps } from './gaps.ts';

interface InfoFlags {
  readonly repair?: boolean;
  readonly hash: boolean;
  readonly gaps?: boolean;
  readonly frame?: number;
  readonly all?: boolean;
  readonly json?: boolean;
}

/** Bodies described one by one; the rest are counted. */
const MOST_BODIES = 20;

export function addInfo(program: Command): void {
  program
    .command('info')
    .summary('what is in a scene or a recording')
    .description(
      'For a scene: bodies, sizes, masses, which engines accept it and what they promise (or why they refuse).\n' +
        'For a recording: who made it, frames, streams, content hash, whether it is whole.\n' +
        'With --gaps: which two things are nearest to each other, how near and where; those that overlap first.',
    )
    .argument('<file>', 'a scene, a recording, or the name of an example')
    .option(
      '--repair',
      'write what can be read of a torn or damaged recording anew; what was there is kept as .damaged',
    )
    .option('--no-hash', 'leave out the content hash, which reads the whole recording')
    .option('--gaps', 'list the 20 nearest pairs instead: at the start of a scene, in a frame of a recording')
    .option('--frame <n>', 'for --gaps: the frame of a recording (default: the last)', countArgument)
    .option('--all', 'for --gaps: every pair')
    .addHelpText(
      'after',
      `
Examples:
  carom info falling-boxes
  carom info scene.json
  carom info falling-boxes --gaps
  carom info out/falling-boxes.carom --gaps --frame 12
  carom info out/falling-boxes.carom --repair`,
    )
    .action(async (argument: string, flags: InfoFlags) => {
      const output = new Output(flags);
      if (flags.gaps) await describeGaps(argument, flags, output);
      else if (flags.frame !== undefined || flags.all)
        throw new FaultError('these options say which gaps are listed:', [
          { what: '--frame and --all stand alone', where: 'options', remedy: 'add --gaps' },
        ]);
      else if (existsSync(argument) && isRecordingFile(argument))
        await describeRecording(argument, flags, output);
      else if (flags.repair)
        throw new FaultError(`"${argument}" cannot be repaired:`, [
          { what: 'this is not a recording', where: argument, remedy: 'give a .carom file' },
        ]);
      else await describeScene(argument, output);
    });
}

async function describeScene(argument: string, output: Output): Promise<void> {
  const { scene, notes } = await openScene(argument);
  for (const note of notes) output.say(paint.dim(note));
  sayScene(scene, output);
  output.say();
  const loaded = await Promise.all(Object.values(catalog).map((entry) => entry.load()));
  const engines = loaded.map((engine) => ({ engine, faults: refusals(engine, scene) }));
  for (const { engine, faults } of engines) {
    const verdict = faults.length === 0 ? paint.green('accepts') : paint.yellow('refuses');
    output.say(
      `${paint.bold(engine.id)} ${verdict} it; ${engine.title.toLowerCase()}, ${describePromise(engine.promise)}`,
    );
    for (const fault of faults) output.say(`  - ${describeFault(fault)}`);
  }
  output.result({
    scene: scene.name,
    bodies: scene.bodies.length,
    deformables: scene.deformables.length,
    joints: scene.joints.length,
    vertices: totalVertices(scene),
    mass: totalMass(scene),
    duration: scene.duration,
    frameRateHz: scene.frameRateHz,
    engines: engines.map(({ engine: { id, promise }, faults }) => ({
      id,
      accepts: faults.length === 0,
      promise,
      faults,
    })),
  });
}

async function describeRecording(path: string, flags: InfoFlags, output: Output): Promise<void> {
  if (flags.repair) await repair(path, output);
  const recording = await openRecordingFile(path);
  try {
    const damage = await checkDamage(recording, output);
    if (damage.length > 0) {
      process.exitCode = exitCodes.notWhole;
      sayDamage(path, damage, output);
      if (!flags.repair) output.complain(`${pasted('info', path, '--repair')} writes what can be read anew`);
    } else if (recording.torn) {
      output.say(
        paint.yellow(
          'torn: the run was not finished, or the directory at its end is damaged; --repair writes it anew',
        ),
      );
    }
    const { header, scene, frameCount } = recording;
    const until = frameTime(frameCount - 1, header.frameRateHz);
    const isReadable = !damage.some(({ loses }) => loses);
    const hash = flags.hash && isReadable ? await contentHash(recording) : undefined;
    output.say(
      `${paint.bold(scene.name)} by ${header.engine} (${describePromise(header.promise)}), Carom ${header.version}, ${header.platform}`,
    );
    output.say(
      `${frameCount} of ${header.lastFrame + 1} frames at ${short(header.frameRateHz)} Hz, ${seconds(until)}, ` +
        `${bytes(statSync(path).size)}, seed ${header.seed}`,
    );
    output.say(
      `options: ${
        Object.entries(header.options)
          .map(([name, value]) => `${name}=${value}`)
          .join(' ') || 'none'
      }`,
    );
    output.say(
      `report: ${header.columns.map(({ name, unit }) => (unit ? `${name} [${unit}]` : name)).join(', ') || 'none'}`,
    );
    output.say(
      `keeps: frames${header.keeps.path ? ', path' : ''}${header.keeps.contacts ? ', contacts' : ''}`,
    );
    if (header.apart) output.say(describeApart(scene, header.apart));
    const bent = bodiesThatBend(recording);
    if (bent.length > 0)
      output.say(`bend: ${bent.map(({ name, modes }) => `${name} in ${plural(modes, 'mode')}`).join(', ')}`);
    if (hash !== undefined) output.say(`hash: ${hash}`);
    output.say();
    sayScene(scene, output);
    output.result({
      scene: scene.name,
      engine: header.engine,
      promise: header.promise,
      options: header.options,
      frames: frameCount,
      lastFrame: header.lastFrame,
      simulatedSeconds: until,
      frameRateHz: header.frameRateHz,
      seed: header.seed,
      torn: recording.torn,
      ...(header.apart ? { apart: apartByName(scene, header.apart) } : {}),
      ...(damage.length > 0 ? { damage } : {}),
      ...(bent.length > 0 ? { bend: bent } : {}),
      ...(hash === undefined ? {} : { hash }),
    });
  } finally {
    await recording.close();
  }
}

async function repair(path: string, output: Output): Promise<void> {
  const done = await repairRecordingFile(path);
  if (done.kept === undefined) output.say('there is nothing to repair');
  else sayRepair(done, output);
}

function bodiesThatBend({ outline, scene }: Recording): { name: string; modes: number }[] {
  return (outline?.bodies ?? []).map(({ body, shape }) => ({
    name: scene.bodies[body].name,
    modes: outline?.shapes[shape].modes ?? 0,
  }));
}

function sayScene(scene: Scene, output: Output): void {
  const { bodies, deformables, joints } = scene;
  if (scene.description !== '') output.say(scene.description);
  output.say(
    `${paint.bold(scene.name)}: ${plural(bodies.length, 'body', 'bodies')}, ${plural(deformables.length, 'deformable')}, ` +
      `${plural(joints.length, 'joint')}, ${totalVertices(scene)} vertices, ${short(totalMass(scene))} kg moving, ` +
      `${seconds(scene.duration)} at ${short(scene.frameRateHz)} Hz, gravity ${scene.gravity.map(short).join(' ')} m/s²`,
  );
  for (const body of bodies.slice(0, MOST_BODIES)) {
    const mesh = scene.meshes[body.mesh];
    const box = meshBounds(mesh);
    const size = [0, 1, 2].map((k) => metres(box[3 + k] - box[k])).join(' × ');
    const mass = body.motion === 'static' ? '' : `, ${short(body.mass)} kg`;
    output.say(
      `  ${body.name}: ${body.motion}, ${size}${mass}, ${plural(vertexCount(mesh), 'vertex', 'vertices')}, ` +
        `${plural(faceCount(mesh), 'face')}, ${body.material.name}, μ ${short(body.material.friction)}`,
    );
  }
  if (bodies.length > MOST_BODIES) output.say(`  … and ${bodies.length - MOST_BODIES} more`);
  for (const cloth of deformables)
    output.say(
      `  ${cloth.name}: ${cloth.kind}, ${plural(vertexCount(scene.meshes[cloth.mesh]), 'vertex', 'vertices')}`,
    );
}

function totalVertices({ meshes, bodies, deformables }: Scene): number {
  let total = 0;
  for (const { mesh } of [...bodies, ...deformables]) total += vertexCount(meshes[mesh]);
  return total;
}

/** Of what may move [kg]. */
function totalMass({ bodies, deformables }: Scene): number {
  let total = 0;
  for (const { motion, mass } of bodies) if (motion === 'dynamic') total += mass;
  for (const { masses } of deformables) for (const mass of masses) total += mass;
  return total;
}

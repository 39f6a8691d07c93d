// Windows keep what every engine keeps: snapshots, recordings that are cut, threads, frames.

import { asynchronous } from '../../../../../src/engines/async/engine.ts';
import { conform } from '../../../../sim/conformance.ts';
import { optionsOf } from '../../harness.ts';
import { tiny } from './scenes.ts';

const scene = tiny(1);

conform({ engine: asynchronous, scene, options: optionsOf(scene, { detection: 'windows' }), cuts: 3 });

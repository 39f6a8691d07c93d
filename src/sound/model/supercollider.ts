// A modal model as a SynthDef: `freq`, `gain` and `gate` as synthesisers have them, `position` and `mallet` say how it is struck.
//
// The force is a raised cosine of 0.73 of Hertz' length, which is as wide; its samples add up to 1.

import { instrumentOf } from './instrument.ts';
import type { ModalModel } from './modal-model.ts';
import { about, digits, identifier, list } from './text.ts';
import type { Vec3 } from '../../scene/index.ts';

/** 2 ln(1000), of T60 = this / c. */
const SIXTY_DECIBELS = 13.8155;

/** @param first  where position 0 is [m], body coordinates; where the first mode moves most unless said */
export function toSuperCollider(model: ModalModel, first?: Vec3): string {
  const instrument = instrumentOf(model, first);
  const { frequencies, dampings, gains, touches, name } = instrument;
  const pitch = digits(frequencies[0] ?? 440);
  const title = identifier(name);
  return `${about(instrument)}
(
SynthDef(\\${title}, { |out = 0, pan = 0, freq = ${pitch}, gain = 0.8, gate = 1, position = 0, mallet = 0.6|
  var frequencies = [${list(frequencies)}]; // Hz
  var decays = [${list(dampings.map((c) => SIXTY_DECIBELS / c))}]; // T60, s
  var gains = [
    ${gains.map((of) => `[${list(of)}]`).join(',\n    ')}
  ];
  var ratio = freq / ${pitch};
  var near = Array.fill(gains.size, { |p| (1 - (position - p).abs).max(0) });
  var touch = 0.73 * ${digits(touches[0])} * (${digits(touches[1] / touches[0])} ** mallet) / (gain.max(0.01) ** 0.2);
  var length = touch.max(4 / SampleRate.ir);
  var force = gain * EnvGen.ar(Env.sine(length), gate) * 2 / (length * SampleRate.ir);
  var sound = Mix.fill(frequencies.size, { |i|
    var f = frequencies[i] * ratio;
    var g = Mix.fill(gains.size, { |p| near[p] * gains[p][i] });
    Ringz.ar(force * g * (f < (0.45 * SampleRate.ir)), f.min(0.45 * SampleRate.ir), decays[i] / ratio)
  });
  DetectSilence.ar(sound, time: 0.2, doneAction: 2);
  Out.ar(out, Pan2.ar(sound, pan));
}).add;
)
// Synth(\\${title}); Synth(\\${title}, [freq: ${digits(1.5 * (frequencies[0] ?? 440))}, gain: 0.3, position: 1, mallet: 0.2]);
`;
}

// A modal model as a Faust program that other hosts play: `freq`, `gain` and `gate` are those of a voice, `position` and `mallet`
// say how it is struck.
//
// The force of a blow is that of Hertz, as its integral within 0.2%: three tenths of a parabola and seven of a raised cosine. Each
// sample gets the difference of the integral at its ends, so that all of them add up to 1 whatever the length.

import { instrumentOf } from './instrument.ts';
import type { ModalModel } from './modal-model.ts';
import { about, digits, list, oneLine } from './text.ts';
import type { Vec3 } from '../../scene/index.ts';

/** @param first  where position 0 is [m], body coordinates; where the first mode moves most unless said */
export function toFaust(model: ModalModel, first?: Vec3): string {
  const instrument = instrumentOf(model, first);
  const { name, frequencies, dampings, gains, touches } = instrument;
  const modes = frequencies.length;
  const pitch = digits(frequencies[0] ?? 440);
  return `${about(instrument)}
declare name "${oneLine(name)}";
import("stdfaust.lib");

modes = ${modes};
frequencies = (${list(frequencies)}); // [Hz]
dampings = (${list(dampings)}); // c [1/s]: amplitudes fall as e^(-ct/2)
${gains.map((of, p) => `gains${p} = (${list(of)});`).join('\n')}

freq = hslider("freq [unit:Hz]", ${pitch}, ${digits((frequencies[0] ?? 440) / 8)}, ${digits(8 * (frequencies[0] ?? 440))}, 0.01);
gain = hslider("gain", 0.8, 0, 1, 0.001);
gate = button("gate");
position = hslider("position", 0, 0, ${gains.length - 1}, 0.001);
mallet = hslider("mallet", 0.6, 0, 1, 0.001);

ratio = freq / ${pitch};
struck = (gate > 0) & (gate' <= 0);
begun = struck : max ~ _;
// samples since the blow, and how many it lasts: a harder one is shorter
since = ((_ + 1) * (1 - struck) : min(16777216)) ~ _;
touch = ${digits(touches[0])} * pow(${digits(touches[1] / touches[0])}, mallet) / pow(max(gain, 0.01), 0.2);
lasting = ba.sAndH(struck, touch * ma.SR);
level = ba.sAndH(struck, gain);
passed(n) = 0.3 * u * u * (3 - 2 * u) + 0.7 * (u - sin(2 * ma.PI * u) / (2 * ma.PI)) with { u = min(1, n / max(0.001, lasting)); };
force = begun * level * (passed(since + 1) - passed(since));

near(p) = max(0, 1 - abs(position - p));
gainOf(i) = ${gains.map((_, p) => `near(${p}) * ba.take(i + 1, gains${p})`).join(' + ')};
mode(i) = *(b) : + ~ (_ <: *(2 * r * cos(angle)), (mem : *(0 - r * r)) :> _) with {
  angle = 2 * ma.PI * ba.take(i + 1, frequencies) * ratio / ma.SR;
  r = exp(-0.5 * ba.take(i + 1, dampings) * ratio / ma.SR);
  b = gainOf(i) * r * sin(angle) * (angle < 0.9 * ma.PI);
};

process = force ${modes === 0 ? ': *(0)' : '<: par(i, modes, mode(i)) :> _'} <: _, _;
`;
}

// A bank of resonators as text of two languages of instruments.
//
// Faust: `process` takes an excitation and gives sound; mode filters of its physical-modelling library.
// SuperCollider: a SynthDef with DynKlank, struck by a trigger; \freq scales all of it.

import type { Resonator } from './bank.ts';

/** @param name  a title for people; anything but letters and digits becomes _ where it names something */
export function toFaust(name: string, bank: readonly Resonator[]): string {
  const list = (pick: (resonator: Resonator) => number): string =>
    bank
      .map((resonator, i) => `${i === 0 ? '' : i % 6 === 0 ? ',\n  ' : ', '}${digits(pick(resonator))}`)
      .join('');
  return `// ${oneLine(name)}: ${bank.length} vibration modes, by Carom.
import("stdfaust.lib");

modes = ${bank.length};
frequencies = (${list(({ frequencyHz }) => frequencyHz)}); // [Hz]
decays = (${list(({ decay }) => decay)}); // T60 [s]
gains = (${list(({ gain }) => gain)});

pitch = hslider("pitch [style:knob]", 1, 0.25, 4, 0.001);
decay = hslider("decay [style:knob]", 1, 0.1, 4, 0.01);
strike = button("strike") : ba.impulsify;

resonator(i) = pm.modeFilter(
  ba.take(i + 1, frequencies) * pitch,
  ba.take(i + 1, decays) * decay,
  ba.take(i + 1, gains)
) * (ba.take(i + 1, frequencies) * pitch < ma.SR / 2.1);

process = strike <: par(i, modes, resonator(i)) :> *(0.2) <: _, _;
`;
}

/** A bank of resonators for SuperCollider. */
export function toSuperCollider(name: string, bank: readonly Resonator[]): string {
  const list = (pick: (resonator: Resonator) => number): string =>
    bank
      .map((resonator, i) => `${i > 0 && i % 8 === 0 ? '\n    ' : ''}${digits(pick(resonator))}`)
      .join(', ');
  return `// ${oneLine(name)}: ${bank.length} vibration modes, by Carom.
(
SynthDef(\\${identifier(name)}, { |out = 0, pan = 0, amp = 0.2, freq = 1, decay = 1|
  var modes = \`[
    [${list(({ frequencyHz }) => frequencyHz)}], // Hz
    [${list(({ gain }) => gain)}],
    [${list(({ decay }) => decay)}] // T60, s
  ];
  var sound = DynKlank.ar(modes, Impulse.ar(0), freq, 0, decay);
  DetectSilence.ar(sound, doneAction: 2);
  Out.ar(out, Pan2.ar(sound, pan, amp));
}).add;
)
// Synth(\\${identifier(name)}); Synth(\\${identifier(name)}, [freq: 1.5, amp: 0.1]);
`;
}

/** Six digits; never an exponent, which not every version of both languages reads. */
function digits(value: number): string {
  const text = String(Number(value.toPrecision(6)));
  return text.includes('e') ? value.toFixed(9) : text;
}

function oneLine(text: string): string {
  return text.replace(/[\r\n\u2028\u2029]+/g, ' ').slice(0, 200);
}

function identifier(text: string): string {
  const clean = text.replace(/[^A-Za-z0-9]+/g, '_').replace(/^_+|_+$/g, '');
  return /^[a-z]/.test(clean) ? clean : `m${clean}`;
}

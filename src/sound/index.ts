// carom/sound: what a recording with contacts sounds like, and a body struck in free air, in Node and in browsers.

export type { ModeChoices } from '../modes/index.ts';
export { type DampingFit, type Decay, fitDamping } from './fit-damping.ts';
export { FULL_SCALE_PASCAL, fullScaleOf } from './full-scale.ts';
export { decibels, integratedLoudness, peakOf } from './loudness.ts';
export { toFaust } from './model/faust.ts';
export { readModal, writeModal } from './model/file.ts';
export { makeModel, type ModalModel, type ModelMaterial, type ModelParts } from './model/modal-model.ts';
export { toSuperCollider } from './model/supercollider.ts';
export { type Picture, soundPicture } from './picture/picture.ts';
export { type ModeRadiation, type RadiateOptions, type Radiation, radiate } from './radiation/radiate.ts';
export { simpleSources } from './simple-sources.ts';
export { type Rendering, type RenderOptions, SoundScene, type Stem } from './sound-scene.ts';
export { type Mallet, type Strike, strikeDuration, strikeLength, strikeSound } from './strike.ts';
export { AIR_DENSITY, SPEED_OF_SOUND, type Transfer } from './transfer.ts';
export { readWav, type Wav, WavError } from './wav/read.ts';
export { type BitDepth, ClippedError, type WavOptions, writeWav } from './wav/write.ts';
export { renderClicks } from './clicks/render-clicks.ts';
export { sphereRadius } from './clicks/sphere-click.ts';
export { readSofa } from './ears/measured-head.ts';
export { bodyLanes, sidesByBody } from './excite/body-steps.ts';
export { Curvatures } from './excite/curvature.ts';
export { POINT, PRESS, SIDE_SIZE } from './excite/meetings.ts';
export { pulsePassed, writePulse } from './excite/pulse.ts';
export { redistribute } from './excite/redistribute.ts';
export { fft, magnitudes } from './fft.ts';
export { surfacePlaces } from './surface-places.ts';
export { sinc, writePropagator } from './synth/propagator.ts';

// carom/sound/live: contacts of any engine, heard as they happen.

export { readModal } from '../model/file.ts';
export type { ModalModel, ModelMaterial } from '../model/modal-model.ts';
export type { LiveContact, LivePose } from './contacts.ts';
export type { ListenerPose } from './ears.ts';
export {
  createLiveSound,
  type LiveSound,
  type LiveSoundOptions,
  type LiveSoundStats,
} from './live-sound.ts';
export type { LiveCounts, LiveLimits } from './messages.ts';

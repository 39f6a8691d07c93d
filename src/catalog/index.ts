// carom/catalog: which engines there are, what they promise, and which one a scene gets.

export {
  type Catalog,
  type CatalogEntry,
  catalog,
  entryOf,
  loadEngine,
  type SceneContent,
} from './catalog.ts';
export { automaticEngine, type ChosenEngine, chooseEngine, HAIR, type StartChoices } from './choose.ts';
export { type ReadyRun, readyRun, type RunChoices } from './ready.ts';
export { readySpecifications } from './specifications.ts';

// Names that scenes in TypeScript may use: a mistake in one fails to compile. Whoever brings an engine or a material of
// his own adds its name, and of an engine its options, or `true` where they are not to be checked:
//
//   declare module 'carom/scene' { interface Engines { mine: { readonly timeStep?: number } } }

import type {
  AsyncEngineOptions,
  FlightEngineOptions,
  IpcEngineOptions,
  LcpEngineOptions,
  ModalEngineOptions,
  ProgramEngineOptions,
} from './engine-options.generated.ts';

/** The options of engines by id. */
export interface Engines {
  /** Intersection-free rigid bodies, and what deforms among them. */
  ipc: IpcEngineOptions;
  /** Complementarity rigid bodies, forward and backward in time. */
  lcp: LcpEngineOptions;
  /** Asynchronous contact of cloth, shells and particles. */
  async: AsyncEngineOptions;
  /** Flexible bodies that vibrate in contact. */
  modal: ModalEngineOptions;
  /** Simulators compiled from specifications. */
  program: ProgramEngineOptions;
  /** Free flight without contact. */
  flight: FlightEngineOptions;
}

/** Ids of engines. */
export type EngineName = keyof Engines;

/** The options of one engine, all of them optional. */
export type OptionsOf<Name extends EngineName> = Engines[Name] extends object
  ? Engines[Name]
  : Readonly<Record<string, number | string | boolean>>;

/** An engine and its options; without an engine, options of those that scenes get by themselves. */
export type EngineChoice =
  | {
      /** Unless said, by what the scene is made of: rigid bodies ipc, deformables async, a specification program. */
      readonly engine?: undefined;
      /** Options of the engine. */
      readonly options?: (IpcEngineOptions & AsyncEngineOptions & ProgramEngineOptions) | undefined;
    }
  | {
      [Name in EngineName]: {
        /** Which engine simulates. */
        readonly engine: Name;
        /** Options of the engine. */
        readonly options?: OptionsOf<Name> | undefined;
      };
    }[EngineName];

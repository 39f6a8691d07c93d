// What outlives the page: projects, and the runs made of them with their recordings as far as they were committed.
//
// Everything is in one IndexedDB. A recording is kept as a row of Blobs, one for each commit: browsers keep these on
// disk and read them when they are asked for, so a long recording is neither copied on every commit nor held in memory,
// and a page that ends in the middle loses at most what was not committed.

import type { SceneFile } from '../../../src/scene/schema/index.ts';

export interface StoredProject {
  readonly id: string;
  readonly name: string;
  readonly file: SceneFile;
  readonly files: ReadonlyMap<string, Uint8Array>;
  readonly example?: string;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

export type RunState = 'running' | 'paused' | 'finished' | 'cancelled' | 'failed';

export interface StoredRun {
  /** The address of the place it belongs to, such as "#example/bolt": one run is kept for each. */
  readonly place: string;
  /** Tells the scene apart from one that was changed since. */
  readonly sceneKey: string;
  readonly state: RunState;
  /** How many frames there were when it was last taken up, -1 when it was started by hand. */
  readonly framesAtStart: number;
  /** How often it was taken up by itself since it last got further: it may be what ends the page. */
  readonly attempts: number;
  /** The body that was dragged last and not let go: nobody drags it after a reload. */
  readonly held?: number;
  /** Milliseconds since 1970. */
  readonly changed: number;
}

const NAME = 'carom-studio';
const PARTS = 'parts';
type StoreName = 'projects' | 'runs' | typeof PARTS;

let database: Promise<IDBDatabase> | undefined;

function open(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1);
    request.onupgradeneeded = () => {
      request.result.createObjectStore('projects', { keyPath: 'id' });
      request.result.createObjectStore('runs', { keyPath: 'place' });
      request.result.createObjectStore(PARTS);
    };
    request.onsuccess = () => {
      // Another tab with a newer studio must not wait for this one.
      request.result.onversionchange = () => {
        request.result.close();
        database = undefined;
      };
      resolve(request.result);
    };
    request.onerror = () => reject(request.error);
  });
  return database;
}

/**
 * One transaction; resolves when it is done. Relaxed: what it wrote outlives the page and the browser, and only a machine
 * that loses power may lose it; waiting for the disk after every commit would hold long runs up.
 */
async function transact<T>(
  stores: StoreName | StoreName[],
  mode: IDBTransactionMode,
  act: (store: (name: StoreName) => IDBObjectStore) => IDBRequest<T> | undefined,
): Promise<T> {
  const transaction = (await open()).transaction(stores, mode, { durability: 'relaxed' });
  const request = act((name) => transaction.objectStore(name));
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request?.result as T);
    transaction.onerror = () => reject(transaction.error);
    transaction.onabort = () => reject(transaction.error);
  });
}

export async function saveProject(project: StoredProject): Promise<void> {
  await transact('projects', 'readwrite', (store) => store('projects').put(project));
}

export function loadProject(id: string): Promise<StoredProject | undefined> {
  return transact<StoredProject | undefined>('projects', 'readonly', (store) => store('projects').get(id));
}

/** Newest first. */
export async function listProjects(): Promise<readonly StoredProject[]> {
  const all = await transact<StoredProject[]>('projects', 'readonly', (store) => store('projects').getAll());
  return all.sort((a, b) => b.changed - a.changed);
}

export async function deleteProject(id: string): Promise<void> {
  const place = `#project/${id}`;
  await transact(['projects', 'runs', PARTS], 'readwrite', (store) => {
    store('projects').delete(id);
    store('runs').delete(place);
    store(PARTS).delete(partsOf(place));
    return undefined;
  });
}

/** Begins to keep a run; what was kept for its place goes, but for the beginning that it goes on from. */
export async function beginRun(run: StoredRun, before: Blob | undefined): Promise<void> {
  await transact(['runs', PARTS], 'readwrite', (store) => {
    store('runs').put(run);
    store(PARTS).delete(partsOf(run.place));
    if (before !== undefined) store(PARTS).put(before, [run.place, 0]);
    return undefined;
  });
}

/** How a run stands, and with it the next bytes of its recording; `number` counts these parts from 0. */
export async function saveRun(run: StoredRun, number: number, bytes: Blob | undefined): Promise<void> {
  await transact(['runs', PARTS], 'readwrite', (store) => {
    store('runs').put(run);
    if (bytes !== undefined) store(PARTS).put(bytes, [run.place, number]);
    return undefined;
  });
}

export function loadRun(place: string): Promise<StoredRun | undefined> {
  return transact<StoredRun | undefined>('runs', 'readonly', (store) => store('runs').get(place));
}

/** The parts of a recording in their order. */
export function loadParts(place: string): Promise<Blob[]> {
  return transact<Blob[]>(PARTS, 'readonly', (store) => store(PARTS).getAll(partsOf(place)));
}

function partsOf(place: string): IDBKeyRange {
  return IDBKeyRange.bound([place, 0], [place, Number.MAX_SAFE_INTEGER]);
}

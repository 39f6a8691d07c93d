// The lessons there are, and the one that is read, which stands in the address: those that come with the studio, and
// Markdown files of the user's own folder. They are data: nothing in one is ever run but the scenes one opens.

import { computed, effect, signal } from '@preact/signals';
import { complain, Complaint } from '../../model/complaints.ts';
import { folderFiles, readFolder, readFolderFile } from '../../model/folder.ts';
import { builtIn, lessonText } from '../../model/lesson-texts.ts';
import { addressOf, go, homeOf, type Place, place, readPlace, rename } from '../../model/place.ts';
import { project } from '../../model/project.ts';
import { LONGEST_LINK, packText } from '../../share/pack.ts';
import { type Lesson, type LessonScene, readLesson } from './lesson.ts';

/** Of a file of the folder [bytes]. */
const LONGEST = 500_000;

const read = signal<ReadonlyMap<string, Lesson>>(
  new Map(builtIn.map((text) => [text.name, readLesson(text)])),
);

/** Where lessons follow one another: those of the studio, or those of the folder by their paths. */
export const shelf = computed(() => [
  ...builtIn.map(({ name, title }) => ({ name, title })),
  ...folderLessons.value.map((path) => ({ name: path, title: read.value.get(path)?.title ?? path })),
]);
const folderLessons = computed(() =>
  folderFiles.value
    .filter(({ kind }) => kind === 'lesson')
    .map(({ path }) => path)
    .sort(),
);

const reading = computed(() => (place.value.kind === 'gallery' ? undefined : place.value.lesson));
export const lesson = computed(() => read.value.get(reading.value ?? ''));

/** Before and after the one that is read, on the same shelf. */
export const neighbours = computed(() => {
  const name = reading.value ?? '';
  const names = isOfFolder(name) ? folderLessons.value : builtIn.map((one) => one.name);
  const at = names.indexOf(name);
  return { previous: at > 0 ? names[at - 1] : undefined, next: at < 0 ? undefined : names[at + 1] };
});

export const titleOf = (name: string) => shelf.value.find((one) => one.name === name)?.title ?? name;

function isOfFolder(name: string): boolean {
  return name.endsWith('.md');
}

/** Keeps what is read at hand; call what it returns to stop. */
export function watchReading(): () => void {
  if (folderFiles.peek().length === 0) void readFolder();
  return effect(() => {
    const name = reading.value;
    if (name !== undefined && name !== '') loadLesson(name).then(packScenes).catch(complain);
  });
}

async function loadLesson(name: string): Promise<Lesson> {
  const known = read.peek().get(name);
  if (known !== undefined) return known;
  if (!isOfFolder(name))
    throw new Complaint(
      `There is no lesson “${name}”`,
      'Choose one from the gallery; it may have another name',
    );
  const bytes = await readFolderFile(name, LONGEST);
  if (bytes.length > LONGEST) throw new Complaint(`“${name}” is too long for a lesson`, 'Make several of it');
  const made = readLesson(lessonText(name, new TextDecoder().decode(bytes)));
  read.value = new Map(read.peek()).set(name, made);
  return made;
}

/** The place of a lesson's first scene, with the lesson beside it. */
export async function firstScene(name: string): Promise<Place> {
  const { title, scenes } = await loadLesson(name);
  if (scenes.length === 0)
    throw new Complaint(
      `“${title}” has no scene`,
      'Write a link such as [Open the bolt](#example/bolt;bench=plots) into it: docs/studio.md, Lessons',
    );
  return placeOf(scenes[0], name);
}

async function placeOf(scene: LessonScene, name: string): Promise<Place> {
  const beside = { bench: 'lesson', lesson: name };
  if (scene.kind === 'link') return { ...readPlace(scene.to), ...beside };
  const packed = await packText(scene.file);
  if (packed.length > LONGEST_LINK)
    throw new Complaint(
      'This scene is too large to stand in a lesson',
      'Put it into a file beside the lesson',
    );
  return { kind: 'link', packed, ...beside };
}

/** The scene of the lesson that was opened last: what was changed has no address that says which. */
const openedLast = signal<LessonScene | undefined>(undefined);

/** The bench that the open scene is about, to stand below the text. */
export const lessonBench = computed(() => {
  const scenes = lesson.value?.scenes ?? [];
  const found = scenes.find((scene) => isOpen(scene)) ?? changedScene(scenes);
  if (found?.kind !== 'link') return found?.bench;
  const at = readPlace(found.to);
  return at.kind === 'gallery' ? undefined : at.bench;
});

/** Addresses of scenes that stand in texts themselves, as far as they are known. */
const packs = signal<ReadonlyMap<string, string>>(new Map());

async function packScenes({ scenes }: Lesson): Promise<void> {
  const files = scenes.flatMap((scene) => (scene.kind === 'code' ? [scene.file] : []));
  const packed = await Promise.all(files.map((file) => packText(file)));
  packs.value = new Map(files.map((file, i) => [file, packed[i]]));
}

function isOpen(scene: LessonScene): boolean {
  if (scene.kind === 'code')
    return place.value.kind === 'link' && packs.value.get(scene.file) === place.value.packed;
  const home = homeOf(readPlace(scene.to));
  const example = project.value?.example;
  return home === homeOf(place.value) || (example !== undefined && home === exampleHome(example));
}

function changedScene(scenes: readonly LessonScene[]): LessonScene | undefined {
  const last = openedLast.value;
  if (place.value.kind !== 'project') return undefined;
  return scenes.find((scene) => JSON.stringify(scene) === JSON.stringify(last));
}

const exampleHome = (name: string) => addressOf({ kind: 'example', name });

/** Those about the open example come first. */
export const isAboutOpen = (name: string) => {
  const example = place.value.kind === 'example' ? place.value.name : project.value?.example;
  const scenes = read.value.get(name)?.scenes ?? [];
  return scenes.some(
    (scene) =>
      scene.kind === 'link' && example !== undefined && homeOf(readPlace(scene.to)) === exampleHome(example),
  );
};

/** Reads a lesson beside what is open; without a name, none. */
export function readHere(name: string | undefined): void {
  const at = place.peek();
  if (at.kind !== 'gallery') rename({ ...at, bench: 'lesson', lesson: name });
}

/** Opens a scene of the lesson beside its text. */
export function openScene(scene: LessonScene): void {
  const name = reading.peek();
  if (name === undefined) return;
  openedLast.value = scene;
  placeOf(scene, name).then(go, complain);
}

/** Follows a link of the text. */
export function follow(to: string): void {
  const at = readPlace(to);
  const scene = lesson.peek()?.scenes.find((one) => one.kind === 'link' && one.to === to);
  if (scene === undefined) go(at);
  else openScene(scene);
}

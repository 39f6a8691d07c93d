// The licences of everything that a bundle holds beside Carom, from the modules that went into it.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** What is no package: outlines that are committed as numbers. */
const FONT = {
  name: 'Roboto (outlines of letters)',
  license: 'SIL Open Font License 1.1',
  text: 'Copyright 2011 The Roboto Project Authors. The outlines remain under the SIL Open Font License, version 1.1.',
};
const FONT_MODULE = /[\\/]geometry[\\/]primitives[\\/]font\.generated\./;

/**
 * @param modules  paths of what was bundled, as bundlers name them
 * @returns the text of a NOTICE, every package once, by name
 */
export function noticesOf(modules) {
  const folders = new Map();
  let hasFont = false;
  for (const module of modules) {
    const path = resolve(module.replace(/^\0+/, '').replace(/\?.*$/, ''));
    hasFont ||= FONT_MODULE.test(path);
    const match = /^.*[\\/]node_modules[\\/](?:@[^\\/]+[\\/])?[^\\/]+/.exec(path);
    if (match) folders.set(match[0], true);
  }
  const found = [...folders.keys()].map(noticeOf);
  if (hasFont) found.push(FONT);
  const unique = new Map(found.map((one) => [`${one.name} ${one.license}`, one]));
  const sorted = [...unique.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
  const line = '-'.repeat(78);
  return [
    `Beside Carom (MIT) this holds ${sorted.length} other works, under the terms that follow.`,
    ...sorted.map(({ name, license, text }) => `${line}\n${name}: ${license}\n\n${text.trim()}`),
    '',
  ].join('\n\n');
}

function noticeOf(folder) {
  const { name, version, license, author } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying|unlicense)(\.|$)/i.test(entry));
  const who = typeof author === 'string' ? author : author?.name;
  const text =
    file === undefined
      ? `Copyright ${who ?? 'the authors'} of ${name}. Its package says: ${license}.`
      : readFileSync(join(folder, file), 'utf8');
  if (typeof license !== 'string') throw new Error(`${name} says nothing about its licence`);
  return { name: `${name} ${version}`, license, text };
}

/** For Vite: writes NOTICE.txt beside the pages, of everything in all chunks and workers. */
export function noticesPlugin(modules = new Set()) {
  const collect = (_options, bundle) => {
    for (const chunk of Object.values(bundle))
      if (chunk.type === 'chunk') for (const id of Object.keys(chunk.modules)) modules.add(id);
  };
  return {
    worker: () => ({ name: 'carom-notices-of-workers', generateBundle: collect }),
    pages: {
      name: 'carom-notices',
      generateBundle(options, bundle) {
        collect(options, bundle);
        this.emitFile({ type: 'asset', fileName: 'NOTICE.txt', source: noticesOf(modules) });
      },
    },
  };
}

/** For esbuild: what `metafile` lists. */
export function inputsOf(...results) {
  return results.flatMap(({ metafile }) => Object.keys(metafile.inputs)).filter((path) => existsSync(path));
}

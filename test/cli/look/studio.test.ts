// The studio's server: what it gives, and everything it refuses.

import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findFile } from '../../../src/cli/look/serve-folder.node.ts';
import { isOurName, type PageServer } from '../../../src/cli/look/serve-http.node.ts';
import { serveStudio } from '../../../src/cli/look/serve-studio.node.ts';
import { carom } from '../carom.ts';

let base: string;
let server: PageServer;

beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'carom-serve-'));
  const put = (path: string, text: string) => writeFileSync(join(base, path), text);
  for (const folder of ['pages/assets', 'open/deep/.hidden', 'open/node_modules', 'open/swept/runs', 'other'])
    mkdirSync(join(base, folder), { recursive: true });
  put('pages/index.html', '<!doctype html>studio');
  put('pages/embed.html', '<!doctype html>embed');
  put('pages/assets/main.js', '1;');
  put('open/scene.json', '{}');
  put('open/deep/part one.stl', 'solid');
  put('open/run.carom', '0123456789');
  put('open/deep/lesson.md', '# A lesson');
  put('open/README.md', '# No lesson');
  put('open/secret.txt', 'secret');
  put('open/.env.json', 'secret');
  put('open/deep/.hidden/x.json', 'secret');
  put('open/node_modules/y.json', '{}');
  put('open/package.json', '{}');
  for (const name of ['rows.jsonl', 'other.jsonl', 'sweep.json', 'progress.json', 'runs/000001.carom'])
    put(`open/swept/${name}`, name);
  put('other/secret.json', 'secret');
  put('other/rows.jsonl', 'secret');
  put('other/notes.txt', 'secret');
  symlinkSync(join(base, 'other', 'secret.json'), join(base, 'open', 'out.json'));
  symlinkSync(join(base, 'other'), join(base, 'open', 'outside'));
  symlinkSync(join(base, 'other', 'rows.jsonl'), join(base, 'open', 'rows.jsonl'));
  symlinkSync(join(base, 'open', 'secret.txt'), join(base, 'open', 'inside.json'));
  symlinkSync(join(base, 'open', 'scene.json'), join(base, 'open', 'alias.json'));
  server = await serveStudio({ folder: join(base, 'open'), pages: join(base, 'pages') });
});

afterAll(async () => {
  await server.close();
  rmSync(base, { recursive: true, force: true });
});

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
}

/** fetch() would tidy paths up and set the host itself. */
function ask(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Answer> {
  const { port } = new URL(server.address);
  return new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path, method, headers }, (response) => {
      let text = '';
      response.on('data', (part) => {
        text += part;
      });
      response.on('end', () =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text }),
      );
    })
      .on('error', reject)
      .end();
  });
}

test('it gives its own pages with a strict policy', async () => {
  for (const path of ['/', '/index.html', '/assets/main.js']) {
    const { status, headers } = await ask(path);
    expect(status).toBe(200);
    const policy = String(headers['content-security-policy']);
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-inline|'unsafe-eval'|https?:|\*/);
    expect(headers['cross-origin-opener-policy']).toBe('same-origin');
    expect(headers['cross-origin-embedder-policy']).toBe('require-corp');
    expect(headers['x-content-type-options']).toBe('nosniff');
  }
  expect((await ask('/index.html')).headers['content-type']).toContain('text/html');
});

test('only the embeddable page may be framed by others', async () => {
  const { headers } = await ask('/embed.html?time=1');
  expect(headers['content-security-policy']).toContain('frame-ancestors *');
  expect(headers['content-security-policy']).toContain("script-src 'self'");
});

test('it lists scenes, meshes, recordings, lessons and sweeps, and nothing else', async () => {
  const { files, complete } = JSON.parse((await ask('/files/')).text);
  const paths = files.map(({ path }: { path: string }) => path).sort();
  expect(paths).toEqual([
    'alias.json',
    'deep/lesson.md',
    'deep/part one.stl',
    'run.carom',
    'scene.json',
    'swept/rows.jsonl',
  ]);
  expect(complete).toBe(true);
});

test('it gives what is in the folder of a sweep, and of JSON lines the journal only', async () => {
  for (const name of ['rows.jsonl', 'progress.json', 'runs/000001.carom'])
    expect(await ask(`/files/swept/${name}`)).toMatchObject({ status: 200, text: name });
  expect(await ask('/files/swept/rows.jsonl', { Range: 'bytes=5-' })).toMatchObject({
    status: 206,
    text: 'jsonl',
  });
  expect((await ask('/files/swept/other.jsonl')).status).toBe(404);
});

test('it gives files whole and by ranges', async () => {
  expect((await ask('/files/run.carom')).text).toBe('0123456789');
  expect((await ask('/files/deep/part%20one.stl')).text).toBe('solid');
  const lesson = await ask('/files/deep/lesson.md');
  expect(lesson.text).toBe('# A lesson');
  // Data, whatever a browser makes of its name.
  expect(lesson.headers['content-type']).toBe('application/octet-stream');
  const part = await ask('/files/run.carom', { Range: 'bytes=2-4' });
  expect([part.status, part.text, part.headers['content-range']]).toEqual([206, '234', 'bytes 2-4/10']);
  expect((await ask('/files/run.carom', { Range: 'bytes=10-12' })).status).toBe(416);
  expect((await ask('/files/run.carom', {}, 'HEAD')).text).toBe('');
});

describe('it refuses', () => {
  const refused = [
    '/files/../other/secret.json',
    '/files/deep/../../other/secret.json',
    '/files/%2e%2e/other/secret.json',
    '/files/..%2fother%2fsecret.json',
    '/files/%252e%252e/other/secret.json',
    '/files/..%5cother%5csecret.json',
    '/files//etc/passwd.json',
    '/files/%2fetc%2fpasswd',
    '/files/C:%5csecret.json',
    '/files/scene.json%00.stl',
    '/files/scene.json/',
    '/files/%E0%A4%A',
    '/files/.',
    '/files/out.json',
    '/files/rows.jsonl',
    '/files/outside/rows.jsonl',
    '/files/swept/../../other/rows.jsonl',
    '/files/..%2fother%2frows.jsonl',
    '/files/swept/rows.jsonl/',
    '/files/outside/secret.json',
    '/files/inside.json',
    '/files/secret.txt',
    '/files/.env.json',
    '/files/deep/.hidden/x.json',
    '/files/missing.json',
    '/files',
    '/../package.json',
    '/..%2f..%2fpackage.json',
    '/assets/../../open/secret.txt',
    '/missing',
  ];
  for (const path of refused)
    test(path, async () => {
      const { status, text } = await ask(path);
      expect(status).toBe(404);
      expect(text).not.toContain('secret.');
      expect(text).not.toMatch(/^secret/);
    });

  test('an absolute address', async () => {
    expect((await ask(`http://127.0.0.1/files/scene.json`)).status).toBe(404);
  });

  test('names that are not ours', async () => {
    for (const Host of [
      'evil.example',
      'evil.example:80',
      '192.168.1.7',
      '127.0.0.1.evil.example',
      'a@127.0.0.1',
    ])
      expect((await ask('/', { Host })).status).toBe(403);
    for (const Host of ['localhost', 'localhost:5000', '[::1]:5000', '127.0.0.1:1'])
      expect((await ask('/', { Host })).status).toBe(200);
  });

  test('other origins, also where a browser only says so by fetch metadata', async () => {
    const { host } = new URL(server.address);
    for (const Origin of ['http://evil.example', 'null', 'http://127.0.0.1', `https://${host}`])
      expect((await ask('/files/scene.json', { Origin })).status).toBe(403);
    expect((await ask('/files/scene.json', { Origin: `http://${host}`, Host: host })).status).toBe(200);
    for (const site of ['cross-site', 'same-site']) {
      expect((await ask('/files/scene.json', { 'Sec-Fetch-Site': site })).status).toBe(403);
      expect((await ask('/files/', { 'Sec-Fetch-Site': site })).status).toBe(403);
    }
  });

  test('every way to write', async () => {
    for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])
      expect((await ask('/files/scene.json', {}, method)).status).toBe(405);
  });
});

test('without a folder there are no files', async () => {
  const bare = await serveStudio({ pages: join(base, 'pages') });
  const { port } = new URL(bare.address);
  const list = await (await fetch(`http://127.0.0.1:${port}/files/`)).json();
  expect(list.files).toEqual([]);
  expect((await fetch(`http://127.0.0.1:${port}/files/scene.json`)).status).toBe(404);
  await bare.close();
});

test('listening to other machines it still answers only to addresses and to its own name', () => {
  expect(isOurName('192.168.1.7:8080', '0.0.0.0')).toBe(true);
  expect(isOurName('box.local:8080', 'box.local')).toBe(true);
  expect(isOurName('evil.example', '0.0.0.0')).toBe(false);
  expect(isOurName(undefined, '0.0.0.0')).toBe(false);
});

test('a long path is refused before it is looked up', () => {
  expect(findFile(base, `${'a/'.repeat(5000)}x.json`)).toBeUndefined();
});

test('a folder that is not there is told with a remedy', async () => {
  const { status, stderr } = await carom(['studio', 'nowhere'], base);
  expect(status).toBe(2);
  expect(stderr).toMatch(/there is no such folder.*name a folder/);
});

test('a port that is taken and a host that is not ours are told with a remedy', async () => {
  const { port } = new URL(server.address);
  const pages = join(base, 'pages');
  await expect(serveStudio({ pages, port: Number(port) })).rejects.toThrow(
    /--port: another program.*give another/s,
  );
  await expect(serveStudio({ pages, host: '203.0.113.7' })).rejects.toThrow(/--host: .*203\.0\.113\.7/s);
});

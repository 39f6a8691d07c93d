// One process writes a file at a time; and what a sink does to a disk, call by call.

import {
  constants,
  existsSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { type FileCalls, nodeCalls } from '../../../src/record/container/file-calls.node.ts';
import { fileSink, fileSource, heldSink } from '../../../src/record/container/file.node.ts';
import { holdFile } from '../../../src/record/container/hold.node.ts';
import { writing } from '../../../src/record/container/write-failure.ts';
import { RecordingError } from '../../../src/record/error.ts';

const folder = mkdtempSync(join(tmpdir(), 'carom-hold-'));
afterAll(() => rmSync(folder, { recursive: true }));

let number = 0;
let path = '';
beforeEach(() => {
  path = join(folder, `${number++}.carom`);
});

const code = (value: string) => Object.assign(new Error(`${value}: no`), { code: value });

describe('a file that is held', () => {
  test('is refused to others under each of its names, until it is let go', async () => {
    writeFileSync(path, 'abc');
    const held = await holdFile(path, false);
    expect(held).toMatchObject({ path, size: 3 });
    linkSync(path, `${path}.link`);
    symlinkSync(path, `${path}.symlink`);
    for (const name of [path, `${path}.link`, `${path}.symlink`])
      await expect(holdFile(name, true)).rejects.toMatchObject({
        code: 'EBUSY',
        message: expect.stringContaining('is being written by another run'),
      });
    held.release();
    held.release();
    const again = await holdFile(`${path}.link`, false);
    again.release();
    expect(readFileSync(path, 'utf8')).toBe('abc');
  });

  test('is made where it is new, and gone again where nothing was written', async () => {
    const empty = await holdFile(path, true);
    expect(existsSync(path)).toBe(true);
    expect(empty.size).toBe(0);
    empty.release();
    expect(existsSync(path)).toBe(false);
    const written = await holdFile(path, true);
    nodeCalls.write(written.file, Uint8Array.of(1), 0, 1, 0);
    written.release();
    expect(readFileSync(path)).toHaveLength(1);
  });

  test('stays where it was there before, however empty', async () => {
    writeFileSync(path, '');
    (await holdFile(path, true)).release();
    expect(existsSync(path)).toBe(true);
  });

  test('is not made where it should be there', async () => {
    await expect(holdFile(path, false)).rejects.toMatchObject({ code: 'ENOENT' });
    expect(existsSync(path)).toBe(false);
  });

  test('is not made where it cannot be opened for another reason', async () => {
    const opened: number[] = [];
    const open = (_: string, flags: number) => {
      opened.push(flags);
      throw code('EACCES');
    };
    await expect(holdFile(path, true, { ...nodeCalls, open })).rejects.toMatchObject({ code: 'EACCES' });
    expect(opened).toHaveLength(1);
  });

  /** What the name leads to is another file the first so many times. */
  function moving(times: number, how: () => never | ReturnType<FileCalls['identify']>) {
    const made = { opened: 0, closed: 0 };
    const calls: FileCalls = {
      ...nodeCalls,
      open(...given) {
        made.opened++;
        return nodeCalls.open(...given);
      },
      close(file) {
        made.closed++;
        nodeCalls.close(file);
      },
      identify: (file) =>
        typeof file === 'string' && made.opened <= times ? how() : nodeCalls.identify(file),
    };
    return { calls, made };
  }

  test.each([
    ['another file', () => ({ device: 0n, number: 0n, size: 0 })],
    [
      'no file',
      () => {
        throw code('ENOENT');
      },
    ],
  ])('is looked for again where its name leads to %s', async (_, how) => {
    writeFileSync(path, 'abc');
    const { calls, made } = moving(3, how);
    const held = await holdFile(path, false, calls);
    expect(made).toEqual({ opened: 4, closed: 3 });
    held.release();
    expect(made.closed).toBe(4);
    const never = moving(Infinity, how);
    await expect(holdFile(path, false, never.calls)).rejects.toMatchObject({ code: 'EBUSY' });
    expect(never.made).toEqual({ opened: 10, closed: 10 });
  });

  test('with only the same device, or only the same number, is another', async () => {
    writeFileSync(path, 'abc');
    const own = nodeCalls.identify(path);
    for (const other of [{ device: own.device + 1n }, { number: own.number + 1n }]) {
      const { calls, made } = moving(1, () => ({ ...own, ...other }));
      (await holdFile(path, false, calls)).release();
      expect(made.opened).toBe(2);
    }
  });

  test('is let go where it cannot be looked at', async () => {
    writeFileSync(path, 'abc');
    const { calls, made } = moving(1, () => {
      throw code('EIO');
    });
    await expect(holdFile(path, false, calls)).rejects.toMatchObject({ code: 'EIO' });
    expect(made).toEqual({ opened: 1, closed: 1 });
    (await holdFile(path, false)).release();
  });
});

/** Says what was called, and lets a test say what a write takes. */
function logged(taken: (length: number) => number = (length) => length) {
  const log: string[] = [];
  const calls: FileCalls = {
    ...nodeCalls,
    open(_, flags) {
      log.push(`open ${flags}`);
      return 99;
    },
    write(file, bytes, from, length, position) {
      const count = taken(length);
      log.push(`write ${file} [${bytes.subarray(from, from + count).join()}] at ${position}`);
      return count;
    },
    truncate: (file, length) => void log.push(`truncate ${file} to ${length}`),
    fsync: (file) => void log.push(`fsync ${file}`),
    close: (file) => void log.push(`close ${file}`),
    fsyncFolder: (name) => void log.push(`fsync of ${name}`),
  };
  return { log, calls };
}

describe('a sink', () => {
  test('is empty at first, safe at each flush, and its name at the first', () => {
    const { log, calls } = logged();
    const sink = fileSink(path, calls);
    expect(log.splice(0)).toEqual([`open ${constants.O_CREAT}`, 'truncate 99 to 0', 'fsync 99']);
    sink.write(Uint8Array.of(1, 2, 3));
    sink.write(new Uint8Array(0));
    sink.write(Uint8Array.of(4));
    expect(log.splice(0)).toEqual(['write 99 [1,2,3] at 0', 'write 99 [4] at 3']);
    sink.flush();
    sink.flush();
    expect(log.splice(0)).toEqual(['fsync 99', `fsync of ${folder}`, 'fsync 99']);
    sink.close();
    expect(log).toEqual(['close 99']);
  });

  test('writes on where less was taken, and says where nothing is', () => {
    const { log, calls } = logged((length) => Math.min(length, 2));
    const sink = fileSink(path, calls);
    sink.write(Uint8Array.of(1, 2, 3, 4, 5));
    expect(log.slice(3)).toEqual(['write 99 [1,2] at 0', 'write 99 [3,4] at 2', 'write 99 [5] at 4']);
    const full = fileSink(path, logged(() => 0).calls);
    expect(() => full.write(Uint8Array.of(1))).toThrow(/the disk takes no more/);
  });

  test('of a held file begins at an offset, and lets it go', () => {
    const { log, calls } = logged();
    const sink = heldSink({ path, file: 7, size: 40, release: () => void log.push('release') }, 32, calls);
    sink.write(Uint8Array.of(1));
    sink.close();
    expect(log).toEqual(['truncate 7 to 32', 'fsync 7', 'write 7 [1] at 32', 'release']);
    heldSink({ path, file: 7, size: 40, release: () => {} }, undefined, calls);
    expect(log[4]).toBe('truncate 7 to 0');
  });

  test('that cannot be closed says so', () => {
    const { calls } = logged();
    const close = () => {
      throw code('EIO');
    };
    expect(() => fileSink(path, { ...calls, close }).close()).toThrow(/the device fails/);
    expect(() => heldSink({ path, file: 7, size: 0, release: close }, 0, calls).close()).toThrow(
      RecordingError,
    );
  });
});

test('a second name is one more, and never takes the place of another', () => {
  writeFileSync(path, 'abc');
  nodeCalls.link(path, `${path}.b`);
  expect(nodeCalls.identify(`${path}.b`)).toEqual(nodeCalls.identify(path));
  expect(() => nodeCalls.link(path, `${path}.b`)).toThrow(/EEXIST/);
  // where there can be no link it is a copy, which fails alike
  expect(() => nodeCalls.link(join(folder, 'missing'), `${path}.c`)).toThrow(/ENOENT/);
  expect(nodeCalls.identify(path).size).toBe(3);
  nodeCalls.fsyncFolder(folder);
  expect(() => nodeCalls.fsyncFolder(join(folder, 'missing'))).toThrow(/ENOENT/);
});

describe('a source', () => {
  test('is the bytes of a file, anywhere', async () => {
    const bytes = Uint8Array.from({ length: 200_000 }, (_, i) => (i * 7) % 251);
    writeFileSync(path, bytes);
    const source = await fileSource(path);
    expect(source.size).toBe(200_000);
    for (const [from, length] of [
      [0, 1],
      [65_530, 20],
      [131_000, 69_000],
      [5, 0],
      [199_999, 1],
    ])
      expect(await source.read(from, length)).toEqual(bytes.slice(from, from + length));
    await source.close();
  });

  test('that became shorter says so', async () => {
    writeFileSync(path, new Uint8Array(300_000));
    const source = await fileSource(path);
    writeFileSync(path, new Uint8Array(10));
    await expect(source.read(0, 300_000)).rejects.toThrow(/became shorter/);
    await source.close();
  });
});

describe('what a machine answers', () => {
  const answer = (error: unknown) => {
    try {
      return writing('x.carom', () => {
        throw error;
      });
    } catch (thrown) {
      return thrown;
    }
  };

  test.each([
    ['ENOSPC', 'the disk is full: make room'],
    ['EDQUOT', 'as much as you may is stored already: make room'],
    ['EFBIG', 'no file may be so long here: choose another place'],
    ['EIO', 'the device fails: look after the disk'],
    ['EMFILE', 'too many files are open: raise the limit (ulimit -n)'],
    ['ENFILE', 'too many files are open: close other programs'],
    ['EACCES', 'it is not permitted: allow it, or choose another place'],
    ['EPERM', 'it is not permitted: allow it, or choose another place'],
    ['EROFS', 'nothing can be written there, only read: choose another place'],
    ['EISDIR', 'this is a folder: name a file'],
    ['ENOENT', 'its folder is not there: make it, or choose another place'],
    ['EXDEV', 'EXDEV: no'],
    ['toString', 'toString: no'],
  ])('%s is a sentence', (name, why) => {
    const cause = code(name);
    const error = answer(cause) as RecordingError;
    expect(error).toBeInstanceOf(RecordingError);
    expect(error.message).toBe(
      `x.carom: cannot be written, ${why} (${name}); what was committed is kept, and --resume goes on from there`,
    );
    expect([error.where, error.code, error.cause]).toEqual(['x.carom', name, cause]);
  });

  test('that is no error of the system is what it was', () => {
    const errors = [new Error('a'), new RecordingError('b', 'c', { code: 'EIO' }), 'd', { code: 'EIO' }];
    for (const error of errors) expect(answer(error)).toBe(error);
    expect(writing('x', () => 3)).toBe(3);
  });
});

// Kernels to try the pool with: chunk i sums numbers[i × length …] in a way that rounding would betray.

import asc from 'assemblyscript/asc';

const SOURCE = `
  // args: chunk length, address of the numbers, address of the sums
  export function sumChunk(args: usize, chunk: i32): void {
    const length = load<i32>(args);
    const numbers = load<i32>(args, 4);
    const sums = load<i32>(args, 8);
    let sum: f64 = 0;
    for (let i = chunk * length; i < (chunk + 1) * length; i++) sum += 1 / load<f64>(numbers + (i << 3));
    store<f64>(sums + (chunk << 3), sum);
  }
  export function count(args: usize, chunk: i32): void {
    atomic.add<i32>(args + (chunk << 2), 1);
  }
  export function trapInChunkThree(args: usize, chunk: i32): void {
    if (chunk == 3) unreachable();
  }
`;

export async function compileChunkKernels(): Promise<Uint8Array<ArrayBuffer>> {
  const flags =
    '--runtime stub --enable threads --importMemory --noExportMemory --sharedMemory --initialMemory 16';
  const files: Record<string, Uint8Array> = {};
  const { error, stderr } = await asc.main(
    ['input.ts', '-o', 'out.wasm', '-O3', '--maximumMemory', '65536', '--use', 'abort=', ...flags.split(' ')],
    {
      readFile: (name: string) => (name === 'input.ts' ? SOURCE : null),
      writeFile: (name: string, contents: string | Uint8Array) => {
        if (typeof contents !== 'string') files[name] = contents;
      },
      listFiles: () => [],
    },
  );
  if (error) throw new Error(String(stderr));
  return files['out.wasm'] as Uint8Array<ArrayBuffer>;
}

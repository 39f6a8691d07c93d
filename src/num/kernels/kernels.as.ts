// How WebAssembly kernels are written. All *.as.ts files below src, in any folder, are AssemblyScript and become
// one module: `npm run kernels`.
//
// To add a kernel:
//  1. Write the readable version in `foo.ts` first. Beside it write `foo.as.ts`: the same arithmetic, exported
//     functions with addresses (`usize`, from `arena.offsetOf(view)`) and lengths as parameters, and results
//     written to memory or returned as one number. Parameters and results are i32, u32, usize or f64.
//     What several kernel files share goes to a `*.part.as.ts`, whose exports stay inside the module; it is
//     imported without the last extension: `import { dot } from './bar.part.as';`.
//  2. `npm run kernels` rewrites `kernels.generated.ts`: module, types of the exports, hash of the sources.
//     Commit it. `npm run kernels -- --check` fails when it is stale, and so does a test.
//  3. Test the twins with `expectTwins` of `test/num/twin.ts`: same inputs, same bits.
//  4. Call it as `kernelsFor(arena).foo(arena.offsetOf(a), …)`. A call costs 3 ns, a new view 36 ns: give a
//     call at least 100 ns of work, and compute offsets once. sparse.as.ts is a short example.
//
// Rules that keep the bits equal and the threads apart:
//  - put SIMD lanes across *outputs*, so that each sum keeps its plain order; where a sum must be split over
//    lanes, the TypeScript twin splits it in the same way and adds the lanes in the same order;
//  - no relaxed SIMD, no fused multiply-add, no transcendental functions of the compiler's library:
//    elementary.part.as.ts and trigonometric.part.as.ts have log, exp, atan2, sin and cos with our bits;
//  - no globals that change, except to hand over a second result at once (each instance has its own); no static
//    data that changes, no `new`, no arrays, no strings: the module is instantiated once per thread over one
//    memory, and the runtime has no allocator;
//  - scratch space comes from the caller.

export {};

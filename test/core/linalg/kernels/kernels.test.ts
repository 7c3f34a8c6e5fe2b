// @module-tag processes
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import {
  KernelMemoryError,
  kernelMemory,
  kernelName,
  multiply,
  selectKernels,
} from '../../../../src/core/linalg/index.ts';
import { Arena } from '../../../../src/core/linalg/kernels/memory.ts';
import { gap, randomMatrix } from '../support.ts';
import { bestBuild, isSupported } from '../../../../src/core/linalg/kernels/kernels.ts';

describe('the choice of the kernels', () => {
  it('prefers relaxed SIMD, falls back to plain SIMD and refuses an engine without', () => {
    expect(bestBuild(() => true)).toBe('wasm-relaxed-simd');
    expect(bestBuild((build) => build === 'wasm-simd')).toBe('wasm-simd');
    expect(() => bestBuild(() => false)).toThrow('has no WebAssembly SIMD');
  });

  it('is the best build of this engine unless another is selected', () => {
    expect(isSupported('wasm-simd')).toBe(true);
    selectKernels('wasm-simd');
    expect(kernelName()).toBe('wasm-simd');
    const a = randomMatrix(50, 40, 1);
    const b = randomMatrix(40, 30, 2);
    const strict = multiply(a, b);
    selectKernels('wasm-relaxed-simd');
    expect(kernelName()).toBe('wasm-relaxed-simd');
    expect(gap(multiply(a, b), strict)).toBeLessThan(1e-14);
  });

  it("gives the same bits from the engine's baseline compiler as from its optimising one", () => {
    // The engine changes from one to the other in the middle of a run, at a moment of its choosing.
    const script = fileURLToPath(new URL('./fingerprint.ts', import.meta.url));
    const [baseline, optimising] = [['--liftoff', '--no-wasm-tier-up'], ['--no-liftoff']].map(
      (flags) => spawnSync(process.execPath, [...flags, script], { encoding: 'utf8' }).stdout,
    );
    expect(baseline).toMatch(/^wasm-relaxed-simd [0-9a-f]{64}\nwasm-simd [0-9a-f]{64}\n$/);
    expect(optimising).toBe(baseline);
  });

  it('is built from the sources beside it', () => {
    const script = fileURLToPath(new URL('../../../../scripts/build-kernels.ts', import.meta.url));
    const { status, stderr } = spawnSync(process.execPath, [script, '--check'], { encoding: 'utf8' });
    expect(stderr).toBe('');
    expect(status).toBe(0);
  });
});

describe('the kernel memory', () => {
  const arena = (limit = 2 ** 22): Arena => new Arena(new WebAssembly.Memory({ initial: 1 }), 100, limit);

  it('deals out aligned blocks that do not overlap and takes them back', () => {
    const memory = arena();
    const blocks = [1, 100, 5000, 0, 7].map((count) => ({ at: memory.allocate(count), count }));
    for (const { at } of blocks) expect(at % 64).toBe(0);
    for (let i = 1; i < blocks.length; i++) {
      expect(blocks[i].at).toBeGreaterThanOrEqual(blocks[i - 1].at + blocks[i - 1].count * 8);
    }
    for (const i of [1, 3, 0, 4, 2]) memory.free(blocks[i].at);
    expect(memory.used).toBe(0);
    expect(memory.allocate(5000)).toBe(blocks[0].at);
  });

  it('reuses the holes of freed blocks, joined with their neighbours', () => {
    const memory = arena();
    const [a, b, c] = [memory.allocate(8), memory.allocate(8), memory.allocate(8)];
    memory.free(a);
    memory.free(b);
    expect(memory.allocate(16)).toBe(a);
    expect(() => memory.free(b)).toThrow('not an allocated block');
    memory.free(c);
  });

  it('keeps values when the memory grows', () => {
    const memory = arena();
    const at = memory.allocate(4);
    memory.values[at / 8] = 42;
    memory.allocate(100_000);
    expect(memory.values[at / 8]).toBe(42);
  });

  it('can be read for a line beyond its last block, as tiles at the rim of a matrix do', () => {
    const raw = new WebAssembly.Memory({ initial: 1 });
    const memory = new Arena(raw, 0, 2 ** 22);
    const at = memory.allocate(65536 / 8);
    expect(raw.buffer.byteLength).toBeGreaterThanOrEqual(at + 65536 + 64);
  });

  it('says what was needed and what was available, and stays usable', () => {
    const memory = arena(2 ** 20);
    try {
      memory.allocate(2 ** 20);
      expect.unreachable();
    } catch (error) {
      expect(error).toBeInstanceOf(KernelMemoryError);
      expect(error).toMatchObject({ needed: 2 ** 23, available: 2 ** 20 - 128 });
    }
    expect(memory.allocate(10)).toBe(128);
  });

  it('says what is needed and what is there', () => {
    expect(new KernelMemoryError(2 ** 33, 2 ** 31).message).toMatch(/8192 MiB needed, 2048 MiB available/);
    expect(kernelMemory().available).toBeGreaterThan(2 ** 31);
  });
});

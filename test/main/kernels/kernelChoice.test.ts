import { afterEach, describe, expect, it } from 'vitest';
import { kernelName, selectKernels } from '../../../src/core/linalg/index.ts';
import { applyKernelChoice } from '../../../src/main/kernelChoice.ts';
import { bestBuild } from '../../../src/core/linalg/kernels/kernels.ts';

describe('the choice of kernels', () => {
  afterEach(() => selectKernels(bestBuild()));

  it('takes the best build where the environment names none', () => {
    applyKernelChoice({});
    expect(kernelName()).toBe(bestBuild());
    applyKernelChoice({ EIGENBENCH_KERNEL: '' });
    expect(kernelName()).toBe(bestBuild());
  });

  it('takes the build that the environment names', () => {
    applyKernelChoice({ EIGENBENCH_KERNEL: 'wasm-simd' });
    expect(kernelName()).toBe('wasm-simd');
  });

  it('refuses a build that does not exist, with those that do', () => {
    expect(() => applyKernelChoice({ EIGENBENCH_KERNEL: 'avx' })).toThrow(
      'EIGENBENCH_KERNEL: expected wasm-relaxed-simd or wasm-simd, found "avx".',
    );
  });
});

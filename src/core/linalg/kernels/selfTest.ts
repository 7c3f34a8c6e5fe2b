/**
 * Self-test: runs every kernel on fixed inputs and compares digests of the results bit for bit. Every compiler and
 * every vector width must produce the same digests.
 */
import type { KernelBuild, Kernels } from './kernels.ts';
import { digestOf } from './selfTestArena.ts';
import { expectedDigests } from './selfTestFixtures.ts';
import { selfTestCases, type TestedKernel, type KernelDigests } from './selfTestCases.ts';

/** Computes a digest of the results of every kernel. Rethrows the WebAssembly error of a kernel that traps. */
export function runSelfTest(kernels: Kernels): KernelDigests {
  return Object.fromEntries(
    Object.entries(selfTestCases).map(([name, testCase]) => [name, digestOf(kernels, testCase)]),
  ) as KernelDigests;
}

/** The kernels whose digests differ from the expected ones. */
export function failedKernels(build: KernelBuild, digests: KernelDigests): TestedKernel[] {
  const expected = expectedDigests[build];
  return (Object.keys(expected) as TestedKernel[]).filter((name) => digests[name] !== expected[name]);
}

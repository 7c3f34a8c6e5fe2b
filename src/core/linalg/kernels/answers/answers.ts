/**
 * Self-test: runs every kernel on fixed inputs and compares digests of the results bit for bit. Every compiler and every
 * vector width must produce the same digests.
 */
import type { KernelBuild, Kernels } from '../kernels.ts';
import { digestOf } from './desk.ts';
import { knownAnswers } from './known.ts';
import { questions, type AnsweredKernel, type KernelAnswers } from './questions.ts';

/** A digest of the answers of every kernel. Throws what WebAssembly throws where one does not come to its end. */
export function answersOf(kernels: Kernels): KernelAnswers {
  return Object.fromEntries(
    Object.entries(questions).map(([name, ask]) => [name, digestOf(kernels, ask)]),
  ) as KernelAnswers;
}

/** The kernels whose answers are not the known ones. */
export function wrongAnswers(build: KernelBuild, found: KernelAnswers): AnsweredKernel[] {
  const known = knownAnswers[build];
  return (Object.keys(known) as AnsweredKernel[]).filter((name) => found[name] !== known[name]);
}

/** What a command that computes asks first of methods from outside. */
import { notHere } from '../../core/methods/outside/outsideMethod.ts';
import type { StudySpec } from '../../core/study/spec/spec.ts';
import type { Engine } from '../engine/engine.ts';
import { Failure } from './errors.ts';

/** Throws Failure where a program that the spec names is not registered here: all its cells would fail. */
export async function refuseUnregistered({ client }: Engine, { methods }: Pick<StudySpec, 'methods'>): Promise<void> {
  const known = new Set((await client.methods.outside()).map(({ id }) => id));
  for (const { method, program } of methods) {
    if (program && !known.has(method)) throw new Failure(notHere(program.declaration.title));
  }
}

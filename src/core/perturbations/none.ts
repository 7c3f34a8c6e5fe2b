import { z } from 'zod';
import type { PerturbationDeclaration } from './perturbation.ts';

const schema = z.strictObject({ kind: z.literal('none') });

/** The unperturbed images, as a condition alongside the perturbed ones. */
export const none: PerturbationDeclaration<typeof schema, never> = {
  kind: 'none',
  title: 'As they are',
  help: 'The images without any perturbation.',
  schema,
  parameters: [],
  levels: () => [null],
  text: (level) => level,
  apply: (level) => level,
  drawn: () => false,
  prose: null,
};

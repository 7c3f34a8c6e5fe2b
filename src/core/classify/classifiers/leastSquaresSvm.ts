import { z } from 'zod';
import { clientMachineScores, kernelNames, machineScores } from '../leastSquaresMachines.ts';
import type { ClassifierDeclaration } from './classifier.ts';

const schema = z.strictObject({ kind: z.literal('ls-svm'), kernel: z.enum(kernelNames).default('rbf') });

export const leastSquaresSvm: ClassifierDeclaration<typeof schema> = {
  kind: 'ls-svm',
  title: 'Least-squares SVM',
  help: 'Least-squares support vector machines, one against the rest.',
  schema,
  parameters: [
    {
      name: 'kernel',
      title: 'Kernel',
      help: 'Its parameters are chosen by threefold cross-validation inside the training images. In verification every client has a machine that tells it from the world subjects.',
      kind: 'choice',
      default: 'rbf',
      choices: [
        { value: 'rbf', title: 'RBF' },
        { value: 'linear', title: 'Linear' },
      ],
    },
  ],
  phrase: ({ kernel }) =>
    `least-squares support vector machines (${kernel === 'linear' ? 'linear' : 'RBF'} kernel, one against the rest)`,
  codes: {
    scores: ({ kernel }, gallery, labels, probes, world) =>
      world
        ? clientMachineScores(gallery, labels, probes, world(), kernel)
        : machineScores(gallery, labels, probes, kernel),
  },
};

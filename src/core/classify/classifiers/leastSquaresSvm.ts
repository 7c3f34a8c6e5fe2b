import { z } from 'zod';
import { clientMachineScores, kernelNames, machineScores, REGULARISATIONS, WIDTHS } from '../leastSquaresMachines.ts';
import type { ClassifierDeclaration } from './classifier.ts';
import { prose } from '../../text/proseTags.ts';

const schema = z.strictObject({ kind: z.literal('ls-svm'), kernel: z.enum(kernelNames).default('rbf') });

export const leastSquaresSvm: ClassifierDeclaration<typeof schema> = {
  kind: 'ls-svm',
  title: 'Least-squares SVM',
  help: 'Least-squares support vector machines, one against the rest.',
  details: `The machine of a subject, y = 1 for its images and −1 for all others, solves [0 1ᵀ; 1 K + I/γ] [b; α] = [0; y] and gives f(x) = Σ αᵢ K(x, xᵢ) + b; the subject with the largest f wins, the first of equals, and its first image stands for it. RBF: K(x, z) = exp(−‖x − z‖²/(w s)), s the mean squared distance of two different training codes. Linear: inner products of codes less the mean of the training codes, divided by their mean squared length. γ is one of ${REGULARISATIONS.join(', ')} and w one of ${WIDTHS.join(', ')}: the pair with the fewest errors over three folds, to which training images go in turn, subject by subject; of equals the smallest γ, then the largest w. In verification they are chosen on the world images.`,
  schema,
  parameters: [
    {
      name: 'kernel',
      title: 'Kernel',
      help: 'Its parameters are chosen by threefold cross-validation inside the training images. In verification every client has a machine that tells it from the world subjects.',
      kind: 'choice',
      default: 'rbf',
      source: { measured: 'ls-svm.kernel' },
      choices: [
        { value: 'rbf', title: 'RBF' },
        { value: 'linear', title: 'Linear' },
      ],
    },
  ],
  citation: {
    key: 'suykens1999lssvm',
    type: 'article',
    authors: ['Johan A. K. Suykens', 'Joos Vandewalle'],
    title: 'Least squares support vector machine classifiers',
    venue: 'Neural Processing Letters',
    year: 1999,
    volume: '9',
    number: '3',
    pages: '293–300',
    doi: '10.1023/A:1018628609742',
  },
  phrase: ({ kernel }) =>
    `least-squares support vector machines (${kernel === 'linear' ? 'linear' : 'RBF'} kernel, one against the rest)`,
  prose: ({ kernel }) =>
    prose`Test images were classified by least-squares support vector machines, one against the rest, with ${kernel === 'linear' ? 'a linear' : 'an RBF'} kernel`,
  pairProse: ({ kernel }) =>
    prose`Comparisons were scored by least-squares support vector machines with ${kernel === 'linear' ? 'a linear' : 'an RBF'} kernel, each trained on the enrolled client against the training subjects`,
  codes: {
    scores: ({ kernel }, gallery, labels, probes, world) =>
      world
        ? clientMachineScores(gallery, labels, probes, world(), kernel)
        : machineScores(gallery, labels, probes, kernel),
  },
};

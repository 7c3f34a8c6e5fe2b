import { z } from 'zod';
import { imagesBySubject } from '../dataset.ts';
import { listed, plural } from '../text/phrases.ts';
import { alternatives, percentProse, prose } from '../text/proseTags.ts';
import { drawsOf } from './draws.ts';
import { drawPerSubject, repeats, repeatsSchema, SHARED_SPLITS } from './perSubject.ts';
import type { ProtocolDeclaration } from './protocol.ts';

const schema = z.strictObject({
  kind: z.literal('hold-out'),
  trainShare: z.array(z.number().gt(0).lt(1)).min(1),
  repeats: repeatsSchema,
});

const percent = (share: number): string => `${Number((100 * share).toFixed(6))}%`;

/**
 * A random share of the images of every subject for training, the rest for testing: of n images round(share · n), but
 * at least one and not all. For datasets whose subjects have different numbers of images.
 */
export const holdOut: ProtocolDeclaration<typeof schema> = {
  kind: 'hold-out',
  title: 'Random, by share',
  help: 'A share of the images of every subject at random for training, the rest for testing.',
  schema,
  parameters: [
    {
      name: 'trainShare',
      title: 'Training share of each subject’s images',
      help: 'Above 0 and below 1. Every value is a column of the table.',
      kind: 'levels',
      default: [0.3, 0.5],
      max: 1,
    },
    repeats,
  ],
  conditions: ({ trainShare }) =>
    trainShare.map((share) => ({ key: `share=${share}`, title: `${percent(share)} for training` })),
  axis: { title: 'Share of the images for training', values: ({ trainShare }) => trainShare },
  repeats: (protocol) => protocol.repeats,
  split({ trainShare }, source, { seed, condition, repeat }) {
    const share = trainShare[condition];
    const draws = drawsOf(source, seed);
    return drawPerSubject(draws.subjects, draws.stream('hold-out', share, repeat), ({ length }, subject) => {
      if (length < 2)
        throw new RangeError(`Subject "${source.subjects[subject]}" has 1 image; both sides of a split need one`);
      return Math.min(length - 1, Math.max(1, Math.round(share * length)));
    });
  },
  check({ trainShare }, dataset) {
    const twice = trainShare.flatMap((share, index) => {
      const path = `protocol.trainShare[${index}]`;
      return trainShare.indexOf(share) < index ? [{ path, message: `${path}: ${share} is listed twice.` }] : [];
    });
    const alone = dataset.subjects.filter((_, subject) => imagesBySubject(dataset)[subject].length === 1);
    if (alone.length === 0) return twice;
    const more = alone.length > 1 ? ` (as ${plural(alone.length - 1, 'other subject')})` : '';
    const message =
      'protocol.trainShare: training and test need an image of every subject each, ' +
      `subject "${alone[0]}" has 1 image${more}.`;
    return [...twice, { path: 'protocol.trainShare', message }];
  },
  sentence: (_, seed) =>
    'The stated share of the images of every subject, rounded, at least one and not all, at random for training ' +
    `(seed ${seed}), all others for testing; ${SHARED_SPLITS}.`,
  prose: ({ trainShare }) => [
    prose`Of the images of each subject, ${alternatives(trainShare.map(percentProse))} were drawn at random for training, and the remaining images were used for testing`,
  ],
  repeatsAre: () => 'random splits',
  summary: (protocol) =>
    `${listed(protocol.trainShare.map(percent))} of every subject at random, ${plural(protocol.repeats, 'repeat')}`,
  period: () => 1,
  drawsImages: true,
  knowsEverySubject: true,
};

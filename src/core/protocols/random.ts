import { z } from 'zod';
import { listed, plural } from '../text/phrases.ts';
import { prose } from '../text/proseTags.ts';
import {
  checkPerSubject,
  countsSchema,
  drawPerSubject,
  repeats,
  repeatsSchema,
  requireMoreThan,
  SHARED_SPLITS,
  trainPerSubject,
} from './perSubject.ts';
import { drawsOf } from './draws.ts';
import type { ProtocolDeclaration } from './protocol.ts';
import { forEachSubject, imagesOfEach } from './protocolFacts.ts';

const schema = z.strictObject({ kind: z.literal('random'), trainPerSubject: countsSchema, repeats: repeatsSchema });

/** Exactly k random images of every subject for training, all others for testing. */
export const random: ProtocolDeclaration<typeof schema> = {
  kind: 'random',
  title: 'Random',
  help: 'k images of every subject at random for training, all others for testing.',
  schema,
  parameters: [trainPerSubject, repeats],
  conditions: (protocol) => protocol.trainPerSubject.map((k) => ({ key: `k=${k}`, title: `k = ${k}` })),
  axis: { title: 'Training images per subject, k', values: ({ trainPerSubject }) => trainPerSubject },
  repeats: (protocol) => protocol.repeats,
  split(protocol, source, { seed, condition, repeat }) {
    const k = protocol.trainPerSubject[condition];
    const draws = drawsOf(source, seed);
    return drawPerSubject(draws.subjects, draws.stream('split', k, repeat), (images, subject) => {
      requireMoreThan(k, images, source.subjects[subject], 'training');
      return k;
    });
  },
  check: (protocol, dataset) => checkPerSubject(protocol.trainPerSubject, 'trainPerSubject', 'training', dataset),
  sentence: (_, seed) => `k random training images per subject (seed ${seed}), the rest for testing; ${SHARED_SPLITS}.`,
  prose: ({ trainPerSubject }, facts) => [
    prose`${forEachSubject(facts)}, ${imagesOfEach(trainPerSubject)} ${trainPerSubject.join() === '1' ? 'was' : 'were'} drawn at random for training, and the remaining images were used for testing`,
  ],
  repeatsAre: () => 'random splits',
  summary: (protocol) =>
    `k = ${listed(protocol.trainPerSubject.map(String))} at random, ${plural(protocol.repeats, 'repeat')}`,
  period: () => 1,
  drawsImages: true,
  knowsEverySubject: true,
};

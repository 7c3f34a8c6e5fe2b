import { z } from 'zod';
import { imagesBySubject, includedImages } from '../dataset.ts';
import { listed } from '../text/phrases.ts';
import { prose } from '../text/proseTags.ts';
import { checkPerSubject, countsSchema, requireMoreThan, trainPerSubject } from './perSubject.ts';
import type { ProtocolDeclaration } from './protocol.ts';
import { forEachSubject, imagesOfEach } from './protocolFacts.ts';

const schema = z.strictObject({ kind: z.literal('first'), trainPerSubject: countsSchema });

/** Trains on the first k images of every subject, in the order of the dataset; one repeat. */
export const first: ProtocolDeclaration<typeof schema> = {
  kind: 'first',
  title: 'First images',
  help: 'The first k images of every subject, in the order of the dataset, for training.',
  schema,
  parameters: [trainPerSubject],
  conditions: (protocol) => protocol.trainPerSubject.map((k) => ({ key: `first=${k}`, title: `first ${k}` })),
  axis: { title: 'Training images per subject', values: ({ trainPerSubject }) => trainPerSubject },
  repeats: () => 1,
  split(protocol, source, { condition }) {
    const k = protocol.trainPerSubject[condition];
    const train = imagesBySubject(source).flatMap((images, subject) => {
      if (images.length > 0) requireMoreThan(k, images, source.subjects[subject], 'training');
      return images.slice(0, k);
    });
    const chosen = new Set(train);
    return {
      train: Int32Array.from(train).sort(),
      test: Int32Array.from(includedImages(source).filter((image) => !chosen.has(image))),
    };
  },
  check: (protocol, dataset) => checkPerSubject(protocol.trainPerSubject, 'trainPerSubject', 'training', dataset),
  sentence: () => 'The first k images of every subject for training, all others for testing.',
  prose: ({ trainPerSubject }, facts) => [
    prose`${forEachSubject(facts)}, the first ${imagesOfEach(trainPerSubject)} in the order of the dataset ${trainPerSubject.join() === '1' ? 'was' : 'were'} used for training and the remaining images for testing`,
  ],
  repeatsAre: () => 'predefined splits',
  summary: (protocol) => `the first k = ${listed(protocol.trainPerSubject.map(String))} of every subject`,
  knowsEverySubject: true,
};

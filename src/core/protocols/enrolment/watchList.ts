import { z } from 'zod';
import { imagesBySubject } from '../../dataset.ts';
import { sampleWithoutReplacement, shuffle } from '../../random/sampling.ts';
import { listed, plural } from '../../text/phrases.ts';
import { prose } from '../../text/proseTags.ts';
import {
  checkPerSubject,
  countsSchema,
  repeats,
  repeatsSchema,
  requireMoreThan,
  SHARED_SPLITS,
} from '../perSubject.ts';
import { drawsOf } from '../draws.ts';
import type { ProtocolDeclaration } from '../protocol.ts';
import { imagesOfEach } from '../protocolFacts.ts';

const schema = z.strictObject({
  kind: z.literal('watch-list'),
  watchedSubjects: z.int().min(2),
  trainPerSubject: countsSchema,
  repeats: repeatsSchema,
});

/**
 * Open set (Phillips, Grother, Micheals, Evaluation Methods in Face Recognition, 2011): the model is learned on k
 * images of each subject on the watch list; the test images are their other images and all images of the other
 * subjects.
 */
export const watchList: ProtocolDeclaration<typeof schema> = {
  kind: 'watch-list',
  title: 'Open set: watch list',
  help: 'Identify subjects on the list and reject everyone else.',
  schema,
  parameters: [
    {
      name: 'watchedSubjects',
      title: 'Subjects on the watch list',
      help: 'Drawn at random; the others are unknown.',
      kind: 'integer',
      default: 10,
      min: 2,
    },
    {
      name: 'trainPerSubject',
      title: 'Training images per subject',
      help: 'Of each watched subject; every value is a column of the table.',
      kind: 'counts',
      default: [3],
    },
    repeats,
  ],
  conditions: ({ watchedSubjects, trainPerSubject }) =>
    trainPerSubject.map((k) => ({ key: `watched=${watchedSubjects},k=${k}`, title: `k = ${k}` })),
  axis: { title: 'Training images per subject, k', values: ({ trainPerSubject }) => trainPerSubject },
  repeats: (protocol) => protocol.repeats,
  split({ watchedSubjects, trainPerSubject }, source, { seed, condition, repeat }) {
    const k = trainPerSubject[condition];
    const draws = drawsOf(source, seed);
    const random = draws.stream('watch list', watchedSubjects, k, repeat);
    const order = shuffle(random, draws.subjects);
    const lists = { train: [] as number[], test: [] as number[] };
    order.forEach(({ images, subject }, place) => {
      if (place >= watchedSubjects) {
        lists.test.push(...images);
        return;
      }
      requireMoreThan(k, images, source.subjects[subject], 'training');
      const chosen = new Set(sampleWithoutReplacement(random, images.length, k));
      images.forEach((image, i) => lists[chosen.has(i) ? 'train' : 'test'].push(image));
    });
    return { train: Int32Array.from(lists.train).sort(), test: Int32Array.from(lists.test).sort(), open: true };
  },
  check({ watchedSubjects, trainPerSubject }, dataset) {
    const problems = checkPerSubject(trainPerSubject, 'trainPerSubject', 'training', dataset);
    const present = imagesBySubject(dataset).filter((images) => images.length > 0).length;
    if (watchedSubjects < present) return problems;
    const message = `protocol.watchedSubjects: ${watchedSubjects} of ${present} subjects leave none unknown.`;
    return [...problems, { path: 'protocol.watchedSubjects', message }];
  },
  sentence: ({ watchedSubjects }, seed) =>
    `Open set: the training images of ${watchedSubjects} subjects at random (seed ${seed}) are a watch list; test images ` +
    'are their other images and all of the other subjects. Error rates are of the former, without a threshold; ' +
    `${SHARED_SPLITS}.`,
  prose: ({ watchedSubjects, trainPerSubject }, { subjects }) => [
    prose`Of the ${subjects} subjects, ${watchedSubjects} drawn at random formed a watch list (open-set identification)`,
    prose`For each of these, ${imagesOfEach(trainPerSubject)} drawn at random ${trainPerSubject.join() === '1' ? 'was' : 'were'} used for training`,
    prose`Their remaining images and all images of the other subjects were used for testing; error rates refer to the former, without a rejection threshold`,
  ],
  repeatsAre: () => 'random splits',
  summary: (protocol) =>
    `watch list of ${plural(protocol.watchedSubjects, 'subject')}, k = ${listed(protocol.trainPerSubject.map(String))}, ` +
    plural(protocol.repeats, 'repeat'),
  drawsImages: true,
  openSet: true,
  knowsEverySubject: true,
};

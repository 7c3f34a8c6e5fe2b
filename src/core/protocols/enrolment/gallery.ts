import { z } from 'zod';
import { imagesBySubject } from '../../dataset.ts';
import { sampleWithoutReplacement } from '../../random/sampling.ts';
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
  kind: z.literal('gallery'),
  worldSubjects: z.int().min(1),
  galleryPerSubject: countsSchema,
  repeats: repeatsSchema,
});

/**
 * `worldSubjects` random subjects train the model with all their images. Of every other subject `galleryPerSubject`
 * random images form the gallery and the rest are test images. Test subjects are unknown to the model.
 */
export const gallery: ProtocolDeclaration<typeof schema> = {
  kind: 'gallery',
  title: 'Gallery of unknown subjects',
  help: 'Gallery and test subjects are unseen during training.',
  schema,
  parameters: [
    {
      name: 'worldSubjects',
      title: 'World (training) subjects',
      help: 'Drawn at random, with all their images, to fit the model to.',
      kind: 'integer',
      default: 10,
      min: 1,
    },
    {
      name: 'galleryPerSubject',
      title: 'Gallery images per subject',
      help: 'Of each other subject; its other images are the probes.',
      kind: 'counts',
      default: [1],
    },
    repeats,
  ],
  conditions: ({ worldSubjects, galleryPerSubject }) =>
    galleryPerSubject.map((k) => ({ key: `world=${worldSubjects},gallery=${k}`, title: `gallery ${k}` })),
  axis: { title: 'Gallery images per subject', values: ({ galleryPerSubject }) => galleryPerSubject },
  repeats: (protocol) => protocol.repeats,
  split({ worldSubjects, galleryPerSubject }, source, { seed, condition, repeat }) {
    const k = galleryPerSubject[condition];
    const draws = drawsOf(source, seed);
    const random = draws.stream('gallery', worldSubjects, k, repeat);
    const present = draws.subjects;
    if (worldSubjects >= present.length) {
      throw new RangeError(`${worldSubjects} of ${present.length} subjects for the world leave none for the test`);
    }
    const drawn = sampleWithoutReplacement(random, present.length, worldSubjects);
    const world = new Set(Array.from(drawn, (place) => present[place].subject));
    const lists: Record<'train' | 'gallery' | 'test', number[]> = { train: [], gallery: [], test: [] };
    for (const { subject, images } of present) {
      if (!world.has(subject)) requireMoreThan(k, images, source.subjects[subject], 'the gallery');
      // Every subject draws, so its draw does not depend on which subjects are in the world set.
      const chosen = new Set(sampleWithoutReplacement(random, images.length, Math.min(k, images.length)));
      images.forEach((image, i) =>
        lists[world.has(subject) ? 'train' : chosen.has(i) ? 'gallery' : 'test'].push(image),
      );
    }
    return {
      train: Int32Array.from(lists.train).sort(),
      test: Int32Array.from(lists.test).sort(),
      gallery: Int32Array.from(lists.gallery).sort(),
    };
  },
  check({ worldSubjects, galleryPerSubject }, dataset) {
    const problems = checkPerSubject(galleryPerSubject, 'galleryPerSubject', 'gallery', dataset);
    const present = imagesBySubject(dataset).filter((images) => images.length > 0).length;
    if (worldSubjects <= present - 2) return problems;
    const message =
      `protocol.worldSubjects: ${worldSubjects} of ${present} subjects for the world leave fewer than 2 ` +
      'for the test.';
    return [...problems, { path: 'protocol.worldSubjects', message }];
  },
  sentence: ({ worldSubjects }, seed) =>
    `Models are fitted to ${worldSubjects} random subjects; the other subjects supply the gallery and ` +
    `the probes (seed ${seed}); ${SHARED_SPLITS}.`,
  prose: ({ worldSubjects, galleryPerSubject }, { subjects }) => [
    prose`The models were fitted to all images of ${worldSubjects} subjects drawn at random. For each of the other ${subjects - worldSubjects} subjects, ${imagesOfEach(galleryPerSubject)} drawn at random served as the gallery, and the remaining images were used for testing`,
  ],
  repeatsAre: () => 'random splits',
  summary: (protocol) =>
    `gallery of k = ${listed(protocol.galleryPerSubject.map(String))}, ` +
    `${plural(protocol.worldSubjects, 'world subject')}, ${plural(protocol.repeats, 'repeat')}`,
  knowsEverySubject: true,
  trainsOnOthers: true,
  drawsImages: true,
  unlikeSizes(protocol, source) {
    const groups = imagesBySubject(source).filter((images) => images.length > 0);
    return groups.every(({ length }) => length === groups[0].length) ? 1 : protocol.repeats;
  },
};

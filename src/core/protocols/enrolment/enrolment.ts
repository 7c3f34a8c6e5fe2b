import { z } from 'zod';
import { imagesBySubject } from '../../dataset.ts';
import { sampleWithoutReplacement, shuffle } from '../../random/sampling.ts';
import { listed, plural } from '../../text/phrases.ts';
import { prose } from '../../text/proseTags.ts';
import { allComparisons, pairedSplit, thresholdWords } from '../pairs/pairs.ts';
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
import { imagesOfEach, thresholdProse } from '../protocolFacts.ts';

const schema = z.strictObject({
  kind: z.literal('enrolment'),
  worldSubjects: z.int().min(2),
  developmentSubjects: z.int().min(2),
  enrolPerSubject: countsSchema,
  repeats: repeatsSchema,
});

/**
 * Verification of enrolled subjects, in the form of Bob (Anjos et al., 2012). The model is learned on world subjects;
 * the probes and templates of the development subjects determine the threshold, which then decides the probes of the
 * evaluation subjects.
 */
export const enrolment: ProtocolDeclaration<typeof schema> = {
  kind: 'enrolment',
  title: 'Verification: world, development, evaluation',
  help: 'Templates of enrolled subjects; the threshold comes from development subjects, the model from others again.',
  schema,
  parameters: [
    {
      name: 'worldSubjects',
      title: 'World (training) subjects',
      help: 'Drawn at random, with all their images, to fit the model to.',
      kind: 'integer',
      default: 10,
      min: 2,
    },
    {
      name: 'developmentSubjects',
      title: 'Development subjects',
      help: 'For the threshold; all others are evaluated.',
      kind: 'integer',
      default: 10,
      min: 2,
    },
    {
      name: 'enrolPerSubject',
      title: 'Enrolled images per subject',
      help: 'Its other images are the probes.',
      kind: 'counts',
      default: [1],
    },
    repeats,
  ],
  conditions: ({ worldSubjects, developmentSubjects, enrolPerSubject }) =>
    enrolPerSubject.map((k) => ({
      key: `world=${worldSubjects},development=${developmentSubjects},enrol=${k}`,
      title: `enrolled ${k}`,
    })),
  axis: { title: 'Enrolled images per subject', values: ({ enrolPerSubject }) => enrolPerSubject },
  repeats: (protocol) => protocol.repeats,
  split({ worldSubjects, developmentSubjects, enrolPerSubject }, source, { seed, condition, repeat }) {
    const k = enrolPerSubject[condition];
    const draws = drawsOf(source, seed);
    const random = draws.stream('enrolment', worldSubjects, developmentSubjects, k, repeat);
    const groups = draws.subjects;
    const order = shuffle(
      random,
      groups.map((_, at) => at),
    );
    const [from, to] = [worldSubjects, worldSubjects + developmentSubjects];
    const parts = { enrolled: [] as number[], development: sides(), evaluation: sides() };
    const train: number[] = [];
    order.forEach((at, place) => {
      const { subject, images } = groups[at];
      if (place < from) {
        train.push(...images);
        return;
      }
      requireMoreThan(k, images, source.subjects[subject], 'enrolment');
      const chosen = new Set(sampleWithoutReplacement(random, images.length, k));
      const side = place < to ? parts.development : parts.evaluation;
      images.forEach((image, i) => (chosen.has(i) ? side.enrolled : side.probes).push(image));
    });
    return pairedSplit(
      train,
      {
        development: allComparisons(parts.development, source.labels),
        evaluation: allComparisons(parts.evaluation, source.labels),
      },
      { threshold: 'equal rates', templates: true },
      [...parts.development.enrolled, ...parts.evaluation.enrolled],
    );
  },
  check({ worldSubjects, developmentSubjects, enrolPerSubject }, dataset) {
    const problems = checkPerSubject(enrolPerSubject, 'enrolPerSubject', 'gallery', dataset);
    const present = imagesBySubject(dataset).filter((images) => images.length > 0).length;
    if (worldSubjects + developmentSubjects <= present - 2) return problems;
    const message =
      `protocol.developmentSubjects: ${worldSubjects} world and ${developmentSubjects} development subjects of ` +
      `${present} leave fewer than 2 for the evaluation.`;
    return [...problems, { path: 'protocol.developmentSubjects', message }];
  },
  sentence: ({ worldSubjects, developmentSubjects }, seed) =>
    `Verification: the model is learned on ${worldSubjects} subjects at random; a probe is accepted as an enrolled ` +
    `subject above the threshold ${thresholdWords['equal rates']} on ${developmentSubjects} other subjects, and the ` +
    `remaining subjects are evaluated (seed ${seed}); ${SHARED_SPLITS}.`,
  prose: ({ worldSubjects, developmentSubjects, enrolPerSubject }, { subjects }) => [
    prose`For verification, the models were fitted to all images of ${worldSubjects} subjects drawn at random; ${developmentSubjects} other subjects were used to choose the threshold, and the remaining ${subjects - worldSubjects - developmentSubjects} for testing`,
    prose`In the latter two groups, ${imagesOfEach(enrolPerSubject)} of each subject ${enrolPerSubject.join() === '1' ? 'was' : 'were'} enrolled as its template, and the remaining images served as probes`,
    prose`A probe was accepted if its score exceeded ${thresholdProse('equal rates')} on the development subjects`,
  ],
  repeatsAre: () => 'random splits',
  summary: (protocol) =>
    `${listed(protocol.enrolPerSubject.map(String))} enrolled, ${plural(protocol.worldSubjects, 'world subject')}, ` +
    `${protocol.developmentSubjects} development subjects, ${plural(protocol.repeats, 'repeat')}`,
  comparesPairs: () => 'templates',
  knowsEverySubject: true,
  trainsOnOthers: true,
  drawsImages: true,
};

function sides(): { readonly enrolled: number[]; readonly probes: number[] } {
  return { enrolled: [], probes: [] };
}

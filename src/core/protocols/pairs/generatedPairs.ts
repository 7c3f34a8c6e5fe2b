import { z } from 'zod';
import { attributeValues, imagesBySubject, type SplitSource } from '../../dataset.ts';
import type { Problem } from '../../methods/problems.ts';
import { listed, plural } from '../../text/phrases.ts';
import { countProse, prose } from '../../text/proseTags.ts';
import { noAttribute } from '../byAttribute.ts';
import {
  checkDevelopmentFolds,
  developmentFoldsParameter,
  foldRoles,
  rolesPhrase,
  developmentFoldsSchema,
} from './developmentFolds.ts';
import { pairedSplit, thresholdWords, allComparisons, type ImagePair } from './pairs.ts';
import { drawsOf } from '../draws.ts';
import type { ProtocolDeclaration } from '../protocol.ts';
import { foldProse } from '../protocolFacts.ts';
import type { ThresholdRule } from '../split.ts';
import type { Random } from '../../random/stream.ts';
import { sampleWithoutReplacement, shuffle } from '../../random/sampling.ts';

// Folds of subjects with the pairs compared in each.

const pairsSchema = z.strictObject({
  kind: z.literal('pairs'),
  folds: z.int().min(2).max(1000),
  developmentFolds: developmentFoldsSchema,
  /** Number of genuine pairs, and of impostor pairs. Absent or 0: all pairs of the fold. */
  pairsPerFold: z.int().min(0).max(1_000_000).optional(),
  /** Absent or 0: pairs are of two images. */
  galleryPerSubject: z.int().min(0).max(1000).optional(),
  genuineBy: z.string().min(1).optional(),
  across: z.string().min(1).optional(),
  genuineAcross: z.string().min(1).optional(),
  impostorsWithin: z.string().min(1).optional(),
});

export type Pairs = z.infer<typeof pairsSchema>;

interface Fold {
  readonly images: readonly number[];
  /** Gallery images. */
  readonly enrolled: readonly number[];
  readonly pairs: readonly ImagePair[];
}

/** The folds of a seed. Subjects with several images are dealt first, so every fold has genuine pairs. */
export function foldsOf(protocol: Pairs, source: SplitSource, seed: number): Fold[] {
  const { folds, pairsPerFold, galleryPerSubject } = protocol;
  const draws = drawsOf(source, seed);
  const groups = shuffle(
    draws.stream('verification folds', folds),
    draws.subjects.map(({ images }) => images),
  );
  const dealt = [...groups.filter(({ length }) => length > 1), ...groups.filter(({ length }) => length === 1)];
  const members: number[][] = Array.from({ length: folds }, () => []);
  dealt.forEach((images, turn) => members[turn % folds].push(...images));
  return members.map((images, fold) => {
    const sorted = draws.sorted(images);
    const gallery = draws.stream('verification gallery', folds, galleryPerSubject ?? 0, fold + 1);
    const enrolled = galleryPerSubject ? galleriesOf(sorted, galleryPerSubject, source, gallery) : [];
    const galleryImages = new Set(enrolled);
    const pairs = galleryPerSubject
      ? allComparisons(
          { enrolled, probes: sorted.filter((image) => !galleryImages.has(image)) },
          source.labels,
          draws.sorted,
        )
      : pairsWithin(sorted, protocol, source);
    if (!pairsPerFold) return { images, enrolled, pairs };
    const draw = draws.stream('verification pairs', pairsName(protocol), fold + 1);
    const drawn = [true, false].flatMap((kind) =>
      someOf(
        draw,
        pairs.filter(({ genuine }) => genuine === kind),
        pairsPerFold,
      ),
    );
    return { images, enrolled, pairs: drawn };
  });
}

/** `count` random images of every subject that has more. */
function galleriesOf(
  images: readonly number[],
  count: number,
  { labels }: Pick<SplitSource, 'labels'>,
  random: Random,
): number[] {
  return [...Map.groupBy(images, (image) => labels[image]).values()]
    .filter(({ length }) => length > count)
    .flatMap((subjectImages) =>
      Array.from(sampleWithoutReplacement(random, subjectImages.length, count), (at) => subjectImages[at]),
    )
    .sort((a, b) => a - b);
}

function pairsWithin(images: readonly number[], protocol: Pairs, source: SplitSource): ImagePair[] {
  const { genuineBy, across, genuineAcross, impostorsWithin } = protocol;
  const valueOf = (name: string, image: number): string | undefined => source.attributes?.[image]?.[name];
  const identity = (image: number): string | number | undefined =>
    genuineBy ? valueOf(genuineBy, image) : source.labels[image];
  /** Whether both images have a value of the attribute, equal or different as requested; true without an attribute. */
  const holds = (name: string | undefined, same: boolean, first: number, second: number): boolean => {
    if (!name) return true;
    const [a, b] = [valueOf(name, first), valueOf(name, second)];
    return a !== undefined && b !== undefined && (a === b) === same;
  };
  const pairs: ImagePair[] = [];
  for (let i = 0; i < images.length; i++) {
    for (let j = i + 1; j < images.length; j++) {
      const [reference, probe] = [images[i], images[j]];
      if (identity(reference) === undefined || identity(probe) === undefined) continue;
      if (!holds(across, false, reference, probe)) continue;
      const genuine = identity(reference) === identity(probe);
      if (genuine ? !holds(genuineAcross, false, reference, probe) : !holds(impostorsWithin, true, reference, probe)) {
        continue;
      }
      pairs.push({ probe, reference, genuine });
    }
  }
  return pairs;
}

/** `count` random pairs, in their order; all of them if there are fewer. */
function someOf(random: Random, pairs: readonly ImagePair[], count: number): ImagePair[] {
  const chosen = sampleWithoutReplacement(random, pairs.length, Math.min(count, pairs.length));
  return Array.from(chosen.sort(), (place) => pairs[place]);
}

/** Names the random numbers of the pairs: the drawn pairs do not depend on which folds choose the threshold. */
export function pairsName({
  folds,
  pairsPerFold,
  galleryPerSubject,
  genuineBy,
  across,
  genuineAcross,
  impostorsWithin,
}: Pairs): string {
  const parts = [`folds=${folds}`, `pairs=${pairsPerFold || 'all'}`];
  if (galleryPerSubject) parts.push(`gallery=${galleryPerSubject}`);
  if (genuineBy) parts.push(`genuine=${genuineBy}`);
  if (across) parts.push(`across=${across}`);
  if (genuineAcross) parts.push(`genuine-across=${genuineAcross}`);
  if (impostorsWithin) parts.push(`impostors-within=${impostorsWithin}`);
  return parts.join(',');
}

const ATTRIBUTE_FIELDS = ['genuineBy', 'across', 'genuineAcross', 'impostorsWithin'] as const;

/** Maximum number of pairs per fold: their scores are kept. */
const MOST_PAIRS = 2_000_000;

/**
 * Verification over folds of subjects, in the form of view 2 of LFW (Huang et al., 2007). The model is learned on some
 * of the other folds and the threshold chosen on subjects that it has not seen: a discriminant method separates all
 * pairs of the subjects that it has seen, which leaves the threshold undetermined. Pairs are all possible ones or a
 * seeded sample, of two images or of an image and the gallery of a subject.
 */
export const generatedPairs: ProtocolDeclaration<typeof pairsSchema> = {
  kind: 'pairs',
  title: 'Verification: pairs over folds of subjects',
  help: 'Genuine and impostor pairs within every fold; model and threshold come from other folds, of other subjects each.',
  schema: pairsSchema,
  parameters: [
    { name: 'folds', title: 'Folds', help: 'Of subjects; each is a repeat.', kind: 'integer', default: 10, min: 2 },
    developmentFoldsParameter,
    {
      name: 'pairsPerFold',
      title: 'Pairs per fold',
      help: 'This many genuine and as many impostor pairs, drawn by the seed. 0: all pairs.',
      kind: 'integer',
      zero: 'all',
      default: 0,
      min: 0,
      optional: true,
    },
    {
      name: 'galleryPerSubject',
      title: 'Gallery images per subject',
      help: 'Drawn by the seed; each other image is compared with the gallery of every subject of its fold. 0: image with image.',
      kind: 'integer',
      default: 0,
      min: 0,
      optional: true,
    },
    {
      name: 'genuineBy',
      title: 'Genuine if images share',
      help: 'An attribute; empty: the subject.',
      placeholder: 'the subject',
      kind: 'text',
      default: '',
      optional: true,
    },
    {
      name: 'across',
      title: 'Pairs must differ in',
      help: 'An attribute such as the session; empty: all pairs.',
      placeholder: 'any pair',
      kind: 'text',
      default: '',
      optional: true,
    },
    {
      name: 'genuineAcross',
      title: 'Genuine pairs differ in',
      help: 'An attribute such as the session, of genuine pairs alone; empty: all genuine pairs.',
      placeholder: 'any genuine pair',
      kind: 'text',
      default: '',
      optional: true,
    },
    {
      name: 'impostorsWithin',
      title: 'Impostors share',
      help: 'An attribute such as the sex or the lighting, which makes them harder; empty: all impostor pairs.',
      placeholder: 'any impostor pair',
      kind: 'text',
      default: '',
      optional: true,
    },
  ],
  conditions: (protocol) => [{ key: keyOf(protocol), title: titleOf(protocol) }],
  repeats: ({ folds }) => folds,
  split(protocol, source, { seed, repeat }) {
    const folds = foldsOf(protocol, source, seed);
    const { held, learned, developing } = foldRoles(folds, protocol.developmentFolds, repeat);
    return pairedSplit(
      learned.flatMap(({ images }) => images),
      { evaluation: held.pairs, development: developing.flatMap(({ pairs }) => pairs) },
      { threshold: ruleOf(protocol), ...(protocol.galleryPerSubject && { templates: true }) },
      [held, ...developing].flatMap(({ enrolled }) => enrolled),
    );
  },
  check(protocol, dataset, seed) {
    const { folds, pairsPerFold = 0, galleryPerSubject = 0, genuineBy } = protocol;
    const lacking = ATTRIBUTE_FIELDS.flatMap((field) => {
      const name = protocol[field];
      if (name === undefined || attributeValues(dataset, name).length > 0) return [];
      return [noAttribute(`protocol.${field}`, name, dataset)];
    });
    for (const field of ['across', 'genuineAcross'] as const) {
      if (genuineBy === undefined || genuineBy !== protocol[field]) continue;
      const message = `protocol.${field}: pairs that differ in the attribute of "genuineBy" are never genuine.`;
      lacking.push({ path: `protocol.${field}`, message });
    }
    for (const field of ['across', 'genuineBy'] as const) {
      if (protocol.impostorsWithin === undefined || protocol.impostorsWithin !== protocol[field]) continue;
      const message = `protocol.impostorsWithin: impostors differ in the attribute of "${field}".`;
      lacking.push({ path: 'protocol.impostorsWithin', message });
    }
    const named = ATTRIBUTE_FIELDS.find((field) => protocol[field] !== undefined);
    if (galleryPerSubject > 0 && named) {
      const message = `protocol.${named}: the images of a gallery share no attribute; leave it out, or compare image with image.`;
      lacking.push({ path: `protocol.${named}`, message });
    }
    lacking.push(...checkDevelopmentFolds(folds, protocol.developmentFolds, 'folds'));
    if (lacking.length > 0) return lacking;
    const groups = imagesBySubject(dataset).filter((images) => images.length > 0);
    if (groups.length < 2 * folds) {
      const message = `protocol.folds: impostor pairs need 2 subjects in every fold, ${folds} folds have ${groups.length}.`;
      return [{ path: 'protocol.folds', message }];
    }
    const subjects = Math.ceil(groups.length / folds);
    const largest = subjects * Math.max(...groups.map(({ length }) => length));
    if (largest * (galleryPerSubject > 0 ? subjects : (largest - 1) / 2) > MOST_PAIRS) {
      const message = `protocol.folds: a fold may have ${largest} images and more than ${MOST_PAIRS} pairs; take more folds or a subset.`;
      return [{ path: 'protocol.folds', message }];
    }
    const [first] = foldsOf(protocol, dataset, seed).flatMap((fold, index): Problem[] => {
      const genuine = fold.pairs.filter((pair) => pair.genuine).length;
      const counts = { genuine, impostor: fold.pairs.length - genuine };
      return (['genuine', 'impostor'] as const).flatMap((kind) => {
        const least = Math.max(1, pairsPerFold);
        if (counts[kind] >= least) return [];
        const path = pairsPerFold > 0 ? 'protocol.pairsPerFold' : 'protocol.folds';
        const message = `${path}: fold ${index + 1} has ${counts[kind]} ${kind} pairs, expected at least ${least}.`;
        return [{ path, message }];
      });
    });
    return first ? [first] : [];
  },
  sentence(protocol, seed) {
    const { folds, developmentFolds, pairsPerFold, galleryPerSubject } = protocol;
    const { genuineBy, across, genuineAcross, impostorsWithin } = protocol;
    const which = pairsPerFold ? `${pairsPerFold} genuine and ${pairsPerFold} impostor pairs` : 'all pairs';
    const of = galleryPerSubject
      ? ` of an image and the gallery of a subject (${plural(galleryPerSubject, 'image')} at random)`
      : '';
    return (
      `Verification of ${which}${of} in each of ${folds} folds of subjects (seed ${seed})` +
      `${genuineBy ? `, genuine where "${genuineBy}" is the same` : ''}` +
      `${across ? `, images of a pair differ in "${across}"` : ''}` +
      `${genuineAcross ? `, those of a genuine pair in "${genuineAcross}"` : ''}` +
      `${impostorsWithin ? `, those of an impostor pair share "${impostorsWithin}"` : ''}; for every fold ` +
      `${rolesPhrase(developmentFolds, 'the others', thresholdWords[ruleOf(protocol)])}.`
    );
  },
  prose: (protocol) => {
    const { folds, developmentFolds, pairsPerFold, galleryPerSubject } = protocol;
    const { genuineBy, across, genuineAcross, impostorsWithin } = protocol;
    const number = pairsPerFold ? `${pairsPerFold} genuine and ${pairsPerFold} impostor` : 'all genuine and impostor';
    const of = galleryPerSubject ? 'an image and the gallery of a subject' : 'images';
    const rules = [
      ...(galleryPerSubject
        ? [
            `each gallery held ${countProse(galleryPerSubject)} ${galleryPerSubject === 1 ? 'image' : 'images'} drawn at random`,
          ]
        : []),
      ...(genuineBy ? [`pairs with the same ${genuineBy} were genuine`] : []),
      ...(across ? [`the images of a pair differed in ${across}`] : []),
      ...(genuineAcross ? [`the images of a genuine pair differed in ${genuineAcross}`] : []),
      ...(impostorsWithin ? [`the images of an impostor pair shared ${impostorsWithin}`] : []),
    ];
    return [
      prose`For verification, the subjects were divided at random into ${folds} folds`,
      prose`In each fold, ${number} pairs of ${of} were compared${rules.length > 0 ? `: ${listed(rules)}` : ''}`,
      foldProse(developmentFolds, ruleOf(protocol)),
    ];
  },
  repeatsAre: () => 'folds',
  summary: ({ folds, pairsPerFold, galleryPerSubject }) =>
    `${pairsPerFold ? `${2 * pairsPerFold} pairs` : 'all pairs'}${againstGallery(galleryPerSubject)} in each of ${folds} folds ` +
    'of subjects',
  comparesPairs: ({ galleryPerSubject }) => (galleryPerSubject ? 'templates' : 'images'),
  developsOnTraining: ({ developmentFolds }) => developmentFolds === 0,
  reportsStandardError: ({ pairsPerFold }) => Boolean(pairsPerFold),
  knowsEverySubject: true,
  trainsOnOthers: true,
  drawsImages: true,
};

/**
 * Sampled lists are balanced, so errors of both kinds have equal weight; among all pairs impostors outnumber genuine
 * pairs by far.
 */
function ruleOf({ pairsPerFold }: Pairs): ThresholdRule {
  return pairsPerFold ? 'fewest errors' : 'equal rates';
}

function keyOf(protocol: Pairs): string {
  return `${pairsName(protocol)},development=${protocol.developmentFolds}`;
}

function titleOf({ pairsPerFold, galleryPerSubject, across, genuineAcross, impostorsWithin }: Pairs): string {
  const which = pairsPerFold ? `${2 * pairsPerFold} pairs` : 'all pairs';
  return [
    which + againstGallery(galleryPerSubject) + (across ? ` across ${across}` : ''),
    ...(genuineAcross ? [`genuine across ${genuineAcross}`] : []),
    ...(impostorsWithin ? [`impostors within ${impostorsWithin}`] : []),
  ].join(', ');
}

function againstGallery(images: number | undefined): string {
  return images ? ` with galleries of ${images}` : '';
}

import { attributeValues, imagesBySubject } from '../../dataset.ts';
import type { Problem } from '../../methods/problems.ts';
import { listed, plural } from '../../text/words.ts';
import { countProse, prose } from '../../text/prose.ts';
import { noAttribute } from '../attributes/attributeProblems.ts';
import { checkDevelopmentFolds, developmentFoldsParameter, foldRoles, rolesPhrase } from './developmentFolds.ts';
import { foldsOf, pairsName, pairsSchema, type Pairs } from './pairFolds.ts';
import { pairedSplit, thresholdWords } from './pairs.ts';
import type { ProtocolDeclaration } from '../protocol.ts';
import { foldProse } from '../protocolFacts.ts';
import type { ThresholdRule } from '../split.ts';

const ATTRIBUTE_FIELDS = ['genuineBy', 'across', 'genuineAcross', 'impostorsWithin'] as const;

/** Most pairs of a fold: their scores are kept. */
const MOST_PAIRS = 2_000_000;

/**
 * Verification over folds of subjects, in the form of view 2 of LFW (Huang et al., 2007). The model is learned on some
 * of the other folds and the threshold chosen on subjects that it has not seen: on those that it has seen a
 * discriminant method separates all pairs, and no threshold is determined. Pairs are drawn by the seed, or are all that
 * there are: of two images, or of an image and the gallery of a subject.
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
      title: 'Genuine where images share',
      help: 'An attribute; empty: the subject.',
      placeholder: 'the subject',
      kind: 'text',
      default: '',
      optional: true,
    },
    {
      name: 'across',
      title: 'Only pairs that differ in',
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
};

/** Drawn lists are balanced, so that errors of both kinds count alike; of all pairs impostors are many more. */
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

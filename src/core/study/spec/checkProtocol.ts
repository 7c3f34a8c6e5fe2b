/** Whether a dataset has the images that a protocol asks for. */
import type { Problem } from '../../methods/problems.ts';
import { conditionsOf, splitCount } from './conditions.ts';
import { checkExplicit } from './checkExplicit.ts';
import { ofFittedImages } from './fittedImages.ts';
import { attributeValues, imagesBySubject, includedImages, restrict, type DatasetFacts } from '../../dataset.ts';
import type { Split } from '../../protocols/split.ts';
import type { Protocol, StudySpec, Subset } from './spec.ts';
import { splitOf } from '../splits/splits.ts';
import { plural } from '../../text/plural.ts';

/** A protocol of many splits repeats itself; after this many warnings the others are counted. */
const WARNINGS_SHOWN = 3;

/** Problems by field, and warnings, of a protocol (and its subset of the images) on a dataset. */
export function checkProtocol(
  spec: Pick<StudySpec, 'protocol' | 'subset' | 'seed'>,
  dataset: DatasetFacts,
): { problems: Problem[]; warnings: string[] } {
  const { protocol } = spec;
  const problems = checkSubset(spec.subset, dataset);
  const warnings: string[] = [];
  const source = restrict(dataset, spec.subset);
  const present = imagesBySubject(source).filter((images) => images.length > 0).length;
  if (present < 2 && problems.length === 0) {
    problems.push({
      path: spec.subset ? 'subset' : 'dataset',
      message: spec.subset
        ? `subset: it leaves ${plural(present, 'subject')} of "${dataset.name}"; recognition needs at least 2.`
        : `dataset: "${dataset.name}" has ${plural(present, 'subject')}; recognition needs at least 2.`,
    });
  }
  if (problems.length > 0 && spec.subset) return { problems, warnings };
  switch (protocol.kind) {
    case 'random':
    case 'first':
      problems.push(...checkPerSubject(protocol.trainPerSubject, 'trainPerSubject', 'training', source));
      break;
    case 'explicit':
      problems.push(...checkExplicit(protocol.splits, spec, dataset));
      break;
    case 'attribute':
    case 'leave-one-value-out':
      problems.push(...checkAttribute(protocol, source));
      break;
    case 'k-fold':
      problems.push(...checkFolds(protocol.folds, source));
      break;
    case 'leave-one-out':
      break;
    case 'gallery':
      problems.push(...checkPerSubject(protocol.galleryPerSubject, 'galleryPerSubject', 'gallery', source));
      if (protocol.worldSubjects > present - 2) {
        problems.push({
          path: 'protocol.worldSubjects',
          message: `protocol.worldSubjects: ${protocol.worldSubjects} of ${present} subjects for the model leave fewer than 2 for the test.`,
        });
      }
      break;
  }
  if (problems.length === 0) warnings.push(...warningsOf(spec, dataset));
  if (problems.length === 0 && ofFittedImages(protocol)) {
    warnings.push(
      'The test images are the training images: error rates are resubstitution rates, which say nothing about other images.',
    );
  }
  return { problems, warnings };
}

/** Splits that test subjects which cannot be recognised, or images of the training. Draws within every subject never do. */
function warningsOf(spec: Pick<StudySpec, 'protocol' | 'subset' | 'seed'>, dataset: DatasetFacts): string[] {
  const { kind } = spec.protocol;
  if (kind === 'random' || kind === 'first' || kind === 'gallery') return [];
  const repeats = splitCount(spec, dataset);
  // The folds of every draw leave out the same numbers of images of the same subjects.
  const folds = spec.protocol.kind === 'k-fold' ? spec.protocol.folds : repeats;
  const looked = Math.min(repeats, WARNINGS_SHOWN * folds);
  const found = conditionsOf(spec.protocol).flatMap(({ key, title }) =>
    Array.from({ length: looked }, (_, index) => {
      const split = splitOf(spec, dataset, key, index + 1);
      const name = kind === 'attribute' ? `Split ${title}` : `Split ${index + 1}`;
      return [...strangers(split, name, dataset), ...familiar(split, name)];
    }).flat(),
  );
  const more = found.length * (repeats / looked) - WARNINGS_SHOWN;
  const others = more > 0 ? [`So ${more === 1 ? 'does' : 'do'} ${plural(more, 'other split')}.`] : [];
  return [...found.slice(0, WARNINGS_SHOWN), ...others];
}

function checkPerSubject(
  values: readonly number[],
  field: string,
  use: 'training' | 'gallery',
  dataset: DatasetFacts,
): Problem[] {
  const groups = imagesBySubject(dataset);
  const present = groups.flatMap((group, subject) => (group.length > 0 ? [subject] : []));
  const fewest = present.reduce((least, s) => (groups[s].length < groups[least].length ? s : least), present[0]);
  return values.flatMap((k, index) => {
    const path = `protocol.${field}[${index}]`;
    if (values.indexOf(k) < index) return [{ path, message: `${path}: ${k} is listed twice.` }];
    if (present.length === 0 || k < groups[fewest].length) return [];
    const others = present.filter((subject) => groups[subject].length <= k).length - 1;
    const more = others > 0 ? ` (and ${plural(others, 'other subject')} too few)` : '';
    return [
      {
        path,
        message:
          `${path}: ${k} ${use} images per subject need at least ${k + 1} images of each, ` +
          `subject "${dataset.subjects[fewest]}" has ${groups[fewest].length}${more}.`,
      },
    ];
  });
}

function checkFolds(folds: number, dataset: DatasetFacts): Problem[] {
  const count = includedImages(dataset).length;
  const message = `protocol.folds: ${folds} folds of ${plural(count, 'image')} leave some without test images.`;
  return folds > count ? [{ path: 'protocol.folds', message }] : [];
}

/** The attribute must exist, with the values asked for, on both sides of every split. */
function checkAttribute(
  protocol: Extract<Protocol, { kind: 'attribute' | 'leave-one-value-out' }>,
  dataset: DatasetFacts,
): Problem[] {
  const { attribute } = protocol;
  const values = attributeValues(dataset, attribute);
  if (values.length === 0) return [noAttribute('protocol.attribute', attribute, dataset)];
  if (protocol.kind === 'leave-one-value-out') {
    const message = `protocol.attribute: every image has "${attribute}" ${values[0]}; nothing is left for training.`;
    return values.length < 2 ? [{ path: 'protocol.attribute', message }] : [];
  }
  return protocol.splits.flatMap((split, index) => {
    const at = `protocol.splits[${index}]`;
    const unknown = (['train', 'test'] as const).flatMap((list) => {
      const value = split[list]?.find((candidate) => !values.includes(candidate));
      return value === undefined ? [] : [unknownValue(`${at}.${list}`, attribute, value, values)];
    });
    if (unknown.length > 0) return unknown;
    const both = split.test?.find((value) => split.train.includes(value));
    if (both !== undefined) {
      return [{ path: `${at}.test`, message: `${at}.test: "${both}" is also among the training values.` }];
    }
    if (!split.test && values.every((value) => split.train.includes(value))) {
      return [
        {
          path: `${at}.train`,
          message: `${at}.train: all values of "${attribute}" are in it; none is left for testing.`,
        },
      ];
    }
    return [];
  });
}

function checkSubset(subset: Subset | undefined, dataset: DatasetFacts): Problem[] {
  if (!subset) return [];
  const problems: Problem[] = [];
  const stranger = subset.subjects?.find((name) => !dataset.subjects.includes(name));
  if (stranger !== undefined) {
    problems.push({ path: 'subset.subjects', message: `subset.subjects: there is no subject "${stranger}".` });
  }
  const outside = subset.images?.find((image) => image >= dataset.labels.length);
  if (outside !== undefined) {
    const message = `subset.images: there is no image ${outside}; indices run from 0 to ${dataset.labels.length - 1}.`;
    problems.push({ path: 'subset.images', message });
  }
  for (const [attribute, wanted] of Object.entries(subset.attributes ?? {})) {
    const path = `subset.attributes.${attribute}`;
    const values = attributeValues(dataset, attribute);
    const unknown = wanted.find((value) => !values.includes(value));
    if (values.length === 0) problems.push(noAttribute(path, attribute, dataset));
    else if (unknown !== undefined) problems.push(unknownValue(path, attribute, unknown, values));
  }
  return problems;
}

/** That no image has an attribute, and which there are. */
export function noAttribute(path: string, attribute: string, dataset: DatasetFacts): Problem {
  const known = [...new Set((dataset.attributes ?? []).flatMap((own) => Object.keys(own)))].sort();
  const list = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`;
  return { path, message: `${path}: the images of "${dataset.name}" have no attribute "${attribute}"; ${list}.` };
}

function unknownValue(path: string, attribute: string, value: string, values: readonly string[]): Problem {
  const list = values.slice(0, 12).join(', ') + (values.length > 12 ? ', …' : '');
  return { path, message: `${path}: "${attribute}" is never "${value}"; its values are ${list}.` };
}

/** With a gallery the model may have seen test images: a given split can say so, and the reader should know. */
function familiar({ train, test, gallery }: Split, name: string): string[] {
  if (!gallery) return [];
  const trained = new Set(train);
  const seen = test.filter((image) => trained.has(image)).length;
  return seen === 0 ? [] : [`${name} trains the model on ${plural(seen, 'test image')} of ${test.length}.`];
}

/** Test images of subjects without a training (gallery) image cannot be recognised. */
function strangers(split: Split, name: string, dataset: DatasetFacts): string[] {
  const known = new Set(Array.from(split.gallery ?? split.train, (image) => dataset.labels[image]));
  const missed = Array.from(split.test).filter((image) => !known.has(dataset.labels[image]));
  const unknown = [...new Set(missed.map((image) => dataset.labels[image]))];
  if (unknown.length === 0) return [];
  const first = `"${dataset.subjects[unknown[0]]}"`;
  const who = unknown.length === 1 ? `subject ${first}` : `${unknown.length} subjects (${first} is one)`;
  return [
    `${name} tests ${who} without ${split.gallery ? 'gallery' : 'training'} images: ${plural(missed.length, 'test image')} of ` +
      `${split.test.length} cannot be recognised.`,
  ];
}

/** Whether a dataset has the images that a protocol asks for, and what the reader of its results should know. */
import { imagesBySubject, type DatasetFacts } from '../../dataset.ts';
import type { Problem } from '../../methods/problems.ts';
import { declarationOf } from '../../protocols/registry.ts';
import type { Split } from '../../protocols/split.ts';
import { checkSubset, restrict } from '../../protocols/subset.ts';
import { plural } from '../../text/words.ts';
import { splitOf, type SplitSpec } from '../splits/splits.ts';
import { conditionsOf, splitCount } from '../spec/conditions.ts';
import { testsTrainingImages } from '../spec/fittedImages.ts';

/** A protocol of many splits repeats itself; after this many warnings the others are counted. */
const WARNINGS_SHOWN = 3;

/** Problems by field, and warnings, of a protocol (and its subset of the images) on a dataset. */
export function checkProtocol(spec: SplitSpec, dataset: DatasetFacts): { problems: Problem[]; warnings: string[] } {
  const { protocol } = spec;
  const problems = checkSubset(spec.subset, dataset);
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
  if (problems.length > 0 && spec.subset) return { problems, warnings: [] };
  problems.push(...declarationOf(protocol).check(protocol, source, spec.seed));
  if (problems.length > 0) return { problems, warnings: [] };
  const warnings = warningsOf(spec, dataset);
  if (testsTrainingImages(protocol)) {
    warnings.push(
      'The test images are the training images: error rates are resubstitution rates, which say nothing about other images.',
    );
  }
  return { problems, warnings };
}

/** Splits that test subjects which cannot be recognised, or images of the training. */
function warningsOf(spec: SplitSpec, dataset: DatasetFacts): string[] {
  const declared = declarationOf(spec.protocol);
  if (declared.knowsEverySubject) return [];
  const repeats = splitCount(spec, dataset);
  const looked = Math.min(repeats, WARNINGS_SHOWN * (declared.period?.(spec.protocol) ?? repeats));
  const found = conditionsOf(spec.protocol).flatMap((condition) =>
    Array.from({ length: looked }, (_, index) => {
      const split = splitOf(spec, dataset, condition.key, index + 1);
      const name = declared.splitName?.(condition, index + 1) ?? `Split ${index + 1}`;
      return [...strangers(split, name, dataset), ...familiar(split, name)];
    }).flat(),
  );
  const more = found.length * (repeats / looked) - WARNINGS_SHOWN;
  const others = more > 0 ? [`So ${more === 1 ? 'does' : 'do'} ${plural(more, 'other split')}.`] : [];
  return [...found.slice(0, WARNINGS_SHOWN), ...others];
}

/** With a gallery the model may have seen test images: a predefined split can say so, and the reader should know. */
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

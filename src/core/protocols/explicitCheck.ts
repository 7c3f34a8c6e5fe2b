/** Whether predefined splits name images that there are, once each, and nothing that was trained on is tested. */
import type { DatasetFacts } from '../dataset.ts';
import type { Problem } from '../methods/problems.ts';
import { takenImages, testsTraining, type GivenSplit } from './givenSplit.ts';

/**
 * Every split by itself, and that either all of them test their training images or none; `dataset`: the images that
 * take part.
 */
export function checkExplicit(splits: readonly GivenSplit[], dataset: DatasetFacts): Problem[] {
  const { length } = dataset.labels;
  const problems = splits.flatMap((split, index) => checkSplit(split, `protocol.splits[${index}]`, length));
  const [fitted] = splits.flatMap((split, index) => (testsTraining(split) ? [index] : []));
  const [other] = splits.flatMap((split, index) => (testsTraining(split) ? [] : [index]));
  if (fitted === undefined || other === undefined) {
    return problems.length === 0 ? checkRemaining(splits, dataset) : problems;
  }
  const path = `protocol.splits[${fitted}].test`;
  const message =
    `${path}: it lists the training images, but protocol.splits[${other}] tests others; ` +
    'the fitted images are a study of their own.';
  return [...problems, { path, message }];
}

/** Splits that a subset leaves too few images. */
function checkRemaining(splits: readonly GivenSplit[], dataset: DatasetFacts): Problem[] {
  const least = { train: 2, test: 1, gallery: 1 };
  return splits.flatMap((given, index) => {
    const split = takenImages(given, dataset);
    return (['train', 'test', 'gallery'] as const).flatMap((list) => {
      const left = split[list]?.length ?? Infinity;
      if (left >= least[list]) return [];
      const message = `subset: it leaves protocol.splits[${index}].${list} ${left === 0 ? 'no image' : '1 image'}, expected at least ${least[list]}.`;
      return [{ path: 'subset', message }];
    });
  });
}

/** Out of range, listed twice, in both lists: the first of each is named. */
function checkSplit(split: GivenSplit, path: string, count: number): Problem[] {
  const problems: Problem[] = [];
  for (const list of ['train', 'test', 'gallery'] as const) {
    const images = split[list] ?? [];
    const at = `${path}.${list}`;
    const outside = images.findIndex((image) => image >= count);
    if (outside >= 0) {
      problems.push({
        path: `${at}[${outside}]`,
        message: `${at}[${outside}]: there is no image ${images[outside]}; indices run from 0 to ${count - 1}.`,
      });
    }
    const seen = new Set<number>();
    const twice = images.findIndex((image) => seen.size === seen.add(image).size);
    if (twice >= 0) {
      problems.push({
        path: `${at}[${twice}]`,
        message: `${at}[${twice}]: image ${images[twice]} is listed twice.`,
      });
    }
  }
  if (testsTraining(split)) return problems;
  const train = new Set(split.gallery ?? split.train);
  const use = split.gallery ? 'gallery' : 'training';
  const both = split.test.findIndex((image) => train.has(image));
  if (both >= 0) {
    problems.push({
      path: `${path}.test[${both}]`,
      message: `${path}.test[${both}]: image ${split.test[both]} is also a ${use} image${split.gallery ? '' : '; test all of the training images, or none'}.`,
    });
  }
  return problems;
}

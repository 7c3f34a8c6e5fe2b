/** Whether a dataset has the images that a protocol asks for. */
import type { Problem } from '../methods/problems.ts';
import { imagesBySubject, type DatasetFacts } from './dataset.ts';
import type { Protocol } from './spec.ts';

/** A protocol of many splits repeats itself; after this many warnings the others are counted. */
const WARNINGS_SHOWN = 3;

type Facts = Pick<DatasetFacts, 'name' | 'labels' | 'subjects'>;

/** Problems by field, and warnings, of a protocol on a dataset. */
export function checkProtocol(protocol: Protocol, dataset: Facts): { problems: Problem[]; warnings: string[] } {
  const problems: Problem[] = [];
  const warnings: string[] = [];
  if (dataset.subjects.length < 2) {
    problems.push({
      path: 'dataset',
      message: `dataset: "${dataset.name}" has ${plural(dataset.subjects.length, 'subject')}; recognition needs at least 2.`,
    });
  }
  if (protocol.kind === 'random') problems.push(...checkTrainPerSubject(protocol.trainPerSubject, dataset));
  else {
    protocol.splits.forEach((split, index) => {
      const found = checkSplit(split, `protocol.splits[${index}]`, dataset.labels.length);
      problems.push(...found);
      if (found.length === 0) warnings.push(...strangers(split, index, dataset));
    });
    const more = warnings.length - WARNINGS_SHOWN;
    if (more > 0)
      warnings.splice(WARNINGS_SHOWN, more, `So ${more === 1 ? 'does' : 'do'} ${plural(more, 'other split')}.`);
  }
  return { problems, warnings };
}

function checkTrainPerSubject(values: readonly number[], dataset: Facts): Problem[] {
  const groups = imagesBySubject(dataset);
  const fewest = groups.reduce((least, group, s) => (group.length < groups[least].length ? s : least), 0);
  return values.flatMap((k, index) => {
    const path = `protocol.trainPerSubject[${index}]`;
    if (values.indexOf(k) < index) return [{ path, message: `${path}: ${k} is listed twice.` }];
    if (groups.length === 0 || k < groups[fewest].length) return [];
    const others = groups.filter((group) => group.length <= k).length - 1;
    const more = others > 0 ? ` (and ${plural(others, 'other subject')} too few)` : '';
    return [
      {
        path,
        message:
          `${path}: ${k} training images per subject need at least ${k + 1} images of each, ` +
          `subject "${dataset.subjects[fewest]}" has ${groups[fewest].length}${more}.`,
      },
    ];
  });
}

interface GivenSplit {
  readonly train: readonly number[];
  readonly test: readonly number[];
}

/** Out of range, listed twice, in both lists: the first of each is named. */
function checkSplit(split: GivenSplit, path: string, count: number): Problem[] {
  const problems: Problem[] = [];
  for (const list of ['train', 'test'] as const) {
    const at = `${path}.${list}`;
    const outside = split[list].findIndex((image) => image >= count);
    if (outside >= 0) {
      problems.push({
        path: `${at}[${outside}]`,
        message: `${at}[${outside}]: there is no image ${split[list][outside]}; indices run from 0 to ${count - 1}.`,
      });
    }
    const seen = new Set<number>();
    const twice = split[list].findIndex((image) => seen.size === seen.add(image).size);
    if (twice >= 0) {
      problems.push({
        path: `${at}[${twice}]`,
        message: `${at}[${twice}]: image ${split[list][twice]} is listed twice.`,
      });
    }
  }
  const train = new Set(split.train);
  const both = split.test.findIndex((image) => train.has(image));
  if (both >= 0) {
    problems.push({
      path: `${path}.test[${both}]`,
      message: `${path}.test[${both}]: image ${split.test[both]} is also a training image.`,
    });
  }
  return problems;
}

/** Test images of subjects without a training image cannot be recognised. */
function strangers(split: GivenSplit, index: number, dataset: Facts): string[] {
  const known = new Set(split.train.map((image) => dataset.labels[image]));
  const unknown = [...new Set(split.test.map((image) => dataset.labels[image]))].filter((s) => !known.has(s));
  if (unknown.length === 0) return [];
  const images = split.test.filter((image) => !known.has(dataset.labels[image])).length;
  const first = `"${dataset.subjects[unknown[0]]}"`;
  const who = unknown.length === 1 ? `subject ${first}` : `${unknown.length} subjects (${first} is one)`;
  return [
    `Split ${index + 1} tests ${who} without training images: ${plural(images, 'test image')} of ` +
      `${split.test.length} cannot be recognised.`,
  ];
}

function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

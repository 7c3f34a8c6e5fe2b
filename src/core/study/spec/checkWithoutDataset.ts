/** What is wrong with a spec whatever its dataset. */
import type { DatasetFacts } from '../../dataset.ts';
import type { Problem } from '../../methods/problems.ts';
import { checkSpec } from './check.ts';
import type { StudySpec } from './spec.ts';

/**
 * The problems that a spec has on two made-up datasets in the same words: what depends on a dataset names its sizes,
 * subjects or attributes, which differ. Of the subset, which names images and subjects, nothing is known.
 */
export function checkSpecAlone({ subset: _, ...spec }: StudySpec): Problem[] {
  const [first, second] = MADE_UP.map((dataset) =>
    checkSpec({ ...spec, dataset: dataset.name }, dataset).problems.map(withoutTraining),
  );
  return first.filter(({ path, message }) => second.some((other) => other.path === path && other.message === message));
}

/** A problem of a latent grid names the first training images that it was seen with, whatever it depends on. */
function withoutTraining({ path, message }: Problem): Problem {
  return { path, message: message.replace(/ \([^()]*, \d+ training images\)\.$/, '.') };
}

const MADE_UP = [madeUp('one', 30, 12, [64, 48]), madeUp('two', 36, 14, [80, 60])];

function madeUp(name: string, subjects: number, each: number, [rows, cols]: readonly [number, number]): DatasetFacts {
  return {
    name,
    hash: name,
    rows,
    cols,
    labels: Int32Array.from({ length: subjects * each }, (_, image) => Math.floor(image / each)),
    subjects: Array.from({ length: subjects }, (_, subject) => `${name}-${subject}`),
    attributes: Array.from({ length: subjects * each }, (_, image) => ({ [name]: String(image % each) })),
    attachments: { [name]: { hash: name, length: rows, network: true } },
  };
}

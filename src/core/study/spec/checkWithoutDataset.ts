/** Problems of a spec that do not depend on its dataset. */
import type { DatasetFacts } from '../../dataset.ts';
import type { Problem } from '../../methods/problems.ts';
import { checkSpec } from './check.ts';
import type { StudySpec } from './spec.ts';

/**
 * Problems that a spec has in the same words on two synthetic datasets: messages that depend on a dataset name its
 * sizes, subjects or attributes, which differ. The subset, which names images and subjects, is not checked.
 */
export function checkSpecAlone({ subset: _, ...spec }: StudySpec): Problem[] {
  const [first, second] = MADE_UP.map((dataset) =>
    checkSpec({ ...spec, dataset: dataset.name }, dataset).problems.map(withoutTraining),
  );
  return first.filter(({ path, message }) => second.some((other) => other.path === path && other.message === message));
}

/**
 * Removes the training set from a message: a problem of a latent grid names the first one that it occurred with, even
 * if it does not depend on it.
 */
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

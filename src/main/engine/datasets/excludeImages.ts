/** Excludes images from a dataset and includes them again. */
import { plural } from '../../../core/text/phrases.ts';
import { hashSteps } from '../../import/hash.ts';
import { runInTimeSlices } from '../../timeSlices.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { conflict, invalid, notFound } from '../errors.ts';

/** Chooses the keys of the images to include, given the included and the excluded ones. */
export type Choose = (present: readonly number[], excluded: readonly number[]) => readonly number[];

/** Includes exactly the chosen images, in import order. Throws NOT_FOUND, CONFLICT, INVALID. */
export async function arrangeImages(workspace: Workspace, id: number, choose: Choose) {
  const { datasets, studies, notebook, transaction } = workspace;
  const dataset = datasets.get(id);
  if (!dataset) throw notFound('There is no such dataset.');
  requireUnused(studies.ofDataset(id), dataset.name);
  const present = datasets.keys(id);
  const excluded = datasets.excluded(id);
  const kept = [
    ...choose(
      present,
      excluded.map(({ key }) => key),
    ),
  ].sort((a, b) => a - b);
  if (kept.length === 0) throw invalid([{ path: 'index', message: 'index: at least one image must remain.' }]);
  const subjectOf = new Map(excluded.map(({ key, subject }) => [key, subject]));
  const { labels, subjects } = datasets.factsOf(id);
  present.forEach((key, n) => subjectOf.set(key, subjects[labels[n]]));
  const pixels = new Float64Array(dataset.rows * dataset.cols);
  const read = (n: number): Float64Array => {
    datasets.readByKey(id, kept[n], pixels);
    return pixels;
  };
  const source = { rows: dataset.rows, cols: dataset.cols, count: kept.length, read };
  const names = kept.map((key) => subjectOf.get(key)!);
  const hash = await runInTimeSlices(hashSteps(source, names));
  transaction(() => {
    requireUnused(studies.ofDataset(id), dataset.name);
    if (datasets.get(id)?.hash !== dataset.hash) throw conflict(`"${dataset.name}" was changed meanwhile; try again.`);
    datasets.arrange(id, kept, hash);
    const change = kept.length - present.length;
    const event = change < 0 ? 'excluded' : 'included';
    if (change !== 0) notebook.record({ kind: 'dataset', id }, event, plural(Math.abs(change), 'image'));
  });
  return datasets.get(id)!;
}

/** Throws CONFLICT if studies use the dataset, because their results hold for its current images only. */
export function requireUnused(users: readonly { readonly name: string }[], name: string, what = 'changed'): void {
  if (users.length === 0) return;
  const names = users.map((study) => `"${study.name}"`);
  const use = names.length === 1 ? `the study ${names[0]} uses` : `the studies ${names.join(', ')} use`;
  throw conflict(`"${name}" cannot be ${what}: ${use} it.`);
}

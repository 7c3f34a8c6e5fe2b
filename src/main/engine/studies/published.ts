/** Published numbers of a study: added from a file, listed, removed by source. */
import type { SentFile } from '../../../core/contract/files.ts';
import { FormatError } from '../../../core/formats/error.ts';
import { InvalidInputError } from '../../../core/methods/problems.ts';
import type { PublishedNumber } from '../../../core/study/table/publishedNumber.ts';
import { readPublishedNumbers } from '../../../core/outsideResults/readPublished.ts';
import { conditionsOf } from '../../../core/study/spec/conditions.ts';
import { methodRows, plannedMethods } from '../../../core/study/plan/plan.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { conflict, invalid } from '../errors.ts';

/**
 * Adds the numbers of a file; answers with these. Throws INVALID with every row that does not fit the study, CONFLICT
 * for a place that has another number already, unless that is to be replaced.
 */
export function addPublished(
  { published }: Workspace,
  { id, name, spec }: StoredStudy,
  file: SentFile,
  replace: boolean,
): PublishedNumber[] {
  const numbers = read(file, spec);
  const there = published.list(id);
  const taken = numbers.find(({ method, condition }) =>
    there.some((other) => other.method === method && other.condition === condition),
  );
  if (taken && !replace) {
    throw conflict(`"${name}" has a published number of ${taken.method} in ${taken.condition}: replace or remove it.`);
  }
  published.put(id, numbers);
  return numbers;
}

/** Removes the numbers of a source; says how many. Throws INVALID for a source that the study does not have. */
export function removePublished({ published }: Workspace, { id, name }: StoredStudy, source: string): number {
  const removed = published.remove(id, source);
  if (removed > 0) return removed;
  const known = [...new Set(published.list(id).map((number) => `"${number.source}"`))];
  const there = known.length === 0 ? 'it has none' : `there are ${known.join(', ')}`;
  const message = `source: "${name}" has no published numbers from "${source}"; ${there}.`;
  throw invalid([{ path: 'source', message }]);
}

function read({ name, content }: SentFile, spec: StoredStudy['spec']): PublishedNumber[] {
  try {
    return readPublishedNumbers(name, new Uint8Array(Buffer.from(content, 'base64')), {
      labels: methodRows(plannedMethods(spec)).map(({ label }) => label),
      conditions: conditionsOf(spec.protocol, spec.perturbations),
    });
  } catch (error) {
    if (error instanceof InvalidInputError) throw invalid(error.problems);
    if (!(error instanceof FormatError)) throw error;
    throw invalid([{ path: 'file', message: `${name}: ${error.message}.` }]);
  }
}

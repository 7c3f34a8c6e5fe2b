/** A spec of several datasets: a study of each, which are read as one table. */
import { canonicalName } from '../../text/nameLookup.ts';

/** A spec on several datasets, as it is of each; on one, itself. */
export function specsOn<Spec extends { readonly name: string; readonly dataset: string }>(
  spec: Spec,
  datasets: readonly string[],
): Spec[] {
  if (datasets.length < 2) return [spec];
  return datasets.map((dataset) => ({ ...spec, dataset, name: spec.name + ending(dataset) }));
}

/** How the name of the study of one of the datasets ends. */
function ending(dataset: string): string {
  return ` (${dataset})`;
}

/** The studies that a spec of this name and of several datasets has made, whatever the case. */
export function studiesOfSpec<Study extends { readonly name: string; readonly dataset: string }>(
  name: string,
  all: readonly Study[],
): Study[] {
  const made = all
    .filter((study) => study.name.endsWith(ending(study.dataset)))
    .map((study) => ({ study, spec: study.name.slice(0, -ending(study.dataset).length) }));
  const known = canonicalName(name, [...new Set(made.map(({ spec }) => spec))]);
  return made.filter(({ spec }) => spec === known).map(({ study }) => study);
}

/**
 * The JSON of a spec for each of its datasets: `dataset` lists names, or objects of a name and the fields that the spec
 * has in that study in place of its own, such as its protocol. On one dataset the study keeps its name. JSON without a
 * list of datasets is answered as it is.
 */
export function specsByDataset(json: unknown): readonly unknown[] {
  if (!isFields(json) || !Array.isArray(json['dataset'])) return [json];
  const { dataset: datasets, name } = json as { readonly dataset: readonly unknown[]; readonly name?: unknown };
  if (datasets.length === 0) return [json];
  return datasets.map((entry) => {
    const { name: dataset, ...own } = isFields(entry) ? entry : { name: entry };
    const study = datasets.length === 1 ? name : `${String(name)}${ending(String(dataset))}`;
    return { ...json, ...own, dataset, name: study };
  });
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Specs of several datasets: one study per dataset, shown as one table. */
import { canonicalName } from '../../text/nameLookup.ts';

/** The spec for each of several datasets; for fewer than two the spec itself. */
export function specsOn<Spec extends { readonly name: string; readonly dataset: string }>(
  spec: Spec,
  datasets: readonly string[],
): Spec[] {
  if (datasets.length < 2) return [spec];
  return datasets.map((dataset) => ({ ...spec, dataset, name: spec.name + ending(dataset) }));
}

/** Suffix of the study's name for one of the datasets. */
function ending(dataset: string): string {
  return ` (${dataset})`;
}

/** The studies made by a spec of this name on several datasets; case-insensitive. */
export function studiesOfSpec<Study extends { readonly name: string; readonly dataset: string }>(
  name: string,
  all: readonly Study[],
): Study[] {
  const made = all
    .filter((study) => study.name.endsWith(ending(study.dataset)))
    .map((study) => ({ study, spec: study.name.slice(0, -ending(study.dataset).length) }));
  const specName = canonicalName(name, [...new Set(made.map(({ spec }) => spec))]);
  return made.filter(({ spec }) => spec === specName).map(({ study }) => study);
}

/**
 * The JSON of a spec for each of its datasets: `dataset` lists names, or objects of a name and fields that replace
 * those of the spec in that study, such as its protocol. On one dataset the study keeps its name. JSON without a list
 * of datasets is returned unchanged.
 */
export function specsByDataset(json: unknown): readonly unknown[] {
  if (!isFields(json) || !Array.isArray(json['dataset'])) return [json];
  const { dataset: datasets, name } = json as { readonly dataset: readonly unknown[]; readonly name?: unknown };
  if (datasets.length === 0) return [json];
  return datasets.map((entry) => {
    const { name: dataset, ...fields } = isFields(entry) ? entry : { name: entry };
    const study = datasets.length === 1 ? name : `${String(name)}${ending(String(dataset))}`;
    return { ...json, ...fields, dataset, name: study };
  });
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

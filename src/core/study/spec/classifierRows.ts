/** A list of classifiers in a spec makes a row of each: what is chosen from is a list of values inside of one. */
import { classifiers } from '../../classify/classifiers/registry.ts';
import { allMethods } from '../../methods/registry.ts';
import { findNamed } from '../../text/names.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The JSON of a spec with a method per classifier in the place of a method with a list of them. A list of the study
 * holds for every method without a classifier of its own; its first one stays that of the study. Rows are told apart by
 * what the classifiers differ in: "PCA (cosine)". What is no such list stays as it is.
 */
export function withClassifierRows(json: unknown): unknown {
  if (!isFields(json) || !Array.isArray(json['methods'])) return json;
  const common = listOf(json['classifier']);
  const methods: unknown[] = json['methods'];
  if (!common && !methods.some((entry) => isFields(entry) && listOf(entry['classifier']))) return json;
  return {
    ...json,
    ...(common && { classifier: common[0] }),
    methods: methods.flatMap((entry) => {
      if (!isFields(entry)) return [entry];
      const list = listOf(entry['classifier']) ?? (entry['classifier'] === undefined ? common : null);
      if (!list) return [entry];
      const names = namesOf(list);
      return list.map((classifier, at) => {
        const label = names[at] === '' ? {} : { label: `${titleOf(entry)} (${names[at]})` };
        return { ...entry, ...label, classifier };
      });
    }),
  };
}

/** What each of several classifiers has that the others have not: its kind, the values of its fields. */
function namesOf(list: readonly Fields[]): string[] {
  const filled = list.map((given): Fields => {
    const declared = classifiers.find(({ kind }) => kind === given['kind']);
    const defaults = (declared?.parameters ?? []).map((field) => [
      field.name,
      'default' in field ? field.default : undefined,
    ]);
    return { ...Object.fromEntries(defaults), ...given };
  });
  const fields = [...new Set(filled.flatMap((classifier) => Object.keys(classifier)))].filter(
    (name) => new Set(filled.map((classifier) => JSON.stringify(classifier[name]))).size > 1,
  );
  return filled.map((classifier) => {
    const values = fields.filter((name) => classifier[name] !== undefined).map((name) => String(classifier[name]));
    return values.join(', ');
  });
}

function titleOf({ label, method }: Fields): string {
  const name = String(method);
  return String(label ?? findNamed(name, allMethods(), ({ id }) => id)?.title ?? name);
}

function listOf(value: unknown): readonly Fields[] | null {
  return Array.isArray(value) && value.length > 0 && value.every(isFields) ? value : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The images of a dataset that a study includes. */
import { z } from 'zod';
import { attributeValues, identitiesOf, type DatasetFacts, type SplitSource } from '../dataset.ts';
import type { Problem } from '../methods/problems.ts';
import { noAttribute, unknownValue } from './byAttribute.ts';

/** Images must meet all given criteria. */
export const subsetSchema = z.strictObject({
  /** Names of subjects. */
  subjects: z.array(z.string()).min(2).optional(),
  /** Allowed values by name of attribute. */
  attributes: z.record(z.string(), z.array(z.string()).min(1)).optional(),
  /** 0-based indices. */
  images: z.array(z.int().min(0)).min(2).optional(),
});

export type Subset = z.infer<typeof subsetSchema>;

/** The dataset with the images outside a subset labelled −1. Unknown subjects and attributes match no image. */
export function restrict<T extends SplitSource>(dataset: T, subset: Subset | undefined): T {
  if (!subset) return dataset;
  const images = subset.images && new Set(subset.images);
  const subjects = subset.subjects && new Set(subset.subjects);
  const wanted = Object.entries(subset.attributes ?? {});
  const labels = Int32Array.from(dataset.labels, (label, image) => {
    if (images && !images.has(image)) return -1;
    if (subjects && !subjects.has(dataset.subjects[label])) return -1;
    const attributes = dataset.attributes?.[image];
    return wanted.every(([name, values]) => attributes !== undefined && values.includes(attributes[name])) ? label : -1;
  });
  return { ...dataset, labels, identities: identitiesOf(dataset) };
}

/** A subset of a dataset of `count` images without some of them. */
export function withoutImages(
  subset: Subset | undefined,
  count: number,
  omitted: readonly number[],
): Subset & { images: number[] } {
  const images = new Set(subset?.images ?? Array(count).keys());
  for (const image of omitted) images.delete(image);
  return { ...subset, images: [...images] };
}

/** Subjects, images, attributes and values that a dataset lacks. */
export function checkSubset(subset: Subset | undefined, dataset: DatasetFacts): Problem[] {
  if (!subset) return [];
  const problems: Problem[] = [];
  const stranger = subset.subjects?.find((name) => !dataset.subjects.includes(name));
  if (stranger !== undefined) {
    problems.push({ path: 'subset.subjects', message: `subset.subjects: there is no subject "${stranger}".` });
  }
  const outside = subset.images?.find((image) => image >= dataset.labels.length);
  if (outside !== undefined) {
    const message = `subset.images: there is no image ${outside}; indices run from 0 to ${dataset.labels.length - 1}.`;
    problems.push({ path: 'subset.images', message });
  }
  for (const [attribute, wanted] of Object.entries(subset.attributes ?? {})) {
    const path = `subset.attributes.${attribute}`;
    const values = attributeValues(dataset, attribute);
    const unknown = wanted.find((value) => !values.includes(value));
    if (values.length === 0) problems.push(noAttribute(path, attribute, dataset));
    else if (unknown !== undefined) problems.push(unknownValue(path, attribute, unknown, values));
  }
  return problems;
}

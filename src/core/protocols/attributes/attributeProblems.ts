/** What is said of attributes and values that the images do not have. */
import type { DatasetFacts } from '../../dataset.ts';
import type { Problem } from '../../methods/problems.ts';

/** That no image has an attribute, and which there are. */
export function noAttribute(path: string, attribute: string, dataset: DatasetFacts): Problem {
  const known = [...new Set((dataset.attributes ?? []).flatMap((own) => Object.keys(own)))].sort();
  const list = known.length === 0 ? 'it has none' : `it has ${known.join(', ')}`;
  return { path, message: `${path}: the images of "${dataset.name}" have no attribute "${attribute}"; ${list}.` };
}

/** That an attribute never has a value, and which it has. */
export function unknownValue(path: string, attribute: string, value: string, values: readonly string[]): Problem {
  const list = values.slice(0, 12).join(', ') + (values.length > 12 ? ', …' : '');
  return { path, message: `${path}: "${attribute}" is never "${value}"; its values are ${list}.` };
}

/** Shared parts of protocols that split by the values of an attribute. */
import { z } from 'zod';
import type { ChoiceParameter } from '../choice.ts';
import { available } from '../text/phrases.ts';
import { includedImages, type SplitSource, type DatasetFacts } from '../dataset.ts';
import type { Split } from './split.ts';
import type { Problem } from '../methods/problems.ts';

export const attributeSchema = z.string().min(1);

export const attributeName: ChoiceParameter = {
  name: 'attribute',
  title: 'Attribute',
  help: '',
  kind: 'attribute',
};

/**
 * Images whose attribute has one of the values `train` for training; one of `test` (absent: any other value) for
 * testing.
 */
export function valuesSplit(
  source: SplitSource,
  attribute: string,
  train: readonly string[],
  test?: readonly string[],
): Split {
  const images = includedImages(source);
  const value = (image: number): string | undefined => source.attributes?.[image]?.[attribute];
  const has = (list: readonly string[]) => (image: number) => list.includes(value(image) ?? '');
  const tested = test ? has(test) : (image: number) => value(image) !== undefined && !has(train)(image);
  return { train: Int32Array.from(images.filter(has(train))), test: Int32Array.from(images.filter(tested)) };
}

// Problems with attributes and values that the images lack.

/** No image has the attribute; lists those that exist. */
export function noAttribute(path: string, attribute: string, dataset: DatasetFacts): Problem {
  const names = [...new Set((dataset.attributes ?? []).flatMap((attributes) => Object.keys(attributes)))].sort();
  const list = available(names, 'it has none', 'it has');
  return { path, message: `${path}: the images of "${dataset.name}" have no attribute "${attribute}"; ${list}.` };
}

/** The attribute never has the value; lists its values. */
export function unknownValue(path: string, attribute: string, value: string, values: readonly string[]): Problem {
  const list = values.slice(0, 12).join(', ') + (values.length > 12 ? ', …' : '');
  return { path, message: `${path}: "${attribute}" is never "${value}"; its values are ${list}.` };
}

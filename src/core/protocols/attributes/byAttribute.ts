/** What protocols that split by the values of an attribute share. */
import { z } from 'zod';
import type { ChoiceParameter } from '../../choice.ts';
import { includedImages, type SplitSource } from '../../dataset.ts';
import type { Split } from '../split.ts';

export const attributeSchema = z.string().min(1);

export const attributeName: ChoiceParameter = {
  name: 'attribute',
  title: 'Attribute',
  help: '',
  kind: 'attribute',
};

/** Images whose attribute has one of `train` for training, of `test` (absent: any other value) for testing. */
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

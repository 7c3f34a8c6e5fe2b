/** Messages about labels and conditions that a table does not have. */
import { didYouMean } from '../../text/nameLookup.ts';

export function noSuchLabel(label: string, labels: readonly string[]): string {
  const hint = `the labels are ${labels.map((each) => `"${each}"`).join(', ')}`;
  return `There is no method labelled "${label}"${didYouMean(label, labels, hint)}`;
}

export function noSuchCondition(condition: string, keys: readonly string[]): string {
  return `There is no condition "${condition}"; the conditions are ${keys.map((key) => `"${key}"`).join(', ')}.`;
}

import { describe, expect, it } from 'vitest';
import { isRequested } from '../../../../src/core/formats/namedArray.ts';
import { requestedNames } from '../../../../src/main/import/layouts/namedArrays.ts';

const wanted = (recipe: Parameters<typeof requestedNames>[0], names: readonly string[]): string[] =>
  // As a thread gets them.
  names.filter((name) => isRequested(name, structuredClone(requestedNames(recipe))));

const names = [
  'fea',
  'Gnd',
  'TRAIN3',
  'test12',
  'IsTest',
  'colours',
  'files',
  'Files',
  'attribute_light',
  'attribute_',
];

describe('the variables that an import reads', () => {
  it('are images, labels and what describes them, by their usual names', () => {
    expect(wanted({}, [...names, 'other'])).toEqual([
      ...['fea', 'Gnd', 'TRAIN3', 'IsTest', 'colours', 'files', 'attribute_light'],
    ]);
  });

  it('are those that the recipe names, and what describes them', () => {
    expect(wanted({ variable: 'Other', labels: 'who' }, [...names, 'other', 'WHO'])).toEqual([
      ...['IsTest', 'colours', 'files', 'attribute_light', 'other', 'WHO'],
    ]);
  });
});

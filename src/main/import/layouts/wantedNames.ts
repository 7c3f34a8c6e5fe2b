import type { ImportRecipe } from '../../../core/images/importRecipe.ts';
import type { RequestedNames } from '../../../core/formats/namedArray.ts';
import { COLOURS } from './colourArray.ts';
import { DESCRIPTIONS } from './described.ts';
import { IMAGE_NAMES, LABEL_NAMES } from './namedArrays.ts';
import { TEST_FLAG } from './databases/pie.ts';
import { DIGIT_SET } from './databases/roweis.ts';

/**
 * The variables that an import reads: images, labels, what describes them; by the names that the recipe states, if any.
 */
export function wantedNames({ variable, labels }: Pick<ImportRecipe, 'variable' | 'labels'>): RequestedNames {
  return {
    names: [
      ...(variable === undefined ? IMAGE_NAMES : [variable.toLowerCase()]),
      ...(labels === undefined ? LABEL_NAMES : [labels.toLowerCase()]),
      TEST_FLAG,
      COLOURS,
    ],
    patterns: [...(variable === undefined ? [new RegExp(DIGIT_SET, 'i')] : []), ...DESCRIPTIONS],
  };
}

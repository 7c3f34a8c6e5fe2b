import type { ImportRecipe } from '../../../core/contract/importRecipe.ts';
import { COLOURS } from './colourArray.ts';
import { describes } from './described.ts';
import { IMAGE_NAMES, LABEL_NAMES } from './namedArrays.ts';
import { TEST_FLAG } from './pie.ts';
import { isDigitSet } from './roweis.ts';

/**
 * True for a variable that an import reads: images, labels, what describes them; by the names that the recipe states,
 * if any.
 */
export function isWanted(name: string, { variable, labels }: Pick<ImportRecipe, 'variable' | 'labels'>): boolean {
  const lower = name.toLowerCase();
  return (
    (variable === undefined ? IMAGE_NAMES.includes(lower) || isDigitSet(lower) : lower === variable.toLowerCase()) ||
    describes(name) ||
    [TEST_FLAG, COLOURS].includes(lower) ||
    (labels === undefined ? LABEL_NAMES.includes(lower) : lower === labels.toLowerCase())
  );
}

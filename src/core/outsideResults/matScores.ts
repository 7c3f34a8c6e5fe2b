/** Scores or distances in a MAT-file: a matrix `scores_<condition>_<repeat>` or `distances_…` per split. */
import { decodeMat } from '../formats/matlab/matlab.ts';
import type { NpyArray } from '../formats/numpy/npy.ts';
import { rowMajor } from '../formats/rowMajor.ts';
import { arrayName, variableName } from '../report/cells/arrayNames.ts';
import { readNpzScores } from './npzScores.ts';
import type { OutsideReading, OutsideStudy } from './outsideStudy.ts';

/** Throws FormatError for another file, InvalidInputError with everything that does not fit the splits of the study. */
export function readMatScores(file: string, bytes: Uint8Array, study: OutsideStudy): OutsideReading {
  const names = new Map(
    study.conditions.flatMap(({ key: condition }) =>
      Array.from({ length: study.repeats }, (_, n) => ({ condition, repeat: n + 1 })).flatMap((split) =>
        (['scores', 'distances'] as const).map((kind) => [variableName(kind, split), arrayName(kind, split)] as const),
      ),
    ),
  );
  const arrays = decodeMat(bytes).variables.map(({ name, dims, data }): [string, NpyArray] => {
    const numbers = rowMajor(Float64Array.from(data), dims);
    return [names.get(name) ?? name, { shape: dims, dtype: 'f8', data: numbers }];
  });
  return readNpzScores(file, new Map(arrays), study);
}

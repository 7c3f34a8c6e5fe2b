/** Reads files of imported results, whose format is detected from their contents. */
import { FormatError } from '../formats/formatError.ts';
import { isMat, decodeMat } from '../formats/matlab/matlab.ts';
import { decodeNpz } from '../formats/npz.ts';
import { isZip } from '../formats/zip.ts';
import type { NpyArray } from '../formats/npy.ts';
import { rowMajor } from '../formats/namedArray.ts';
import { arrayName, variableName } from '../report/cells/scoreFiles.ts';
import { isBobScores, readBobScores } from './bobScores.ts';
import { refuseComparisonLists } from './comparisonLists.ts';
import { errorColumn, readErrorRates, readPredictions } from './predictions.ts';
import { readJsonResults } from './jsonResults.ts';
import { listsScores, readListedScores, readNpzScores } from './scoreMatrix.ts';
import type { ResultFile, ImportedResults, ImportTarget } from './importTarget.ts';
import { readPairScores } from './pairScores.ts';
import { columnsOf, namedTable } from './namedTable.ts';

/** Tables of imported results have at least one of these columns. */
const KNOWN_COLUMNS = /\b(image|predicted|first|second|error|accuracy|wrong)\b/i;

/**
 * The results of the files per split. Throws FormatError for files of unknown format and for files without results,
 * InvalidInputError with every mismatch to the study.
 */
export function readResults(files: readonly ResultFile[], study: ImportTarget): ImportedResults {
  const results = resultsOf(files, study);
  if (results.answers.length > 0) return results;
  throw new FormatError(
    'expected the results of at least one split, found none: the file has a head and no rows; write the rows and add it again',
  );
}

/**
 * The results of the files per split: one table, JSON document, NumPy archive or MAT-file, or score files of one split
 * each. Throws FormatError for files of unknown format, InvalidInputError with every mismatch to the study.
 */
function resultsOf(files: readonly ResultFile[], study: ImportTarget): ImportedResults {
  const [{ name, bytes }] = files;
  const start = new TextDecoder().decode(bytes.subarray(0, 4096));
  const json = /^\s*[{[]/.test(start);
  if (files.length === 1 && isMat(bytes)) return readMatScores(name, bytes, study);
  const comparesPairs = study.splitOf(study.conditions[0].key, 1).pairs !== undefined;
  if (comparesPairs && !isZip(bytes) && !json) return readPairScores(files, study);
  const scores = !isZip(bytes) && isBobScores(start);
  if (scores) return readBobScores(files, study);
  if (files.length > 1) {
    refuseComparisonLists(files);
    throw new FormatError(`expected one file, or score files of one split each, found ${files.length} files`);
  }
  if (isZip(bytes)) return readNpzScores(name, decodeNpz(bytes), study);
  if (json) return readJsonResults(name, new TextDecoder().decode(bytes), study);
  if (!KNOWN_COLUMNS.test(start.split('\n', 1)[0])) refuseComparisonLists(files);
  const table = namedTable(bytes);
  if (table.names.includes('image') && table.names.includes('predicted')) return readPredictions(name, table, study);
  if (listsScores(table)) return readListedScores(name, table, study);
  if (errorColumn(table)) return readErrorRates(name, table, study);
  throw new FormatError(
    `expected the columns image and predicted, first, second and score (or distance), or one of error, accuracy, wrong; ${columnsOf(table)}`,
  );
}

/**
 * Scores or distances in a MAT-file: a matrix `scores_<condition>_<repeat>` or `distances_…` per split. Throws
 * FormatError for another file, InvalidInputError with every mismatch to the splits of the study.
 */
function readMatScores(file: string, bytes: Uint8Array, study: ImportTarget): ImportedResults {
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

/** Scores or distances in a NumPy archive: an array `scores/<condition>/<repeat>` or `distances/…` per split. */
import type { NpyArray } from '../formats/numpy/npy.ts';
import { problemCollector } from './findings.ts';
import { variableName } from '../report/cells/arrayNames.ts';
import { splitOfPath } from './names.ts';
import { splitName, type ImportedResults, type ImportTarget, type ImportedSplit } from './outsideStudy.ts';
import { matrixScores } from './scoreMatrix.ts';

/** Throws InvalidInputError with everything that does not fit the splits of the study. */
export function readNpzScores(
  file: string,
  arrays: ReadonlyMap<string, NpyArray>,
  study: ImportTarget,
): ImportedResults {
  const found = problemCollector(file);
  const kinds = new Set<'scores' | 'distances'>();
  const answers = new Map<string, ImportedSplit>();
  for (const [name, { shape, data }] of arrays) {
    const kind = /^(scores|distances)(\/|$)/.exec(name)?.[1] as 'scores' | 'distances' | undefined;
    const place = kind && splitOfPath(name === kind ? 'any/any' : name, study);
    if (!kind || !place) {
      found.add(
        `expected arrays scores/<condition>/<repeat> or distances/<condition>/<repeat>, such as scores/${study.conditions[0].key}/1 (${variableName('scores', { condition: study.conditions[0].key, repeat: 1 })} in a MAT-file), found "${name}".`,
      );
      continue;
    }
    kinds.add(kind);
    const key = splitName(place.condition, place.repeat);
    if (answers.has(key)) found.add(`"${name}" is a further array for ${key}.`);
    if (shape.length !== 2) {
      found.add(`"${name}" must have two dimensions, found ${shape.join(' × ')}.`);
      continue;
    }
    const matrix = { rows: shape[0], cols: shape[1], data };
    const split = study.splitOf(place.condition, place.repeat);
    const scores = matrixScores(matrix, kind, `"${name}"`, split, study, found);
    if (scores) answers.set(key, { ...place, answer: { kind: 'scores', scores } });
  }
  if (kinds.size > 1) found.add('expected scores or distances, found both.');
  found.done();
  return { holds: [...kinds][0], answers: [...answers.values()], remarks: [] };
}

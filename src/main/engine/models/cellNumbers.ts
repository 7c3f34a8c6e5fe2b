/** Exports scores, codes and curves of cells as files, at the shapes of the table or at a given one. */
import type { CellNumbers, CellNumbersQuery } from '../../../core/contract/cellNumbers.ts';
import { filesByIndex } from '../../../core/dataset.ts';
import { fileNamed } from '../../../core/text/mediaTypes.ts';
import { shapeKey } from '../../../core/methods/latent/latentShape.ts';
import type { LatentShape } from '../../../core/methods/method.ts';
import { codesCsv, codesMat, codesNpz, type CodedCell } from '../../../core/report/cells/codeFiles.ts';
import { curvesCsv, curvesMat, curvesNpz } from '../../../core/report/cells/curveFiles.ts';
import { scoresCsv, scoresMat, scoresNpz, type ScoredCell } from '../../../core/report/cells/scoreFiles.ts';
import { slug } from '../../../core/report/slug.ts';
import type { Split } from '../../../core/protocols/split.ts';
import type { ModelQueryResult } from '../../../core/study/model/modelQueries.ts';
import { selectedCell } from '../../../core/study/table/chosenShapes.ts';
import type { StudyTable } from '../../../core/study/table/table.ts';
import { noSuchCondition, noSuchLabel } from '../../../core/study/table/unknownEntry.ts';
import type { StoredStudy } from '../../workspace/studies/studies.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { conflict, invalid } from '../errors.ts';
import { curvePoints } from '../studies/cells/cellSummaries.ts';
import { studyResults } from '../studies/studyResults.ts';

export interface CellPlace {
  readonly label: string;
  readonly condition: string;
  readonly repeat: number;
  readonly shape: LatentShape;
}

export interface CellNumbersReply<N extends 'scores' | 'codes'> {
  readonly answer: ModelQueryResult<N>;
  readonly split: Split;
  /** Number of test images with another decision than when the study ran. */
  readonly otherwise: number;
}

export type AskCell = <N extends 'scores' | 'codes'>(cell: CellPlace, name: N) => Promise<CellNumbersReply<N>>;

/** Throws INVALID for labels and places that the study does not have, CONFLICT if it stores no such numbers. */
export async function cellNumbers(
  workspace: Workspace,
  study: StoredStudy,
  query: CellNumbersQuery,
  ask: AskCell,
): Promise<CellNumbers> {
  const { what, format } = query;
  const { table } = studyResults(workspace, study);
  const several = what === 'curves' && format === 'csv' && query.label === undefined;
  const label = several ? undefined : labelOf(table, query.label);
  const remarks: string[] = [];
  const named = (content: string | Uint8Array): CellNumbers => ({
    file: fileNamed(`${slug(study.name)}-${what}.${format}`, content),
    remarks,
  });
  if (what === 'curves') {
    const curves = curvePoints(workspace, study, table).filter(
      (points) =>
        (label === undefined || points.label === label) &&
        (query.condition === undefined || points.condition === query.condition) &&
        (query.repeat === undefined || points.repeat === query.repeat),
    );
    if (curves.length === 0) throw conflict('The study keeps no such curves.');
    return named({ csv: curvesCsv, npz: curvesNpz, mat: curvesMat }[format](curves));
  }
  const facts = workspace.datasets.factsOf(study.datasetId);
  const places = placesOf(table, label!, query);
  const answers = async <N extends 'scores' | 'codes'>(name: N) => {
    const cells: (CellPlace & { readonly split: Split; readonly answer: ModelQueryResult<N> })[] = [];
    for (const place of places) {
      const { answer, split, otherwise } = await ask(place, name);
      cells.push({ ...place, split, answer });
      if (otherwise === 0) continue;
      remarks.push(
        `${label}, ${place.condition}, repeat ${place.repeat}: ${otherwise} test images are decided otherwise than when the study ran, which fitted this shape from its neighbours.`,
      );
    }
    return cells;
  };
  if (what === 'codes') {
    const cells = (await answers('codes')).map(({ answer, ...cell }): CodedCell => ({ ...cell, codes: answer }));
    if (format === 'csv')
      return named(codesCsv(cells, facts, filesByIndex(workspace.datasets.bySubject(study.datasetId))));
    return named(format === 'npz' ? codesNpz(cells) : codesMat(cells));
  }
  const cells = (await answers('scores')).map(({ answer, ...cell }): ScoredCell => ({ ...cell, scores: answer }));
  const voters = Math.max(...cells.map(({ scores }) => scores.voters));
  if (voters > 1) {
    remarks.push(`${label} decides by the votes of ${voters} gallery images; who reads the ${what} decides by one.`);
  }
  return named({ csv: scoresCsv, npz: scoresNpz, mat: scoresMat }[format](cells, facts.labels, what));
}

function labelOf({ rows }: StudyTable, requested: string | undefined): string {
  const labels = rows.map(({ label }) => label);
  if (requested === undefined && labels.length === 1) return labels[0];
  if (requested === undefined) {
    const quoted = labels.map((label) => `"${label}"`).join(', ');
    throw invalid([{ path: 'label', message: `label: name one row; the labels are ${quoted}.` }]);
  }
  if (labels.includes(requested)) return requested;
  throw invalid([{ path: 'label', message: noSuchLabel(requested, labels) }]);
}

/** The requested finished cells of a row, each with its shape. */
function placesOf({ rows, conditions }: StudyTable, label: string, query: CellNumbersQuery): CellPlace[] {
  const { condition, repeat, selection, shape } = query;
  const { entries } = rows.find((row) => row.label === label)!;
  const keys = conditions.map(({ key }) => key);
  if (condition !== undefined && !keys.includes(condition)) {
    throw invalid([{ path: 'condition', message: noSuchCondition(condition, keys) }]);
  }
  const places = entries.flatMap(({ validated, ...oracle }, column): CellPlace[] => {
    if (condition !== undefined && keys[column] !== condition) return [];
    const entry = selection === 'validated' ? validated : oracle;
    if (!entry)
      throw invalid([{ path: 'selection', message: 'The study chose no shapes inside the training images.' }]);
    return entry.repeats.flatMap((each) => {
      const selected = repeat === undefined || repeat === each ? selectedCell(label, entry, each) : null;
      return selected
        ? [{ label: selected.label, condition: keys[column], repeat: each, shape: shape ?? selected.shape }]
        : [];
    });
  });
  if (places.length > 0) return places;
  const where = [condition, repeat === undefined ? undefined : `repeat ${repeat}`, shape && shapeKey(shape)];
  throw conflict(
    `"${label}" has no finished cell there (${where.filter((part) => part !== undefined).join(', ') || 'any'}).`,
  );
}

/** What the form begins with on a dataset, and what of it follows when another dataset is chosen. */
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import type { MethodInfo } from '../../../core/contract/methods.ts';
import { selectionParameters } from '../../../core/study/spec/spec.ts';
import { textsOf } from '../../parameters/fieldTexts.ts';
import { methodDraft, type GridDraft, type MethodDraft, type StudyDraft } from './draft.ts';
import { startingCounts, startingProtocol } from './protocolDraft.ts';

export type StartingPoint = Pick<DatasetSummary, 'rows' | 'cols' | 'perSubject'>;

/**
 * Where every shape is a fit, nine shapes instead of the 81 of the default grid, and a third of the time: validated
 * shapes cost further fits, and a study that begins so ends on ORL within minutes.
 */
const COARSE = [4, 8, 12];

/** A method of a new study. */
export function startingMethod(info: MethodInfo, dataset: StartingPoint): MethodDraft {
  const draft = methodDraft(info);
  return { ...draft, grid: startingGrid(info, dataset) ?? draft.grid };
}

function startingGrid({ nested, latentNames }: MethodInfo, { rows, cols }: StartingPoint): GridDraft | null {
  const values = COARSE.filter((value) => value <= Math.min(rows, cols));
  if (nested || latentNames.length !== 2 || values.length < 2) return null;
  const axis = values.join(', ');
  return { mode: 'axes', axes: [axis, axis], shapes: '' };
}

/** Shapes are validated inside the training images, of which a subject then needs two. */
export function startingSelection({ perSubject: [least] }: StartingPoint): StudyDraft['selection'] {
  return startingCounts(least)[0] > 1 ? textsOf(selectionParameters, {}) : null;
}

/** What the draft still has as it began on one dataset becomes what another one begins with. */
export function followDataset(
  draft: StudyDraft,
  infos: ReadonlyMap<string, MethodInfo>,
  was: StartingPoint,
  is: StartingPoint,
): void {
  const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);
  if (same(draft.protocol, startingProtocol(was.perSubject[0]))) draft.protocol = startingProtocol(is.perSubject[0]);
  if (same(draft.selection, startingSelection(was))) draft.selection = startingSelection(is);
  for (const entry of draft.methods) {
    const info = infos.get(entry.method);
    if (info && same(entry.grid, startingMethod(info, was).grid)) entry.grid = startingMethod(info, is).grid;
  }
}

/** What the panels of a study's page share: the study, its table, and what the reader looks at. */
import { inject, type InjectionKey } from 'vue';
import type { StudyDetails } from '../../core/contract/studies.ts';
import type { FailedCell } from '../../core/contract/studyResults.ts';
import type { Appearance } from '../../core/methods/appearance.ts';
import type { EntryPlace } from '../../core/study/table/grid.ts';
import type { StudySpecInput } from '../../core/study/spec/spec.ts';
import type { StudyTable } from '../../core/study/table/table.ts';
import type { StudyVerdict } from '../../core/study/verdict/verdict.ts';
import type { TableOptionsInput } from '../../core/study/table/tableOptions.ts';
import type { useCurves } from '../cells/useCurves.ts';
import type { Sort } from './table/tableOrder.ts';

/** Reactive; fields that are not readonly are choices of the reader. */
export interface StudyPage {
  readonly study: StudyDetails;
  readonly table: StudyTable;
  readonly verdict: StudyVerdict;
  /** Whether the study has a result. */
  readonly started: boolean;
  /** Whether every cell has ended. Before that nothing is best, significant or ranked. */
  readonly complete: boolean;
  /** Whether the study decides on pairs rather than naming the subject of each test image. */
  readonly comparesPairs: boolean;
  /** What one repeat is: "split", "fold". */
  readonly repeatNoun: string;
  readonly appearances: ReadonlyMap<string, Appearance>;
  readonly curves: ReturnType<typeof useCurves>;

  /** How the table is asked for. */
  options: TableOptionsInput;
  sort: Sort | null;
  /** Whether the table answers other options than those that are chosen. */
  readonly stale: boolean;
  /** The method that all others are compared with; null: the best. */
  readonly baseline: string | null;

  /** The selected entry of the table. */
  selected: EntryPlace | null;
  /** The selected entry, else the best of the condition. */
  readonly place: EntryPlace | null;
  /** Label of the selected method. */
  readonly method: string | null;
  /** Key. */
  condition: string;
  /** The place of the condition in the table. */
  readonly column: number;
  selection: EntryPlace['selection'];
  /** Of the curves, by the value of its choice; null: the first there is. */
  figure: string | null;
  /** Labels of at most two methods, which are compared. */
  pair: readonly string[];
  /** Of the cell that is inspected; null: the first that has finished. */
  repeat: number | null;
  /** Takes a method into the pair, or out of it. */
  pick(label: string): void;

  /** Opens a panel by its name in addresses. */
  openPanel(value: string): void;

  readonly busy: boolean;
  /** Reads the study again. */
  reload(): Promise<unknown>;
  readonly failedCells: readonly FailedCell[];
  /** The cells that are computed now, as progress names them. */
  readonly running: readonly string[];
  /** Extends the study by a changed spec and runs it. */
  extend(spec: StudySpecInput): Promise<void>;
  /** Creates and runs a study of this spec, and opens it. */
  create(spec: StudySpecInput): Promise<void>;
  /** Computes the rows of these methods again. */
  computeAgain(labels: readonly string[]): void;
  retryFailed(): void;
}

export const studyPage: InjectionKey<StudyPage> = Symbol('study page');

/** The page around a panel. */
export function useStudyPage(): StudyPage {
  return inject(studyPage)!;
}

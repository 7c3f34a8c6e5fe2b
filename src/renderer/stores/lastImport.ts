/** What the last import or preprocessing made, until it is dismissed: the page of the dataset shows it. */
import { defineStore } from 'pinia';
import { ref, shallowRef } from 'vue';
import type { FaceReport } from '../../core/contract/faces.ts';
import type { ImportReport } from '../../core/contract/imports.ts';

export interface ImportOutcome {
  /** Id of the new dataset. */
  readonly id: number;
  readonly report: ImportReport;
  /** Result of the search for faces; null if there was none. */
  readonly faces: FaceReport | null;
}

export const useLastImport = defineStore('lastImport', () => {
  /** The imported dataset and, if requested, the one preprocessed from it. */
  const outcomes = shallowRef<readonly ImportOutcome[]>([]);
  /** Why a step after the import was not completed; empty if all were. */
  const interruption = ref('');

  function keep(made: readonly ImportOutcome[], reason: string): void {
    outcomes.value = made;
    interruption.value = reason;
  }

  function dismiss(): void {
    keep([], '');
  }

  return { outcomes, interruption, keep, dismiss };
});

import { setImmediate } from 'node:timers/promises';
import type { DatasetSummary } from '../../../core/contract/datasets.ts';
import type { Verification } from '../../../core/contract/studies.ts';
import type { DatasetFacts } from '../../../core/dataset.ts';
import { planStudy } from '../../../core/study/plan/plan.ts';
import type { Shard } from '../../../core/study/plan/shard.ts';
import type { StudySpec } from '../../../core/study/spec/spec.ts';
import { faultReason } from '../../workspace/faults.ts';
import type { Workspace } from '../../workspace/workspace.ts';
import { requireFreeStudyName } from './restoreStudy.ts';

/** Cells that one transaction stores, which takes some 10 ms; other calls are answered between two of them. */
const SLICE = 2000;

/**
 * Stores a checked spec with its cells, or those of a shard alone, and answers its id; hidden until it is whole. Throws
 * CONFLICT for a taken name.
 */
export async function createStudy(
  workspace: Workspace,
  spec: StudySpec,
  dataset: DatasetSummary,
  facts: DatasetFacts,
  { shard, verification }: { readonly shard?: Shard; readonly verification?: Verification } = {},
): Promise<number> {
  const { studies, cells, requirePresent } = workspace;
  requireFreeStudyName(workspace, spec.name);
  /** On a full disk even that may fail: what is left is hidden, and removed later. */
  const tryToRemove = (id: number): void => {
    try {
      studies.remove(id);
    } catch (error) {
      if (faultReason(error) === null) throw error;
    }
  };
  const { cells: plan, size } = planStudy(spec, dataset, facts, shard);
  const id = studies.add(spec, dataset, {
    hidden: true,
    ...(shard && { planSize: size }),
    ...(verification && { verification }),
  });
  try {
    for (let from = 0; from < plan.length; from += SLICE) {
      if (from > 0) await setImmediate();
      cells.addSlice(id, plan.slice(from, from + SLICE));
    }
    requirePresent();
    requireFreeStudyName(workspace, spec.name);
    studies.show(id);
    return id;
  } catch (error) {
    tryToRemove(id);
    throw error;
  }
}

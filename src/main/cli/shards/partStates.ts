/** State of the parts of a study, read from their workspaces while these may be written. */
import { existsSync } from 'node:fs';
import { inShard, shardSizes } from '../../../core/study/plan/plan.ts';
import { planStudy } from '../../../core/study/study.ts';
import type { CellStatus } from '../../workspace/studies/cellStates.ts';
import { openWorkspace } from '../../workspace/workspace.ts';
import { mergedPath, partPath, type ShardJob } from './job.ts';

export interface PartState {
  /** Counted from 1. */
  readonly part: number;
  /**
   * settled: every cell of the part is finished or failed; open: some are not; merged: merged, and removed by "shards
   * clean"; missing: no workspace, or the study is not in it yet; unreadable: see `reason`.
   */
  readonly state: 'settled' | 'open' | 'merged' | 'missing' | 'unreadable';
  readonly done: number;
  readonly failed: number;
  /** Cells of the part; null if it is missing, removed or unreadable. */
  readonly cells: number | null;
  readonly reason?: string;
}

export function partStates(job: Pick<ShardJob, 'folder' | 'study' | 'shards'>, parts: readonly number[]): PartState[] {
  const sizes = new Map<number, readonly number[]>();
  const none = { done: 0, failed: 0, cells: null };
  return parts.map((part): PartState => {
    const path = partPath(job, part);
    if (!existsSync(path)) {
      return { part, state: existsSync(mergedPath(job, part)) ? 'merged' : 'missing', ...none };
    }
    try {
      const workspace = openWorkspace(path, { readOnly: true });
      try {
        const study = workspace.studies.findByName(job.study);
        if (!study) return { part, state: 'missing', ...none };
        const { total } = study.cells;
        const planned = planStudy(study.spec);
        const { conditions, methods } = planned;
        if (!sizes.has(total)) sizes.set(total, shardSizes(total, conditions.length * methods.length, job.shards));
        const cells = sizes.get(total)![part - 1];
        // The file may also hold cells of other parts, e.g. if it was started for another number of parts.
        const shard = { index: part, count: job.shards };
        const partCells = workspace.cells.all(study.id).filter((cell) => inShard(shard, cell, planned));
        const withStatus = (status: CellStatus): number => partCells.filter((cell) => cell.status === status).length;
        const [done, failed] = [withStatus('done'), withStatus('failed')];
        return { part, state: done + failed === cells ? 'settled' : 'open', done, failed, cells };
      } finally {
        workspace.close();
      }
    } catch (error) {
      return { part, state: 'unreadable', ...none, reason: (error as Error).message };
    }
  });
}

/** Perturbed conditions as the form holds them: a row each. */
import type { PerturbationGroup } from '../../core/perturbations/registry.ts';
import type { Parsed } from '../methods/gridText.ts';
import { parseLevels, parseRegions, regionText } from './listText.ts';
import type { Reading } from './reading.ts';

export type PerturbationKind = PerturbationGroup['kind'];

export interface PerturbationDraft {
  /** Keeps the rows apart; not part of the spec. */
  readonly key: number;
  kind: PerturbationKind;
  /** Standard deviations, fractions or sides. */
  levels: string;
  on: 'test' | 'train' | 'both';
  /** Of noise: what σ counts. */
  unit: 'stored' | 'range';
  /** Of an occlusion: row and column of its upper left corner; empty: at random. */
  at: string;
  /** Of an occlusion: its grey value. */
  value: string;
  /** Of a mask. */
  regions: string;
  name: string;
}

/** Standard deviations of noise to start from, for 8-bit pixels where they count these. */
export const DEFAULT_SIGMA = { stored: '10, 20', range: '0.05, 0.1' };

const LEVELS: Partial<Record<PerturbationKind, string>> = {
  'gaussian-noise': DEFAULT_SIGMA.stored,
  'salt-and-pepper': '0.1',
  occlusion: '0.25',
  missing: '0.25',
};

let lastKey = 0;

/** A row with levels to start from. */
export function newPerturbation(kind: PerturbationKind): PerturbationDraft {
  const levels = LEVELS[kind] ?? '';
  return { key: ++lastKey, kind, levels, on: 'test', unit: 'stored', at: '', value: '0', regions: '', name: 'mask' };
}

export function perturbationDraft(group: PerturbationGroup): PerturbationDraft {
  const draft = newPerturbation(group.kind);
  if (group.kind === 'none') return draft;
  draft.on = group.on;
  if (group.kind === 'gaussian-noise') {
    draft.levels = group.sigma.join(', ');
    draft.unit = group.unit ?? 'stored';
  }
  if ('fraction' in group) draft.levels = group.fraction.join(', ');
  if (group.kind === 'occlusion') {
    draft.levels = group.side.join(', ');
    draft.at = group.at ? `${group.at.row}, ${group.at.col}` : '';
    draft.value = String(group.value);
  }
  if (group.kind === 'missing-mask') {
    draft.regions = group.regions.map(regionText).join('; ');
    draft.name = group.name;
  }
  return draft;
}

/** The group that a row says; its problems are at the fields of the group below `path`. */
export function perturbationOf(draft: PerturbationDraft, path: string, { take }: Reading): PerturbationGroup {
  const { kind, on } = draft;
  const levels = (field: string, most?: number): number[] =>
    take(`${path}.${field}`, parseLevels(draft.levels, most), [1]);
  switch (kind) {
    case 'none':
      return { kind };
    case 'gaussian-noise':
      return { kind, sigma: levels('sigma'), ...(draft.unit === 'range' && { unit: draft.unit }), on };
    case 'occlusion': {
      const at = take(`${path}.at`, parseCorner(draft.at), undefined);
      const grey = draft.value.trim() === '' ? NaN : Number(draft.value);
      const value = take(`${path}.value`, Number.isFinite(grey) ? { value: grey } : { problem: 'A number.' }, 0);
      return { kind, side: levels('side', 1), value, on, ...(at && { at }) };
    }
    case 'missing-mask':
      return { kind, regions: take(`${path}.regions`, parseRegions(draft.regions), []), name: draft.name.trim(), on };
    default:
      return { kind, fraction: levels('fraction', 1), on };
  }
}

function parseCorner(text: string): Parsed<{ row: number; col: number } | undefined> {
  if (text.trim() === '') return { value: undefined };
  const match = /^(\d{1,6})\s*,\s*(\d{1,6})$/.exec(text.trim());
  return match
    ? { value: { row: Number(match[1]), col: Number(match[2]) } }
    : { problem: 'Row, column, such as 10, 5.' };
}

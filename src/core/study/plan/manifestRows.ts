/** Removes rows from a manifest: those that cannot be reproduced or were not requested. */
import { isVersion } from '../../methods/external/externalMethod.ts';
import type { ExternalOrigin } from '../../methods/method.ts';
import type { Attachments } from '../../dataset.ts';
import { withVectors } from '../../features/registry.ts';
import { listPerturbations } from '../../perturbations/registry.ts';
import type { StudySpec } from '../spec/spec.ts';
import { vectorNames } from './manifest.ts';
import type { RecordedManifest } from './manifestFile.ts';
import { plannedMethods } from '../study.ts';

/** Why a row is left out of a reproduction. */
export type LeftOutReason =
  | 'elsewhere'
  | 'unregistered'
  | 'other-version'
  | 'not-asked-for'
  | 'no-vectors'
  | 'no-network';

export interface LeftOut {
  readonly label: string;
  /** Id of the method. */
  readonly method: string;
  readonly why: LeftOutReason;
}

const WORDS: Readonly<Record<LeftOutReason, string>> = {
  elsewhere: 'computed elsewhere',
  unregistered: 'an external method that is not registered here',
  'other-version': 'an external method that is registered here in another version',
  'not-asked-for': 'not asked for',
  'no-vectors': 'its attached vectors are not here',
  'no-network': 'the network of its attached vectors, which perturbations need, is not here',
};

/** `"Net" (computed elsewhere), "CNN" (not asked for)`. */
export function leftOutText(rows: readonly LeftOut[]): string {
  return rows.map((row) => `"${row.label}" (${leftOutWords(row)})`).join(', ');
}

/** Why a row is left out, to be put in brackets. */
export function leftOutWords({ why }: Pick<LeftOut, 'why'>): string {
  return WORDS[why];
}

/** Requested rows: all, only some, or all without some; by their labels in the table. */
export interface RequestedRows {
  readonly only?: readonly string[];
  readonly without?: readonly string[];
}

/**
 * The rows that are left out, each with the first reason. `registered`: the external method that is registered here, or
 * undefined. Throws Error with a sentence for a label that the manifest does not have.
 */
export function rowsLeftOut(
  { methods, spec }: RecordedManifest,
  { only = [], without = [] }: RequestedRows,
  registered: (method: string) => Pick<ExternalOrigin, 'version' | 'formerVersion'> | undefined,
): LeftOut[] {
  const labels = new Set(methods.map(({ label }) => label));
  for (const label of [...only, ...without]) {
    if (labels.has(label)) continue;
    throw new Error(`has no row "${label}": it has ${[...labels].map((name) => `"${name}"`).join(', ')}.`);
  }
  return methods.flatMap(({ label, elsewhere }, i): LeftOut[] => {
    const { method: id, program } = spec.methods[i];
    const method = String(id);
    if ((only.length > 0 && !only.includes(label)) || without.includes(label)) {
      return [{ label, method, why: 'not-asked-for' }];
    }
    if (elsewhere !== undefined) return [{ label, method, why: 'elsewhere' }];
    if (program === undefined) return [];
    const here = registered(method);
    if (here === undefined) return [{ label, method, why: 'unregistered' }];
    const { version } = program as { version?: unknown };
    return isVersion(here, String(version)) ? [] : [{ label, method, why: 'other-version' }];
  });
}

/**
 * The rows whose attached vectors, or for perturbed images whose network, the dataset here lacks. `whole`: the parsed
 * spec of the manifest.
 */
export function rowsWithoutVectors(
  { methods: rows }: Pick<RecordedManifest, 'methods'>,
  { features, methods, perturbations }: Pick<StudySpec, 'features' | 'methods' | 'perturbations'>,
  attachments: Attachments,
): LeftOut[] {
  const perturbs = listPerturbations(perturbations).some(({ perturbation }) => perturbation !== null);
  return methods.flatMap((entry, i): LeftOut[] => {
    const { vectors } = withVectors(entry.features ?? features);
    if (vectors === null) return [];
    const here = Object.hasOwn(attachments, vectors) ? attachments[vectors] : null;
    if (here !== null && (here.network || !perturbs)) return [];
    return [{ label: rows[i].label, method: entry.method, why: here === null ? 'no-vectors' : 'no-network' }];
  });
}

/** The row of each label of a cell: a row with listed settings has one cell label per combination. */
export function cellRows(spec: Parameters<typeof plannedMethods>[0]): ReadonlyMap<string, string> {
  return new Map(plannedMethods(spec).map(({ label, tuned }) => [label, tuned?.row ?? label]));
}

/**
 * The manifest without these rows and their cells; if the baseline is among them, the best of the others replaces it.
 * `whole`: the parsed spec of the manifest, which assigns cells to rows.
 */
export function withoutRows(
  manifest: RecordedManifest,
  rows: readonly LeftOut[],
  whole: Pick<StudySpec, 'methods' | 'classifier' | 'protocol' | 'measures' | 'features'>,
): RecordedManifest {
  const out = new Set(rows.map(({ label }) => label));
  const kept = manifest.methods.map(({ label }) => !out.has(label));
  const rowOf = cellRows(whole);
  const { spec, plan, dataset } = manifest;
  const used = vectorNames({ ...whole, methods: whole.methods.filter((_, i) => kept[i]) });
  const attachments = Object.entries(dataset.attachments ?? {}).filter(([name]) => used.includes(name));
  const left = manifest.cells.filter(({ label }) => !out.has(rowOf.get(label)!));
  const lacksBaseline = spec.comparison?.baseline !== undefined && out.has(spec.comparison.baseline);
  return {
    ...manifest,
    dataset: { ...dataset, attachments: attachments.length > 0 ? Object.fromEntries(attachments) : undefined },
    spec: {
      ...spec,
      methods: spec.methods.filter((_, i) => kept[i]),
      ...(lacksBaseline && { comparison: { ...spec.comparison, baseline: 'best' } }),
    },
    plan: { ...plan, cells: left.length },
    methods: manifest.methods.filter((_, i) => kept[i]),
    cells: left,
  };
}

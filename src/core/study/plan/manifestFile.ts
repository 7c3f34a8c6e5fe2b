/**
 * Parses a manifest of unknown origin, as far as it is needed to reproduce and compare the study. A manifest is
 * complete: its spec gives the plan, and it has each row, split and cell of the plan exactly once, in order.
 */
import { z } from 'zod';
import { canonicalJson } from '../../hash.ts';
import { provenanceSchema } from '../../images/provenance.ts';
import { InvalidInputError } from '../../methods/problems.ts';
import { findMethod } from '../../methods/registry.ts';
import { repeatCount } from '../spec/conditions.ts';
import { recordedNetworkSchema } from '../../networks/provenance.ts';
import { parseStudySpec, type ParsedSpec } from '../spec/parse.ts';
import { studySettingsSchema } from '../spec/settingsGrid.ts';
import type { StudySpec } from '../spec/spec.ts';
import { MANIFEST_VERSION, manifestDigest } from './manifest.ts';
import { planStudy, type Study } from '../study.ts';

const count = z.int().min(0);
const place = { condition: z.string(), repeat: z.int().min(1) };
const latentShape = z.array(count);

const manifestSchema = z.object({
  format: z.literal('eigenbench-manifest'),
  version: z.number(),
  engine: z.object({
    appVersion: z.string(),
    commit: z.string().nullable(),
    runtime: z.string(),
    libraries: z.record(z.string(), z.string()).optional(),
    kernel: z.string(),
    random: z.string(),
  }),
  dataset: z.object({
    name: z.string(),
    hash: z.string(),
    identities: z.string(),
    images: count,
    subjects: count,
    rows: count,
    cols: count,
    preprocessing: z.unknown().optional(),
    making: provenanceSchema.default([]),
    attachments: z.record(z.string(), z.string()).optional(),
    networks: z.record(z.string(), recordedNetworkSchema).optional(),
  }),
  /** Checked by parseStudySpec. */
  spec: z.looseObject({
    name: z.string(),
    seed: z.number(),
    methods: z.array(z.looseObject({})),
    comparison: z.looseObject({ baseline: z.string().optional() }).optional(),
  }),
  plan: z.object({ conditions: count, repeats: count, splits: count, cells: count }),
  methods: z.array(
    // `elsewhere` is present if results were read from a file.
    z.object({
      label: z.string(),
      method: z.string(),
      settings: studySettingsSchema,
      latent: z.unknown().optional(),
      features: z.unknown().optional(),
      elsewhere: z.looseObject({}).optional(),
      runsOn: z.array(z.string()).optional(),
    }),
  ),
  splits: z.array(z.object({ ...place, train: count, test: count, hash: z.string() })),
  cells: z.array(
    z.object({
      ...place,
      label: z.string(),
      status: z.enum(['done', 'failed', 'pending']),
      predictionHash: z.string().nullable(),
      errors: z.array(count.nullable()).nullable(),
      testCount: count.nullable(),
      numberHash: z.string().nullable(),
      reason: z.string().nullable(),
      fits: count,
      sums: z.literal('moments').optional(),
      iterations: count,
      notConverged: z.array(latentShape),
      warnings: z.array(z.string()),
      amounts: z.unknown().optional(),
      failures: z.array(z.object({ shape: latentShape, reason: z.string() })),
    }),
  ),
  digest: z.string(),
});

/** The part of a manifest that a reader relies on. */
export type RecordedManifest = z.infer<typeof manifestSchema>;
export type RecordedCell = RecordedManifest['cells'][number];

/**
 * Throws Error with a sentence that lacks its subject, the file: what it is instead of a manifest, its first invalid
 * field, what it lacks or has too much of its plan, or that its digest is another.
 */
export function parseManifest(json: unknown): RecordedManifest {
  const { format, version } = (json ?? {}) as { format?: unknown; version?: unknown };
  if (format !== 'eigenbench-manifest') {
    throw new Error('is not a manifest; "eigenbench manifest <study>" writes one.');
  }
  if (version !== MANIFEST_VERSION) {
    throw new Error(
      `is a manifest of version ${String(version)}; this program reads version ${MANIFEST_VERSION}: ${remedyOf(json)}.`,
    );
  }
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) {
    const [{ path }] = parsed.error.issues;
    throw damaged(`its field ${path.join('.')} is not as Eigenbench writes it`);
  }
  requireComplete(parsed.data);
  if (manifestDigest(json as object) !== parsed.data.digest) {
    throw damaged('its digest is not that of its content, which was changed after it was written');
  }
  return parsed.data;
}

/** How to obtain a manifest that this program reads. */
function remedyOf(json: unknown): string {
  const { engine, version } = json as {
    readonly engine?: { readonly appVersion?: unknown; readonly commit?: unknown };
    readonly version?: unknown;
  };
  const again = 'write a new one from the workspace of the study';
  if (version === 2) return `it has no digest, so ${again}`;
  if (version !== 1) return 'the version of the program that wrote it, or a newer one, reads it';
  const commit = typeof engine?.commit === 'string' ? `, commit ${engine.commit.slice(0, 12)}` : '';
  const program = typeof engine?.appVersion === 'string' ? ` (${engine.appVersion}${commit})` : '';
  return `its splits were drawn by pixels, so use the version of the program that wrote it${program}, ` + `or ${again}`;
}

/**
 * The study of a manifest as a spec that can be run: with the settings that the cells were computed with, including
 * those that were defaults, and with some fields changed.
 */
export function manifestSpec(
  { spec, methods }: Pick<RecordedManifest, 'spec' | 'methods'>,
  change: Partial<StudySpec> = {},
): ParsedSpec {
  return parseStudySpec({
    ...spec,
    methods: spec.methods.map((entry, i) => ({ ...entry, settings: methods[i].settings })),
    ...change,
  });
}

type CellPlace = Pick<RecordedCell, 'label' | 'condition' | 'repeat'>;
type SplitPlace = Omit<CellPlace, 'label'>;

/** "LDA, k=2, repeat 1" */
export function cellName({ label, condition, repeat }: CellPlace): string {
  return `${label}, ${condition}, repeat ${repeat}`;
}

function splitName({ condition, repeat }: SplitPlace): string {
  return `the split of ${condition}, repeat ${repeat}`;
}

function damaged(why: string): Error {
  return new Error(`is a damaged manifest: ${why}.`);
}

// Completeness.

/** Throws Error unless the manifest has each row, split and cell of its plan once, in order, with their results. */
function requireComplete(manifest: RecordedManifest): void {
  const { spec, methods, splits, cells } = manifest;
  if (methods.length !== spec.methods.length) throw damaged('its fields methods and spec.methods differ in length');
  const plan = planOf(manifest);
  const { labels, conditions, repeats } = plan;
  const counts = {
    conditions: conditions.length,
    repeats,
    splits: conditions.length * repeats,
    cells: conditions.length * repeats * labels.length,
  };
  const isRepeat = (condition: string, repeat: number): boolean => conditions.includes(condition) && repeat <= repeats;
  const repeatAt = (index: number) => ({
    condition: conditions[index % conditions.length],
    repeat: 1 + Math.floor(index / conditions.length),
  });
  requireOnce<SplitPlace>({
    places: splits,
    count: counts.splits,
    nameOf: splitName,
    isPlanned: ({ condition, repeat }) => isRepeat(condition, repeat),
    planned: repeatAt,
  });
  const knownLabels = new Set(labels);
  requireOnce<CellPlace>({
    places: cells,
    count: counts.cells,
    nameOf: cellName,
    isPlanned: ({ label, condition, repeat }) => knownLabels.has(label) && isRepeat(condition, repeat),
    planned: (index) => ({ label: labels[index % labels.length], ...repeatAt(Math.floor(index / labels.length)) }),
  });
  for (const [name, expected] of Object.entries(counts) as [keyof typeof counts, number][]) {
    const stated = manifest.plan[name];
    if (stated !== expected) throw damaged(`its plan states ${stated} ${name}, its spec gives ${expected}`);
  }
  for (const cell of cells) requireResults(cell);
}

/** Labels of the planned methods, keys of the conditions, and the number of repeats. */
function planOf(manifest: RecordedManifest): {
  readonly labels: readonly string[];
  readonly conditions: readonly string[];
  readonly repeats: number;
} {
  const parsed = manifestSpec(manifest);
  if (!parsed.ok) throw new Error(`has no usable spec: ${parsed.problems[0].message}`);
  const { spec } = parsed;
  const unknown = spec.methods.find(({ method, program }) => program === undefined && !findMethod(method));
  if (unknown) {
    throw new Error(`names the method "${unknown.method}", which this version of the program does not have.`);
  }
  try {
    const study = planStudy(spec);
    requireRows(manifest, study);
    const labels = study.methods.map(({ label }) => label);
    const conditions = study.conditions.map(({ key }) => key);
    for (const [what, names] of [['rows', labels] as const, ['conditions', conditions] as const]) {
      if (new Set(names).size < names.length) throw damaged(`two of its ${what} have the same name`);
    }
    return { labels, conditions, repeats: plannedRepeats(spec) ?? manifest.plan.repeats };
  } catch (error) {
    if (!(error instanceof InvalidInputError) && !(error instanceof RangeError)) throw error;
    throw damaged(`its spec cannot be planned: ${error.message.replace(/\.$/, '')}`);
  }
}

/** Number of repeats; null if it depends on the dataset. */
function plannedRepeats(spec: StudySpec): number | null {
  try {
    return repeatCount(spec);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

/** Rows must be those of the spec, with the settings that it states. */
function requireRows({ spec, methods: recorded }: RecordedManifest, { rows }: Study): void {
  if (rows.length !== recorded.length) throw damaged('two of its rows have the same label');
  for (const [at, { label, methodId, methods }] of rows.entries()) {
    const row = recorded[at];
    const [{ latent, features, elsewhere }] = methods;
    const isSame =
      row.label === label &&
      row.method === methodId &&
      canonicalJson([row.latent, row.features, row.elsewhere]) === canonicalJson([latent, features, elsewhere]);
    const stated = Object.entries((spec.methods[at]['settings'] ?? {}) as Record<string, unknown>);
    if (!isSame || stated.some(([name, value]) => canonicalJson(row.settings[name]) !== canonicalJson(value))) {
      throw damaged(`its row "${row.label}" is not row ${at + 1} of its spec`);
    }
  }
}

/** Finished cells have results, others have none. */
function requireResults(cell: RecordedCell): void {
  const { status, predictionHash, errors, numberHash, testCount, reason } = cell;
  const results = [predictionHash, errors, numberHash, testCount];
  const isWhole =
    status === 'done'
      ? !results.includes(null) && reason === null
      : results.every((value) => value === null) && (reason === null) === (status === 'pending');
  if (!isWhole) throw damaged(`${cellName(cell)} is ${status} but does not have the fields of such a cell`);
}

/** Splits or cells, and the plan that they must be. */
interface PlannedPlaces<T> {
  readonly places: readonly T[];
  /** Number of planned places. */
  readonly count: number;
  readonly nameOf: (place: T) => string;
  readonly isPlanned: (place: T) => boolean;
  /** The planned place at an index below `count`. */
  readonly planned: (index: number) => T;
}

/** Throws Error that names what is missing, listed several times, not planned, or out of order. */
function requireOnce<T>({ places, count: total, nameOf, isPlanned, planned }: PlannedPlaces<T>): void {
  const disorder = places.findIndex((one, index) => index >= total || nameOf(one) !== nameOf(planned(index)));
  if (disorder < 0 && places.length === total) return;
  const times = new Map<string, number>();
  for (const one of places) times.set(nameOf(one), (times.get(nameOf(one)) ?? 0) + 1);
  const surplus = [...new Set(places.filter((one) => !isPlanned(one)).map(nameOf))];
  const faults: string[] = [];
  const missing = total - (times.size - surplus.length);
  if (missing > 0) {
    // Ends within one step more than there are places, whatever the total.
    let index = 0;
    while (times.has(nameOf(planned(index)))) index++;
    faults.push(`${nameOf(planned(index))} is missing${more(missing - 1)}`);
  }
  const doubled = [...times].filter(([, n]) => n > 1);
  if (doubled.length > 0) faults.push(`${doubled[0][0]} is listed ${doubled[0][1]} times${more(doubled.length - 1)}`);
  if (surplus.length > 0) faults.push(`${surplus[0]} is not in the plan of its spec${more(surplus.length - 1)}`);
  if (faults.length === 0) {
    faults.push(`${nameOf(places[disorder])} is listed in the place of ${nameOf(planned(disorder))}`);
  }
  throw damaged(faults.join('; '));
}

function more(others: number): string {
  return others > 0 ? `, and ${others.toLocaleString('en-GB')} more` : '';
}

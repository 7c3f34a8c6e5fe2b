/** Parses a manifest of unknown origin, as far as it is needed to reproduce and compare the study. */
import { z } from 'zod';
import { provenanceSchema } from '../../images/provenance.ts';
import { recordedNetworkSchema } from '../../networks/provenance.ts';
import { studySettingsSchema } from '../spec/settingsGrid.ts';
import { MANIFEST_VERSION } from './manifest.ts';
import { parseStudySpec, type ParsedSpec } from '../spec/parse.ts';
import type { StudySpec } from '../spec/spec.ts';

const place = { condition: z.string(), repeat: z.int().min(1) };

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
    images: z.number(),
    subjects: z.number(),
    rows: z.number(),
    cols: z.number(),
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
  methods: z.array(
    // `elsewhere` is present if results were read from a file.
    z.object({
      label: z.string(),
      method: z.string(),
      settings: studySettingsSchema,
      latent: z.unknown().optional(),
      features: z.unknown().optional(),
      elsewhere: z.looseObject({}).optional(),
    }),
  ),
  splits: z.array(z.object({ ...place, train: z.number(), test: z.number(), hash: z.string() })),
  cells: z.array(
    z.object({
      ...place,
      label: z.string(),
      status: z.enum(['done', 'failed', 'pending']),
      predictionHash: z.string().nullable(),
      errors: z.array(z.int().min(0).nullable()).nullable(),
      numberHash: z.string().nullable(),
    }),
  ),
});

/** The part of a manifest that a reader relies on. */
export type RecordedManifest = z.infer<typeof manifestSchema>;

/**
 * Throws Error with a sentence that lacks its subject, the file: what it is instead of a manifest, or its first invalid
 * field.
 */
export function parseManifest(json: unknown): RecordedManifest {
  const { format, version } = (json ?? {}) as { format?: unknown; version?: unknown };
  if (format !== 'eigenbench-manifest') {
    throw new Error('is not a manifest; "eigenbench manifest <study>" writes one.');
  }
  if (version !== MANIFEST_VERSION) {
    const writer =
      version === 1 ? writerOf(json) : 'the version of the program that wrote it, or a newer one, reads it';
    throw new Error(
      `is a manifest of version ${String(version)}; this program reads version ${MANIFEST_VERSION}: ${writer}.`,
    );
  }
  const parsed = manifestSchema.safeParse(json);
  if (!parsed.success) {
    const [{ path }] = parsed.error.issues;
    throw new Error(`is a damaged manifest: its field ${path.join('.')} is not as Eigenbench writes it.`);
  }
  if (parsed.data.methods.length !== parsed.data.spec.methods.length) {
    throw new Error('is a damaged manifest: its fields methods and spec.methods differ in length.');
  }
  return parsed.data;
}

/** Manifests of version 1 do not say what splits are drawn by. */
function writerOf(json: unknown): string {
  const { engine } = json as { readonly engine?: { readonly appVersion?: unknown; readonly commit?: unknown } };
  const commit = typeof engine?.commit === 'string' ? `, commit ${engine.commit.slice(0, 12)}` : '';
  const program = typeof engine?.appVersion === 'string' ? ` (${engine.appVersion}${commit})` : '';
  return (
    `its splits were drawn by pixels, so use the version of the program that wrote it${program}, ` +
    'or write a new one from the workspace of the study'
  );
}

/**
 * The study of a manifest as a spec that can be run: with the settings that the cells were computed with, including
 * those that were defaults, and with some fields changed.
 */
export function manifestSpec({ spec, methods }: RecordedManifest, change: Partial<StudySpec> = {}): ParsedSpec {
  return parseStudySpec({
    ...spec,
    methods: spec.methods.map((entry, i) => ({ ...entry, settings: methods[i].settings })),
    ...change,
  });
}

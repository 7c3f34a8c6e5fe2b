/** A manifest of unknown origin: what is needed of it to run the study again and to compare. */
import { z } from 'zod';
import { studySettingsSchema } from '../spec/settingsGrid.ts';
import { MANIFEST_VERSION } from './manifest.ts';

const place = { condition: z.string(), repeat: z.int().min(1) };

const manifestSchema = z.object({
  format: z.literal('eigenbench-manifest'),
  version: z.number(),
  engine: z.object({ appVersion: z.string(), kernel: z.string(), random: z.string() }),
  dataset: z.object({ name: z.string(), hash: z.string() }),
  /** Checked when it is parsed as a spec. */
  spec: z.looseObject({
    name: z.string(),
    seed: z.number(),
    methods: z.array(z.looseObject({})),
    comparison: z.looseObject({ baseline: z.string().optional() }).optional(),
  }),
  methods: z.array(
    // `elsewhere` is there where results were read from a file.
    z.object({ label: z.string(), settings: studySettingsSchema, elsewhere: z.looseObject({}).optional() }),
  ),
  splits: z.array(z.object({ ...place, hash: z.string() })),
  cells: z.array(
    z.object({
      ...place,
      label: z.string(),
      status: z.enum(['done', 'failed', 'pending']),
      predictionHash: z.string().nullable(),
      // Manifests of before compare labels alone.
      errors: z.array(z.int().min(0).nullable()).nullish(),
      numberHash: z.string().nullish(),
    }),
  ),
});

/** The part of a manifest that a reader relies on. */
export type RecordedManifest = z.infer<typeof manifestSchema>;

/**
 * Throws Error with a sentence but for its subject, the file: what it is instead of a manifest, or its first wrong
 * field.
 */
export function parseManifest(json: unknown): RecordedManifest {
  const { format, version } = (json ?? {}) as { format?: unknown; version?: unknown };
  if (format !== 'eigenbench-manifest') {
    throw new Error('is not a manifest; "eigenbench manifest <study>" writes one.');
  }
  if (version !== MANIFEST_VERSION) {
    throw new Error(`is a manifest of version ${String(version)}; this program reads version ${MANIFEST_VERSION}.`);
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

/** The manifest without what was computed elsewhere, which cannot be run again, and the labels of that. */
export function computedHere(manifest: RecordedManifest): { here: RecordedManifest; elsewhere: readonly string[] } {
  const isHere = manifest.methods.map(({ elsewhere }) => elsewhere === undefined);
  const elsewhere = manifest.methods.flatMap(({ label }, i) => (isHere[i] ? [] : [label]));
  const { spec } = manifest;
  const lacksBaseline = elsewhere.some((label) => label === spec.comparison?.baseline);
  const here = {
    ...manifest,
    spec: {
      ...spec,
      methods: spec.methods.filter((_, i) => isHere[i]),
      ...(lacksBaseline && { comparison: { ...spec.comparison, baseline: 'best' } }),
    },
    methods: manifest.methods.filter((_, i) => isHere[i]),
    cells: manifest.cells.filter(({ label }) => !elsewhere.includes(label)),
  };
  return { here, elsewhere };
}

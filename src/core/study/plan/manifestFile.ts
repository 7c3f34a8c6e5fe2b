/** A manifest of unknown origin: what is needed of it to run the study again and to compare. */
import { z } from 'zod';
import { settingsSchema } from '../../methods/settings.ts';
import { MANIFEST_VERSION } from './manifest.ts';

const place = { condition: z.string(), repeat: z.int().min(1) };

const manifestSchema = z.object({
  format: z.literal('eigenbench-manifest'),
  version: z.number(),
  engine: z.object({ appVersion: z.string(), kernel: z.string(), random: z.string() }),
  dataset: z.object({ name: z.string(), hash: z.string() }),
  /** Checked when it is parsed as a spec. */
  spec: z.looseObject({ name: z.string(), seed: z.number(), methods: z.array(z.looseObject({})) }),
  methods: z.array(z.object({ settings: settingsSchema })),
  splits: z.array(z.object({ ...place, hash: z.string() })),
  cells: z.array(
    z.object({
      ...place,
      label: z.string(),
      status: z.enum(['done', 'failed', 'pending']),
      predictionHash: z.string().nullable(),
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

/** Manifests and parcels that were changed, with the digests of what they are now: only their content betrays them. */
import { createHash } from 'node:crypto';
import { manifestDigest } from '../../src/core/study/plan/manifest.ts';

export type Entries = Readonly<Record<string, Uint8Array>>;

/** The manifest with the digest of its content. */
export function sealedManifest<T extends object>(manifest: T): T {
  return { ...manifest, digest: manifestDigest(manifest) };
}

/**
 * The entries with a list of files that agrees with them, and a manifest with the digest of its content; one that is no
 * JSON stays as it is.
 */
export function sealedParcel({ 'files.json': _, ...entries }: Entries): Record<string, Uint8Array> {
  const content = { ...entries, 'manifest.json': resealed(entries['manifest.json']) };
  const files = Object.entries(content).map(([name, bytes]) => ({
    name,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  return { ...content, 'files.json': Buffer.from(JSON.stringify({ format: 'eigenbench-files', version: 1, files })) };
}

function resealed(manifest: Uint8Array): Uint8Array {
  try {
    return Buffer.from(JSON.stringify(sealedManifest(JSON.parse(Buffer.from(manifest).toString()) as object)));
  } catch {
    return manifest;
  }
}

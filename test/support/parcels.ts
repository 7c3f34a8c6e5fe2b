/** Manifests and parcels that were changed, with the digests of what they are now: forgeries that only content betrays. */
import { createHash } from 'node:crypto';
import { manifestDigest } from '../../src/core/study/plan/manifest.ts';

export type Entries = Readonly<Record<string, Uint8Array>>;

/** The manifest with the digest of its content. */
export function sealedManifest<T extends object>(manifest: T): T {
  return { ...manifest, digest: manifestDigest(manifest) };
}

/** The entries with a list of files that agrees with them, and a manifest with the digest of its content. */
export function sealedParcel({ 'files.json': _, ...entries }: Entries): Record<string, Uint8Array> {
  const manifest = JSON.parse(Buffer.from(entries['manifest.json']).toString()) as object;
  const content = { ...entries, 'manifest.json': Buffer.from(JSON.stringify(sealedManifest(manifest))) };
  const files = Object.entries(content).map(([name, bytes]) => ({
    name,
    bytes: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  }));
  return { ...content, 'files.json': Buffer.from(JSON.stringify({ format: 'eigenbench-files', version: 1, files })) };
}

/** Attaches the vectors of a parcel to a dataset. */
import { base64Of } from '../../formats/base64.ts';
import { FormatError } from '../../formats/formatError.ts';
import type { OpenedParcel } from './openParcel.ts';
import { PARCEL_VECTORS } from './parcel.ts';

/** Attached vectors; not usable if the images have changed since. */
interface Attached {
  readonly name: string;
  readonly hash: string;
  readonly usable: boolean;
}

/** Required calls of the contract. */
interface AttachingCalls {
  readonly attachments: (input: { id: number }) => Promise<readonly Attached[]>;
  readonly attach: (input: {
    id: number;
    name: string;
    file: { name: string; content: string };
    replace: boolean;
  }) => Promise<Attached>;
  readonly detach: (input: { id: number; name: string }) => Promise<null>;
}

/**
 * Attaches the vectors that a manifest names by SHA-256 and the dataset lacks; returns their names. Throws FormatError
 * if an entry is damaged or holds other vectors, which are removed again, and rethrows errors of the calls.
 */
export async function attachPacked(
  calls: AttachingCalls,
  id: number,
  hashes: Readonly<Record<string, string>> = {},
  vectors: OpenedParcel['vectors'],
): Promise<string[]> {
  const attachments = await calls.attachments({ id });
  const added: string[] = [];
  for (const [name, hash] of Object.entries(hashes)) {
    if (attachments.some((each) => each.name === name && each.hash === hash && each.usable)) continue;
    const bytes = vectors(name);
    if (bytes === null) continue;
    const file = { name: `${PARCEL_VECTORS}${name}.npy`, content: base64Of(bytes) };
    const attached = await calls.attach({ id, name, file, replace: false });
    if (attached.hash !== hash) {
      await calls.detach({ id, name });
      throw new FormatError(
        `${file.name} does not hold the vectors of the manifest (SHA-256 ${attached.hash.slice(0, 12)}…, expected ${hash.slice(0, 12)}…)`,
      );
    }
    added.push(name);
  }
  return added;
}

/** Attached vectors that a parcel brings along, attached where they are wanted. */
import { base64Of } from '../../formats/base64.ts';
import { FormatError } from '../../formats/formatError.ts';
import type { OpenedParcel } from './openParcel.ts';
import { PARCEL_VECTORS } from './parcel.ts';

/** Vectors that are attached; not usable: to other images than there are now. */
interface Attached {
  readonly name: string;
  readonly hash: string;
  readonly usable: boolean;
}

/** The calls that it takes. */
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
 * Attaches to a dataset what a manifest names by SHA-256 and the dataset lacks, and answers these names. Throws
 * FormatError where an entry is damaged or holds other vectors, which are not kept, and what the calls throw.
 */
export async function attachPacked(
  calls: AttachingCalls,
  id: number,
  wanted: Readonly<Record<string, string>> = {},
  vectors: OpenedParcel['vectors'],
): Promise<string[]> {
  const there = await calls.attachments({ id });
  const added: string[] = [];
  for (const [name, hash] of Object.entries(wanted)) {
    if (there.some((each) => each.name === name && each.hash === hash && each.usable)) continue;
    const bytes = vectors(name);
    if (bytes === null) continue;
    const file = { name: `${PARCEL_VECTORS}${name}.npy`, content: base64Of(bytes) };
    const found = await calls.attach({ id, name, file, replace: false });
    if (found.hash !== hash) {
      await calls.detach({ id, name });
      throw new FormatError(
        `${file.name} does not hold the vectors of the manifest (SHA-256 ${found.hash.slice(0, 12)}…, expected ${hash.slice(0, 12)}…)`,
      );
    }
    added.push(name);
  }
  return added;
}

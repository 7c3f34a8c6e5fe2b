/** The entries of a parcel's archive. */
import type { ZipContent } from '../../formats/archives/zipParts.ts';
import type { Parcel } from './parcel.ts';
import { packageMetadata } from './roCrate.ts';
import { readme } from './readme.ts';

/** What a person reads first is at its beginning. */
export function parcelEntries(parcel: Parcel): ZipContent[] {
  const own = [
    { name: 'README.md', text: readme(parcel) },
    { name: 'ro-crate-metadata.json', text: packageMetadata(parcel) },
  ];
  return [
    ...own.map(({ name, text }) => ({ name, content: [new TextEncoder().encode(text)] })),
    ...parcel.files.map(({ name, content, stored }) => ({ name, content: content(), stored })),
  ];
}

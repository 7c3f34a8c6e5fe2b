/** Archives of office programs without the time at which they were written. */
import { unzipSync } from 'fflate';
import { zipParts } from '../../core/formats/zipParts.ts';

/** The archive with one fixed time stamp for all of its files, because their writers use the clock. */
export function withoutTimes(archive: Uint8Array): Uint8Array {
  const files = Object.entries(unzipSync(archive));
  return Buffer.concat([...zipParts(files.map(([name, content]) => ({ name, content: [undated(name, content)] })))]);
}

/** The optional dates of the document's properties (ECMA-376, part 2, 8.3) are left out. */
function undated(name: string, content: Uint8Array): Uint8Array {
  if (name !== 'docProps/core.xml') return content;
  const xml = new TextDecoder().decode(content);
  return new TextEncoder().encode(xml.replace(/<dcterms:(created|modified)\b[^>]*>[^<]*<\/dcterms:\1>/g, ''));
}

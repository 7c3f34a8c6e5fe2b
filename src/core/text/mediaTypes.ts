/** Media types by file extension: for clients that save a file, in parcels, and for requests of the page. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  arff: 'text/plain',
  bib: 'application/x-bibtex',
  css: 'text/css',
  csv: 'text/csv',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  html: 'text/html',
  ico: 'image/x-icon',
  js: 'text/javascript',
  json: 'application/json',
  md: 'text/markdown',
  npz: 'application/zip',
  pdf: 'application/pdf',
  png: 'image/png',
  svg: 'image/svg+xml',
  tex: 'application/x-tex',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
  typ: 'text/x-typst',
  woff2: 'font/woff2',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  zip: 'application/zip',
};

/** Falls back to arbitrary bytes for unknown extensions. */
export function mediaTypeOf(fileName: string): string {
  const ending = /\.([^./\\]+)$/.exec(fileName)?.[1].toLowerCase() ?? '';
  return Object.hasOwn(MEDIA_TYPES, ending) ? MEDIA_TYPES[ending] : 'application/octet-stream';
}

/** A file for a client, with one content or many parts; its name determines its type. */
export function fileNamed(name: string, content: string | Uint8Array | Iterable<Uint8Array>): File {
  const parts = typeof content === 'string' || content instanceof Uint8Array ? [content] : [...content];
  return new File(parts as (string | Uint8Array<ArrayBuffer>)[], name, { type: mediaTypeOf(name) });
}

/** Entries of the archive of a parcel. */
import type { ZipContent } from '../../formats/zipParts.ts';
import {
  FILES_FORMAT,
  FILES_VERSION,
  type ListedFile,
  type Parcel,
  PARCEL_FILES,
  PARCEL_METADATA,
  PARCEL_METHODS,
} from './parcel.ts';
import { plural } from '../../text/phrases.ts';
import { mediaTypeOf } from '../../text/mediaTypes.ts';

// Metadata for archives: RO-Crate 1.1 (https://w3id.org/ro/crate/1.1), JSON-LD of schema.org.

const PROFILE = 'https://w3id.org/ro/crate/1.1';

function packageMetadata(parcel: Parcel): string {
  const { study, created, version, dataset, files, terms, hasImages } = parcel;
  const names = ['README.md', ...files.map(({ name }) => name), PARCEL_FILES];
  const graph = [
    {
      '@id': PARCEL_METADATA,
      '@type': 'CreativeWork',
      conformsTo: { '@id': PROFILE },
      about: { '@id': './' },
    },
    {
      '@id': './',
      '@type': 'Dataset',
      name: study,
      description: `A comparison study of subspace methods on ${dataset.images} images of ${dataset.subjects} subjects, with all that runs it again.`,
      datePublished: created.slice(0, 10),
      ...(hasImages && terms !== null && { usageInfo: terms }),
      hasPart: names.map((name) => ({ '@id': encodeURI(name) })),
      isBasedOn: { '@id': '#images' },
      mentions: { '@id': '#run' },
    },
    {
      '@id': 'README.md',
      '@type': 'File',
      name: 'what is in it and how to run it again',
      encodingFormat: 'text/markdown',
    },
    ...files.map(({ name, about }) => ({
      '@id': encodeURI(name),
      '@type': 'File',
      name: about,
      encodingFormat: mediaTypeOf(name),
    })),
    {
      '@id': PARCEL_FILES,
      '@type': 'File',
      name: 'size and SHA-256 of every other file',
      encodingFormat: 'application/json',
    },
    { '@id': '#images', '@type': 'Dataset', name: dataset.name, identifier: `sha256:${dataset.hash}` },
    { '@id': '#eigenbench', '@type': 'SoftwareApplication', name: 'Eigenbench', softwareVersion: version },
    {
      '@id': '#run',
      '@type': 'CreateAction',
      name: 'the run of the study',
      instrument: { '@id': '#eigenbench' },
      object: { '@id': '#images' },
      result: files.filter(({ name }) => name.startsWith('results/')).map(({ name }) => ({ '@id': encodeURI(name) })),
    },
  ];
  return `${JSON.stringify({ '@context': `${PROFILE}/context`, '@graph': graph }, null, 2)}\n`;
}

// README of a parcel.

/** Markdown. Names from the study are set as code, to prevent interpretation as markup. */
function readme(parcel: Parcel): string {
  const { study, dataset, cells, version, files } = parcel;
  const finished = cells.done === cells.total ? `all ${cells.total} cells` : `${cells.done} of ${cells.total} cells`;
  return [
    `# ${code(study)}`,
    `A study by Eigenbench ${version} of ${plural(dataset.images, 'image')} of ${plural(dataset.subjects, 'subject')} ` +
      `(${code(dataset.name)}, SHA-256 ${dataset.hash}); ${finished} are finished.`,
    parcel.paragraph.trim(),
    '## What is in it',
    files.map(({ name, about }) => `- ${code(name)}: ${about}`).join('\n'),
    '## To run it again',
    'With this archive as it is, not unpacked:',
    fenced([`eigenbench reproduce ${parcel.hasImages ? 'study.zip' : 'study.zip --images <folder or file>'}`]),
    'Every cell is computed again and compared; the verdict says identical, or names what differs.',
    imagesSection(parcel),
    ...methodsSection(parcel),
    '## For other programs',
    '`results/*.csv` and `splits.json` are plain text; `files.json` has the size and SHA-256 of every file; `splits.json` has the images of every split by index and by file.',
  ]
    .join('\n\n')
    .concat('\n');
}

function imagesSection({ hasImages, terms, commands, dataset }: Parcel): string {
  const termsNote =
    terms === null
      ? 'The terms of the database are not known here: ask its makers.'
      : `Their file names match a known database with these terms: ${terms}.`;
  if (hasImages) {
    return `The images are in the parcel. ${termsNote} Passing on the parcel passes on the images.`;
  }
  if (commands.length === 0) {
    return `The images are not in the parcel, and their origin was not recorded: import ${code(dataset.name)} first. ${termsNote}`;
  }
  return [
    `The images are not in the parcel. ${termsNote} From the files of the database these commands make them:`,
    fenced(commands),
  ].join('\n\n');
}

function methodsSection({ methods }: Parcel): string[] {
  if (methods.length === 0) return [];
  const lines = methods.map(({ id, label, version, missing }) =>
    missing === null
      ? `- ${code(label)}, version ${version}: ${code(`${PARCEL_METHODS}${id}`)}`
      : `- ${code(label)}, version ${version}: not in the parcel; ${missing}`,
  );
  return [
    '## External methods',
    'These rows are computed by programs that are not part of Eigenbench. None of them runs until you register it: ' +
      'unpack the folder, read it, then `eigenbench methods add <folder>`. The reproduction leaves out the rows of ' +
      'methods that are not registered, by name.',
    lines.join('\n'),
  ];
}

/** Inline code, also for text with backquotes. */
function code(text: string): string {
  const plain = text.replaceAll(/\s+/g, ' ');
  const longest = Math.max(0, ...(plain.match(/`+/g) ?? []).map((run) => run.length));
  const fence = '`'.repeat(longest + 1);
  const space = longest > 0 ? ' ' : '';
  return `${fence}${space}${plain}${space}${fence}`;
}

function fenced(lines: readonly string[]): string {
  return lines.map((line) => `    ${line.replaceAll(/[\r\n]+/g, ' ')}`).join('\n');
}

/** A running SHA-256, which gives hexadecimal text. */
export interface RunningDigest {
  readonly add: (part: Uint8Array) => void;
  readonly hex: () => string;
}

/** The README comes first; the list of the files, with their digests, comes last. */
export function* parcelEntries(parcel: Parcel, digest: () => RunningDigest): Iterable<ZipContent> {
  const listed: ListedFile[] = [];
  /** The content, noted in the list when all of it has been read. */
  const noted = (name: string, content: () => Iterable<Uint8Array>): ZipContent['content'] => ({
    *[Symbol.iterator]() {
      const sum = digest();
      let bytes = 0;
      for (const part of content()) {
        sum.add(part);
        bytes += part.length;
        yield part;
      }
      listed.push({ name, bytes, sha256: sum.hex() });
    },
  });
  const utf8 = (text: string) => () => [new TextEncoder().encode(text)];
  yield { name: 'README.md', content: noted('README.md', utf8(readme(parcel))) };
  yield { name: PARCEL_METADATA, content: noted(PARCEL_METADATA, utf8(packageMetadata(parcel))) };
  for (const { name, content, stored } of parcel.files) yield { name, content: noted(name, content), stored };
  yield { name: PARCEL_FILES, content: utf8(fileList(listed))() };
}

function fileList(files: readonly ListedFile[]): string {
  return `${JSON.stringify({ format: FILES_FORMAT, version: FILES_VERSION, files }, null, 2)}\n`;
}

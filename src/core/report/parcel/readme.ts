/** What a person reads first in a parcel. */
import { plural } from '../../text/words.ts';
import { PARCEL_METHODS, type Parcel } from './parcel.ts';

/** Markdown; names from the study stand in code, where they are no markup. */
export function readme(parcel: Parcel): string {
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
    '`results/*.csv` and `splits.json` are plain text; `splits.json` has the images of every split by index and by file.',
  ]
    .join('\n\n')
    .concat('\n');
}

function imagesSection({ hasImages, terms, commands, dataset }: Parcel): string {
  const known =
    terms === null
      ? 'The terms of the database are not known here: ask its makers.'
      : `Their file names match a known database with these terms: ${terms}.`;
  if (hasImages) {
    return `The images are in the parcel. ${known} Passing on the parcel passes on the images.`;
  }
  if (commands.length === 0) {
    return `The images are not in the parcel, and their origin was not recorded: import ${code(dataset.name)} first. ${known}`;
  }
  return [
    `The images are not in the parcel. ${known} From the files of the database these commands make them:`,
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

/** As code, whatever back-quotes it has. */
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

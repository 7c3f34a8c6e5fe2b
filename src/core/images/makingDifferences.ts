/** What differs between two ways in which datasets came to be, in words. */
import { canonicalJson } from '../identity.ts';
import { plural } from '../text/words.ts';
import { importStage, type DatasetProvenance, type SourceFile } from './making.ts';
import { provenanceCommands } from './makingCommands.ts';

/** Names that a sentence lists. */
const LISTED = 12;

/** One sentence for each kind of difference: files of the import, then what was done. `names`: how they are called. */
export function provenanceDifferences(
  a: DatasetProvenance,
  b: DatasetProvenance,
  names: readonly [string, string],
): string[] {
  const [filesA, filesB] = [a, b].map((making) => importStage(making)?.files ?? []);
  const done = [a, b].map((making) => provenanceCommands(withoutFiles(making), 'it'));
  const same = canonicalJson(withoutFiles(a)) === canonicalJson(withoutFiles(b));
  return [
    ...(a.length > 0 && b.length > 0 ? fileDifferences(filesA, filesB, names) : []),
    ...(same ? [] : names.map((name, i) => `Made in ${name} by: ${done[i].join('; ') || 'nobody knows what'}.`)),
  ];
}

function withoutFiles(making: DatasetProvenance): DatasetProvenance {
  return making.map((stage) => (stage.kind === 'import' ? { ...stage, files: [] } : stage));
}

/** Files that are missing on either side or hold other bytes, by name. */
export function fileDifferences(
  a: readonly SourceFile[],
  b: readonly SourceFile[],
  [nameA, nameB]: readonly [string, string],
): string[] {
  const [ofA, ofB] = [a, b].map((files) => new Map(files.map(({ file, hash }) => [file, hash])));
  const only = (mine: typeof ofA, theirs: typeof ofA, name: string): string[] =>
    sentence(
      `only in ${name}`,
      [...mine.keys()].filter((file) => !theirs.has(file)),
    );
  const changed = [...ofA].filter(([file, hash]) => ofB.has(file) && ofB.get(file) !== hash).map(([file]) => file);
  return [
    ...only(ofA, ofB, nameA),
    ...only(ofB, ofA, nameB),
    ...sentence(`with other bytes in ${nameA} than in ${nameB}`, changed),
  ];
}

function sentence(what: string, files: readonly string[]): string[] {
  if (files.length === 0) return [];
  const shown = files.slice(0, LISTED).join(', ');
  return [`${plural(files.length, 'file')} ${what}: ${shown}${files.length > LISTED ? ', …' : ''}.`];
}

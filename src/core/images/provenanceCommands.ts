/** Provenance of a dataset as command lines. */
import type { ImportRecipe } from './importRecipe.ts';
import { shellWord } from '../text/shellQuote.ts';
import { plural } from '../text/phrases.ts';
import { formatWeights } from './grey.ts';
import {
  nameInSource,
  type ImportStage,
  type DatasetProvenance,
  type ProvenanceStage,
  importStage,
  type SourceFile,
} from './provenance.ts';
import { canonicalJson } from '../hash.ts';

/**
 * The commands that rebuild the dataset as `name`, one per stage; a comment for a stage without a command. They are to
 * be run in the folder of the imported folder or file.
 */
export function provenanceCommands(making: DatasetProvenance, name: string): string[] {
  return making.map((stage, n) => commandOf(stage, nameInSource(making, n, name)));
}

/** `name`: the name of the dataset that the stage produces. */
function commandOf(stage: ProvenanceStage, name: string): string {
  switch (stage.kind) {
    case 'import':
      return words(['import', stage.source, '--name', name, ...importOptions(stage)]);
    case 'drawn':
      return words(['demo', '--data-only', '--name', name, ...drawnOptions(stage)]);
    case 'exclude':
      return `# ${plural(stage.files.length, 'image')} of ${name} excluded in the window: ${stage.files.join(', ')}`;
    case 'preprocess': {
      const steps = stage.steps.flatMap((step) => ['--step', step]);
      // The manifest has their positions, in the order of such a list.
      return words([
        'preprocess',
        stage.origin,
        '--name',
        name,
        ...steps,
        ...(stage.eyes ? ['--eyes', 'eyes.txt'] : []),
      ]);
    }
  }
}

/** The command that imports `source`, a folder or file, with these options; `others`: those of no recipe. */
export function importCommand(
  source: string,
  to: ImportStage['size'],
  recipe: ImportRecipe,
  others: readonly string[] = [],
): string {
  return words(['import', source, ...others, ...importOptions({ size: to, recipe })]);
}

function drawnOptions({ subjects }: { readonly subjects?: number }): string[] {
  return subjects === undefined ? [] : ['--subjects', String(subjects)];
}

function words(all: readonly string[]): string {
  return ['eigenbench', ...all.map(shellWord)].join(' ');
}

type Option = (value: never) => readonly string[];

const size = ({ rows, cols }: { readonly rows: number; readonly cols: number }): string => `${rows}x${cols}`;

/** The option of each part of a recipe. */
const OPTIONS: {
  readonly [K in keyof Required<ImportRecipe>]: (value: NonNullable<ImportRecipe[K]>) => readonly string[];
} = {
  variable: (name) => ['--variable', name],
  labels: (name) => ['--labels', name],
  imageAxis: (axis) => ['--image-axis', axis],
  header: (line) => ['--header', line],
  dropColumns: (names) => names.flatMap((name) => ['--drop-column', name]),
  list: (file) => ['--list', file],
  imageSize: (shape) => ['--image-size', size(shape)],
  pixelOrder: (order) => ['--pixel-order', order],
  layout: (id) => ['--layout', id],
  pattern: (pattern) => ['--pattern', pattern],
  followLinks: (follow) => (follow ? ['--follow-links'] : []),
  subset: (id) => ['--subset', id],
  minPerSubject: (least) => ['--min-per-subject', String(least)],
  missing: (left) => ['--missing', left],
  dropDuplicates: (kind) => ['--drop-duplicates', kind],
  raw: ({ cols, rows, channels, order, header, bits }) => ['--raw', [cols, rows, channels, order, header, bits].join()],
  grey: (weights) => ['--grey', formatWeights(weights)],
  greyOnly: (only) => (only ? ['--grey-only'] : []),
  filter: (id) => ['--filter', id],
  depth: (kind) => ['--depth', kind],
  fit: (kind) => ['--fit', kind],
  skipOtherSizes: (skip) => (skip ? ['--skip-other-sizes'] : []),
  enlarge: (enlarge) => (enlarge ? ['--enlarge'] : []),
};

/** The options of an import, as words of a command line. */
export function importOptions({ size: to, recipe }: Pick<ImportStage, 'size' | 'recipe'>): string[] {
  const given = Object.entries(recipe).filter(([, value]) => value !== undefined);
  const options = given.flatMap(([part, value]) => (OPTIONS[part as keyof ImportRecipe] as Option)(value as never));
  return [...(to ? ['--size', size(to)] : []), ...options];
}

// Differences between the provenances of two datasets, in words.

/** Maximum number of names in a sentence. */
const LISTED = 12;

/** One sentence per kind of difference: files of the import, then later stages. `names`: names of the two datasets. */
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

/** The stages as commands repeat them: without the files that were read and the evidence that decided. */
function withoutFiles(making: DatasetProvenance): DatasetProvenance {
  return making.map((stage) => {
    if (stage.kind !== 'import') return stage;
    const { kind, source, size: to, recipe } = stage;
    return { kind, source, size: to, recipe, files: [] };
  });
}

/** Files that are missing on either side or differ in content, by name. */
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
  const listed = files.slice(0, LISTED).join(', ');
  return [`${plural(files.length, 'file')} ${what}: ${listed}${files.length > LISTED ? ', …' : ''}.`];
}

/** Published formats of enrolment lists: the lists of Bob's databases, or one table with set and role. */
import { decodeCsvRows } from '../../formats/tables/csv.ts';
import { FormatError } from '../../formats/formatError.ts';
import { unescapeFormula } from '../../formats/tables/cellText.ts';
import type { PredefinedEnrolment } from './enrolmentCheck.ts';
import { imagesByName, type NamedSubjects } from '../pairs/pairFiles.ts';

interface NamedFile {
  /** With its folder, as selected. */
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** The lists of Bob, recognised by the end of their path; scores compare every probe with every model of its set. */
const LISTS = [
  { path: /(^|[/\\])train_world\.lst$/, name: 'norm/train_world.lst', put: ({ world }: Mutable) => world },
  { path: /(^|[/\\])dev[/\\]for_models\.lst$/, name: 'dev/for_models.lst', put: (e: Mutable) => e.development.enrol },
  {
    path: /(^|[/\\])dev[/\\]for_(probes|scores)\.lst$/,
    name: 'dev/for_probes.lst',
    put: (e: Mutable) => e.development.probe,
  },
  { path: /(^|[/\\])eval[/\\]for_models\.lst$/, name: 'eval/for_models.lst', put: (e: Mutable) => e.evaluation.enrol },
  {
    path: /(^|[/\\])eval[/\\]for_(probes|scores)\.lst$/,
    name: 'eval/for_probes.lst',
    put: (e: Mutable) => e.evaluation.probe,
  },
] as const;

type Mutable = {
  readonly world: number[];
  readonly development: { readonly enrol: number[]; readonly probe: number[] };
  readonly evaluation: { readonly enrol: number[]; readonly probe: number[] };
};

/** Throws FormatError, which names file and line. */
export function enrolmentFromFiles(files: readonly NamedFile[], subjects: NamedSubjects): PredefinedEnrolment {
  const byName = imagesByName(subjects);
  const enrolment = files.length === 1 ? tableOf(files[0], byName) : listsOf(files, byName);
  const sizes = [
    enrolment.world,
    ...[enrolment.development, enrolment.evaluation].flatMap(({ enrol, probe }) => [enrol, probe]),
  ];
  if (sizes.some(({ length }) => length < 2)) {
    throw new FormatError('expected at least 2 images of the world, and 2 enrolled and 2 probes of either set');
  }
  return enrolment;
}

function empty(): Mutable {
  return { world: [], development: { enrol: [], probe: [] }, evaluation: { enrol: [], probe: [] } };
}

/** One image per line: its path without extension, and its subject. */
function listsOf(files: readonly NamedFile[], byName: (name: string) => number | undefined): Mutable {
  const result = empty();
  for (const { name, path, put } of LISTS) {
    const file = files.find((candidate) => path.test(candidate.name));
    if (!file) throw new FormatError(`expected the file ${name} among ${files.map((each) => each.name).join(', ')}`);
    const list = put(result);
    new TextDecoder()
      .decode(file.bytes)
      .split(/\r?\n/)
      .forEach((line, at) => {
        if (line.trim() === '') return;
        const [image] = line.trim().split(/\s+/);
        const place = byName(image);
        if (place === undefined)
          throw new FormatError(`line ${at + 1} of ${file.name}: the dataset has no file "${image}"`);
        if (!list.includes(place)) list.push(place);
      });
  }
  return result;
}

/**
 * Columns file (or index, from 0), set (world, development, evaluation) and role (enrol, probe; empty for the world).
 */
function tableOf({ bytes }: NamedFile, byName: (name: string) => number | undefined): Mutable {
  const { header, rows } = decodeCsvRows(bytes);
  const names = header.map((cell) => cell.trim().toLowerCase());
  const [file, index, set, role] = ['file', 'index', 'set', 'role'].map((name) => names.indexOf(name));
  if ((file < 0 && index < 0) || set < 0 || role < 0) {
    throw new FormatError(
      `expected the lists of Bob, or a table with the columns file (or index), set and role; found ${names.join(', ')}`,
    );
  }
  const result = empty();
  rows.forEach(({ cells, line }) => {
    const text = unescapeFormula(cells[index >= 0 ? index : file].trim());
    const image: number | undefined = index >= 0 && /^\d+$/.test(text) ? Number(text) : byName(text);
    if (image === undefined) throw new FormatError(`line ${line}: the dataset has no file "${text}"`);
    const [where, as] = [cells[set].trim().toLowerCase(), cells[role].trim().toLowerCase()];
    const side = {
      dev: result.development,
      development: result.development,
      eval: result.evaluation,
      evaluation: result.evaluation,
    }[where];
    const list = where === 'world' ? result.world : as === 'enrol' || as === 'probe' ? side?.[as] : undefined;
    if (!list) {
      throw new FormatError(
        `line ${line}: expected the set world, development or evaluation, the latter with the role enrol or probe, found "${where}", "${as}"`,
      );
    }
    list.push(image);
  });
  return result;
}

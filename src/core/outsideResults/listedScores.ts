/** A score or distance per gallery and test image, from a table: first (gallery), second (test), score or distance. */
import { FormatError } from '../formats/error.ts';
import { unescapeFormula } from '../formats/tables/formula.ts';
import { splitHash } from '../study/splits/splits.ts';
import { problemCollector, abbreviatedList, type ProblemCollector } from './findings.ts';
import { imageLookup } from './names.ts';
import { galleryOf, splitName, type ImportedResults, type ImportTarget, type ImportedSplit } from './outsideStudy.ts';
import { linesBySplit, type NamedTable } from './table.ts';

/** Whether a table lists pairs with their scores. */
export function listsScores({ names }: Pick<NamedTable, 'names'>): boolean {
  const valued = names.includes('score') || names.includes('distance');
  return valued && names.includes('first') && names.includes('second');
}

/**
 * Every test image has a number for the same gallery images, all or those that stand for their subjects. Throws
 * FormatError for what is no number, InvalidInputError with everything that does not fit the splits of the study.
 */
export function readListedScores(file: string, table: NamedTable, study: ImportTarget): ImportedResults {
  const found = problemCollector(file);
  const holds = table.column('score') ? 'scores' : 'distances';
  const texts = (table.column('score') ?? table.column('distance'))!;
  const wrong = texts.findIndex((text) => text === '' || !Number.isFinite(Number(text)));
  if (wrong >= 0)
    throw new FormatError(`expected a number, found "${texts[wrong]}" in line ${table.lineNumbers[wrong]}`);
  const groups = linesBySplit(table, study, (condition, repeat) => splitHash(study.splitOf(condition, repeat)), found);
  const [first, second] = (['first', 'second'] as const).map((name) => table.column(name)!.map(unescapeFormula));
  const imageOf = imageLookup([...first, ...second], study);
  const unknown = [...new Set([...first, ...second].filter((text) => imageOf(text) === null))];
  if (unknown.length > 0) found.add(`it names images that the dataset has not: ${abbreviatedList(unknown)}.`);
  found.done();
  const sign = holds === 'distances' ? -1 : 1;
  const answers = groups.map(({ condition, repeat, lines }): ImportedSplit => {
    const split = study.splitOf(condition, repeat);
    const known = lines.map((line) => ({
      reference: imageOf(first[line])!,
      probe: imageOf(second[line])!,
      score: sign * Number(texts[line]),
    }));
    return { condition, repeat, answer: scoresOf(splitName(condition, repeat), split, known, study, found) };
  });
  found.done();
  return { holds, answers, remarks: [] };
}

interface Listed {
  readonly reference: number;
  readonly probe: number;
  readonly score: number;
}

function scoresOf(
  name: string,
  split: ReturnType<ImportTarget['splitOf']>,
  known: readonly Listed[],
  { facts: { labels }, files }: ImportTarget,
  found: ProblemCollector,
): ImportedSplit['answer'] {
  const gallery = galleryOf(split);
  const places = new Map(Array.from(gallery, (image, place) => [image, place]));
  const probes = new Map(Array.from(split.test, (image, place) => [image, place]));
  const foreign = known.filter(({ reference, probe }) => !places.has(reference) || !probes.has(probe));
  if (foreign.length > 0) {
    const pairs = foreign.map(({ reference, probe }) => `${files[reference]} with ${files[probe]}`);
    found.add(`${name} has pairs that are not of a gallery and a test image: ${abbreviatedList(pairs)}.`);
  }
  const positions = [...new Set(known.flatMap(({ reference }) => places.get(reference) ?? []))].sort((a, b) => a - b);
  const candidates = new Map(positions.map((place, candidate) => [place, candidate]));
  const values = new Float64Array(split.test.length * positions.length).fill(Number.NaN);
  let twice = 0;
  for (const { reference, probe, score } of known) {
    const [place, at] = [places.get(reference), probes.get(probe)];
    if (place === undefined || at === undefined) continue;
    const entry = at * positions.length + candidates.get(place)!;
    if (!Number.isNaN(values[entry])) twice++;
    values[entry] = score;
  }
  if (twice > 0) found.add(`${name} has ${twice} pairs twice.`);
  const lacking = values.reduce((count, value) => count + (Number.isNaN(value) ? 1 : 0), 0);
  const without = new Set(Array.from(gallery, (image) => labels[image]));
  for (const place of positions) without.delete(labels[gallery[place]]);
  if (lacking > 0) found.add(`${name} lacks ${lacking} of ${values.length} pairs of gallery and test images.`);
  if (without.size > 0) found.add(`${name} lacks ${without.size} subjects of the gallery.`);
  return {
    kind: 'scores',
    scores: {
      probes: split.test.length,
      subjects: positions.map((place) => labels[gallery[place]]),
      positions,
      voters: 1,
      of: (probe) => values.subarray(probe * positions.length, (probe + 1) * positions.length),
    },
  };
}

/** The values of all repeats as a result file of WEKA's Experimenter, for its testers and tables. */
import { arffHead, arffWord, type ArffAttribute } from '../formats/tables/arff.ts';
import { decimal } from '../formats/tables/cellText.ts';
import { shapeText } from '../methods/latent/latentShape.ts';
import type { LatentShape } from '../methods/method.ts';
import { comparedSizes } from '../study/plan/splits.ts';
import type { StudyTable, TableEntry, ValidatedEntry } from '../study/table/table.ts';
import type { NamedSplit } from './splits.ts';

interface Scheme {
  readonly name: string;
  readonly dataset: string;
  readonly condition: string;
  readonly entry: TableEntry | ValidatedEntry;
}

/**
 * ARFF with one row per method, condition and finished repeat: a dataset is a condition, a scheme is a method (and its
 * validated variant, if the table shows both selections), a run is a repeat. Shares of test images are Number_correct,
 * Number_incorrect, Percent_correct and Percent_incorrect; other measures keep their names. Numbers of training and
 * test instances (images, in verification subjects) give WEKA's corrected tester n_test/n_train; they are missing for
 * conditions without `splits`, as in joined tables. `labels`: the subject of every image.
 */
export function wekaResults(table: StudyTable, splits: readonly NamedSplit[], labels: () => ArrayLike<number>): string {
  const { measure } = table;
  const sizes = new Map(
    splits.map(({ condition, repeat, split }) => [`${condition} ${repeat}`, comparedSizes(split, labels())]),
  );
  const schemes = schemesOf(table);
  const isShare = measure.id === 'error-rate' || measure.id === 'accuracy';
  const values = isShare
    ? ['Number_correct', 'Number_incorrect', 'Percent_correct', 'Percent_incorrect']
    : [measure.id];
  const named = (name: string, of: (scheme: Scheme) => string): ArffAttribute => {
    return { name, type: [...new Set(schemes.map(of))] };
  };
  const runs = [...new Set(schemes.flatMap(({ entry }) => entry.repeats))].sort((a, b) => a - b).map(String);
  const number = (name: string): ArffAttribute => ({ name, type: 'numeric' });
  const head = arffHead('InstanceResultListener', [
    named('Key_Dataset', ({ dataset }) => dataset),
    { name: 'Key_Run', type: runs },
    { name: 'Key_Fold', type: ['1'] },
    named('Key_Scheme', ({ name }) => name),
    // Chosen settings differ between datasets and would make them different schemes.
    { name: 'Key_Scheme_options', type: [''] },
    number('Key_Scheme_version_ID'),
    number('Date_time'),
    number('Number_of_training_instances'),
    number('Number_of_testing_instances'),
    ...values.map(number),
    named('Chosen', chosenOf),
  ]);
  const rows = schemes.flatMap((scheme) =>
    scheme.entry.repeats.map((repeat, at) => {
      const size = sizes.get(`${scheme.condition} ${repeat}`);
      const keys = [scheme.dataset, String(repeat), '1', scheme.name, ''].map(arffWord);
      const counts = [size?.train ?? '?', size?.test ?? '?'];
      const values = isShare ? shares(scheme.entry, at, measure.id === 'accuracy') : [scheme.entry.values[at]];
      return [...keys, 0, 0, ...counts, ...values.map(decimal), arffWord(chosenOf(scheme))].join(',');
    }),
  );
  return [head.trimEnd(), ...rows, ''].join('\n');
}

function schemesOf({ dataset, conditions, rows, options: { selection } }: StudyTable): Scheme[] {
  return rows.flatMap(({ label, entries }) =>
    entries.flatMap((entry, column): Scheme[] => {
      const { key, title, parts } = conditions[column];
      // Titles of joined tables start with their dataset.
      const place = { dataset: parts?.dataset === undefined ? `${dataset}, ${title}` : title, condition: key };
      const { validated } = entry;
      const oracle = { ...place, name: label, entry };
      if (!validated || selection === 'oracle') return [oracle];
      const chosen = { ...place, name: selection === 'both' ? `${label}, validated` : label, entry: validated };
      return selection === 'both' ? [oracle, chosen] : [chosen];
    }),
  );
}

/** The latent shape (the one chosen most often if repeats differ), and listed settings. */
function chosenOf({ entry: { shape, tuned } }: Scheme): string {
  const settings = Object.entries({ ...tuned?.values, ...tuned?.classifier });
  return [shapeOf(shape), ...settings.map(([name, value]) => `${name} ${String(value)}`)].filter(Boolean).join('; ');
}

function shapeOf(shape: LatentShape | null): string {
  return shape === null ? '' : shapeText(shape);
}

/** Numbers and percentages of correctly and wrongly classified test images. */
function shares({ counts, values }: Scheme['entry'], at: number, ofRight: boolean): number[] {
  const [count, of] = counts ? [counts.counts[at], counts.of[at]] : [values[at], 100];
  const wrong = ofRight ? of - count : count;
  return [of - wrong, wrong, (100 * (of - wrong)) / of, (100 * wrong) / of];
}

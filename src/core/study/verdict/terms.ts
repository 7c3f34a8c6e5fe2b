/** The terms of a study in the sentences of its verdict: its measure, its repeats, and its conditions as places. */
import { listPerturbations } from '../../perturbations/registry.ts';
import { REPEAT_NOUNS } from '../../protocols/protocol.ts';
import type { Condition } from '../../protocols/split.ts';
import { uncapitalised } from '../../text/phrases.ts';
import type { Study } from '../study.ts';
import type { StudyTable } from '../table/table.ts';
import { joinedPlaces, valueWording, type ValueWording } from './wording.ts';

/** Numbers and names of the measure of a table. */
export interface MeasureWording extends ValueWording {
  /** "error rate" */
  readonly name: string;
  /** "error rates" */
  readonly plural: string;
  /** "lowest", "lower"; "highest", "higher" if higher values are better. */
  readonly best: string;
  readonly better: string;
  /** "below", "above": the leader relative to its rivals. */
  readonly ahead: string;
  /** Whether a value is readable without a rival: the rate of wrong decisions depends on the share of genuine pairs. */
  readonly standsAlone: boolean;
  /** "images"; "pairs" in verification. */
  readonly tests: 'images' | 'pairs';
}

/** Names of measures of pairs, which are not those of recognition. */
const OF_PAIRS: Readonly<Record<string, readonly [name: string, plural: string]>> = {
  'error-rate': ['rate of wrong decisions', 'rates of wrong decisions'],
  accuracy: ['rate of correct decisions', 'rates of correct decisions'],
};

export function measureWording(
  { protocol }: Pick<Study, 'protocol'>,
  { measure, options }: Pick<StudyTable, 'measure' | 'options'>,
): MeasureWording {
  const pairs = protocol.compares !== null;
  const title = uncapitalised(measure.title.replace(/^(Verification|Reconstruction) /, ''));
  const plural = /^[\p{L} -]+$/u.test(title) ? `${title}s` : `values of ${title}`;
  const names = pairs ? OF_PAIRS[measure.id] : undefined;
  const lower = measure.better === 'lower';
  return {
    ...valueWording(measure, options.digits),
    name: names?.[0] ?? title,
    plural: names?.[1] ?? plural,
    best: lower ? 'lowest' : 'highest',
    better: lower ? 'lower' : 'higher',
    ahead: lower ? 'below' : 'above',
    standsAlone: names === undefined,
    tests: pairs ? 'pairs' : 'images',
  };
}

/** What one repeat of the study is: "split", "fold". */
export function repeatNoun({ protocol }: Pick<Study, 'protocol'>): string {
  return REPEAT_NOUNS[protocol.repeatsAre];
}

// Places: conditions as parts of a sentence.

/** Factors of the conditions of a table, and how a sentence names their levels. */
export type PlaceFactor = 'dataset' | 'training' | 'perturbation' | 'level';

/** "on Yale", "at k = 5", "under noise", "under noise σ = 10"; empty for a factor that the table does not have. */
export type Place = Readonly<Record<PlaceFactor, string>>;

export interface Places {
  readonly of: (condition: Condition) => Place;
  /** The factors that vary over the conditions: "at k = 5 under occlusion"; `without`: leaves one out. */
  readonly phrase: (condition: Condition, without?: PlaceFactor) => string;
  /** Several conditions: "under occlusion" if they are all of some levels of a factor; else up to three, or a count. */
  readonly together: (conditions: readonly Condition[]) => string;
  /** "under occlusion", if these are all conditions of one level of a factor; else null. */
  readonly level: (conditions: readonly Condition[]) => string | null;
}

/** From the coarsest on. */
export const PLACE_FACTORS: readonly PlaceFactor[] = ['dataset', 'perturbation', 'level', 'training'];

/** The places of the conditions of a table. */
export function placesOf({ spec }: Pick<Study, 'spec'>, conditions: readonly Condition[]): Places {
  const levels = listPerturbations(spec.perturbations).filter(({ suffix }) => suffix !== '');
  const sides = new Set(levels.map(({ perturbation }) => perturbation!.on));
  const placeOf = ({ key, title, parts }: Condition): Place => {
    const level = levels.find(({ suffix }) => key.endsWith(suffix));
    const training = parts?.training ?? (level ? title.replace(`, ${level.title}`, '') : title);
    const full = level?.title.replace(/ \([a-z ]+\)$/, '') ?? '';
    const side = level && sides.size > 1 && level.perturbation!.on !== 'test' ? ` (${level.perturbation!.on})` : '';
    return {
      dataset: parts?.dataset === undefined ? '' : `on ${parts.dataset}`,
      training: /^\p{L} = /u.test(training) ? `at ${training}` : `with ${training}`,
      perturbation: level ? `under ${kindOf(full)}${side}` : 'on clean images',
      level: level ? `under ${full}${side}` : 'on clean images',
    };
  };
  const places = new Map(conditions.map((condition) => [condition.key, placeOf(condition)]));
  const varies = (factor: PlaceFactor): boolean => new Set([...places.values()].map((place) => place[factor])).size > 1;
  const kinds = new Set([...places.values()].map(({ perturbation }) => perturbation));
  const exact = new Set([...places.values()].map(({ level }) => level)).size > kinds.size;
  const phrase = ({ key }: Condition, without?: PlaceFactor): string => {
    const place = places.get(key)!;
    const perturbed = exact ? 'level' : 'perturbation';
    const left = without === 'level' || without === 'perturbation' ? perturbed : without;
    return (['dataset', 'training', perturbed] as const)
      .filter((factor) => varies(factor) && factor !== left)
      .map((factor) => place[factor])
      .join(' ');
  };
  /** The levels of a factor whose conditions are these, if there is one; null: none. */
  const levelsOf = (chosen: readonly Condition[], most: number): string[] | null => {
    for (const factor of PLACE_FACTORS.filter(varies)) {
      const names = [...new Set(chosen.map(({ key }) => places.get(key)![factor]))];
      const whole = [...places.values()].filter((place) => names.includes(place[factor]));
      if (names.length <= most && whole.length === chosen.length) return names;
    }
    return null;
  };
  return {
    of: ({ key }) => places.get(key)!,
    phrase,
    together(chosen) {
      const names = levelsOf(chosen, 3);
      if (names !== null) return joinedPlaces(names);
      if (chosen.length > 3) return `in ${chosen.length} of ${conditions.length} conditions`;
      return joinedPlaces(chosen.map((condition) => phrase(condition)));
    },
    level: (chosen) => levelsOf(chosen, 1)?.[0] ?? null,
  };
}

/** The kind of a perturbation, from the title of a level: "noise" of "noise σ = 20". */
function kindOf(level: string): string {
  const kind = /^.*?(?= σ| \d|$)/u.exec(level)![0];
  return kind === 'missing' ? 'missing pixels' : kind;
}

/** Sentences of a paper on the choice of settings and latent dimensions. */
import { measureOf, measureProse } from '../../measures/measures.ts';
import {
  reasonWithoutEffect,
  type Parameter,
  type SettingPhrases,
  type Settings,
  type ValuePhrases,
  type LatentShape,
  type Method,
} from '../../methods/method.ts';
import {
  choosesShape,
  isTuned,
  rowLists,
  type MethodRow,
  type PlannedMethod,
  type Study,
  type StudyOnDataset,
} from '../../study/study.ts';
import type { StudySpec } from '../../study/spec/spec.ts';
import type { StudyTable } from '../../study/table/table.ts';
import type { TableOptions } from '../../study/table/tableOptions.ts';
import { countProse, listedProse, math, percentProse, prose, type Piece, type Prose } from '../../text/proseTags.ts';
import { listed, uncapitalised } from '../../text/phrases.ts';
import { conditionsOf } from '../../study/spec/conditions.ts';
import { featureShape } from '../../features/registry.ts';
import { conditionsProse } from './conditionsProse.ts';
import { latentShapes } from '../../methods/latent/latentGrid.ts';
import { trainSizes } from '../../study/plan/splits.ts';
import { REPEAT_NOUNS } from '../../protocols/protocol.ts';

// Candidate latent shapes of a method, as formulas.

/** Longer progressions are abbreviated: {5, 10, …, 35}. */
const MOST_LISTED = 4;
/** Longer lists are counted instead. */
const MOST_VALUES = 12;

/** "all possible q", "q ∈ {5, 10, …, 35}", "(q_c, q_r) ∈ {4, 8}²", at the largest training sets of the study. */
function candidatesProse(study: StudyOnDataset, method: Method, { latent, features }: PlannedMethod): Prose {
  const names = method.latentNames;
  const nested = method.sweep !== undefined;
  if (latent === 'all' || (nested && (latent === 'default' || latent === 'adaptive'))) {
    return prose`all possible ${names.length === 1 ? math(names[0]) : [math(`(${names.join(', ')})`)]}`;
  }
  if (latent === 'adaptive') return prose`a grid of ${math(names.join(', '))}, refined around its best values,`;
  const shapes = largestGrid(study, method, latent, features);
  const axes = names.map((_, axis) => [...new Set(shapes.map((shape) => shape[axis]))].sort((a, b) => a - b));
  const variables = names.length === 1 ? names[0] : `(${names.join(', ')})`;
  if (names.length > 1 && shapes.every((shape) => new Set(shape).size === 1)) {
    return valuesProse(names.join(' = '), axes[0]);
  }
  if (axes.length === 1) return valuesProse(variables, axes[0]);
  if (axes.reduce((product, { length }) => product * length, 1) > shapes.length) {
    if (shapes.length > MOST_VALUES) return prose`${shapes.length} listed values of ${math(variables)}`;
    return [math(`${variables} ∈ {${shapes.map((shape) => `(${shape.join(', ')})`).join(', ')}}`)];
  }
  const sets = axes.map(setText);
  const squared = sets.length === 2 && sets[0] === sets[1];
  return [math(`${variables} ∈ ${squared ? `${sets[0]}²` : sets.join(' × ')}`)];
}

/** The longest list of shapes that a training set of the study allows. */
function largestGrid(
  { spec, dataset }: StudyOnDataset,
  method: Method,
  latent: PlannedMethod['latent'],
  features = spec.features,
): readonly LatentShape[] {
  const { rows, cols } = featureShape(features, dataset);
  const conditions = conditionsOf(spec.protocol);
  const grids = conditions.flatMap(({ key }) =>
    trainSizes(spec, dataset, key).map(({ images, subjects }) =>
      latentShapes(method, latent, rows, cols, images, subjects),
    ),
  );
  return grids.reduce((longest, shapes) => (shapes.length > longest.length ? shapes : longest));
}

/** "q = 8", "q ∈ {4, 8}", "17 values of q from 1 to 80" */
function valuesProse(variable: string, values: readonly number[]): Prose {
  const [first, last] = [values[0], values[values.length - 1]];
  if (values.length === 1) return [math(`${variable} = ${first}`)];
  if (values.length > MOST_VALUES && !isEven(values)) {
    return prose`${values.length} values of ${math(variable)} from ${`${first}`} to ${`${last}`}`;
  }
  return [math(`${variable} ∈ ${setText(values)}`)];
}

/** "{4, 8}", "{5, 10, …, 35}" */
function setText(values: readonly number[]): string {
  const short = isEven(values) && values.length > MOST_LISTED;
  return `{${(short ? [values[0], values[1], '…', values[values.length - 1]] : values).join(', ')}}`;
}

/** Whether the values are evenly spaced. */
function isEven(values: readonly number[]): boolean {
  return values.every((value, at) => value === values[0] + at * (values[1] - values[0]));
}

/** Sentences on settings that differ from their defaults, and on those that papers always state. */
export function settingSentences({ rows }: Study): Prose[] {
  return rows.flatMap(({ label, method, methods: combined }): Prose[] => {
    const [planned] = combined;
    const done: Prose[] = [];
    const used: Prose[] = [];
    const set: Prose[] = [];
    for (const parameter of method.parameters) {
      const value = planned.settings[parameter.name] ?? ('default' in parameter ? parameter.default : undefined);
      const isDefault = 'default' in parameter && value === parameter.default;
      if ((isDefault && !parameter.stated) || planned.tuned?.values[parameter.name] !== undefined) continue;
      if (combined.every(({ settings }) => reasonWithoutEffect(parameter, settings) !== null)) continue;
      const { stated } = parameter;
      if (typeof stated === 'object' && 'phrases' in stated) {
        const noun = valuePhrase(stated, value, planned.settings);
        if (noun) used.push(noun);
        continue;
      }
      if (typeof stated === 'object' && 'one' in stated && typeof value === 'number') {
        const text = statedText(stated, value);
        if (text.startsWith(USED)) used.push([text.slice(USED.length)]);
        else done.push([text]);
        continue;
      }
      const written = settingProse(parameter, value);
      if (written === null) continue;
      const noun = usedProse(parameter, written);
      if (noun) used.push(noun);
      else set.push(prose`${titleOf([parameter], parameter.name)} to ${written}`);
    }
    const all = [
      ...(used.length > 0 ? [prose`${USED}${listedProse(used)}`] : []),
      ...done,
      ...(set.length > 0 ? [prose`set ${listedProse(set)}`] : []),
    ];
    return all.length === 0 ? [] : [prose`For ${label}, we ${listedProse(all)}`];
  });
}

/** The noun for a value of a choice with the publication behind it; null if papers do not state the value. */
function valuePhrase(
  { phrases, with: other, citations }: ValuePhrases,
  value: unknown,
  settings: Settings,
): Prose | null {
  const noun = phrases[other === undefined ? `${value}` : `${value} ${settings[other]}`];
  const citation = citations?.[`${value}`];
  return noun === undefined ? null : [noun, ...(citation ? [{ cite: citation.key }] : [])];
}

/**
 * A value as a noun: "a Gaussian kernel", "γ = 0.1", "degree p = 2", "a shrinkage of 0.01"; null for counts and for
 * options without such words.
 */
function usedProse({ kind, stated, title }: Parameter, written: Piece): Prose | null {
  if (typeof stated === 'object' && 'used' in stated) {
    const [before, after] = stated.used.split('{}');
    return prose`${before}${written}${after}`;
  }
  if ((kind !== 'number' && kind !== 'integer') || typeof written === 'string' || COUNTED.test(title)) return null;
  if (!('math' in written)) return null;
  const [, name, symbol] = SYMBOL.exec(title) ?? [];
  if (symbol)
    return prose`${name === undefined ? '' : `${uncapitalised(name)} `}${math(`${symbol} = ${written.math}`)}`;
  const noun = uncapitalised(title);
  return prose`${/^[aeiou]/i.test(noun) ? 'an' : 'a'} ${noun} of ${written}`;
}

/** "γ", "Degree p": a title that is a variable, or ends with one. */
const SYMBOL = /^(?:(.*) )?(\p{L})$/u;

const USED = 'used ';

/** "used five nearest neighbours", "kept the leading principal components with 98% of the variance" */
function statedText({ one, share, count }: SettingPhrases, value: number): string {
  if (value === 1) return one;
  return value < 1 && share ? share.replace('{}', percentProse(value)) : count.replace('{}', countProse(value));
}

/** Options that are named after people. */
const NAMED_AFTER = /^(Gaussian|Ledoit)/;

/** A value as stated in papers; null if it does not fit into a sentence. */
function settingProse(parameter: Parameter, value: unknown): Piece | null {
  if (typeof value === 'number')
    return math(value !== 0 && Math.abs(value) < 1e-3 ? value.toExponential() : `${value}`);
  if (typeof value === 'boolean') return value ? 'on' : 'off';
  if (typeof value !== 'string') return null;
  const option = parameter.kind === 'choice' ? parameter.choices.find((each) => each.value === value) : undefined;
  if (!option) return value;
  return NAMED_AFTER.test(option.title) ? option.title : uncapitalised(option.title);
}

/** Sentences on how latent dimensions and listed settings were chosen, and from which candidates. */
export function selectionSentences(study: StudyOnDataset, { selection }: Pick<TableOptions, 'selection'>): Prose[] {
  const { spec, rows, protocol } = study;
  const noun = REPEAT_NOUNS[protocol.repeatsAre];
  const tuned = rows.filter(isTuned);
  const shaped = rows.filter(choosesShape);
  const fixed = shaped.filter((row) => fixedProse(row) !== null);
  const free = shaped.filter((row) => fixedProse(row) === null);
  const given = fixed.length > 0 ? [fixedSentence(fixed)] : [];
  if (free.length === 0 && tuned.length === 0) return given;
  const { what, was, they } = subjectOf(free, tuned.length > 0, given.length > 0);
  const aim = aimOf(spec.selection?.by);
  const { compares } = protocol;
  const tests = compares ? `test ${compares === 'images' ? 'pairs' : 'comparisons'}` : 'test images';
  const oracle = prose`${what} ${was} chosen to ${aim} on the ${tests} (oracle selection), which favours methods with more candidates`;
  const candidates = [...gridSentence(study, free), ...tuned.flatMap(listSentence)];
  if (!spec.selection || selection === 'oracle') return [...given, oracle, ...candidates];
  const { innerSplits, on } = spec.selection;
  const held =
    innerSplits === 1 ? 'one inner split that held' : `${countProse(innerSplits)} inner splits, each of which held`;
  const where =
    on === 'development'
      ? 'on the development pairs'
      : `within the training images (${held} out one image per subject)`;
  const validated = prose`in each ${noun}, ${what} ${was} chosen to ${aim} ${where}`;
  const both =
    selection === 'validated'
      ? []
      : [prose`For comparison, ${they} ${was} also chosen on the ${tests} (oracle selection)`];
  return [...given, validated, ...both, ...candidates];
}

/**
 * Sentence for conditions where validation was impossible, e.g. because inner training sets are too small for a method.
 */
export function unchosenSentence({ rows, conditions, options }: StudyTable): Prose[] {
  if (options.selection === 'oracle') return [];
  const lacking = rows.flatMap(({ label, entries }): Prose[] => {
    const without = conditions.filter((_, c) => {
      const { validated, values } = entries[c];
      return validated?.values.length === 0 && values.length > 0;
    });
    return without.length === 0 ? [] : [prose`${label} (${conditionsProse(without, conditions)})`];
  });
  return lacking.length === 0
    ? []
    : [prose`No choice without the test images was possible for ${listedProse(lacking)}`];
}

/**
 * The chosen quantity as the subject of a sentence: "the latent dimension of LDA", "latent dimensions and settings".
 */
function subjectOf(free: readonly MethodRow[], settings: boolean, others: boolean) {
  if (free.length === 0) return { what: 'settings', was: 'were', they: 'they' };
  if (free.length === 1 && !settings) {
    const [{ label, method }] = free;
    if (method.latentNames.length === 1) {
      return { what: `the latent dimension of ${label}`, was: 'was', they: 'it' };
    }
    return { what: `the latent dimensions of ${label}`, was: 'were', they: 'they' };
  }
  const shapes = others ? 'the other latent dimensions' : 'latent dimensions';
  return { what: settings ? `${shapes} and settings` : shapes, was: 'were', they: 'they' };
}

function fixedSentence(rows: readonly MethodRow[]): Prose {
  const one = rows.length === 1 && rows[0].method.latentNames.length === 1;
  return prose`The latent ${one ? 'dimension was' : 'dimensions were'} fixed at ${listedProse(rows.flatMap((row) => fixedProse(row) ?? []))}`;
}

/** "q = 20 for PCA", "(q_c, q_r) = (4, 8) for GLRAM": a method with a single latent shape; null if it has several. */
function fixedProse({ label, method, methods: [{ latent }] }: MethodRow): Prose[] | null {
  if (!Array.isArray(latent) || latent.length !== 1) return null;
  const shape: readonly number[] = [latent[0]].flat();
  const { latentNames } = method;
  if (shape.length !== latentNames.length) return null;
  const tuple = (parts: readonly (string | number)[]): string => {
    return parts.length === 1 ? `${parts[0]}` : `(${parts.join(', ')})`;
  };
  return [prose`${math(`${tuple(latentNames)} = ${tuple(shape)}`)} for ${label}`];
}

/** Sentence on the candidate latent dimensions of each method; methods with equal candidates share them. */
function gridSentence(study: StudyOnDataset, rows: readonly MethodRow[]): Prose[] {
  const grids = rows.map(({ label, method, methods: [planned] }) => {
    return { label, grid: candidatesProse(study, method, planned) };
  });
  const groups = [...Map.groupBy(grids, ({ grid }) => JSON.stringify(grid)).values()];
  if (groups.length === 0) return [];
  if (rows.length === 1) return [prose`The candidates were ${grids[0].grid}`];
  const parts = groups.map((group) => prose`${group[0].grid} for ${listed(group.map(({ label }) => label))}`);
  const single = groups.length === 2 && groups[0].length === 1;
  return [prose`The candidates were ${listedProse(parts, single ? ' and ' : ', and ')}`];
}

/** Sentence on the candidate settings of a method; those of the classifier are stated with the classifier. */
function listSentence(row: MethodRow): Prose[] {
  const [{ tuned }] = row.methods;
  const { parameters } = row.method;
  const lists = rowLists(row).flatMap(([name, values]): Prose[] => {
    const parameter = parameters.find((each) => each.name === name);
    if (!parameter || !(name in tuned!.values)) return [];
    const texts = values.map((value): Prose => [settingProse(parameter, value) ?? String(value)]);
    return [prose`${titleOf(parameters, name)} were ${listedProse(texts)}`];
  });
  if (lists.length === 0) return [];
  const [first, ...others] = lists;
  return [
    prose`For ${row.label}, the candidates for ${listedProse([first, ...others.map((list) => prose`those for ${list}`)])}`,
  ];
}

/** "minimise the mean error rate" */
function aimOf(id: NonNullable<StudySpec['selection']>['by'] = 'error-rate'): string {
  const name = measureProse(id, false).replace(/^the |\s*\([^)]*\)/g, '');
  return `${measureOf(id).better === 'lower' ? 'minimise' : 'maximise'} the mean ${name}`;
}

/** Matches titles whose first noun is plural, such as "Nearest neighbours" or "Marginal pairs per subject". */
const COUNTED = /^(\S+ )?\p{L}+s( |$)/u;

/** "the metric", "the number of nearest neighbours" */
export function titleOf(
  parameters: readonly { readonly name: string; readonly title: string; readonly kind: string }[],
  name: string,
): string {
  const { title = name, kind } = parameters.find((each) => each.name === name) ?? {};
  return `the ${kind === 'integer' && COUNTED.test(title) ? 'number of ' : ''}${uncapitalised(title)}`;
}

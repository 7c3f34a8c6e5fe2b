/**
 * Parameters of the classifier to choose from: a list in place of a single value, as in `"k": [1, 3, 5]`. Every
 * combination of the listed values, and of the listed settings of a method, is computed as a method of its own.
 */
import { z } from 'zod';
import { choiceOf } from '../../choice.ts';
import {
  classifierDeclaration,
  classifiers,
  subjectModels,
  type Classifier,
  type classifierSchema,
} from '../../classify/classifiers/registry.ts';
import { decisionRuleOf } from '../../classify/decisionRule.ts';
import { isScoreBased, measuresOf, type MeasureRequest } from '../../measures/measures.ts';
import { IMPORTED } from '../../methods/importedMethod.ts';
import type { Method, Settings } from '../../methods/method.ts';
import type { Problem } from '../../methods/problems.ts';
import type { Protocol } from '../../protocols/registry.ts';
import { listed, uncapitalised } from '../../text/phrases.ts';
import { comparisonTarget } from './comparedWith.ts';
import {
  combinationCount,
  combinations,
  isTunable,
  settingsGrid,
  tunedText,
  valueListedTwice,
  type StudySettings,
  type TunedSettings,
} from './settingsGrid.ts';
import { allMethods } from '../../methods/registry.ts';
import { findNamed } from '../../text/nameLookup.ts';

type Listed<C> = C extends { readonly kind: unknown }
  ? { [Name in keyof C]: Name extends 'kind' ? C[Name] : C[Name] | NonNullable<C[Name]>[] }
  : never;

/** A classifier whose parameters may be lists of values to choose from. */
export type StudyClassifier = Listed<Classifier>;

/** A value, or a list of such values to choose from. */
function orList(schema: z.core.$ZodType): z.ZodType {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  if (def.type === 'optional') return orList(def.innerType).optional();
  if (def.type === 'default') return orList(def.innerType).default(def.defaultValue);
  return z.union([schema, z.array(schema).min(1)]);
}

function withLists({ schema, parameters }: (typeof classifiers)[number]): z.core.$ZodTypeDiscriminable {
  const shape: Readonly<Record<string, z.core.$ZodType>> = schema.shape;
  const tunable = parameters.filter(isTunable).map(({ name }): [string, z.ZodType] => [name, orList(shape[name])]);
  return z.strictObject({ ...shape, ...Object.fromEntries(tunable) });
}

const [first, ...others] = classifiers.map(withLists);

/** What `classifier` of a spec may be; the types of what is made of declarations are those of the single values. */
export const studyClassifierSchema = z.discriminatedUnion('kind', [first, ...others]) as unknown as z.ZodType<
  StudyClassifier,
  Listed<z.input<typeof classifierSchema>>
>;

/** The parameters of a classifier that are lists, in the order of its declaration. */
export function classifierLists(classifier: StudyClassifier): ReturnType<typeof settingsGrid> {
  return settingsGrid(fieldsOf(classifier), classifierDeclaration(classifier).parameters);
}

/** Every combination of the listed parameters, the last running fastest; the classifier itself where none is listed. */
export function classifierCombinations(classifier: StudyClassifier): { rule: Classifier; values: Settings }[] {
  const found = combinations('', fieldsOf(classifier), classifierDeclaration(classifier).parameters);
  return found.map(({ settings, tuned }) => ({ rule: settings as unknown as Classifier, values: tuned?.values ?? {} }));
}

/** A value that is listed twice. `at`: where the spec has the classifier. */
export function classifierGridProblems(classifier: StudyClassifier, at: string): Problem[] {
  return valueListedTwice(fieldsOf(classifier), classifierDeclaration(classifier).parameters).map(([name, value]) => {
    const path = `${at}.${name}`;
    return { path, message: `${path}: ${name} lists ${JSON.stringify(value)} twice.` };
  });
}

/** How many combinations the listed parameters of a classifier make; 1 without a list. */
export function classifierCount(classifier: StudyClassifier): number {
  return combinationCount(fieldsOf(classifier), classifierDeclaration(classifier).parameters);
}

/** What of a study says whether a method asks its classifier. */
interface Asked {
  readonly classifier: StudyClassifier;
  readonly protocol: Protocol;
  readonly measures?: readonly MeasureRequest[];
}

/** What a method takes part as: its settings and the classifier, at one combination of what is listed. */
export interface RowCombination {
  readonly settings: Settings;
  readonly tuned?: TunedSettings;
  /** Where the study lists parameters of its classifier: the one of this combination. */
  readonly classifier?: Classifier;
}

/**
 * Every combination of the listed settings of a method and the listed parameters of the classifier, these running
 * fastest. `row`: the label of the method. A method that leaves the classifier aside has no combinations of it. Throws
 * InvalidInputError for too many.
 */
export function rowCombinations(row: string, settings: StudySettings, method: Method, study: Asked): RowCombination[] {
  const { classifier } = study;
  const own = combinations(row, settings, method.parameters);
  if (classifierLists(classifier).length === 0) return own;
  const rules = classifierCombinations(classifier);
  return own.flatMap((combination) => {
    if (leavesAside(method, combination.settings, study)) {
      return [{ ...combination, classifier: rules[0].rule }];
    }
    return rules.map(({ rule, values: ofRule }) => {
      const chosen = { values: combination.tuned?.values ?? {}, classifier: ofRule };
      const tuned = { ...chosen, label: `${row} [${tunedText(chosen)}]` };
      return { settings: combination.settings, tuned, classifier: rule };
    });
  });
}

/** Absent: the classifier of the study. */
interface Row {
  readonly classifier?: StudyClassifier;
}

/** The classifiers of the rows of a study. */
export function classifiersOf({
  methods,
  classifier: common,
}: {
  readonly methods: readonly Row[];
  readonly classifier: StudyClassifier;
}): StudyClassifier[] {
  const rows = methods.map(({ classifier = common }) => classifier);
  return [...new Map(rows.map((classifier) => [JSON.stringify(classifier), classifier])).values()];
}

/** What a row asks: the study with the classifier of the row, where it has one of its own. */
export function withRowClassifier<Study extends Asked>({ classifier }: Row, study: Study): Study {
  return classifier ? { ...study, classifier } : study;
}

/**
 * Imported results, and methods whose own rule decides every test image; one that gives no scores leaves them to
 * the classifier where the study measures any.
 */
export function leavesAside(method: Method, settings: Settings, study: Asked): boolean {
  if (method.id === IMPORTED) return true;
  if (subjectModels(study.classifier)) return false;
  const rule = decisionRuleOf(method, settings, comparisonTarget(study.protocol));
  return rule !== null && (rule.score !== undefined || !measuresOf(study).some(isScoreBased));
}

/**
 * As sentences name a classifier: "nearest neighbour by the cosine"; of one with lists "k nearest neighbours (k from 1
 * and 3; metric cosine)".
 */
export function classifierPhrase(classifier: StudyClassifier): string {
  const declared = classifierDeclaration(classifier);
  if (classifierLists(classifier).length === 0) return declared.phrase(classifier as Classifier);
  const { title } = choiceOf(classifiers, classifier.kind);
  const { kind: _, ...fields } = classifier;
  const texts = Object.entries(fields).map(([name, value]) => {
    return Array.isArray(value) ? `${name} from ${listed(value.map(String))}` : `${name} ${String(value)}`;
  });
  return `${uncapitalised(title)} (${texts.join('; ')})`;
}

function fieldsOf(classifier: StudyClassifier): StudySettings {
  return classifier as unknown as StudySettings;
}

// A list of classifiers in a spec makes a row of each: what is chosen from is a list of values inside of one.

type Fields = Readonly<Record<string, unknown>>;

/**
 * The JSON of a spec with a method per classifier in the place of a method with a list of them. A list of the study
 * holds for every method without a classifier of its own; its first one stays that of the study. Rows are told apart by
 * what the classifiers differ in: "PCA (cosine)". What is no such list stays as it is.
 */
export function withClassifierRows(json: unknown): unknown {
  if (!isFields(json) || !Array.isArray(json['methods'])) return json;
  const common = listOf(json['classifier']);
  const methods: unknown[] = json['methods'];
  if (!common && !methods.some((entry) => isFields(entry) && listOf(entry['classifier']))) return json;
  return {
    ...json,
    ...(common && { classifier: common[0] }),
    methods: methods.flatMap((entry) => {
      if (!isFields(entry)) return [entry];
      const list = listOf(entry['classifier']) ?? (entry['classifier'] === undefined ? common : null);
      if (!list) return [entry];
      const names = namesOf(list);
      return list.map((classifier, at) => {
        const label = names[at] === '' ? {} : { label: `${titleOf(entry)} (${names[at]})` };
        return { ...entry, ...label, classifier };
      });
    }),
  };
}

/** What each of several classifiers has that the others have not: its kind, the values of its fields. */
function namesOf(list: readonly Fields[]): string[] {
  const filled = list.map((given): Fields => {
    const declared = classifiers.find(({ kind }) => kind === given['kind']);
    const defaults = (declared?.parameters ?? []).map((field) => [
      field.name,
      'default' in field ? field.default : undefined,
    ]);
    return { ...Object.fromEntries(defaults), ...given };
  });
  const fields = [...new Set(filled.flatMap((classifier) => Object.keys(classifier)))].filter(
    (name) => new Set(filled.map((classifier) => JSON.stringify(classifier[name]))).size > 1,
  );
  return filled.map((classifier) => {
    const values = fields.filter((name) => classifier[name] !== undefined).map((name) => String(classifier[name]));
    return values.join(', ');
  });
}

function titleOf({ label, method }: Fields): string {
  const name = String(method);
  return String(label ?? findNamed(name, allMethods(), ({ id }) => id)?.title ?? name);
}

function listOf(value: unknown): readonly Fields[] | null {
  return Array.isArray(value) && value.length > 0 && value.every(isFields) ? value : null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

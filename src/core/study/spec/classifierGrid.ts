/**
 * Parameters of the classifier to choose from: a list in place of a single value, as in `"k": [1, 3, 5]`. Every
 * combination of the listed values, and of the listed settings of a method, is computed as a separate method.
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

/** Schema of `classifier` in a spec. It is built from the declarations, so its static type is asserted. */
export const studyClassifierSchema = z.discriminatedUnion('kind', [first, ...others]) as unknown as z.ZodType<
  StudyClassifier,
  Listed<z.input<typeof classifierSchema>>
>;

/** The parameters of a classifier that are lists, in the order of its declaration. */
export function classifierLists(classifier: StudyClassifier): ReturnType<typeof settingsGrid> {
  return settingsGrid(fieldsOf(classifier), classifierDeclaration(classifier).parameters);
}

/** Every combination of the listed parameters, the last varying fastest; without lists the classifier itself. */
export function classifierCombinations(classifier: StudyClassifier): { rule: Classifier; values: Settings }[] {
  const grid = combinations('', fieldsOf(classifier), classifierDeclaration(classifier).parameters);
  return grid.map(({ settings, tuned }) => ({ rule: settings as unknown as Classifier, values: tuned?.values ?? {} }));
}

/** Problems of values that are listed twice. `at`: path of the classifier in the spec. */
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

/** The part of a study that determines whether a method uses its classifier. */
interface ClassifierContext {
  readonly classifier: StudyClassifier;
  readonly protocol: Protocol;
  readonly measures?: readonly MeasureRequest[];
}

/** A method of a study at one combination of the listed values: its settings and the classifier. */
export interface RowCombination {
  readonly settings: Settings;
  readonly tuned?: TunedSettings;
  /** The classifier of this combination, if the study lists parameters of its classifier. */
  readonly classifier?: Classifier;
}

/**
 * Every combination of the listed settings of a method and the listed parameters of the classifier, the latter varying
 * fastest. `row`: the label of the method. A method that does not use the classifier has no combinations of it. Throws
 * InvalidInputError for too many.
 */
export function rowCombinations(
  row: string,
  settings: StudySettings,
  method: Method,
  study: ClassifierContext,
): RowCombination[] {
  const { classifier } = study;
  const methodCombinations = combinations(row, settings, method.parameters);
  if (classifierLists(classifier).length === 0) return methodCombinations;
  const rules = classifierCombinations(classifier);
  return methodCombinations.flatMap((combination) => {
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

/** A row of a study; without a classifier of its own it uses that of the study. */
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

/** The study as it holds for a row: with the classifier of the row, if it has one of its own. */
export function withRowClassifier<Study extends ClassifierContext>({ classifier }: Row, study: Study): Study {
  return classifier ? { ...study, classifier } : study;
}

/**
 * Whether a method does not use the classifier: imported results, and methods whose own rule decides every test image.
 * A rule without scores leaves these to the classifier if the study measures any.
 */
export function leavesAside(method: Method, settings: Settings, study: ClassifierContext): boolean {
  if (method.id === IMPORTED) return true;
  if (subjectModels(study.classifier)) return false;
  const rule = decisionRuleOf(method, settings, comparisonTarget(study.protocol));
  return rule !== null && (rule.score !== undefined || !measuresOf(study).some(isScoreBased));
}

/**
 * Phrase for a classifier: "nearest neighbour by the cosine"; with lists "k nearest neighbours (k from 1 and 3; metric
 * cosine)".
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

// A list of classifiers in a spec makes one row per classifier; a list inside a classifier holds values to choose from.

type Fields = Readonly<Record<string, unknown>>;

/**
 * The JSON of a spec in which one method per classifier replaces a method with a list of them. A list of the study
 * holds for every method without a classifier of its own; its first one stays that of the study. Labels of rows name
 * what the classifiers differ in: "PCA (cosine)". Other JSON is returned unchanged.
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

/** What distinguishes each of several classifiers: its kind, and the values of its fields. */
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

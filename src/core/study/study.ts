/**
 * A study whose spec is resolved: its protocol, conditions and rows, each with its method. `planStudy` makes it once;
 * cells, tables, footers, reports, figures and the page read it instead of planning the spec again.
 */
import { subjectModels, type Classifier } from '../classify/classifiers/registry.ts';
import { decisionRuleOf, type ComparisonTarget } from '../classify/decisionRule.ts';
import type { DatasetFacts } from '../dataset.ts';
import { hashOf } from '../hash.ts';
import type { ImportedSource } from '../methods/importedMethod.ts';
import type { LatentGrid } from '../methods/latent/latentGridSchema.ts';
import { acceptsMissing, type Method, type Settings } from '../methods/method.ts';
import { findMethod, registerRecorded } from '../methods/registry.ts';
import { resolveSettings } from '../methods/settings.ts';
import type { RepeatKind } from '../protocols/protocol.ts';
import { declarationOf, type Protocol } from '../protocols/registry.ts';
import type { Condition } from '../protocols/split.ts';
import { classifierLists, rowCombinations, withRowClassifier } from './spec/classifierGrid.ts';
import { comparisonTarget } from './spec/comparedWith.ts';
import { conditionsOf } from './spec/conditions.ts';
import { settingsGrid, type StudySettings, type TunedSettings } from './spec/settingsGrid.ts';
import type { StudyMethod, StudySpec } from './spec/spec.ts';

export interface Study {
  readonly spec: StudySpec;
  readonly protocol: StudyProtocol;
  /** The columns of the table: the conditions of the protocol, each at every level of the perturbations. */
  readonly conditions: readonly Condition[];
  /** In the order of the plan: the combinations of each row, row by row. */
  readonly methods: readonly PlannedMethod[];
  /** The rows of the table, in the order of the spec. */
  readonly rows: readonly MethodRow[];
}

/** A study with its dataset, for sentences on both. */
export interface StudyOnDataset extends Study {
  readonly dataset: DatasetFacts;
}

/** What the declaration of a protocol says of the protocol of a study. */
export interface StudyProtocol {
  /** What verification compares; null: every test image is recognised. */
  readonly compares: 'images' | 'templates' | null;
  /** What test images are compared with, as far as it is known before the splits. */
  readonly target: ComparisonTarget;
  readonly repeatsAre: RepeatKind;
  /** The period after which the sizes of the splits recur; null: never. */
  readonly period: number | null;
  /** The test images are the training images. */
  readonly testsTraining: boolean;
  /** Some test images are of subjects that are not enrolled. */
  readonly openSet: boolean;
  /** Verification: the threshold is chosen on training images. */
  readonly developsOnTraining: boolean;
  /** Its repeats are folds whose mean is published with its standard error. */
  readonly reportsStandardError: boolean;
  /** How images are split, as a sentence of the footer. */
  readonly sentence: string;
}

/** A method of a study with its settings filled in; settings to choose from give one such method per combination. */
export interface PlannedMethod {
  /**
   * Hash of method id, filled-in settings, the lists they were chosen from, latent grid and, for external methods,
   * version; the label is not included.
   */
  readonly key: string;
  readonly label: string;
  readonly methodId: string;
  readonly settings: Settings;
  readonly latent: LatentGrid;
  /** The method's own features; absent: those of the study. */
  readonly features?: StudySpec['features'];
  /** The file of imported results; absent if computed here. */
  readonly elsewhere?: ImportedSource;
  /** External methods: the version that computes its cells. */
  readonly version?: string;
  /** The method's own classifier or, with listed parameters, that of this combination; absent: that of the study. */
  readonly classifier?: Classifier;
  /** For a combination of listed settings: the label of the row that it belongs to, and its values. */
  readonly tuned?: { readonly row: string } & Pick<TunedSettings, 'values' | 'classifier'>;
}

/** Resolves a checked spec. Throws RangeError for unknown methods, InvalidInputError for settings; see checkSpec. */
export function planStudy(spec: StudySpec): Study {
  const methods = plannedMethods(spec);
  return {
    spec,
    protocol: studyProtocol(spec),
    conditions: conditionsOf(spec.protocol, spec.perturbations),
    methods,
    rows: methodRows(methods),
  };
}

function studyProtocol({ protocol, seed }: StudySpec): StudyProtocol {
  const declared = declarationOf(protocol);
  return {
    compares: declared.comparesPairs?.(protocol) ?? null,
    target: comparisonTarget(protocol),
    repeatsAre: declared.repeatsAre(protocol),
    period: declared.period?.(protocol) ?? null,
    testsTraining: testsTrainingImages(protocol),
    openSet: declared.openSet ?? false,
    developsOnTraining: declared.developsOnTraining?.(protocol) ?? false,
    reportsStandardError: declared.reportsStandardError?.(protocol) ?? false,
    sentence: declared.sentence(protocol, seed),
  };
}

/** The methods of a spec with labels and settings filled in. Throws for unknown methods and settings; see checkSpec. */
export function plannedMethods(
  spec: Pick<StudySpec, 'methods' | 'classifier' | 'protocol' | 'measures'>,
): PlannedMethod[] {
  return spec.methods.flatMap((entry) => {
    const { program } = entry;
    const method = program ? registerRecorded(program.declaration, program.version) : requireMethod(entry.method);
    const version = method.outside?.version;
    const row = labelOf(entry, method);
    const rowSpec = withRowClassifier(entry, spec);
    return rowCombinations(row, entry.settings, method, rowSpec).map(({ settings, tuned, classifier }) => ({
      key: methodIdentity(
        entry,
        method,
        settings,
        tuned?.classifier && [classifierLists(rowSpec.classifier), tuned.classifier],
      ).slice(0, 16),
      label: tuned?.label ?? row,
      methodId: method.id,
      settings: resolveSettings(method, settings),
      latent: entry.latent,
      ...(entry.features && { features: entry.features }),
      ...(entry.elsewhere && { elsewhere: entry.elsewhere }),
      ...(version !== undefined && { version }),
      ...(classifier ? { classifier } : entry.classifier && { classifier: entry.classifier as Classifier }),
      ...(tuned && {
        tuned: { row, values: tuned.values, ...(tuned.classifier && { classifier: tuned.classifier }) },
      }),
    }));
  });
}

/** The settings stated by a spec for a planned method, without the defaults. */
export function statedSettings(spec: Pick<StudySpec, 'methods'>, { label, tuned }: PlannedMethod): Settings {
  const entry = spec.methods.find((each) => rowName(each) === (tuned?.row ?? label));
  return { ...(entry?.settings as Settings | undefined), ...tuned?.values };
}

/** One row of the table of a study: a method, or all combinations of its listed settings. */
export interface MethodRow {
  readonly label: string;
  readonly methodId: string;
  readonly method: Method;
  /** At least one, in the order of the plan. */
  readonly methods: readonly PlannedMethod[];
}

/** The rows of a study's table, in the order of its spec. */
export function methodRows(methods: readonly PlannedMethod[]): MethodRow[] {
  return [...Map.groupBy(methods, ({ label, tuned }) => tuned?.row ?? label)].map(([label, rowMethods]) => {
    const [{ methodId }] = rowMethods;
    return { label, methodId, method: requireMethod(methodId), methods: rowMethods };
  });
}

/**
 * Whether missing pixels reach a method as NaN, to be estimated or skipped. Feature steps need whole images, and so
 * does the likelihood of a probe; these, and all other methods, get the mean of the image's other pixels.
 */
export function acceptsMissingPixels(
  method: Method,
  settings: Settings,
  {
    features = [],
    classifier,
  }: Partial<Pick<StudySpec, 'features'>> & { readonly classifier?: Pick<Classifier, 'kind'> },
): boolean {
  return (
    acceptsMissing(method) &&
    (method.estimatesMissing?.(settings) ?? true) &&
    features.length === 0 &&
    subjectModels(classifier) === null
  );
}

/** The methods that estimate missing pixels. */
export function estimatingMethods({ spec, methods }: Study): PlannedMethod[] {
  return methods.filter(({ methodId, settings, ...own }) =>
    acceptsMissingPixels(requireMethod(methodId), settings, { ...spec, ...own }),
  );
}

/**
 * Methods that decide by their own rule instead of the classifier: labels by the sentence of the rule. `scoring`: only
 * methods whose rule gives the scores of measures.
 */
export function decisionRulesByMethod({ spec, protocol: { target }, methods }: Study, scoring = false) {
  const labelsByRule = new Map<string, string[]>();
  for (const { label, methodId, settings, classifier = spec.classifier } of methods) {
    // Models per subject replace the method's rule.
    if (subjectModels(classifier)) continue;
    const rule = decisionRuleOf(requireMethod(methodId), settings, target);
    if (!rule || (scoring && !rule.score)) continue;
    const sentence = target.pairs ? rule.scoresPairs! : rule.sentence;
    labelsByRule.set(sentence, [...(labelsByRule.get(sentence) ?? []), label]);
  }
  return labelsByRule;
}

/** Whether a study by this protocol tests its training images. */
export function testsTrainingImages(protocol: Protocol): boolean {
  return declarationOf(protocol).testsTraining?.(protocol) ?? false;
}

/** Whether the latent shape of a row is chosen. */
export function choosesShape({ method, methods: [{ latent }] }: MethodRow): boolean {
  return latent !== 'full' && method.latentNames.length > 0;
}

/** Whether a row takes all axes of each training set. */
export function takesAllAxes({ method, methods: [{ latent }] }: MethodRow): boolean {
  return latent === 'full' && method.latentNames.length > 0;
}

/** Whether settings of a row, or parameters of its classifier, are chosen from lists. */
export function isTuned({ methods: [{ tuned }] }: MethodRow): boolean {
  return tuned !== undefined;
}

/** All settings of a row; chosen ones as the list that they are chosen from. */
export function rowSettings({ methods }: MethodRow): StudySettings {
  const [{ settings, tuned }] = methods;
  const lists = Object.keys(tuned?.values ?? {}).map((name): [string, unknown] => {
    return [name, [...new Set(methods.map((method) => method.settings[name]))]];
  });
  return { ...settings, ...(Object.fromEntries(lists) as StudySettings) };
}

/**
 * The parameters of a row that are chosen together with its latent shape: names, as in tables, and the listed values.
 */
export function rowLists(row: MethodRow): [string, readonly unknown[]][] {
  const { tuned } = row.methods[0];
  const settings = Object.entries(rowSettings(row)).filter(([name]) => tuned && name in tuned.values);
  const ofRule = Object.keys(tuned?.classifier ?? {}).map((name): [string, readonly unknown[]] => {
    return [`classifier ${name}`, [...new Set(row.methods.map((method) => method.tuned?.classifier?.[name]))]];
  });
  return [...(settings as [string, readonly unknown[]][]), ...ofRule];
}

/**
 * SHA-256 (hex) that identifies an entry of a study's methods at one combination of its settings: method, filled-in
 * settings, the lists they were chosen from, latent grid, and the file of imported results; `rule`: the lists of the
 * classifier and the values chosen from them. Throws InvalidInputError for settings that the method does not have.
 */
export function methodIdentity(entry: StudyMethod, method: Method, settings: Settings, rule?: unknown): string {
  const grid = settingsGrid(entry.settings, method.parameters);
  return hashOf({
    method: method.id,
    revision: method.revision,
    settings: resolveSettings(method, settings),
    tuned: grid.length > 0 ? grid : undefined,
    classifier: rule,
    latent: entry.latent,
    features: entry.features,
    own: entry.classifier,
    elsewhere: entry.elsewhere?.sha256,
    version: method.outside?.version,
  });
}

/** Whether the latent shapes of a method are found by a search inside the training images of each repeat. */
export function searchesGrid({ methodId, latent }: Pick<PlannedMethod, 'methodId' | 'latent'>): boolean {
  const { sweep, latentNames } = requireMethod(methodId);
  return latent === 'adaptive' && sweep === undefined && latentNames.length > 0;
}

/** Names of the attributes that a method of a study needs. */
export function attributesOf({ methodId, settings }: Pick<PlannedMethod, 'methodId' | 'settings'>): readonly string[] {
  return requireMethod(methodId).attributes?.(settings) ?? [];
}

/** The name of a method in tables: its label, else the title of the method. */
export function labelOf(entry: StudyMethod, method: Pick<Method, 'title'>): string {
  return entry.label ?? method.title;
}

/** Like `labelOf`, for a method that may not be registered: its id then. */
export function rowName(entry: StudyMethod): string {
  return labelOf(entry, findMethod(entry.method) ?? { title: entry.method });
}

/** A method by its id. Throws RangeError for an unknown one. */
export function requireMethod(id: string): Method {
  const method = findMethod(id);
  if (!method) throw new RangeError(`Unknown method "${id}"`);
  return method;
}

/** Checks a parsed spec against a dataset: problems by field, and warnings. */
import { classifierDeclaration, fitSize, subjectModels } from '../../classify/classifiers/registry.ts';
import { IMPORTED } from '../../methods/importedMethod.ts';
import { latentShapes } from '../../methods/latent/latentGrid.ts';
import type { Method } from '../../methods/method.ts';
import { InvalidInputError, type Problem } from '../../methods/problems.ts';
import { didYouMean } from '../../text/nameLookup.ts';
import { plural } from '../../text/phrases.ts';
import { allMethods, findMethod } from '../../methods/registry.ts';
import { isVersion, notRegistered } from '../../methods/external/externalMethod.ts';
import { resolveSettings } from '../../methods/settings.ts';
import { baselineOf } from '../comparison/compareMethods.ts';
import {
  checkEffect,
  checkProtocol,
  gramWarning,
  reachedCodes,
  memoryObjection,
  checkPerturbations,
  drawsPixels,
  checkVectors,
} from './checkChoices.ts';
import { conditionsOf, repeatCount } from './conditions.ts';
import { floorWarnings } from './designWarning.ts';
import { attributeValues, type DatasetFacts } from '../../dataset.ts';
import { checkFeatures, featureShape } from '../../features/registry.ts';
import { DEVELOPMENT_JUDGES, hasDevelopmentCriterion } from '../../measures/developmentCriterion.ts';
import { measuresOf } from '../../measures/measures.ts';
import { checkMeasures } from '../../measures/checkMeasures.ts';
import { noAttribute } from '../../protocols/byAttribute.ts';
import { declarationOf } from '../../protocols/registry.ts';
import { labelOf, methodIdentity } from '../study.ts';
import {
  withRowClassifier,
  classifierCombinations,
  classifierCount,
  classifierGridProblems,
  classifiersOf,
  leavesAside,
  rowCombinations,
} from './classifierGrid.ts';
import { combinations, settingsGridProblems } from './settingsGrid.ts';
import { canChoose, type StudyMethod, type StudySpec } from './spec.ts';
import { smallestGallery, trainSizes, type TrainSize } from '../plan/splits.ts';

export interface SpecCheck {
  /** Problems that keep the study from running. */
  readonly problems: readonly Problem[];
  /** Warnings for the reader of the table; the study can run. */
  readonly warnings: readonly string[];
}

/** Maximum cells of a study: twice the largest table that still opens in about a second. */
export const MAX_CELLS = 200_000;

/** Checks a spec against the dataset it names. */
export function checkSpec(spec: StudySpec, dataset: DatasetFacts): SpecCheck {
  // First of all, because the following checks visit every split.
  const size = checkSize(spec, dataset);
  if (size.length > 0) return { problems: size, warnings: [] };
  const protocol = checkProtocol(spec, dataset);
  const sizes =
    protocol.problems.length > 0
      ? []
      : conditionsOf(spec.protocol).map(({ key, title }) => ({ title, sizes: trainSizes(spec, dataset, key) }));
  const features = checkFeatures(spec.features, dataset);
  const common = features.length > 0 ? dataset : featureShape(spec.features, dataset);
  const perturbations = checkPerturbations(spec, dataset);
  const measures = [
    ...(features.length > 0 ? [] : checkMeasures({ ...spec, classifiers: classifiersOf(spec) }, dataset, common)),
    ...checkSelection(spec),
  ];
  const problems: Problem[] = [...protocol.problems, ...features, ...perturbations, ...measures];
  if (spec.methods.some(({ classifier }) => !classifier)) {
    problems.push(...checkClassifier(spec, dataset, protocol.problems.length === 0, 'classifier'));
  }
  const warnings: string[] = [...protocol.warnings, ...equalRepeats(spec)];
  const seen = new Map<string, number>();
  const labels = new Map<string, number>();
  spec.methods.forEach((entry, index) => {
    const path = `methods[${index}]`;
    const method = findMethod(entry.method);
    if (!method) {
      const ids = allMethods().map((candidate) => candidate.id);
      const message = entry.program
        ? notRegistered(`"${entry.method}"`)
        : `there is no method "${entry.method}"${didYouMean(entry.method, ids, `the methods are ${ids.join(', ')}`)} A method of your own is registered by "eigenbench methods add".`;
      problems.push({ path: `${path}.method`, message: `${path}.method: ${message}` });
      return;
    }
    const outside = checkOutside(entry, method, path);
    if (outside.length > 0) {
      problems.push(...outside);
      return;
    }
    const label = labelOf(entry, method);
    const sameLabel = labels.get(label);
    if (sameLabel !== undefined) {
      problems.push({
        path: `${path}.label`,
        message: `${path}.label: "${label}" is also the label of methods[${sameLabel}]; labels must differ.`,
      });
    } else labels.set(label, index);
    const rowSpec = withRowClassifier(entry, spec);
    const featureProblems = checkFeatures(entry.features, dataset, `${path}.features`);
    // The fitted images have no shape while a feature step is invalid.
    const fitted = (features.length + featureProblems.length > 0 ? [] : sizes).map((condition) => ({
      ...condition,
      sizes: condition.sizes.map((size) => fitSize(size, rowSpec.classifier)),
    }));
    const shape = entry.features && featureProblems.length === 0 ? featureShape(entry.features, dataset) : common;
    const entryProblems = [
      ...featureProblems,
      ...checkVectors(spec, entry, path, dataset.attachments),
      ...checkMethod(entry, method, path, shape, fitted),
      ...checkSubjectModels(rowSpec, method, path),
      ...checkOwnClassifier(entry, method, rowSpec, path),
      ...(entry.classifier ? checkClassifier(rowSpec, dataset, sizes.length > 0, `${path}.classifier`) : []),
      ...checkElsewhere(entry, path),
    ];
    if (entryProblems.length === 0) entryProblems.push(...checkAttributes(entry, method, path, dataset));
    if (entryProblems.length === 0) {
      const effect = checkEffect(entry, method, path);
      entryProblems.push(...effect.problems);
      warnings.push(...effect.warnings);
    }
    if (entryProblems.length === 0 && method.id !== IMPORTED) {
      const memory = checkMemory(rowSpec, index, method, path, { ...shape, count: dataset.labels.length }, fitted);
      entryProblems.push(...memory.problems);
      warnings.push(...memory.warnings);
      if (sizes.length > 0) warnings.push(...reachedCodes(rowSpec, entry, method, path, shape, dataset));
    }
    problems.push(...entryProblems);
    if (entryProblems.length > 0) return;
    const key = methodIdentity(entry, method, combinations(label, entry.settings, method.parameters)[0].settings);
    const duplicate = seen.get(key);
    if (duplicate !== undefined) {
      problems.push({
        path,
        message: `${path} has the method, settings and latent grid of methods[${duplicate}]; one of them is superfluous.`,
      });
    } else seen.set(key, index);
  });
  const baseline = baselineOf(spec.comparison);
  if (baseline !== null && !labels.has(baseline)) {
    const quotedLabels = [...labels.keys()].map((label) => `"${label}"`).join(', ');
    problems.push({
      path: 'comparison.baseline',
      message: `comparison.baseline: there is no method labelled "${baseline}"${didYouMean(baseline, [...labels.keys()], `the labels are ${quotedLabels}, or "best"`)}`,
    });
  }
  if (protocol.problems.length === 0) warnings.push(...floorWarnings(spec, dataset));
  if (protocol.problems.length === 0 && repeatCount(spec, dataset) < 2 && spec.methods.length > 1) {
    warnings.push('The significance test needs at least 2 repeats; with 1 the table has neither deviations nor marks.');
  }
  return { problems, warnings };
}

/** An external method must be registered here, unchanged, and be the program that the spec names. */
function checkOutside({ method: id, program }: StudyMethod, { outside, title }: Method, path: string): Problem[] {
  const say = (field: string, message: string): Problem[] => [
    { path: `${path}.${field}`, message: `${path}.${field}: ${message}` },
  ];
  if (!outside) return program ? say('program', `"${id}" is a method of Eigenbench and has no program.`) : [];
  if (program && program.declaration.id !== id) {
    return say('program', `the declaration is that of "${program.declaration.id}", found "${id}" as the method.`);
  }
  if (outside.unavailable !== undefined) return say('method', outside.unavailable);
  if (program && !isVersion(outside, program.version)) {
    return say(
      'program',
      `the spec names version ${program.version} of ${title}, the registered version is ${outside.version}. ` +
        'Leave "program" out to use the registered version.',
    );
  }
  return [];
}

/** Rejects a classifier of a row that would decide nothing. */
function checkOwnClassifier(entry: StudyMethod, method: Method, rowSpec: StudySpec, path: string): Problem[] {
  if (!entry.classifier) return [];
  const given = combinations(entry.method, entry.settings, method.parameters);
  if (!given.every(({ settings }) => leavesAside(method, settings, rowSpec))) return [];
  const field = `${path}.classifier`;
  const reason =
    method.id === IMPORTED
      ? 'results computed elsewhere are decided already'
      : `${method.title} decides by its own rule`;
  return [{ path: field, message: `${field}: ${reason}; leave it out.` }];
}

/** Problems of a classifier; galleries are known if the splits are. `at`: its path in the spec. */
function checkClassifier(spec: StudySpec, dataset: DatasetFacts, splitsKnown: boolean, at: string): Problem[] {
  const { classifier, protocol } = spec;
  const conditions = splitsKnown ? conditionsOf(protocol) : [];
  const galleries = () => conditions.map(({ key, title }) => ({ title, images: smallestGallery(spec, dataset, key) }));
  const { trainsOnOthers = false, ...declaration } = declarationOf(protocol);
  const declared = classifierDeclaration(classifier);
  const checked = classifierCombinations(classifier).flatMap(({ rule }) => {
    return declared.check?.(rule, { at, galleries, trainsOnOthers }) ?? [];
  });
  const problems = distinctProblems([...classifierGridProblems(classifier, at), ...checked]);
  const ofImages = declaration.comparesPairs?.(protocol) === 'images';
  if (problems.length > 0 || !ofImages || declared.codes?.perImage || declared.modelledPairs) return problems;
  const message = `${at}: pairs of images need a score of one image with another, which "${declared.title}" has not; use a nearest neighbour or the log-likelihood ratio, or compare images with galleries.`;
  return [{ path: at, message }];
}

/** Warns that repeats with the same images differ only by their random draws. */
function equalRepeats(spec: StudySpec): string[] {
  if (!declarationOf(spec.protocol).repeatsImages?.(spec.protocol) || drawsPixels(spec)) return [];
  return [
    'Repeats of one split differ by noise and random starts only; this study draws no noise, so methods without random starts give equal results.',
  ];
}

/** A study must measure what it chooses by; a choice on development pairs requires such pairs. */
function checkSelection(spec: StudySpec): Problem[] {
  const { by, on, innerSplits = 1 } = spec.selection ?? {};
  if (on === 'development') {
    if (declarationOf(spec.protocol).comparesPairs === undefined) {
      const message = 'selection.on: the protocol has no development pairs; leave it out.';
      return [{ path: 'selection.on', message }];
    }
    if (innerSplits > 0) {
      const message = `selection.innerSplits: development pairs judge without inner splits; expected 0, found ${innerSplits}.`;
      return [{ path: 'selection.innerSplits', message }];
    }
    if (by !== undefined && by !== 'error-rate' && !hasDevelopmentCriterion(by)) {
      const judgeIds = ['error-rate', ...DEVELOPMENT_JUDGES].map((id) => `"${id}"`).join(', ');
      const message = `selection.by: development pairs are not judged by "${by}"; expected one of ${judgeIds}.`;
      return [{ path: 'selection.by', message }];
    }
  } else if (innerSplits === 0) {
    const message =
      'selection.innerSplits: expected 1 to 100, found 0; development pairs alone judge without inner splits.';
    return [{ path: 'selection.innerSplits', message }];
  }
  const measured = measuresOf(spec).filter(canChoose);
  if (by === undefined || measured.some(({ id }) => id === by)) return [];
  const measuredIds = measured.map(({ id }) => `"${id}"`).join(', ');
  const path = 'selection.by';
  return [{ path, message: `${path}: the study does not measure "${by}"; it has ${measuredIds}.` }];
}

/** Limits the number of cells, if the protocol lists repeats; repeats that depend on the images are few. */
function checkSize(spec: StudySpec, dataset: DatasetFacts): Problem[] {
  const conditions = conditionsOf(spec.protocol, spec.perturbations).length;
  const repeats = repeatCount(spec, dataset);
  const tooMany = spec.methods.flatMap((entry, index) =>
    settingsGridProblems(
      entry.settings,
      findMethod(entry.method)?.parameters ?? [],
      entry.method === IMPORTED ? 1 : classifierCount(withRowClassifier(entry, spec).classifier),
    )
      .filter(({ path }) => path === 'settings')
      .map((problem) => below(`methods[${index}]`, problem)),
  );
  if (tooMany.length > 0) return tooMany;
  const planned = spec.methods.reduce((sum, entry) => {
    const method = findMethod(entry.method);
    return (
      sum + (method ? rowCombinations(entry.method, entry.settings, method, withRowClassifier(entry, spec)).length : 1)
    );
  }, 0);
  const cells = conditions * repeats * planned;
  if (cells <= MAX_CELLS) return [];
  const number = (value: number): string => value.toLocaleString('en');
  return [
    {
      path: 'protocol',
      message:
        `protocol: ${number(conditions)} conditions, ${number(repeats)} repeats and ${number(planned)} methods make ` +
        `${number(cells)} cells; a study has at most ${number(MAX_CELLS)}. Take fewer repeats, or several studies.`,
    },
  ];
}

function checkMethod(
  entry: StudyMethod,
  method: Method,
  path: string,
  dataset: Pick<DatasetFacts, 'rows' | 'cols'>,
  conditions: readonly { readonly title: string; readonly sizes: readonly TrainSize[] }[],
): Problem[] {
  const given = combinations(entry.method, entry.settings, method.parameters);
  const problems = distinctProblems([
    ...settingsGridProblems(entry.settings, method.parameters).map((problem) => below(path, problem)),
    ...given.flatMap(({ settings }) => within(path, () => resolveSettings(method, settings))),
  ]);
  for (const { title, sizes } of conditions) {
    for (const { images, subjects } of sizes) {
      const latentProblems = within(path, () =>
        latentShapes(method, entry.latent, dataset.rows, dataset.cols, images, subjects),
      );
      if (latentProblems.length > 0) {
        const where = ` (${title}, ${plural(images, 'training image')})`;
        return [
          ...problems,
          ...latentProblems.map((problem) => ({ ...problem, message: problem.message.replace(/\.?$/, `${where}.`) })),
        ];
      }
    }
  }
  return problems;
}

/** Checks the largest fits of a method against the memory limit of any machine. */
function checkMemory(
  { methods: entries, classifier, perturbations }: StudySpec,
  index: number,
  method: Method,
  path: string,
  { rows, cols, count }: { readonly rows: number; readonly cols: number; readonly count: number },
  conditions: readonly { readonly title: string; readonly sizes: readonly TrainSize[] }[],
): SpecCheck {
  const entry = entries[index];
  const given = combinations(entry.method, entry.settings, method.parameters);
  const resolved = given.map(({ settings }) => resolveSettings(method, settings));
  const plain =
    !perturbations ||
    perturbations.some(({ kind, ...fields }) => kind === 'none' || ('on' in fields && fields.on === 'test'));
  const warnings = new Set<string>();
  for (const { title, sizes } of conditions) {
    for (const { images: train, subjects } of sizes) {
      const shapes = latentShapes(method, entry.latent, rows, cols, train, subjects);
      const size = { rows, cols, count, train, shapes };
      for (const settings of resolved) {
        const objection = memoryObjection(method, settings, size);
        if (objection) {
          const field = `${path}.method`;
          return { problems: [{ path: field, message: `${field}: ${title}: ${objection}` }], warnings: [] };
        }
        const warning = plain && !subjectModels(classifier) ? gramWarning(method, settings, size) : null;
        if (warning) warnings.add(warning);
      }
    }
  }
  return { problems: [], warnings: [...warnings] };
}

/** The attributes used by valid settings must exist. */
function checkAttributes(entry: StudyMethod, method: Method, path: string, dataset: DatasetFacts): Problem[] {
  const given = combinations(entry.method, entry.settings, method.parameters);
  const names = given.flatMap(({ settings }) => method.attributes?.(resolveSettings(method, settings)) ?? []);
  return [...new Set(names)]
    .filter((name) => attributeValues(dataset, name).length === 0)
    .map((name) => noAttribute(`${path}.settings`, name, dataset));
}

/** A classifier with models of its own may not support a method. */
function checkSubjectModels({ classifier }: StudySpec, method: Method, path: string): Problem[] {
  const objection = method.id === IMPORTED ? null : (subjectModels(classifier)?.objection(method) ?? null);
  const field = `${path}.method`;
  return objection === null ? [] : [{ path: field, message: `${field}: ${objection}` }];
}

/** Imported results must name their file; other methods must not. */
function checkElsewhere({ method, elsewhere }: StudyMethod, path: string): Problem[] {
  const field = `${path}.elsewhere`;
  if (method !== IMPORTED) {
    if (elsewhere === undefined) return [];
    return [{ path: field, message: `${field} is for the method "${IMPORTED}" only, found "${method}".` }];
  }
  if (elsewhere !== undefined) return [];
  return [{ path: field, message: `${field} is missing: it names the file of the results and its SHA-256.` }];
}

/** The problems that `resolve` throws, with paths and messages prefixed by the place in the spec. */
function within(path: string, resolve: () => unknown): Problem[] {
  try {
    resolve();
    return [];
  } catch (error) {
    if (!(error instanceof InvalidInputError)) throw error;
    return error.problems.map((problem) => below(path, problem));
  }
}

function below(path: string, problem: Problem): Problem {
  const field = `${path}.${problem.path}`.replace(/\.(\d+)(?=\.|$)/g, '[$1]');
  return { path: field, message: `${field}: ${problem.message}` };
}

/** Removes duplicate problems: combinations of settings share values, and thus their problems. */
function distinctProblems(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((problem) => [`${problem.path} ${problem.message}`, problem])).values()];
}

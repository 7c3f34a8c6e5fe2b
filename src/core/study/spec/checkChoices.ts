/** Checks that a dataset has the images that a protocol needs, and warns about its results. */
import { imagesBySubject, type DatasetFacts, type Attachments } from '../../dataset.ts';
import type { Problem } from '../../methods/problems.ts';
import { declarationOf } from '../../protocols/registry.ts';
import type { Split } from '../../protocols/split.ts';
import { checkSubset } from '../../protocols/subset.ts';
import { listed, plural } from '../../text/phrases.ts';
import { classifierDeclaration } from '../../classify/classifiers/registry.ts';
import { latentShapes } from '../../methods/latent/latentGrid.ts';
import { codeSize, shapeText } from '../../methods/latent/latentShape.ts';
import { classifierCombinations, classifierPhrase, leavesAside } from './classifierGrid.ts';
import { drawnSource, splitOf, trainSize, type SplitSpec } from '../plan/splits.ts';
import { unrecognisableImages } from '../plan/splitFacts.ts';
import { conditionsOf, splitCount } from './conditions.ts';
import { testsTrainingImages } from '../study.ts';
import { reasonWithoutEffect, type Method, type LatentShape, type Settings } from '../../methods/method.ts';
import { resolveSettings } from '../../methods/settings.ts';
import { combinations, settingsGrid } from './settingsGrid.ts';
import type { StudyMethod, StudySpec } from './spec.ts';
import { KERNEL_BYTES } from '../../linalg/index.ts';
import { cellMemory, gramObjection } from '../cells/cellMemory.ts';
import type { Shape } from '../../perturbations/perturbation.ts';
import { listPerturbations, perturbationOfKind, losesPixels } from '../../perturbations/registry.ts';
import { withVectors } from '../../features/registry.ts';
import { groupOf } from '../../measures/measures.ts';

/** Maximum number of warnings listed; a protocol of many splits repeats itself, so the others are counted. */
const WARNINGS_SHOWN = 3;

/** Problems by field, and warnings, of a protocol (and its subset of the images) on a dataset. */
export function checkProtocol(spec: SplitSpec, dataset: DatasetFacts): { problems: Problem[]; warnings: string[] } {
  const { protocol } = spec;
  const problems = checkSubset(spec.subset, dataset);
  const source = drawnSource(spec, dataset);
  const present = imagesBySubject(source).filter((images) => images.length > 0).length;
  if (present < 2 && problems.length === 0) {
    problems.push({
      path: spec.subset ? 'subset' : 'dataset',
      message: spec.subset
        ? `subset: it leaves ${plural(present, 'subject')} of "${dataset.name}"; recognition needs at least 2.`
        : `dataset: "${dataset.name}" has ${plural(present, 'subject')}; recognition needs at least 2.`,
    });
  }
  if (problems.length > 0 && spec.subset) return { problems, warnings: [] };
  problems.push(...declarationOf(protocol).check(protocol, source, spec.seed));
  if (problems.length > 0) return { problems, warnings: [] };
  const warnings = warningsOf(spec, dataset);
  if (testsTrainingImages(protocol)) {
    warnings.push(
      'The test images are the training images: error rates are resubstitution rates, which say nothing about other images.',
    );
  }
  return { problems, warnings };
}

/** Warns of splits with test subjects that cannot be recognised, or with test images of the training. */
function warningsOf(spec: SplitSpec, dataset: DatasetFacts): string[] {
  const declared = declarationOf(spec.protocol);
  if (declared.knowsEverySubject) return [];
  const repeats = splitCount(spec, dataset);
  const checkedSplits = Math.min(repeats, WARNINGS_SHOWN * (declared.period?.(spec.protocol) ?? repeats));
  const warnings = conditionsOf(spec.protocol).flatMap((condition) =>
    Array.from({ length: checkedSplits }, (_, index) => {
      const split = splitOf(spec, dataset, condition.key, index + 1);
      const name = declared.splitName?.(condition, index + 1) ?? `Split ${index + 1}`;
      return [...unknownSubjects(split, name, dataset), ...trainedTestImages(split, name)];
    }).flat(),
  );
  const more = warnings.length * (repeats / checkedSplits) - WARNINGS_SHOWN;
  const others = more > 0 ? [`So ${more === 1 ? 'does' : 'do'} ${plural(more, 'other split')}.`] : [];
  return [...warnings.slice(0, WARNINGS_SHOWN), ...others];
}

/**
 * With a gallery, the model may have been trained on test images: predefined splits can do so, and the reader should
 * know.
 */
function trainedTestImages({ train, test, gallery }: Split, name: string): string[] {
  if (!gallery) return [];
  const trained = new Set(train);
  const seen = test.filter((image) => trained.has(image)).length;
  return seen === 0 ? [] : [`${name} trains the model on ${plural(seen, 'test image')} of ${test.length}.`];
}

/** Test images of subjects without a training (gallery) image cannot be recognised. */
function unknownSubjects(split: Split, name: string, dataset: DatasetFacts): string[] {
  const missed = unrecognisableImages(split, dataset.labels);
  const unknown = [...new Set(missed.map((image) => dataset.labels[image]))];
  if (unknown.length === 0) return [];
  const first = `"${dataset.subjects[unknown[0]]}"`;
  const who = unknown.length === 1 ? `subject ${first}` : `${unknown.length} subjects (${first} is one)`;
  return [
    `${name} tests ${who} without ${split.gallery ? 'gallery' : 'training'} images: ${plural(missed.length, 'test image')} of ` +
      `${split.test.length} cannot be recognised.`,
  ];
}

/**
 * Checks otherwise valid settings that have no effect because of another setting: lists to choose from are refused if
 * they choose nothing; single values give a warning unless they are the default.
 */
export function checkEffect(
  entry: StudyMethod,
  method: Method,
  path: string,
): { readonly problems: readonly Problem[]; readonly warnings: readonly string[] } {
  const { parameters } = method;
  const lists = new Set(settingsGrid(entry.settings, parameters).map(([name]) => name));
  const given = combinations(entry.method, entry.settings, parameters).map((each) =>
    resolveSettings(method, each.settings),
  );
  const problems: Problem[] = [];
  const warnings: string[] = [];
  for (const parameter of parameters) {
    const { name } = parameter;
    const lacking = given.flatMap((settings) => reasonWithoutEffect(parameter, settings) ?? []);
    if (lacking.length === 0) continue;
    const settingPath = `${path}.settings.${name}`;
    const sentence = `${settingPath}: ${name} has no effect unless ${lacking[0]}`;
    if (lists.has(name)) {
      if (lacking.length === given.length) problems.push({ path: settingPath, message: `${sentence}; leave it out.` });
      else warnings.push(`${sentence}; the combinations without it give equal results.`);
    } else if (lacking.length === given.length && given[0][name] !== parameter.default && hasValue(given[0][name])) {
      warnings.push(`${sentence}.`);
    }
  }
  return { problems, warnings };
}

/** False for empty lists, the default of some settings. */
function hasValue(value: unknown): boolean {
  return !Array.isArray(value) || value.length > 0;
}

/**
 * Warns of latent shapes at which a classifier by spans is equally near to every subject: the gallery codes of each
 * span all codes. A shape that the grid only includes among many others is never chosen for it, and needs no warning.
 */
export function reachedCodes(
  spec: StudySpec,
  { settings, latent }: StudyMethod,
  method: Method,
  path: string,
  shape: Shape,
  dataset: DatasetFacts,
): string[] {
  const { protocol, classifier } = spec;
  if (declarationOf(protocol).comparesPairs) return [];
  const spans = classifierCombinations(classifier).map(
    ({ rule }) => classifierDeclaration(rule).codes?.spans?.(rule) ?? 0,
  );
  const widest = Math.min(...spans);
  if (widest === 0) return [];
  const [{ settings: resolved }] = combinations(method.id, settings, method.parameters);
  if (leavesAside(method, resolved, spec)) return [];
  return conditionsOf(protocol).flatMap(({ key, title }) => {
    const split = splitOf(spec, dataset, key, 1);
    const fewest = fewestOfSubject(split.gallery ?? split.train, dataset.labels);
    const { images, subjects } = trainSize(spec, dataset, key, 1);
    const shapes = latentShapes(method, latent, shape.rows, shape.cols, images, subjects);
    const reached = shapes.filter((q) => codeSize(method, q, shape, resolved) <= Math.min(widest, fewest));
    const all = reached.length === shapes.length;
    if (reached.length === 0 || !(all || typeof latent === 'object')) return [];
    const where = all ? 'every latent shape' : listed(reached.map(shapeText));
    return [
      `${path}: at ${title} the codes of any subject span all codes of ${where}, so by ${classifierPhrase(classifier)} all ` +
        `subjects are equally near and the first is taken. Take codes of more numbers than ${plural(fewest, 'image')} of a subject.`,
    ];
  });
}

/** Fewest images of a subject among those of any. */
function fewestOfSubject(images: Int32Array, labels: ArrayLike<number>): number {
  const counts = Map.groupBy(images, (image) => labels[image]);
  return Math.min(...[...counts.values()].map(({ length }) => length));
}

// Memory limits that hold on any machine; cells report the limits of the actual machine.

export interface StudySize {
  readonly rows: number;
  readonly cols: number;
  /** Images of the dataset. */
  readonly count: number;
  /** Training images of a fit. */
  readonly train: number;
  readonly shapes: readonly LatentShape[];
}

/** Why a fit of this size exceeds the memory limit, as a clause; null if it does not. */
export function memoryObjection(method: Method, settings: Settings, size: StudySize): string | null {
  const need = cellMemory(method, { ...size, others: 0 }, settings).kernels;
  if (need <= KERNEL_BYTES) return null;
  return (
    `a fit to ${size.train} images of ${size.rows} × ${size.cols} takes ${gibibytes(need)} of kernel memory, and there ` +
    `are ${gibibytes(KERNEL_BYTES)}. Import the images smaller, or ask for fewer dimensions.`
  );
}

/**
 * Warning about methods that work with the inner products of all images, as a sentence; null if these are not too many.
 */
export function gramWarning(method: Method, settings: Settings, size: StudySize): string | null {
  if (!method.sweep || method.memory?.(size, settings).images !== 'products') return null;
  const objection = gramObjection(size.count);
  return objection && `${method.title}: ${objection} Its cells with fewer training images than pixels will fail.`;
}

function gibibytes(bytes: number): string {
  return `${(bytes / 2 ** 30).toFixed(1)} GiB`;
}

/** Problems of perturbations: duplicate levels, and levels that do not suit images of this shape. */
export function checkPerturbations({ perturbations }: Pick<StudySpec, 'perturbations'>, shape: Shape): Problem[] {
  const seen = new Set<string>();
  return (perturbations ?? []).flatMap((group, index) => {
    const path = `perturbations[${index}]`;
    return listPerturbations([group]).flatMap(({ suffix, title, perturbation }): Problem[] => {
      if (seen.has(suffix)) {
        return [{ path, message: `${path}: ${title === '' ? 'unperturbed images are' : `${title} is`} listed twice.` }];
      }
      seen.add(suffix);
      return perturbation ? (perturbationOfKind(perturbation).check?.(perturbation, path, shape) ?? []) : [];
    });
  });
}

/** Whether perturbed images differ between repeats. */
export function drawsPixels({ perturbations = [] }: Pick<StudySpec, 'perturbations'>): boolean {
  return perturbations.some((group) => perturbationOfKind(group).drawn(group));
}

/**
 * Checks attached vectors against the other choices of a study. Vectors of perturbed images require that their network
 * is stored, which needs a value of every pixel; errors of reconstructions are in the unit of the features.
 */
export function checkVectors(
  { features, perturbations, measures }: StudySpec,
  entry: StudyMethod,
  path: string,
  attachments: Attachments = {},
): Problem[] {
  const { vectors } = withVectors(entry.features ?? features);
  const field = entry.features ? `${path}.features` : 'features';
  const problems: Problem[] = [];
  if (vectors !== null && perturbations && Object.hasOwn(attachments, vectors)) {
    if (attachments[vectors].network) problems.push(...lostPixels(perturbations, vectors));
    else {
      const message =
        `${field}: "${vectors}" was computed from the images as they are: perturbations do not change it, ` +
        'only vectors that "eigenbench embed" computes here.';
      problems.push({ path: field, message });
    }
  }
  if (entry.features && measures?.some((request) => groupOf(request).needs === 'model')) {
    const message = `${field}: errors of reconstructions and likelihoods compare methods with the features of the study only.`;
    problems.push({ path: field, message });
  }
  return problems;
}

function lostPixels(perturbations: NonNullable<StudySpec['perturbations']>, vectors: string): Problem[] {
  return perturbations.flatMap((group, index) => {
    if (!listPerturbations([group]).some(({ perturbation }) => losesPixels(perturbation))) return [];
    const path = `perturbations[${index}]`;
    const message = `${path}: missing pixels have no value, and the network of "${vectors}" needs one of each.`;
    return [{ path, message }];
  });
}

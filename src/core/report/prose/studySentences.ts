/** Sentences on what was done in one study, from the declarations of its parts. */
import { classifierDeclaration, type Classifier } from '../../classify/classifiers/registry.ts';
import { includedImages } from '../../dataset.ts';
import { featureOf, featureTitle, type FeatureStep } from '../../features/registry.ts';
import { IMPORTED } from '../../methods/importedMethod.ts';
import { listPerturbations, losesPixels, perturbationOfKind } from '../../perturbations/registry.ts';
import { restrict } from '../../protocols/subset.ts';
import { declarationOf } from '../../protocols/registry.ts';
import {
  decisionRulesByMethod,
  estimatingMethods,
  rowName,
  type Study,
  type StudyOnDataset,
} from '../../study/study.ts';
import { classifierLists } from '../../study/spec/classifierGrid.ts';
import { conditionsOf, repeatCount } from '../../study/spec/conditions.ts';
import { ledBy, listedProse, math, prose, type Prose, percentProse } from '../../text/proseTags.ts';
import { listed, uncapitalised } from '../../text/phrases.ts';
import type { Citation } from '../../methods/method.ts';
import { trainedOn, type VectorOrigin } from '../../networks/provenance.ts';
import { titleOf } from './selection.ts';
import { splitOf } from '../../study/plan/splits.ts';
import type { RepeatKind } from '../../protocols/protocol.ts';

// Numbers of training and test images, or pairs, in the splits of a study.

/** Maximum number of splits built to determine their sizes; a study with more splits of different sizes states none. */
const MOST_SPLITS = 200;

interface SplitSizes {
  readonly train: string;
  readonly test: string;
  /** Genuine and impostor pairs among the test pairs. */
  readonly genuine: string;
  readonly impostor: string;
}

/** Per condition; null if they take too long to determine. */
function splitSizes({ spec, protocol, dataset }: StudyOnDataset): SplitSizes[] | null {
  const declared = declarationOf(spec.protocol);
  const repeats = repeatCount(spec, dataset);
  const unlike = protocol.period ?? declared.unlikeSizes?.(spec.protocol, restrict(dataset, spec.subset));
  const looked = Math.min(repeats, unlike ?? repeats);
  if (looked > MOST_SPLITS) return null;
  return declared.conditions(spec.protocol).map(({ key }) => {
    const splits = Array.from({ length: looked }, (_, n) => splitOf(spec, dataset, key, n + 1));
    const genuine = splits.map(({ pairs }) => pairs?.evaluation.genuine.reduce((sum, each) => sum + each, 0) ?? 0);
    const tests = splits.map(({ test, pairs }) => pairs?.evaluation.genuine.length ?? test.length);
    return {
      train: range(splits.map(({ train }) => train.length)),
      test: range(tests),
      genuine: range(genuine),
      impostor: range(tests.map((count, n) => count - genuine[n])),
    };
  });
}

/** One sentence; none if every repeat tests one image, which the protocol has already stated. */
function splitSizesProse(study: StudyOnDataset): Prose[] {
  const { spec, protocol, dataset } = study;
  const sizes = splitSizes(study);
  if (sizes === null || sizes.every(({ test }) => test === '1')) return [];
  const declared = declarationOf(spec.protocol);
  const repeats = repeatCount(spec, dataset);
  const values = declared.axis?.values(spec.protocol);
  const alike = new Set(sizes.map(({ train, test }) => `${train} ${test}`)).size === 1;
  const stated = alike ? sizes.slice(0, 1) : sizes;
  const what = { images: 'test pairs', templates: 'test comparisons', none: null }[protocol.compares ?? 'none'];
  const lists = stated.map(({ train, test, genuine, impostor }, at): Prose => {
    const where = values && !alike ? place(values[at]) : [];
    if (at > 0) return prose`${train} and ${test}${where}`;
    return what
      ? prose`${train} training images and ${test} ${what} (${genuine} genuine and ${impostor} impostor)${where}`
      : prose`${train} training and ${test} test images${where}`;
  });
  const different = declared.differentSplits?.(spec.protocol) ?? repeats;
  const whole = values?.every(Number.isInteger);
  const each = alike ? [', each'] : whole ? prose` for each ${math('k')},` : [' for each share,'];
  const opening = openingOf(protocol.repeatsAre, different, each);
  return [prose`${opening} ${listedProse(lists, ', and ')}`];
}

/**
 * Sentences on splits by one protocol of one condition on several datasets, of which `names` are the names in
 * sentences; null if the studies do not share such a protocol.
 */
export function jointSplitSentences(studies: readonly StudyOnDataset[], names: readonly string[]): Prose[] | null {
  const [first] = studies;
  const declared = declarationOf(first.spec.protocol);
  const apart = new Set(names).size === names.length;
  const protocols = new Set(studies.map(({ spec }) => JSON.stringify(spec.protocol)));
  if (studies.length < 2 || !apart || first.protocol.compares || protocols.size > 1) return null;
  const [sentences, ...others] = studies.map((study) => {
    const facts = { ...sizeOf(study), repeats: repeatCount(study.spec, study.dataset), ofSeveral: true } as const;
    return declared.prose(first.spec.protocol, facts);
  });
  if (others.some((each) => JSON.stringify(each) !== JSON.stringify(sentences))) return null;
  const sizes = studies.map((study) => splitSizes(study) ?? []);
  if (sizes.some((conditions) => conditions.length !== 1)) return null;
  const lists = sizes.map(([{ train, test }], at) =>
    at === 0
      ? prose`${train} training and ${test} test images on ${names[at]}`
      : prose`${train} and ${test} on ${names[at]}`,
  );
  const repeats = repeatCount(first.spec, first.dataset);
  const opening = openingOf(first.protocol.repeatsAre, declared.differentSplits?.(first.spec.protocol) ?? repeats, [
    ' of each dataset,',
  ]);
  return [...sentences, prose`${opening} ${listedProse(lists, ', and ')}`];
}

/** The sentence up to the sizes; `each` follows the number of splits. */
function openingOf(kind: RepeatKind, count: number, each: Prose): Prose {
  if (count === 1) return ['This gave'];
  if (kind === 'folds') return ['Each fold had'];
  return kind === 'random splits' ? prose`This gave ${count} random splits${each} with` : ['Each split had'];
}

/** " for k = 2"; for a share " for 50%" */
function place(value: number): Prose {
  return Number.isInteger(value) ? prose` for ${math(`k = ${value}`)}` : prose` for ${percentProse(value)}`;
}

/** "80", "72 to 74" */
function range(counts: readonly number[]): string {
  const [least, most] = [Math.min(...counts), Math.max(...counts)].map((count) => count.toLocaleString('en-GB'));
  return least === most ? least : `${least} to ${most}`;
}

/** Sentences on how images were split, in chronological order. */
export function splitSentences(study: StudyOnDataset): Prose[] {
  const { spec, dataset } = study;
  const facts = { ...sizeOf(study), repeats: repeatCount(spec, dataset) };
  return [...declarationOf(spec.protocol).prose(spec.protocol, facts), ...splitSizesProse(study)];
}

/** Number of included images, and of their subjects. */
export function sizeOf({ spec, dataset }: StudyOnDataset): { readonly images: number; readonly subjects: number } {
  const source = restrict(dataset, spec.subset);
  const images = includedImages(source);
  return { images: images.length, subjects: new Set(images.map((image) => source.labels[image])).size };
}

/** Sentences on what was done to images within the study; `vectorsOf`: the origin of a row's attached vectors. */
export function treatmentSentences(study: Study, vectorsOf: (label: string) => VectorOrigin | null): Prose[] {
  const { spec } = study;
  const { perturbations = [] } = spec;
  const harder = perturbations.flatMap((group): Prose[] => {
    const done = perturbationOfKind(group).prose?.(group);
    return done ? [done] : [];
  });
  const repeated = perturbations.length > harder.length ? 'The experiment was repeated' : 'The methods were compared';
  const after = harder.map((done) => prose`after ${done}`);
  return [
    ...(harder.length > 0 ? [prose`${repeated} ${listedProse(after)}`] : []),
    ...missingSentences(study),
    ...(spec.features?.length ? [prose`Images were preprocessed by ${steps(spec.features)}`] : []),
    ...rowFeatures(study, vectorsOf),
  ];
}

/** Sentences on the rows that work on other features than the study; those on the vectors of one network together. */
function rowFeatures({ spec }: Study, vectorsOf: (label: string) => VectorOrigin | null): Prose[] {
  const rows = spec.methods.map((entry) => {
    const label = rowName(entry);
    const features = entry.features ?? spec.features ?? [];
    const origin = vectorsOf(label);
    const network = origin && trainedOn(origin);
    const worksOn: Prose | null =
      origin && network
        ? [`the ${origin.length}-dimensional descriptors of ${network}`, ...after(features.slice(1))]
        : (entry.features ?? null) && (features.length === 0 ? ['the raw grey values'] : steps(features));
    return { label, worksOn, network };
  });
  const groups = Map.groupBy(rows, ({ worksOn }) => JSON.stringify(worksOn));
  const sentences = [...groups.values()].flatMap((group): Prose[] => {
    const [{ worksOn }] = group;
    return worksOn ? [prose`${listed(group.map(({ label }) => label))} worked on ${worksOn}`] : [];
  });
  const perturbs = listPerturbations(spec.perturbations).some(({ perturbation }) => perturbation !== null);
  const networks = rows.some(({ network }) => network);
  return networks && perturbs ? [...sentences, ALIGNED_AS_CLEAN] : sentences;
}

const ALIGNED_AS_CLEAN: Prose = ['Networks received the perturbed images, aligned by the landmarks of the clean ones'];

/** ", after scaling to unit length" */
function after(features: readonly FeatureStep[]): Prose {
  return features.length === 0 ? [] : prose`, followed by ${steps(features)}`;
}

/** Sentence on the treatment of missing pixels. */
function missingSentences(study: Study): Prose[] {
  if (!listPerturbations(study.spec.perturbations).some(({ perturbation }) => losesPixels(perturbation))) return [];
  const estimating = estimatingMethods(study);
  const names = listed([...new Set(estimating.map(({ label, tuned }) => tuned?.row ?? label))]);
  const except = estimating.length > 0 ? `; ${names} estimated them instead` : '';
  return [prose`Missing pixels were replaced by the mean of the other pixels of the image${except}`];
}

function steps(features: readonly FeatureStep[]): Prose {
  return listedProse(features.map((step) => [featureTitle(step), ...cited(featureOf(step).citation)]));
}

/** Sentences on how test images were recognised or pairs scored; methods with their own classifier are named. */
export function classifierSentences(study: StudyOnDataset): Prose[] {
  const { spec } = study;
  const rows = Map.groupBy(spec.methods, ({ classifier }) => classifier && JSON.stringify(classifier));
  const common = rows.has(undefined) ? classifierSentence(study) : [];
  rows.delete(undefined);
  return [
    ...common,
    ...[...rows.values()].flatMap((group) => {
      const [{ classifier = spec.classifier }] = group;
      const sentences = classifierSentence({ ...study, spec: { ...spec, classifier } });
      if (JSON.stringify(sentences) === JSON.stringify(common)) return [];
      return sentences.map((sentence) => ledBy(`For ${listed(group.map(rowName))}, `, sentence));
    }),
  ];
}

function classifierSentence({ spec, protocol, dataset }: StudyOnDataset): Prose[] {
  const { classifier } = spec;
  const declared = classifierDeclaration(classifier);
  const lists = classifierLists(classifier);
  if (lists.length > 0) {
    const chosen = lists.map(([name, values]): Prose => {
      const { symbol } = declared.parameters.find((each) => each.name === name) ?? {};
      const what = symbol ? [math(symbol)] : [titleOf(declared.parameters, name)];
      return prose`${what} from ${math(`{${values.join(', ')}}`)}`;
    });
    const done = protocol.compares ? 'Comparisons were scored' : 'Test images were classified';
    return [prose`${done} by ${ruleProse(declared.title)}${cited(declared.citation)}, choosing ${listedProse(chosen)}`];
  }
  const [{ key }] = conditionsOf(spec.protocol);
  const reference = splitOf(spec, dataset, key, 1).gallery ? 'gallery' : 'training';
  const value = classifier as Classifier;
  const sentence = protocol.compares
    ? declared.pairProse?.(value, protocol.compares)
    : declared.prose(value, reference);
  return sentence ? [[...sentence, ...cited(declared.citation)]] : [];
}

/** A title within a sentence; the variable in "k nearest neighbours" is a formula. */
function ruleProse(title: string): Prose {
  return title.startsWith('k ') ? [math('k'), title.slice(1)] : [uncapitalised(title)];
}

/** Sentences on methods with their own decision rule, and on imported results. */
export function exceptionSentences(study: Study): Prose[] {
  const { spec, protocol } = study;
  const elsewhere = spec.methods.flatMap(({ method, label }) => (method === IMPORTED && label ? [label] : []));
  const did = protocol.compares ? 'scored pairs' : 'decided';
  return [
    ...[...decisionRulesByMethod(study)].map(
      ([rule, labels]) => prose`${listed(labels)} ${labels.length > 1 ? 'each ' : ''}${did} ${rule} instead`,
    ),
    ...(elsewhere.length > 0
      ? [prose`The results of ${listed(elsewhere)} were computed with other software on the same splits`]
      : []),
  ];
}

/** Citation at the end of a sentence. */
export function cited(citation: Citation | undefined): Prose {
  return citation ? [{ cite: citation.key }] : [];
}

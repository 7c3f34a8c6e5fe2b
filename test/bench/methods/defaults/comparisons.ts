/** The settings whose defaults rest on a comparison of ours, each with the values that it was compared with. */
import type { StudyMethod, StudySpecInput } from '../../../../src/core/study/spec/spec.ts';

type Settings = StudyMethod['settings'];
type Classifier = StudySpecInput['classifier'];

/** One value, and what is computed for it. */
interface Row {
  readonly value: string | number | boolean;
  readonly method: string;
  readonly settings: Settings;
  readonly latent?: readonly (number | readonly number[])[];
  readonly classifier?: Classifier;
}

export interface Comparison {
  /** "method.setting" or "classifier.setting"; declarations name it as their source. */
  readonly id: string;
  readonly rows: readonly Row[];
}

/** Mean error in per cent at the best latent shape, by the value of the setting; null: no fit in some repeat. */
export type Errors = Readonly<Record<string, number | null>>;
/** By condition, by comparison. */
export type Results = Readonly<Record<string, Readonly<Record<string, Errors>>>>;

interface More extends Pick<Row, 'latent' | 'classifier'> {
  /** Follows the name of the setting, where it is compared under several circumstances. */
  readonly as?: string;
  /** Other settings than defaults. */
  readonly others?: Settings;
}

type Values = readonly Row['value'][];

function compare(method: string, setting: string, values: Values, { as, others = {}, ...more }: More = {}): Comparison {
  const rows = values.map((value) => ({ value, method, settings: { ...others, [setting]: value }, ...more }));
  return { id: `${method}.${setting}${as ?? ''}`, rows };
}

/** Of classifiers, on codes of PCA. */
function decide(kind: string, setting: string, values: Values, more: Pick<Row, 'latent'> = {}): Comparison {
  const rows = values.map((value) => {
    const classifier = { kind, [setting]: value } as Classifier;
    return { value, method: 'pca', settings: {}, classifier, ...more };
  });
  return { id: `${kind}.${setting}`, rows };
}

const cosine = { classifier: { kind: '1nn', metric: 'cosine' }, as: ' by cosine' } as const;
/** For methods that iterate at each shape. */
const vectors = { latent: [5, 9, 14, 29, 39] } as const;
const fewVectors = { latent: [5, 9, 29] } as const;
const pairs = {
  latent: [
    [3, 3],
    [6, 3],
    [6, 6],
    [8, 8],
  ],
} as const;

/** For classifiers that solve a system for each image. */
const few = { latent: [14, 29, 59] } as const;
/** For mixtures, which start several times. */
const onePair = { latent: [[4, 3]] } as const;

export const comparisons: readonly Comparison[] = [
  compare('lda', 'scaling', ['unit', 'total', 'within']),
  compare('lda', 'scaling', ['unit', 'total'], cosine),
  compare('lda', 'regularisation', ['pca', 'shrinkage']),
  compare('lda', 'shrinkage', [0.03, 0.1, 0.3, 0.5, 0.7, 0.9], { others: { regularisation: 'shrinkage' } }),
  compare('rlda', 'scaling', ['unit', 'total', 'within']),
  compare('rlda', 'scaling', ['unit', 'total', 'within'], cosine),
  compare('rlda', 'shrinkage', [0.03, 0.1, 0.3, 0.5, 0.7, 0.9], { others: { amount: 'given' } }),
  compare('rlda', 'amount', ['ledoit-wolf', 'given']),
  compare('slda', 'penalty', [0.01, 0.03, 0.1, 0.3, 1]),
  compare('srda', 'scaling', ['unit', 'own']),
  compare('srda', 'penalty', [0.001, 0.01, 0.03, 0.1, 0.3, 1]),
  compare('kpca', 'kernel', ['gaussian', 'polynomial', 'fractional']),
  compare('kpca', 'gamma', [0.1, 0.3, 1, 3]),
  compare('kpca', 'degree', [2, 3, 4], { others: { kernel: 'polynomial' } }),
  compare('kpca', 'offset', [0, 1, 10], { others: { kernel: 'polynomial' } }),
  compare('kpca', 'power', [0.5, 0.6, 0.7, 0.8, 0.9], { others: { kernel: 'fractional' } }),
  compare('kfa', 'scaling', ['unit', 'total', 'within']),
  compare('kfa', 'kernel', ['gaussian', 'polynomial', 'fractional']),
  compare('kfa', 'gamma', [0.03, 0.1, 0.3, 1]),
  compare('kfa', 'gamma', [0.03, 0.1, 0.3, 1], { as: ', polynomial', others: { kernel: 'polynomial' } }),
  compare('kfa', 'degree', [2, 3, 4], { others: { kernel: 'polynomial' } }),
  compare('kfa', 'offset', [0, 1, 10], { others: { kernel: 'polynomial' } }),
  compare('kfa', 'power', [0.5, 0.6, 0.7, 0.8, 0.9], { others: { kernel: 'fractional' } }),
  compare('kfa', 'shrinkage', [0, 0.001, 0.01, 0.1]),
  compare('lpp', 'scaling', ['unit', 'own']),
  compare('lpp', 'energy', [0.9, 0.95, 0.98, 0.99, 1]),
  compare('lpp', 'graph', ['nearest', 'ball']),
  compare('lpp', 'neighbours', [2, 3, 5, 7, 10]),
  compare('lpp', 'radius', [0.9, 1, 1.2], { others: { graph: 'ball' } }),
  compare('lpp', 'weights', ['constant', 'heat']),
  compare('lpp', 'gamma', [0.1, 0.3, 1, 3, 10], { others: { weights: 'heat' } }),
  compare('olpp', 'energy', [0.9, 0.95, 0.98, 0.99, 1]),
  compare('olpp', 'neighbours', [2, 3, 5, 7, 10]),
  compare('npe', 'scaling', ['unit', 'total']),
  compare('npe', 'energy', [0.9, 0.95, 0.98, 0.99, 1]),
  compare('npe', 'neighbours', [2, 3, 5, 7, 10]),
  compare('npe', 'ridge', [1e-5, 1e-4, 1e-3, 1e-2, 0.1]),
  compare('mfa', 'scaling', ['unit', 'own']),
  compare('mfa', 'energy', [0.9, 0.95, 0.98, 0.99, 1]),
  compare('mfa', 'neighbours', [1, 2, 3, 5, 10]),
  compare('mfa', 'pairs', [5, 10, 20, 40, 80]),
  compare('sfa', 'energy', [0.8, 0.9, 0.95, 0.98, 1]),
  compare('unifiedml', 'energy', [0.9, 0.95, 0.98, 0.99, 1], vectors),
  compare('ioffe', 'energy', [0.8, 0.9, 0.95, 0.98, 1], vectors),
  compare('b2dlda', 'iterations', [1, 2, 3, 5, 10], pairs),
  compare('mpca-lda', 'scaling', ['unit', 'total'], { others: { features: 1000000 } }),
  compare('mpca-lda', 'features', [0, 15, 30, 40, 60, 80, 100, 120, 160]),
  compare('mpca-lda', 'energy', [0.9, 0.95, 0.97, 0.99, 1]),
  compare('glram-pca', 'components', [10, 20, 40, 60], pairs),
  compare('fastica', 'architecture', ['I', 'II'], vectors),
  compare('fastica', 'contrast', ['logcosh', 'kurtosis'], fewVectors),
  compare('nmf', 'start', ['svd', 'random'], fewVectors),
  compare('emlda', 'lambdaFirst', [0.8, 0.9, 0.95, 0.99], fewVectors),
  compare('emlda', 'lambdaLast', [0.2, 0.5, 0.8], fewVectors),
  compare('emlda', 'variance', ['tied', 'rescaled', 'adaptive', 'fixed'], fewVectors),
  compare('emlda', 'input', ['whitened', 'raw'], fewVectors),
  compare('emlda', 'energy', [0.9, 0.95, 0.98, 1], fewVectors),
  compare('emlda', 'maxIterations', [50, 100, 200, 400], fewVectors),
  compare('unifiedml', 'lambdaFirst', [0.8, 0.9, 0.95, 0.99], fewVectors),
  compare('unifiedml', 'lambdaLast', [0.2, 0.5, 0.8], fewVectors),
  compare('plda', 'within', [-1, 0, 5, 10], fewVectors),
  compare('plda', 'maxIterations', [20, 50, 100], fewVectors),
  compare('gha', 'rate', [0.3, 0.5, 0.7, 0.9], fewVectors),
  compare('gha', 'maxIterations', [50, 100, 200, 400], fewVectors),
  compare('glram', 'restart', ['fresh', 'cold'], pairs),
  compare('psopca', 'restart', ['converged', 'cold'], pairs),
  compare('psopca', 'start', ['glram', 'identity', 'random'], pairs),
  compare('mvfa-additive', 'terms', [1, 2, 3], onePair),
  compare('mphopca', 'components', [1, 2, 3, 5], onePair),
  compare('mphopca', 'start', ['seeds', 'random'], onePair),
  decide('1nn', 'metric', ['euclidean', 'cosine', 'city-block', 'whitened', 'whitened-cosine']),
  decide('knn', 'k', [1, 3, 5, 7]),
  decide('subject-distance', 'over', ['mean', 'median', 'least']),
  decide('nearest-subspace', 'dimension', [0, 1, 2, 3], few),
  decide('lrc', 'ridge', [0, 0.001, 0.01, 0.1], few),
  decide('crc', 'regularisation', [1e-5, 1e-4, 1e-3, 1e-2, 0.1], few),
  decide('src', 'sparsity', [0.001, 0.003, 0.01, 0.03, 0.1], few),
  decide('ls-svm', 'kernel', ['rbf', 'linear'], few),
];

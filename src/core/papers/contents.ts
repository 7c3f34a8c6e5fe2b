/**
 * What the five papers propose, compare with, or mention as an extension, and what does it here. A page of the
 * reference lists it, and a test checks that no system, variant or option of a paper is lost. Experiments are in
 * registry.ts.
 */
import type { Settings } from '../methods/method.ts';
import type { PaperId } from './papers.ts';

/**
 * Something of this program: a method with settings, a classifier, a feature step, a protocol or an option of `fit`.
 */
export type Counterpart =
  | { readonly method: string; readonly settings?: Settings }
  | { readonly classifier: string }
  | { readonly feature: string }
  | { readonly fitOption: string };

export interface PaperContent {
  readonly what: string;
  /** "Section IV-A", "eq. (10)" */
  readonly where: string;
  /** Empty: it is not here. */
  readonly here: readonly Counterpart[];
  /** How it differs here, or why it is missing, as a sentence. */
  readonly remark?: string;
}

const method = (id: string, settings?: Settings): Counterpart => ({ method: id, ...(settings && { settings }) });

export const PAPER_CONTENTS: Readonly<Record<PaperId, readonly PaperContent[]>> = {
  'bilinear-ppca': [
    { what: 'PCA, by minimum error and by maximum variance', where: 'Sections II-A and II-B', here: [method('pca')] },
    { what: 'PPCA', where: 'Section II-C', here: [method('ppca')] },
    { what: 'GLRAM', where: 'Section II-D, eq. (10)', here: [method('glram')] },
    { what: '2DPCA', where: 'Section II-D', here: [method('2dpca'), method('2dpca-left')] },
    { what: 'PSOPCA', where: 'Section II-E', here: [method('psopca')] },
    {
      what: 'BPPCA by conditional maximisation (CM)',
      where: 'Section IV-A',
      here: [method('bppca', { algorithm: 'cm' })],
    },
    { what: 'BPPCA by AECM', where: 'Section IV-B', here: [method('bppca', { algorithm: 'aecm' })] },
    {
      what: 'Start from the identity or at random',
      where: 'Section V-B',
      here: [method('bppca', { start: 'identity' }), method('bppca', { start: 'random' })],
    },
    {
      what: 'Stop at a relative change of 1e-5, at most 20 iterations',
      where: 'Section V',
      here: [method('bppca', { restart: 'cold' })],
    },
    {
      what: 'Reconstruction from the expected latent matrix, and the orthogonal one',
      where: 'Section IV-C',
      here: [method('bppca', { reconstruction: 'posterior' }), method('bppca', { reconstruction: 'orthogonal' })],
    },
    { what: 'FPCA', where: 'Section V-D', here: [method('fpca')] },
    { what: 'Nearest neighbour on the codes', where: 'Section V-D', here: [{ classifier: '1nn' }] },
    {
      what: 'Tensors of a higher order (BPPCA)',
      where: 'Section VI',
      here: [],
      remark: 'The paper leaves it to the future; PHOPCA (tensor) is the tensor model here.',
    },
  ],
  'integrated-squared-error': [
    { what: 'EM-PCA, eqs. (2) and (3)', where: 'Section 2', here: [method('empca')] },
    { what: 'EM-ePCA, eqs. (8) and (9)', where: 'Section 3', here: [method('emepca')] },
    {
      what: 'EM-ePCA, limiting case, eqs. (12) and (13)',
      where: 'Section 3',
      here: [method('emepca', { weights: 'limit' })],
    },
    {
      what: 'Weights c_i of the integrated squared error: any, geometric or equal',
      where: 'Section 3, eq. (7)',
      here: [
        method('emepca', { weights: 'geometric' }),
        method('emepca', { weights: 'equal' }),
        method('emepca', { weights: 'list' }),
      ],
    },
    {
      what: 'Coupled generative model, in closed form and by EM',
      where: 'Section 4',
      here: [method('coupled', { algorithm: 'closed' }), method('coupled', { algorithm: 'em' })],
    },
    {
      what: 'GHA as gradient descent on the integrated squared error, eq. (21), and its limit',
      where: 'Section 5',
      here: [method('gha', { mode: 'batch' }), method('gha', { mode: 'online' }), method('gha', { weights: 'limit' })],
    },
  ],
  'unified-framework': [
    { what: 'PCA, LDA, LPP and SFA', where: 'Section 2', here: ['pca', 'lda', 'lpp', 'sfa'].map((id) => method(id)) },
    {
      what: 'Maximum likelihood with the prior of PCA, LDA, LPP or SFA',
      where: 'Section 3',
      here: ['pca', 'lda', 'lpp', 'sfa'].map((prior) => method('unifiedml', { prior })),
    },
    {
      what: 'EM-PCA over a fully connected field',
      where: 'Section 4',
      here: [method('fields')],
      remark: 'The setting `fields` takes any product of fields; that of PCA is one of them.',
    },
    { what: 'EM-LDA', where: 'Section 4', here: [method('emlda')] },
    { what: 'EM-LPP', where: 'Section 4', here: [method('emlpp')] },
    { what: 'Products of further fields', where: 'Section 4', here: [method('fields')] },
    {
      what: 'Variance per latent dimension: learned, or λ_n = 0 and σ_n = 1 (PPCA)',
      where: 'Section 4.1',
      here: ['tied', 'rescaled', 'adaptive', 'free', 'fixed'].map((variance) => method('emlda', { variance })),
    },
    { what: 'EM-SFA as a linear dynamical system', where: 'Section 4.1', here: [method('emsfa')] },
    {
      what: 'Class by the likelihood of EM-LDA, eqs. (39) to (41)',
      where: 'Section 4.1',
      here: [method('emlda', { identification: 'likelihood' })],
    },
    { what: 'FK-LDA', where: 'Section 5', here: [method('fklda')] },
    {
      what: 'PLDA',
      where: 'Section 5',
      here: [method('plda'), method('ioffe')],
      remark:
        'Of Prince and Elder, which the paper compares with, and of Ioffe. Heteroscedastic PLDA, which it cites alone, is not here.',
    },
    { what: 'Gradients of the pixels as features', where: 'Section 5', here: [{ feature: 'gradients' }] },
    {
      what: 'Locally linear embedding',
      where: 'Caption of Fig. 2',
      here: [],
      remark: 'The text has no probabilistic counterpart of it, and the figure draws LPP; NPE is its linear form here.',
    },
  ],
  'matrix-factor-analysis': [
    { what: 'MVFA', where: 'Section III', here: [method('mvfa')] },
    {
      what: 'ECM, as derived and as printed',
      where: 'Section IV-B',
      here: [method('mvfa', { algorithm: 'ecm' }), method('mvfa', { algorithm: 'printed-ecm' })],
    },
    {
      what: 'Parameter expansion (PX), as derived and as printed',
      where: 'Section IV-B',
      here: [method('mvfa', { algorithm: 'px' }), method('mvfa', { algorithm: 'printed-px' })],
    },
    {
      what: 'EM for U and V parametrised directly',
      where: 'Section VI-A',
      here: [method('mvfa', { algorithm: 'direct' })],
    },
    {
      what: 'Anisotropic noise',
      where: 'Section IV',
      here: [method('mvfa-pixels')],
      remark: 'The paper omits its derivation.',
    },
    { what: 'Mixture of matrix-variate factor analysers', where: 'Section V', here: [method('mmvfa')] },
    { what: 'PPCA and PCA', where: 'Section VI', here: [method('ppca'), method('pca')] },
    { what: 'GLRAM', where: 'Section VI-B', here: [method('glram')] },
    { what: 'Original pixels (w/o)', where: 'Section VI-B', here: [method('none')] },
    { what: 'Gabor features of digits', where: 'Section VI-B', here: [{ feature: 'gabor' }] },
    { what: 'One model per class, by likelihood', where: 'Section VI-B', here: [{ classifier: 'likelihood' }] },
    { what: 'LS-SVM', where: 'Section VI-B', here: [{ classifier: 'ls-svm' }] },
    { what: 'Additive model', where: 'Section VII', here: [method('mvfa-additive')] },
  ],
  'higher-order': [
    { what: '2DPCA, GLRAM', where: 'Section 2', here: [method('2dpca'), method('glram')] },
    { what: 'PPCA', where: 'Section 2.2', here: [method('ppca')] },
    {
      what: 'One-mode second-order PHOPCA, in closed form and by EM',
      where: 'Section 4.1',
      here: [
        method('phopca-1', { algorithm: 'closed' }),
        method('phopca-1', { algorithm: 'em' }),
        method('phopca-1-left'),
      ],
    },
    {
      what: 'General second-order PHOPCA, with noise and in the limit σ → 0',
      where: 'Section 4.2',
      here: [method('psopca'), method('psopca', { noise: 'zero' })],
      remark: 'It is PSOPCA, and one model with MVFA.',
    },
    {
      what: 'PHOPCA of a higher order, general and one-mode',
      where: 'Section 4.3',
      here: [method('phopca-3'), ...['rows', 'planes', 'columns'].map((mode) => method('phopca-1-tensor', { mode }))],
    },
    {
      what: 'Factor-analysis noise, of given levels (a region) or learned',
      where: 'Section 5.1',
      here: ['learned', 'region', 'fixed'].map((noise) => method('phopca-fa', { noise })),
    },
    { what: 'Mixture of PHOPCA models', where: 'Section 5.2', here: [method('mphopca')] },
    { what: 'Robust projections by a t distribution', where: 'Section 5', here: [method('phopca-t')] },
    { what: 'Missing data', where: 'Section 5', here: [{ fitOption: '--imputed' }] },
    { what: 'Further images (incremental learning)', where: 'Section 5', here: [{ fitOption: '--continue' }] },
    {
      what: 'Wishart and other matrix distributions',
      where: 'Section 5',
      here: [],
      remark: 'Named as possible in the paper, without a model.',
    },
  ],
};

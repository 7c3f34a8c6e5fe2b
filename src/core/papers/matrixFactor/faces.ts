/** Table II of Xie, Yan, Kwok, Huang 2008: faces by 1-NN on codes of few dimensions. */
import { orderCheck, shortNumber, valueCheck, resultOf } from '../result.ts';
import { arImages, DATABASES, type DatabaseId } from '../databases.ts';
import type { StudyExperiment } from '../experiment.ts';
import { entryOf, tableOfStudy, type PublishedMeans } from '../tableOfStudy.ts';

const METHODS = ['MVFA', 'PPCA', 'GLRAM', 'PCA', 'Pixels'] as const;
/** Accuracies in per cent, in the order of METHODS. */
const PUBLISHED = {
  xm2vts: [78.6, 76.6, 71.2, 69.5, 68.5],
  pie: [87.3, 78.3, 65.1, 63.5, 63.5],
};
/** Tolerance in percentage points. */
const TOLERANCE = 2;

/** Training images per subject: three sessions of four; 12 of 20 images; six of Yale's 11, seven of AR's 14. */
const TRAINING: Partial<Record<DatabaseId, number>> = {
  'xm2vts-64': 3,
  'pie-64': 12,
  'pie-27': 12,
  'orl-32': 3,
  'yale-32': 6,
  'ar-32': 7,
};

const STAND_INS = { xm2vts: ['orl-32'], pie: ['pie-27', 'yale-32', 'ar-32'] } as const satisfies Record<
  string,
  DatabaseId[]
>;

function tableIi(databaseName: 'xm2vts' | 'pie'): StudyExperiment {
  const printed = PUBLISHED[databaseName];
  const database: DatabaseId = `${databaseName}-64`;
  const title = databaseName === 'pie' ? 'CMU PIE' : 'XM2VTS';
  const rows: PublishedMeans = Object.fromEntries(METHODS.map((label, m) => [label, [[100 - printed[m]] as const]]));
  const numbers = {
    database,
    conditions: [databaseName === 'pie' ? 'k=12' : 'first=3'],
    rows,
    from: '100 − accuracy',
  };
  return {
    id: `mvfa-table2-${databaseName}`,
    kind: 'study',
    paper: 'matrix-factor-analysis',
    item: `Table II, ${title}`,
    title: `Faces of ${title} by 1-NN on reduced codes`,
    description:
      'Error rate of 1-NN on the codes of MVFA, PPCA, GLRAM and PCA, at the best latent shape on the test images, and on the pixels.',
    data: [{ database }, ...STAND_INS[databaseName].map((other) => ({ database: other, standIn: true as const }))],
    sizes: { quick: '3 splits, few shapes', full: '10 splits at random; the sessions of XM2VTS as they are' },
    published: METHODS.map((label, m) => ({
      what: label,
      value: `${printed[m].toFixed(1)}% right`,
      where: 'Table II',
    })),
    rule: 'MVFA has the lowest error of the five, PPCA a lower one than GLRAM, GLRAM than PCA and pixels; on the paper’s data each is within two points.',
    cause: 'data',
    differences: [
      'The paper reports accuracies, this error rates. The two points are a tolerance of this program.',
      databaseName === 'pie'
        ? 'The paper does not say which 12 of 20 images of a person it trained on: splits are at random here: 12 of the 42 images in pose 27, which are 32 × 32 and not of five poses under four lights; 6 of 11 images on Yale, 7 of the 14 without sunglasses or scarf on AR.'
        : 'The paper has 875 training images of 295 subjects in three sessions, an odd number: all 885 here. On ORL three images per subject train, at random.',
      'The paper tries every latent shape, this a grid for MVFA and GLRAM.',
      ...(databaseName === 'pie'
        ? [
            'On PIE in pose 27 and on extended Yale B the two models with noise are far ahead of GLRAM and PCA, as in the paper, and PPCA is ahead of MVFA. Varied: two, four, six and twelve training images of a person at random (five splits) give PPCA 3.2, 0.5, 0.2, 0.0 and MVFA 15.7, 6.6, 3.8, 0.6% on PIE, 51.0, 37.3, 32.3, 20.5 and 60.5, 44.6, 35.1, 22.9% on Yale B; shapes up to (31, 31) give MVFA 12.7, 3.1, 0.3% with two, six and twelve images on PIE, 61.8, 34.0, 22.1% on Yale B. PCA is 1 to 4 points ahead of GLRAM in all of them.',
            'AR has the same order: PPCA 11.4, MVFA 19.4, GLRAM, PCA and pixels 35%. On faces under several poses (FERET, four training images of a person) an independent implementation has MVFA ahead of PPCA, 48.6 against 56.2%, as in the paper; in frontal crops, in which every pixel has its place, it is not.',
          ]
        : []),
      'Pixels: PCA with all its components, which leaves every distance between a test and two training images as it was.',
    ],
    numbers,
    spec(size, on) {
      const quick = size === 'quick';
      const trainPerSubject = [TRAINING[on]!];
      const grid = { qc: quick ? [8, 12] : [4, 8, 12, 16, 20], qr: quick ? [4, 8] : [2, 4, 8, 12, 16] };
      return {
        seed: 1,
        ...(on === 'ar-32' && { subset: { images: arImages('withoutOcclusion') } }),
        protocol:
          on === 'xm2vts-64'
            ? { kind: 'first', trainPerSubject }
            : { kind: 'random', trainPerSubject, repeats: quick ? 3 : 10 },
        methods: [
          { method: 'mvfa', latent: grid },
          { method: 'ppca' },
          { method: 'glram', latent: grid },
          { method: 'pca' },
          { method: 'pca', label: 'Pixels', latent: [DATABASES[on].subjects * trainPerSubject[0] - 1] },
        ],
      };
    },
    read(table, on) {
      const [{ key }] = table.conditions;
      const errors = METHODS.map((label) => entryOf(table, label, key).mean);
      const summary = METHODS.map((label, m) => `${label} ${shortNumber(errors[m])}`).join(', ');
      const [byMvfa, byPpca, byGlram, byPca, byPixels] = errors;
      return resultOf({
        tables: [
          tableOfStudy(table, 'Error rate in per cent at the best latent shape', on === database ? numbers : undefined),
        ],
        checks: [
          orderCheck(
            'MVFA is superior to the others.',
            'lowest error of five',
            summary,
            byMvfa < Math.min(...errors.slice(1)),
          ),
          orderCheck(
            'PPCA is ahead of GLRAM, GLRAM of PCA and pixels.',
            'PPCA < GLRAM < PCA, pixels',
            summary,
            byPpca < byGlram && byGlram < Math.min(byPca, byPixels),
          ),
          ...(on === database
            ? METHODS.map((label, m) =>
                valueCheck(`The error of ${label} in per cent.`, 100 - printed[m], errors[m], TOLERANCE),
              )
            : []),
        ],
      });
    },
  };
}

export const facesOfXm2vtsByMvfa = tableIi('xm2vts');
export const facesOfPieByMvfa = tableIi('pie');

/** Table IV of Zhao, Yu, Kwok 2012: face recognition with few training images. */
import { arImages, type DatabaseId } from '../databases.ts';
import { orderCheck, shortNumber, valueCheck, resultOf } from '../result.ts';
import type { StudyExperiment } from '../experiment.ts';
import { entryOf, printedRows, publishedRows, tableOfStudy } from '../tableOfStudy.ts';

const XM2VTS = printedRows(`
  BPPCA   19.8 ± 2.7   15.3 ± 2.2   11.3 ± 1.8
  PSOPCA  31.8 ± 2.8   25.1 ± 2.2   19.9 ± 2.1
  PPCA    25.5 ± 3.2   19.0 ± 2.1   14.5 ± 2.1
  FPCA    26.2 ± 3.0   20.9 ± 2.2   16.3 ± 2.1
  GLRAM   26.5 ± 3.1   21.1 ± 2.1   16.5 ± 2.1
  PCA     26.6 ± 3.1   21.2 ± 2.0   16.6 ± 2.0
  2DPCA   26.7 ± 3.1   21.1 ± 2.0   16.6 ± 2.0
`);

const AR = printedRows(`
  BPPCA   36.1 ± 5.8   25.3 ± 6.0   24.1 ± 6.2
  PSOPCA  44.0 ± 7.5   29.2 ± 7.3   27.4 ± 6.8
  PPCA    44.6 ± 10.1  27.3 ± 5.4   24.5 ± 5.9
  FPCA    58.8 ± 11.6  42.0 ± 4.5   41.8 ± 10.3
  GLRAM   58.8 ± 11.6  42.0 ± 4.5   41.8 ± 10.3
  PCA     58.9 ± 11.6  42.2 ± 4.4   41.9 ± 10.2
  2DPCA   58.9 ± 11.6  42.1 ± 4.5   41.8 ± 10.3
`);

const CONDITIONS = ['k=2', 'k=3', 'k=4'];

function tableIv(databaseName: 'xm2vts' | 'ar'): StudyExperiment {
  const rows = databaseName === 'ar' ? AR : XM2VTS;
  const numbers = { database: databaseName, conditions: CONDITIONS, rows };
  const ofPaper = (database: DatabaseId): boolean =>
    database === databaseName || (databaseName === 'ar' && database === 'ar-32');
  return {
    id: `bppca-table4-${databaseName}`,
    kind: 'study',
    paper: 'bilinear-ppca',
    item: databaseName === 'ar' ? 'Table IV, AR' : 'Table IV, XM2VTS',
    title: `Face recognition on ${databaseName === 'ar' ? 'AR' : 'XM2VTS'}`,
    description:
      'Error rate of 1-NN on the codes of seven methods with two, three or four training images per subject at random, at the best latent shape on the test images.',
    data:
      databaseName === 'ar'
        ? [{ database: 'ar' }, { database: 'ar-32' }, { database: 'yale-32', standIn: true }]
        : [{ database: 'xm2vts' }, { database: 'orl-32', standIn: true }, { database: 'orl-56x46', standIn: true }],
    sizes: { quick: 'k = 3, 3 splits, few shapes', full: 'k = 2, 3, 4, 20 splits' },
    published: publishedRows(rows, 'k = 2, 3, 4', 'Table IV, page 501'),
    rule: 'BPPCA has the lowest mean error at every k; on the paper’s data each of its means is within one standard deviation.',
    cause: 'data',
    differences: [
      'On faces that are not aligned BPPCA is not ahead.',
      'The published protocol of PSOPCA (20 iterations from N(0, 1)) depends on the scale of the pixels: 0 … 255 here.',
      'The paper tries every latent shape of the bilinear methods, this one a grid of them.',
      ...(databaseName === 'ar'
        ? [
            'On AR in aligned crops of 32 × 32 the models with noise are 15 to 30 points ahead of PCA, GLRAM and FPCA, as in the paper, and PPCA (28.8, 24.4, 19.3%) is ahead of BPPCA. Larger shapes do not help BPPCA: from (16, 8) on it has 52% at best with k = 2. The crops remain as the reason, since those of the paper, in which PPCA has 44.6%, are not at hand.',
            'The paper has crops of 100 × 100; any size is taken here, and the 14 images without sunglasses or scarf of aligned crops of 32 × 32.',
          ]
        : []),
    ],
    numbers,
    spec: (size, database) => {
      const grid = size === 'quick' ? { qc: [10, 12], qr: [3, 4] } : { qc: [8, 10, 12, 15, 20], qr: [2, 3, 4, 6, 8] };
      const trainPerSubject = size === 'quick' ? [3] : [2, 3, 4];
      return {
        seed: 1,
        ...(database === 'ar-32' && { subset: { images: arImages('withoutOcclusion') } }),
        protocol: { kind: 'random', trainPerSubject, repeats: size === 'quick' ? 3 : 20 },
        // The test used in the paper.
        comparison: { test: 'two-sample-t' },
        methods: [
          { method: 'bppca', latent: grid },
          { method: 'psopca', settings: { restart: 'cold' }, latent: grid },
          { method: 'ppca' },
          { method: 'fpca' },
          { method: 'glram', latent: grid },
          { method: 'pca' },
          { method: '2dpca' },
        ],
      };
    },
    read(table, database) {
      const published = ofPaper(database) ? numbers : undefined;
      const compared = table.conditions.map(({ key, title }) => {
        const entry = entryOf(table, 'BPPCA', key);
        const rivals = table.rows.filter(({ label }) => label !== 'BPPCA').map(({ label }) => label);
        const [next] = rivals
          .map((label) => ({ label, mean: entryOf(table, label, key).mean }))
          .sort((a, b) => a.mean - b.mean);
        return orderCheck(
          `BPPCA has the lowest error at ${title}.`,
          'lowest of seven',
          `${shortNumber(entry.mean)}%${entry.significant ? ', significantly' : ''}; ${next.label} ${shortNumber(next.mean)}%`,
          entry.mean < next.mean,
        );
      });
      const values = published
        ? table.conditions.map(({ key, title }) => {
            const [mean, std] = rows['BPPCA'][CONDITIONS.indexOf(key)];
            return valueCheck(
              `The error of BPPCA at ${title} in per cent.`,
              mean,
              entryOf(table, 'BPPCA', key).mean,
              std,
            );
          })
        : [];
      return resultOf({
        tables: [tableOfStudy(table, 'Error rate in per cent at the best latent shape', published)],
        checks: [...compared, ...values],
      });
    },
  };
}

export const facesOfXm2vts = tableIv('xm2vts');
export const facesOfAr = tableIv('ar');

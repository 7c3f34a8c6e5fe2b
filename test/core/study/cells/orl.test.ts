/** The study engine on real faces, against reference values that were worked out independently (20 splits, NumPy). */
import { beforeAll, describe, expect, it } from 'vitest';
import { asVectors } from '../../../../src/core/images/imageSet.ts';
import { gramOfRows } from '../../../../src/core/linalg/index.ts';
import type { CellData } from '../../../../src/core/study/cells/cellTask.ts';
import { parseStudySpec } from '../../../../src/core/study/spec/parse.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import type { StudyTable } from '../../../../src/core/study/table/table.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { needsRealData } from '../../../support/realData.ts';
import { ORL, readOrl } from '../../methods/support/orl.ts';
import { evaluateAll } from '../evaluateAll.ts';

function orlCells(): CellData {
  const { images, labels } = readOrl();
  const gram = gramOfRows(asVectors(images));
  return { images, labels, gram: () => gram };
}

describe('a study of ORL, 3 training images per subject, 20 repeats', needsRealData(ORL), () => {
  let table: StudyTable;

  beforeAll(() => {
    const data = orlCells();
    const dataset = {
      hash: 'orl',
      labels: data.labels,
      subjects: Array.from({ length: 40 }, (_, s) => `s${s + 1}`),
    };
    const parsed = parseStudySpec({
      name: 'ORL',
      dataset: 'orl',
      protocol: { kind: 'random', trainPerSubject: [3], repeats: 20 },
      // The papers' test, whose verdict is reproduced here.
      comparison: { test: 'two-sample-t' },
      methods: [
        { method: 'pca' },
        { method: 'ppca' },
        { method: '2dpca' },
        {
          method: 'glram',
          latent: [
            [15, 8],
            [20, 8],
          ],
        },
        {
          method: 'bppca',
          latent: [
            [10, 3],
            [12, 3],
          ],
        },
      ],
    });
    if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
    const { spec } = parsed;
    const plan = planCells(planStudy(spec), dataset);
    table = summariseStudy(plan, evaluateAll(spec, dataset, data, plan));
  });

  it.each([
    ['PCA', 21.8, 2.0],
    ['PPCA', 19.4, 1.8],
    ['2DPCA', 20.7, 1.7],
    ['GLRAM', 20.6, 1.7],
    ['BPPCA', 11.3, 1.5],
  ])('gives the error rate of %s within the deviation between splits', (label, mean, std) => {
    const entry = table.rows.find((row) => row.label === label)!.entries[0];
    expect(entry.values).toHaveLength(20);
    expect(Math.abs(entry.mean! - mean)).toBeLessThan(std);
  });

  it('finds BPPCA significantly better than every other method', () => {
    const standings = table.rows.map((row) => row.entries[0].standing);
    expect(standings).toEqual(['worse', 'worse', 'worse', 'worse', 'best']);
    expect(table.rows[4].entries[0].significant).toBe(true);
  });
});

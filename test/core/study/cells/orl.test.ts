/** The study engine on real faces, against reference values that were worked out independently (20 splits, NumPy). */
import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { decodeMat } from '../../../../src/core/formats/matlab.ts';
import { gramOfRows } from '../../../../src/core/linalg/index.ts';
import { matrixStack } from '../../../../src/core/linalg/matrix.ts';
import type { CellData } from '../../../../src/core/study/cells/cellTask.ts';
import { parseStudySpec } from '../../../../src/core/study/spec/parse.ts';
import { planStudy } from '../../../../src/core/study/plan/plan.ts';
import type { StudyTable } from '../../../../src/core/study/table/table.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { evaluateAll } from '../evaluateAll.ts';

const file = resolve('../shared/data/mat/ORL_32x32.mat');
const missing = !existsSync(file);
if (missing) console.log(`Skipped: ${file} is not there.`);

/** ORL at 32 × 32: `fea` holds one image a row, pixels stacked by columns; `gnd` the subjects from 1. */
function readOrl(): CellData {
  const { variables } = decodeMat(readFileSync(file));
  const [fea, gnd] = ['fea', 'gnd'].map((name) => variables.find((variable) => variable.name === name)!);
  const [count, side] = [400, 32];
  const images = matrixStack(count, side, side);
  for (let n = 0; n < count; n++) {
    for (let r = 0; r < side; r++) {
      for (let c = 0; c < side; c++) images.data[(n * side + r) * side + c] = fea.data[(c * side + r) * count + n];
    }
  }
  const gram = gramOfRows({ rows: count, cols: side * side, data: images.data });
  return { images, labels: Int32Array.from(gnd.data, (subject) => subject - 1), gram: () => gram };
}

describe.skipIf(missing)('a study of ORL, 3 training images a subject, 10 repeats', () => {
  let table: StudyTable;

  beforeAll(() => {
    const data = readOrl();
    const dataset = {
      hash: 'orl',
      labels: data.labels,
      subjects: Array.from({ length: 40 }, (_, s) => `s${s + 1}`),
    };
    const parsed = parseStudySpec({
      name: 'ORL',
      dataset: 'orl',
      protocol: { kind: 'random', trainPerSubject: [3], repeats: 10 },
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
    const plan = planStudy(spec, dataset);
    table = summariseStudy(spec, plan, evaluateAll(spec, dataset, data, plan));
  });

  it.each([
    ['PCA', 21.8, 2.0],
    ['PPCA', 19.4, 1.8],
    ['2DPCA', 20.7, 1.7],
    ['GLRAM', 20.6, 1.7],
    ['BPPCA', 11.3, 1.5],
  ])('gives the error rate of %s within the deviation between splits', (label, mean, std) => {
    const entry = table.rows.find((row) => row.label === label)!.entries[0];
    expect(entry.values).toHaveLength(10);
    expect(Math.abs(entry.mean! - mean)).toBeLessThan(std);
  });

  it('finds BPPCA significantly better than every other method', () => {
    const standings = table.rows.map((row) => row.entries[0].standing);
    expect(standings).toEqual(['worse', 'worse', 'worse', 'worse', 'best']);
    expect(table.rows[4].entries[0].significant).toBe(true);
  });
});

/** Studies of a dataset with the numbers of ORL: 40 subjects with 10 images each. */
import type { DatasetFacts } from '../../../src/core/dataset.ts';
import { parseStudySpec } from '../../../src/core/study/spec/parse.ts';
import type { StudySpecInput } from '../../../src/core/study/spec/spec.ts';
import { planStudy, type StudyOnDataset } from '../../../src/core/study/study.ts';

export const orl: DatasetFacts = {
  name: 'orl_56x46',
  hash: 'made up',
  rows: 56,
  cols: 46,
  subjects: Array.from({ length: 40 }, (_, subject) => `s${subject + 1}`),
  labels: Array.from({ length: 400 }, (_, image) => Math.floor(image / 10)),
  attributes: Array.from({ length: 400 }, (_, image) => ({ session: image % 10 < 5 ? '1' : '2' })),
};

/** A spec with what is stated, of PCA and BPPCA at random splits otherwise. */
export function orlStudy(stated: Partial<StudySpecInput>): StudyOnDataset {
  const result = parseStudySpec({
    name: 'ORL',
    dataset: orl.name,
    protocol: { kind: 'random', trainPerSubject: [2, 4], repeats: 20 },
    methods: [{ method: 'pca' }, { method: 'bppca' }],
    ...stated,
  });
  if (!result.ok) throw new Error(JSON.stringify(result.problems));
  return { ...planStudy(result.spec), dataset: orl };
}

/** A dataset that is quick to fit: 5 subjects × 6 images of 6 × 5 pixels, a pattern a subject plus noise. */
import { asVectors, type ImageSet } from '../../../src/core/images/imageSet.ts';
import { matrixStack } from '../../../src/core/linalg/matrix.ts';
import { gramOfRows } from '../../../src/core/linalg/index.ts';
import { stream } from '../../../src/core/random/stream.ts';
import type { DatasetFacts } from '../../../src/core/dataset.ts';
import type { CellData } from '../../../src/core/study/cells/cellTask.ts';
import { parseStudySpec } from '../../../src/core/study/spec/parse.ts';
import type { StudySpec, StudySpecInput } from '../../../src/core/study/spec/spec.ts';
import { featuresOf } from '../../support/featuresOf.ts';

const SUBJECTS = 5;
const PER_SUBJECT = 6;
const [rows, cols] = [6, 5];

export const labels = Int32Array.from({ length: SUBJECTS * PER_SUBJECT }, (_, i) => i % SUBJECTS);

export const facts: DatasetFacts = {
  name: 'small',
  hash: 'small-dataset',
  rows,
  cols,
  labels,
  subjects: Array.from({ length: SUBJECTS }, (_, s) => `subject ${s + 1}`),
};

function draw(): ImageSet {
  const random = stream('small dataset');
  const patterns = Array.from({ length: SUBJECTS }, () => Array.from({ length: rows * cols }, () => random.normal()));
  const images = matrixStack(labels.length, rows, cols);
  for (let n = 0; n < labels.length; n++) {
    for (let i = 0; i < rows * cols; i++)
      images.data[n * rows * cols + i] = patterns[labels[n]][i] + 1.4 * random.normal();
  }
  return images;
}

/** What cells are computed from: these images after the feature steps. */
export function dataOf(raw: ImageSet, labels: Int32Array, features: StudySpec['features'] = []): CellData {
  const images = features.length > 0 ? featuresOf(features, raw) : raw;
  const gram = gramOfRows(asVectors(images));
  return { images, ...(features.length > 0 && { raw }), labels, gram: () => gram };
}

export const data: CellData = dataOf(draw(), labels);

/** A valid spec for the dataset, with `change` applied; throws when it does not parse. */
export function smallSpec(change: Partial<StudySpecInput> = {}): StudySpec {
  const parsed = parseStudySpec({
    name: 'Small study',
    dataset: 'small',
    protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 3 },
    seed: 7,
    methods: [{ method: 'pca' }, { method: 'glram', latent: { qc: [1, 2], qr: [2] } }],
    ...change,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.spec;
}

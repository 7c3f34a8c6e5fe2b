/**
 * Cells and the preset study alongside NumPy. The study has two repeats of its three conditions, six splits: the plain
 * NumPy script fits one shape after another, the other runs all shapes in lockstep on fourth-order moments.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'vitest';
import { compare, type Task } from '../harness/compare.ts';
import { openImageFiles, type Shape } from '../harness/imageFiles.ts';
import { facesOf56x46, presetStudy, SHAPE, SUBJECTS } from './presetStudy.ts';

export interface CellTask extends Task {
  readonly kind: 'study' | 'vectors' | 'shapes';
  readonly shape: Shape;
  readonly file: string;
  readonly method?: string;
  readonly train?: number;
  readonly repeats?: number;
  readonly labels?: readonly number[];
  readonly splits?: readonly { readonly train: readonly number[]; readonly test: readonly number[] }[];
  readonly shapes?: readonly (readonly number[])[];
}

const AXIS = [1, 2, 3, 4, 6, 8, 10, 12, 15];
const shapes = AXIS.flatMap((qc) => AXIS.map((qr) => [qc, qr]));
const REPEATS = 2;

test('cells and the preset study', { timeout: 3_600_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'eigenbench-bench-'));
  const files = openImageFiles();
  try {
    const { images: faces, name } = facesOf56x46();
    const file = join(folder, 'faces.f64');
    writeFileSync(file, faces.data);
    const study = presetStudy(faces, REPEATS);
    const vectors = [2, 3, 4].map((k): CellTask => {
      const task = `PCA and PPCA at every q, ${name}, ${k} of 10 images to train`;
      return { name: task, kind: 'vectors', shape: SHAPE, file, train: k * SUBJECTS, sides: ['plain', 'sklearn'] };
    });
    const drawn = [500, 4000].map((count): CellTask => {
      const shape: Shape = [count + 100, 28, 28];
      return {
        name: `BPPCA at 81 shapes, ${count} drawn images of 28 × 28`,
        kind: 'shapes',
        method: 'bppca',
        shape,
        file: files.write(shape, [12, 12]),
        train: count,
        shapes,
        sides: ['plain', 'lockstep'],
        long: true,
        rounds: 2,
      };
    });
    const whole: CellTask = {
      name: `Preset study, five methods, six splits of ${name}`,
      kind: 'study',
      shape: SHAPE,
      file,
      repeats: REPEATS,
      labels: study.labels,
      splits: study.splits,
      shapes,
      sides: ['plain', 'lockstep'],
      long: true,
      rounds: 3,
    };
    await compare<CellTask>({
      name: '3-study',
      title: 'Cells and the preset study',
      note: 'The scikit-learn column is its PCA and its nearest neighbour in a loop over q, without PPCA.',
      tasks: [...vectors, ...drawn, whole],
      ours: new URL('./ours.ts', import.meta.url),
      module: new URL('./reference.py', import.meta.url),
    });
  } finally {
    files.remove();
    rmSync(folder, { recursive: true, force: true });
  }
});

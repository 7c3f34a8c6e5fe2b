/** Cells and the preset study, here. */
import { asVectors } from '../../../src/core/images/imageSet.ts';
import { gramOfRows, type MatrixStack } from '../../../src/core/linalg/index.ts';
import { findMethod } from '../../../src/core/methods/registry.ts';
import { resolveSettings } from '../../../src/core/methods/settings.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { splitCache } from '../../../src/core/study/cells/splitCache.ts';
import { readImages } from '../harness/imageFiles.ts';
import { presetStudy, SUBJECTS } from './presetStudy.ts';
import type { CellTask } from './study.bench.ts';
import { evaluateShapes } from '../../support/classify.ts';

export function prepare(task: CellTask): () => unknown {
  const images = readImages(task.file, task.shape);
  if (task.kind === 'study') return presetStudy(images, task.repeats!).run;
  return task.kind === 'vectors' ? vectorCells(images, task.train!) : shapesCell(images, task);
}

function inputOf(images: MatrixStack, train: number) {
  const indices = Int32Array.from({ length: images.count }, (_, n) => n);
  return {
    images,
    labels: indices.map((n) => n % SUBJECTS),
    train: indices.slice(0, train),
    test: indices.slice(train),
    context: { random: stream('bench'), checkCancelled: () => undefined },
  };
}

/** As in a study, where the Gram matrix belongs to the dataset and the cells of a split share its decomposition. */
function vectorCells(images: MatrixStack, train: number): () => void {
  const gram = gramOfRows(asVectors(images));
  const input = {
    ...inputOf(images, train),
    shapes: Array.from({ length: train - 2 }, (_, q) => [q + 1]),
    gram: () => gram,
  };
  return () => {
    const { once } = splitCache();
    for (const id of ['pca', 'ppca']) {
      const method = findMethod(id)!;
      evaluateShapes(method, { ...input, settings: resolveSettings(method, {}), once });
    }
  };
}

function shapesCell(images: MatrixStack, { method: id, train, shapes: wanted }: CellTask): () => unknown {
  const method = findMethod(id!)!;
  const input = {
    ...inputOf(images, train!),
    shapes: wanted!,
    gram: () => {
      throw new Error('not needed');
    },
  };
  return () => {
    const { once } = splitCache();
    const { iterations } = evaluateShapes(method, { ...input, settings: resolveSettings(method, {}), once });
    return { iterations: iterations.reduce((sum, value) => sum + value, 0) };
  };
}

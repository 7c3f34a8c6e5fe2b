import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { DatasetAudit } from '../../../../src/core/contract/audits.ts';
import { auditDataset } from '../../../../src/main/engine/datasets/auditDataset.ts';
import type { ImportedDataset } from '../../../../src/main/import/types.ts';
import { eyesOfFile } from '../../../../src/main/engine/datasets/eyeHandlers.ts';
import { openWorkspace } from '../../../../src/main/workspace/workspace.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

function audited(change: Partial<ImportedDataset>, eyes?: string): Promise<DatasetAudit> {
  const folder = temporaryFolder();
  const { datasets, close } = openWorkspace(join(folder, 'w.eigenbench'));
  onTestFinished(close);
  const dataset = datasets.add('faces', { ...smallDataset({ subjects: 2, perSubject: 5 }), ...change }, '');
  const eyePath = eyes === undefined ? null : join(folder, 'eyes.txt');
  if (eyePath !== null) writeFileSync(eyePath, eyes ?? '');
  const eyeSource = eyePath === null ? null : eyesOfFile(eyePath);
  return auditDataset({ datasets, dataset, near: null, eyeSource, search: null });
}

describe('the audit of a stored dataset', () => {
  it('names images whose file had another shape than most', async () => {
    const usual = { rows: 24, cols: 20 };
    const fileShapes = new Array(10).fill(usual).with(7, { rows: 48, cols: 20 });
    const { sizes, images } = await audited({ fileShapes });
    expect(sizes).toEqual({ usual, odd: [{ image: 7, rows: 48, cols: 20 }] });
    expect(images[7]).toEqual({ file: 's2/3.pgm', subject: 'person 2' });
    expect((await audited({})).sizes).toEqual({ usual: null, odd: [] });
  });

  it('names eyes that are missing, exchanged or cannot be right', async () => {
    const names = smallDataset({ subjects: 2, perSubject: 5 }).files.map((file) => file.replace('.pgm', ''));
    const lines = names.map((name) => `${name} 2 4 7 4`);
    lines[1] = `${names[1]} 7 4 2 4`;
    lines[3] = `${names[3]} 2 4 30 4`;
    lines[6] = `${names[6]} 2 1 4 9`;
    const { eyes, images } = await audited({}, lines.slice(0, 9).join('\n'));
    expect(eyes).toEqual({
      known: 9,
      missing: [9],
      swapped: [1],
      suspicious: [
        { image: 3, reason: 'an eye lies outside the image of 12 × 10', left: { x: 2, y: 4 }, right: { x: 30, y: 4 } },
        { image: 6, reason: 'the eyes are tilted by 76°', left: { x: 2, y: 1 }, right: { x: 4, y: 9 } },
      ],
    });
    expect(Object.keys(images).map(Number)).toEqual([1, 3, 6, 9]);
    expect((await audited({})).eyes).toBeNull();
  });
});

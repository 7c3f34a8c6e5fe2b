import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { copyDataset } from '../../../../src/main/workspace/datasets/copyDataset.ts';
import { openWorkspace } from '../../../../src/main/workspace/workspace.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

describe('copyDataset', () => {
  it('takes over everything but the id', () => {
    const folder = temporaryFolder();
    const [source, target] = ['a', 'b'].map((name) => openWorkspace(join(folder, `${name}.eigenbench`)));
    const made = smallDataset({ subjects: 1, perSubject: 2, rows: 1, cols: 2, bytes: true });
    const dataset = source.datasets.add(
      'faces',
      {
        ...made,
        colours: [null, Uint8Array.of(1, 2, 3, 4, 5, 6)],
        fileShapes: [{ rows: 2, cols: 4 }, null],
        preprocessing: { origin: { name: 'others', hash: 'abc' }, steps: ['equalise'], hash: 'def' },
      },
      '/somewhere',
    );
    target.datasets.add('other', smallDataset(), '');
    const copy = copyDataset(source, dataset, target);
    expect({ ...copy, id: dataset.id, createdAt: dataset.createdAt }).toEqual(dataset);
    expect([0, 1].map((n) => target.datasets.colours(copy.id, n))).toEqual([null, Uint8Array.of(1, 2, 3, 4, 5, 6)]);
    expect(target.datasets.fileShapes(copy.id)).toEqual([{ rows: 2, cols: 4 }, null]);
    expect(target.datasets.bySubject(copy.id)).toEqual(source.datasets.bySubject(dataset.id));
    expect(copyDataset(source, dataset, target)).toEqual(copy);
    source.close();
    target.close();
  });
});

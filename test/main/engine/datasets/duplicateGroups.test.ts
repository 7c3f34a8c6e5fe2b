import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { duplicateGroups } from '../../../../src/main/engine/datasets/auditDataset.ts';
import { openWorkspace } from '../../../../src/main/workspace/workspace.ts';
import { smallDataset } from '../../../support/smallDataset.ts';
import { temporaryFolder } from '../../../support/temporaryFolder.ts';

describe('duplicate groups', () => {
  it('join identical and nearly identical images that share one', async () => {
    const made = smallDataset();
    const { pixels } = made.images;
    const image = (n: number): Float64Array => pixels.subarray(n * 120, (n + 1) * 120) as Float64Array;
    image(7).set(image(2));
    // Brighter, and one grey value changed: near both of them.
    image(11).set(image(2).map((value, i) => 0.5 * value + 20 + (i === 3 ? 1 : 0)));
    image(29).set(image(20));
    const workspace = openWorkspace(join(temporaryFolder(), 'w.eigenbench'));
    const dataset = workspace.datasets.add('faces', made, '');
    const groups = [
      [2, 7, 11],
      [20, 29],
    ];
    expect(await duplicateGroups(workspace)(dataset)).toEqual(groups);
    // Another process finds them without reading a pixel; what somebody else wrote there is looked for again.
    const unread = { ...workspace, datasets: { ...workspace.datasets, readPixels: () => expect.unreachable() } };
    expect(await duplicateGroups(unread)(dataset)).toEqual(groups);
    workspace.duplicates.set(dataset.hash, 0.999, [[2, 5000]]);
    expect(await duplicateGroups(workspace)(dataset)).toEqual(groups);
    workspace.close();
  });
});

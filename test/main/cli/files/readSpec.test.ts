import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { readSpecFile } from '../../../../src/main/cli/files/readSpec.ts';
import { sharedFolder } from '../../../support/temporaryFolder.ts';

const folder = sharedFolder();

async function statedBy(comparison?: unknown) {
  const path = join(folder, 'study.json');
  const protocol = { kind: 'random', trainPerSubject: [2], repeats: 2 };
  writeFileSync(path, JSON.stringify({ name: 's', dataset: 'd', protocol, methods: [{ method: 'pca' }], comparison }));
  return readSpecFile(path);
}

describe('the file of a study', () => {
  it('tells what it states of the comparison from what is filled in, so that a study made earlier keeps its test', async () => {
    expect(await statedBy()).toMatchObject({ comparison: {}, spec: { comparison: { test: 'corrected-resampled-t' } } });
    expect((await statedBy({ alpha: 0.01 })).comparison).toEqual({ alpha: 0.01 });
    expect((await statedBy({ test: 'welch', baseline: 'PCA' })).comparison).toEqual({ test: 'welch', baseline: 'PCA' });
  });
});

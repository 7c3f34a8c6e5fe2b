import { mkdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sha256Hex } from '../../../src/core/hash.ts';
import { runSteps } from '../../../src/core/formats/cooperativeSteps.ts';
import { fileHash } from '../../../src/main/disk/fileHash.ts';
import { packVectors } from '../../../src/main/workspace/datasets/attachments.ts';
import { copyDataset } from '../../../src/main/workspace/datasets/copyDataset.ts';
import { openWorkspace, type Workspace } from '../../../src/main/workspace/workspace.ts';
import { smallDataset } from '../../support/smallDataset.ts';
import { temporaryFolder } from '../../support/temporaryFolder.ts';

const shape = { subjects: 3, perSubject: 4, rows: 40, cols: 30 };

/** A bundle of images with colours and attached vectors, and a workspace that refers to it. */
function referred(): { folder: string; bundle: string; part: string; values: Float64Array } {
  const folder = temporaryFolder();
  const [bundle, part] = ['bundle', 'part'].map((name) => join(folder, `${name}.eigenbench`));
  const source = openWorkspace(bundle, { withoutLog: true });
  const made = smallDataset({ ...shape, bytes: true });
  const colours = made.files.map((_, n) => (n === 1 ? new Uint8Array(3 * 40 * 30).fill(7) : null));
  const dataset = source.datasets.add('faces', { ...made, colours }, '/somewhere');
  const values = Float64Array.from({ length: 12 * 2000 }, (_, n) => Math.sin(n));
  source.attachments.put(dataset.id, {
    name: 'deep',
    source: 'deep.npy',
    hash: sha256Hex('deep'),
    length: 2000,
    values: packVectors(values),
  });
  source.close();
  const [from, target] = [openWorkspace(bundle, { readOnly: true }), openWorkspace(part)];
  target.refer({ file: bundle, sha256: fileHash(bundle) });
  copyDataset(from, from.datasets.list()[0], target);
  from.close();
  target.close();
  return { folder, bundle, part, values };
}

const pixelsOf = ({ datasets }: Workspace): Float64Array => {
  const { id, rows, cols, count } = datasets.list()[0];
  const pixels = new Float64Array(rows * cols * count);
  datasets.readPixels(id, pixels);
  return pixels;
};

describe('a workspace whose images are in a bundle', () => {
  it('has the same images, colours and vectors, and stores none of them', () => {
    const { bundle, part, values } = referred();
    expect(statSync(part).size).toBeLessThan(statSync(bundle).size / 2);
    const [whole, own] = [bundle, part].map((path) => openWorkspace(path, { readOnly: true }));
    expect(pixelsOf(own)).toEqual(pixelsOf(whole));
    expect(own.datasets.colours(1, 1)).toEqual(new Uint8Array(3 * 40 * 30).fill(7));
    expect(own.attachments.get(1, 'deep')!.values).toEqual(packVectors(values));
    expect(runSteps(own.check(false))).toEqual([]);
    whole.close();
    own.close();
  });

  it('keeps what is not in the bundle, and finds the images when some are excluded', () => {
    const { part } = referred();
    const own = openWorkspace(part);
    const other = own.datasets.add('others', smallDataset({ ...shape, subjects: 2, bytes: false }), '');
    const kept = own.datasets.keys(1).slice(2);
    const whole = pixelsOf(own);
    own.datasets.arrange(1, kept, own.datasets.get(1)!.hash);
    const third = new Float64Array(40 * 30);
    own.datasets.readPixels(1, third, [0]);
    expect(third).toEqual(whole.slice(2 * 1200, 3 * 1200));
    own.close();
    rmSync(join(part, '..', 'bundle.eigenbench'));
    const without = openWorkspace(part, { readOnly: true });
    expect(() => without.datasets.requirePixels(other.id)).not.toThrow();
    without.close();
  });

  it('moves along with its bundle', () => {
    const { folder, bundle, part } = referred();
    mkdirSync(join(folder, 'elsewhere'));
    renameSync(bundle, join(folder, 'elsewhere/bundle.eigenbench'));
    renameSync(part, join(folder, 'elsewhere/part.eigenbench'));
    const own = openWorkspace(join(folder, 'elsewhere/part.eigenbench'), { readOnly: true });
    expect(() => own.datasets.requirePixels(1)).not.toThrow();
    own.close();
  });

  it('refuses a bundle that is missing or another file by its name and SHA-256, when images are asked for', () => {
    const { folder, bundle, part } = referred();
    const hash = fileHash(bundle);
    renameSync(bundle, join(folder, 'aside'));
    const refusal = (): string => {
      const own = openWorkspace(part, { readOnly: true });
      try {
        expect(own.datasets.list()).toMatchObject([{ name: 'faces', count: 12 }]);
        own.datasets.requirePixels(1);
        return 'none';
      } catch (error) {
        return (error as Error).message;
      } finally {
        own.close();
      }
    };
    expect(refusal()).toBe(
      `The images of "${part}" are in bundle.eigenbench (SHA-256 ${hash}), which is not in ${folder}.`,
    );
    writeFileSync(bundle, 'others');
    expect(refusal()).toBe(
      `"${bundle}" is not the file that has the images of "${part}": its SHA-256 is ${sha256Hex('others')}, expected ${hash}.`,
    );
  });
});

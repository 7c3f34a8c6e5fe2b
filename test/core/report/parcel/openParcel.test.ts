/** Parcels declare what they hold, and no more than that is read of them. */
import { zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { runSteps } from '../../../../src/core/formats/cooperativeSteps.ts';
import { sha256Hex } from '../../../../src/core/hash.ts';
import { openParcel, verifyParcel } from '../../../../src/core/report/parcel/openParcel.ts';
import { PARCEL_ALWAYS } from '../../../../src/core/report/parcel/parcel.ts';
import { sealedParcel, type Entries } from '../../../support/parcels.ts';

const text = (content: string): Uint8Array => Buffer.from(content);
const small: Entries = {
  ...Object.fromEntries(PARCEL_ALWAYS.map((name) => [name, text(name)])),
  ...{ 'manifest.json': text('{}'), 'README.md': text('# n') },
};
const recorded = { dataset: { images: 20, rows: 10, cols: 8 }, methods: new Set<string>() };

function verified(entries: Entries): void {
  runSteps(verifyParcel(openParcel(zipSync(sealedParcel(entries))), recorded, sha256Hex));
}
/** Seconds of the processor, and what is said. */
function refusal(work: () => void): readonly [number, string] {
  const before = process.threadCpuUsage();
  let message = '';
  try {
    work();
  } catch (error) {
    ({ message } = error as Error);
  }
  const { user, system } = process.threadCpuUsage(before);
  return [(user + system) / 1e6, message];
}

describe('a parcel', () => {
  it('has each file once, with its size and digest', () => {
    expect(() => verified(small)).not.toThrow();
    for (const name of PARCEL_ALWAYS.filter((each) => each !== 'manifest.json')) {
      const { [name]: _, ...fewer } = small;
      expect(() => verified(fewer)).toThrow(`expected ${name} in the parcel, found no such file`);
    }
    const sealed = sealedParcel(small);
    expect(() => openParcel(zipSync({ ...sealed, 'README.md': text('# more') }))).toThrow(
      'expected 3 bytes of README.md, as files.json lists, found 6',
    );
    const changed = openParcel(zipSync({ ...sealed, 'README.md': text('# m') }));
    expect(() => runSteps(verifyParcel(changed, recorded, sha256Hex))).toThrow(/^README\.md is not as packed: /);
  });

  // What the archives would be inflated to is many times of what they may hold; nothing of it is inflated.
  it.each([
    ['images', 'images/images.npz', /expected at most \d+ bytes of images\/images\.npz, by the images that/],
    ['images within images', 'images/images.npz', /expected arrays of at most \d+ bytes in images\/images\.npz/],
    ['spaces as manifest', 'manifest.json', /expected at most \d+ bytes of manifest\.json, found 33554432/],
    ['zeros as results', 'results/table.csv', /expected at most \d+ bytes of results\/table\.csv, found 33554432/],
  ])('with too many %s is refused at once', (what, name, sentence) => {
    const zeros = new Uint8Array(2 ** 25).fill(name === 'manifest.json' ? 0x20 : 0);
    const content = what === 'images within images' ? zipSync({ 'images.npy': zeros }) : zeros;
    const archive = zipSync(sealedParcel({ ...small, [name]: content }), { level: 1 });
    expect(archive.length).toBeLessThan(5e5);
    const [seconds, message] = refusal(() => runSteps(verifyParcel(openParcel(archive), recorded, sha256Hex)));
    expect(message).toMatch(sentence);
    expect(seconds).toBeLessThan(0.5);
  });
});

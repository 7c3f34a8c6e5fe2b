import { describe, expect, it } from 'vitest';
import type { DatasetFacts } from '../../../src/core/dataset.ts';
import { imageIdentities } from '../../../src/core/identities.ts';
import { ofStudy } from '../../../src/core/protocols/ofStudy.ts';
import { studySplits } from '../../../src/core/study/spec/studySplits.ts';
import { namedSplitHash, splitOf, splitsKey } from '../../../src/core/study/plan/splits.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { resolveSpecSettings, specBelongsTo } from '../../../src/core/study/spec/resolvedSpec.ts';
import { smallSpec } from '../study/smallDataset.ts';
import { read } from './faces.ts';

/** Files `<subject>/<image>.png` as a dataset; every image has a name. */
function datasetOf(files: readonly string[], name = 'faces'): DatasetFacts {
  const owners = files.map((file) => file.split('/')[0]);
  const subjects = [...new Set(owners)];
  const labels = owners.map((owner) => subjects.indexOf(owner));
  const identities = imageIdentities(labels, subjects, files);
  return { name, hash: files.join(), rows: 6, cols: 5, labels, subjects, identities };
}
const files = ['anna', 'ben', 'carl', 'dora'].flatMap((s) => [1, 2, 3, 4, 5].map((m) => `${s}/${m}.png`));
const facts = datasetOf(files);
const random = smallSpec({ name: 'X', protocol: { kind: 'random', trainPerSubject: [2, 3], repeats: 3 } });
const protocol = { kind: 'of-study' as const, study: 'X' };
const resolved = (dataset: DatasetFacts, from = random) => studySplits(protocol, { spec: from, facts }, dataset);
const problems = (dataset: DatasetFacts, from = random) => {
  const found = resolved(dataset, from);
  return 'problems' in found ? found.problems : [];
};
const specOn = (dataset: DatasetFacts, from = random) => {
  const found = resolved(dataset, from);
  if ('problems' in found) throw new Error(found.problems[0].message);
  return smallSpec({ name: 'Y', protocol: found.protocol });
};

describe('the splits of another study', () => {
  it('are its own, repeat by repeat and in all conditions, on the same dataset and on one in another order', () => {
    for (const dataset of [facts, datasetOf(files.toReversed())]) {
      const spec = specOn(dataset);
      for (const condition of ['k=2', 'k=3']) {
        expect(splitsKey(spec, dataset, condition)).toBe(splitsKey(random, facts, condition));
        for (const repeat of [1, 2, 3]) {
          const [own, other] = [splitOf(random, facts, condition, repeat), splitOf(spec, dataset, condition, repeat)];
          expect(namedSplitHash(other, dataset)).toBe(namedSplitHash(own, facts));
        }
      }
    }
    expect(ofStudy.conditions(specOn(facts).protocol as never)).toEqual([
      { key: 'k=2', title: 'k = 2' },
      { key: 'k=3', title: 'k = 3' },
    ]);
  });

  it('are also those of a study that draws by the hash of the pixels, and keep galleries', () => {
    const before = smallSpec({
      protocol: { kind: 'gallery', worldSubjects: 2, galleryPerSubject: [1], repeats: 2 },
      draws: 'pixels',
    });
    const spec = specOn(facts, before);
    const [own, other] = [before, spec].map((one) => splitOf(one, facts, 'world=2,gallery=1', 2));
    expect(other).toEqual(own);
    expect(other.gallery!.length).toBeGreaterThan(0);
  });

  it('may leave images of a larger dataset out, and name those that a smaller one lacks', () => {
    const larger = datasetOf(['anna/0.png', 'zoe/1.png', ...files]);
    const split = splitOf(specOn(larger), larger, 'k=2', 1);
    expect([...split.train, ...split.test]).not.toContain(0);
    expect(split.train.length + split.test.length).toBe(files.length);
    expect(problems(datasetOf(files.slice(1), 'smaller'))).toEqual([
      {
        path: 'protocol.study',
        message:
          'protocol.study: "smaller" lacks 1 image of "X", by subject and name: anna/1. ' +
          'Choose a dataset that has them, or another study.',
      },
    ]);
    expect(problems(datasetOf(files.slice(7)))[0].message).toContain(
      'lacks 7 images of "X", by subject and name: anna/1, anna/2, anna/3, anna/4, anna/5 and 2 more.',
    );
  });

  it('are none of verification and of open sets', () => {
    const pairs = smallSpec({ protocol: { kind: 'pairs', folds: 2, developmentFolds: 0 } });
    const open = smallSpec({ protocol: { kind: 'watch-list', watchedSubjects: 2, trainPerSubject: [2], repeats: 2 } });
    expect(problems(facts, pairs)[0].message).toContain('"X" compares pairs; give the study its protocol and seed');
    expect(problems(facts, open)[0].message).toContain('"X" has an open set; give the study its protocol and seed');
  });

  it('have keys by their images, whatever study they were taken from', () => {
    const keys = (spec: typeof random) => planCells(planStudy(spec), facts).cells.map(({ key }) => key);
    const spec = specOn(facts);
    const renamed = { ...spec, protocol: { ...(spec.protocol as typeof protocol), study: 'other' } };
    expect(keys(renamed)).toEqual(keys(spec));
    expect(new Set(keys(spec)).size).toBe(12);
    const others = specOn(facts, { ...random, seed: 8 });
    for (const key of keys({ ...others, seed: spec.seed })) expect(keys(spec)).not.toContain(key);
  });

  it('stay those of a stored study when its spec is given again without them', () => {
    const stored = resolveSpecSettings(specOn(facts));
    const given = smallSpec({ name: 'Y', protocol });
    expect(specBelongsTo(stored, given)).toBe(true);
    expect(specBelongsTo(stored, smallSpec({ name: 'Y', protocol: { ...protocol, study: 'Z' } }))).toBe(false);
  });

  it('are unknown until a study is made', () => {
    const given = smallSpec({ protocol });
    expect(ofStudy.conditions(protocol)).toEqual([{ key: 'of-study', title: 'splits of X' }]);
    expect(ofStudy.summary(protocol)).toBe('splits of the study "X"');
    expect(() => splitOf(given, facts, 'of-study', 1)).toThrow('The splits of the study "X" have not been looked up');
  });

  it('say whose they are', () => {
    const own = specOn(facts).protocol as never;
    expect(ofStudy.sentence(own, 1)).toBe(
      'The splits of the study "X", image by image by subject and name; all methods share them.',
    );
    expect(ofStudy.summary(own)).toBe('splits of the study "X", 3 repeats');
    expect(read(ofStudy.prose(own, { images: 20, subjects: 4, repeats: 3 }))).toEqual([
      'The images for training and testing were those of three splits of another study',
    ]);
    expect(ofStudy.check(own, datasetOf(files.slice(0, 10)), 1)[0]).toMatchObject({
      path: expect.stringMatching(/^protocol\.conditions\[0\]\.splits\[0\]\.\w+\[\d+\]$/),
    });
  });
});

import { describe, expect, it } from 'vitest';
import type { ImportStage, DatasetProvenance } from '../../../../src/core/images/provenance.ts';
import { manifestDiff } from '../../../../src/core/study/plan/manifestDiff.ts';
import { studyManifest, type Manifest } from '../../../../src/core/study/plan/manifest.ts';
import { parseManifest, type RecordedManifest } from '../../../../src/core/study/plan/manifestFile.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { evaluateAll } from '../evaluateAll.ts';
import { data, facts, smallSpec } from '../smallDataset.ts';

const engine = { appVersion: '1.2.3', commit: 'abc', runtime: 'Node', libraries: {}, kernel: 'test' };

const making: DatasetProvenance = [
  {
    kind: 'import',
    source: 'faces',
    size: { rows: 8, cols: 6 },
    recipe: { layout: 'orl' },
    files: ['a', 'b', 'c'].map((name) => ({ file: `${name}.pgm`, bytes: 9, hash: name.repeat(64) })),
  },
];

function manifestOf(change: Parameters<typeof smallSpec>[0] = {}): RecordedManifest {
  const spec = smallSpec(change);
  const plan = planCells(planStudy(spec), facts);
  const manifest: Manifest = studyManifest(
    engine,
    spec,
    { ...facts, preprocessing: null, making },
    plan,
    evaluateAll(spec, facts, data, plan),
  );
  return parseManifest(JSON.parse(JSON.stringify(manifest)));
}

const before = manifestOf();
/** A copy, changed by hand. */
function changed(change: (manifest: RecordedManifest) => void): RecordedManifest {
  const copy = structuredClone(before);
  change(copy);
  return copy;
}
const diff = (after: RecordedManifest) => manifestDiff(before, after, ['a', 'b']);

describe('manifestDiff', () => {
  it('finds nothing where only study and dataset have other names, and says the latter', () => {
    const renamed = changed((manifest) => {
      manifest.spec.name = 'other';
      manifest.spec.dataset = 'faces';
    });
    expect(diff(renamed)).toEqual([]);
    expect(diff(changed((manifest) => void (manifest.dataset.name = 'faces')))).toEqual([
      { title: 'Images', sentences: ['The same images: "small" in a, "faces" in b.'] },
    ]);
  });

  it('names other images, versions, fields of the spec and settings of rows, each with both values', () => {
    const after = changed((manifest) => {
      Object.assign(manifest.dataset, { hash: 'f'.repeat(64), images: 29, preprocessing: { steps: ['equalise'] } });
      manifest.engine.kernel = 'wasm-simd';
      manifest.spec.seed = 8;
      (manifest.spec.protocol as { repeats: number }).repeats = 4;
      manifest.methods[1].latent = [[1, 1]];
    });
    expect(diff(after)).toEqual([
      {
        title: 'Images',
        sentences: [
          'Other images: "small", 30 images of 5 subjects, 6 × 5, hash small-datase…, in a; ' +
            '"small", 29 images of 5 subjects, 6 × 5, hash ffffffffffff…, in b.',
          'preprocessing: not there in a, {"steps":["equalise"]} in b.',
        ],
      },
      { title: 'Program', sentences: ['kernel: "test" in a, "wasm-simd" in b.'] },
      { title: 'Spec', sentences: ['seed: 7 in a, 8 in b.', 'protocol.repeats: 3 in a, 4 in b.'] },
      { title: 'Rows', sentences: [expect.stringMatching(/^"GLRAM", latent: .* in a, \[\[1,1\]\] in b\.$/)] },
    ]);
  });

  it('names files of the import that only one has or that hold other bytes, and what was done to them', () => {
    const after = changed(({ dataset }) => {
      const stage = dataset.making[0] as ImportStage;
      const [a, b] = stage.files;
      stage.files = [{ ...a, hash: 'd'.repeat(64) }, b, { ...a, file: 'd.pgm' }];
      stage.recipe.layout = 'yale';
    });
    expect(diff(after)).toEqual([
      {
        title: 'Images',
        sentences: [
          '1 file only in a: c.pgm.',
          '1 file only in b: d.pgm.',
          '1 file with other bytes in a than in b: a.pgm.',
          'Made in a by: eigenbench import faces --name it --size 8x6 --layout orl.',
          'Made in b by: eigenbench import faces --name it --size 8x6 --layout yale.',
        ],
      },
    ]);
  });

  it('counts cells by row and condition: other labels, errors, numbers, and states', () => {
    const after = changed(({ cells }) => {
      const of = (label: string, condition: string) =>
        cells.filter((cell) => cell.label === label && cell.condition === condition);
      of('PCA', 'k=2')[0].predictionHash = 'other';
      of('PCA', 'k=3')[1].numberHash = 'other';
      of('GLRAM', 'k=2')[0].errors![0]! += 5;
      Object.assign(of('GLRAM', 'k=3')[0], { status: 'failed', predictionHash: null, errors: null, numberHash: null });
    });
    const [{ title, sentences }, ...others] = diff(after);
    expect([title, others]).toEqual(['Cells', []]);
    const total = before.cells
      .filter(({ label, condition }) => label === 'GLRAM' && condition === 'k=2')
      .reduce((sum, { errors }) => sum + errors!.reduce<number>((all, count) => all + count!, 0), 0);
    expect(sentences).toEqual([
      expect.stringMatching(
        /^"PCA", k=2: other labels in 1 of 3 cells \(errors over all shapes: (\d+) in a, \1 in b\)\.$/,
      ),
      `"GLRAM", k=2: other errors in 1 of 3 cells (errors over all shapes: ${total} in a, ${total + 5} in b).`,
      '"PCA", k=3: the same labels, other numbers (likelihoods, measures or choices) in 1 of 3 cells.',
      '"GLRAM", k=3: done in a, failed in b: 1 of 3 cells.',
    ]);
  });

  it('counts a cell once: by its labels, else by its errors, else by its other numbers, and none that is not done', () => {
    const after = changed(({ cells }) => {
      const [one, two, three] = cells.filter(({ label, condition }) => label === 'PCA' && condition === 'k=2');
      Object.assign(one, { predictionHash: 'other', numberHash: 'other' });
      two.errors![0]! += 1;
      two.numberHash = 'other';
      Object.assign(three, { status: 'pending', predictionHash: null, errors: null, numberHash: null });
    });
    const [{ sentences }] = diff(after);
    expect(sentences.map((sentence) => sentence.replace(/ \(errors.*\)/, ''))).toEqual([
      '"PCA", k=2: done in a, pending in b: 1 of 3 cells.',
      '"PCA", k=2: other labels in 1 of 2 cells.',
      '"PCA", k=2: other errors in 1 of 2 cells.',
    ]);
  });

  it('shortens values of more than 80 characters', () => {
    const noted = (note: string) =>
      changed((manifest) => void ((manifest.methods[0].settings as Record<string, unknown>)['note'] = note));
    const [first] = diff(noted('x'.repeat(78)))[0].sentences;
    expect(first).toContain(`not there in a, "${'x'.repeat(78)}" in b.`);
    const [second] = diff(noted('x'.repeat(79)))[0].sentences;
    expect(second).toContain(`not there in a, "${'x'.repeat(76)}… in b.`);
  });

  it('tells rows, splits and cells that only one has, and common splits that differ', () => {
    const fewer = manifestOf({
      methods: [{ method: 'pca' }],
      protocol: { kind: 'random', trainPerSubject: [2], repeats: 2 },
    });
    const found = Object.fromEntries(diff(fewer).map(({ title, sentences }) => [title, sentences]));
    expect(found.Rows).toEqual(['Only in a: "GLRAM".']);
    expect(found.Splits).toEqual(['4 splits only in a.']);
    expect(found.Cells).toEqual(['10 cells only in a.']);
    const moved = changed(({ splits }) => void (splits[0].hash = 'other'));
    expect(diff(moved)).toEqual([
      { title: 'Splits', sentences: ['1 of 6 common splits train or test on other images.'] },
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { builtInRecipe } from '../../../../src/core/networks/recipe.ts';
import { identitiesOf } from '../../../../src/core/dataset.ts';
import {
  manifestDigest,
  studyManifest,
  type Manifest,
  type ManifestOutcome,
} from '../../../../src/core/study/plan/manifest.ts';
import { parseManifest, type RecordedManifest } from '../../../../src/core/study/plan/manifestFile.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { compareManifests, type ComparedManifest } from '../../../../src/core/study/plan/reproducibility.ts';
import { splitHash, splitOf } from '../../../../src/core/study/plan/splits.ts';
import { evaluateAll } from '../evaluateAll.ts';
import { data, facts, smallSpec } from '../smallDataset.ts';

const engine = { appVersion: '1.2.3', commit: 'abc', runtime: 'Node', libraries: { sharp: '1.0.0' }, kernel: 'test' };
const dataset = {
  ...facts,
  preprocessing: { origin: { name: 'large', hash: 'large-dataset' }, steps: ['resize:6x5'], hash: 'steps' },
  making: [{ kind: 'preprocess' as const, origin: 'large', steps: ['resize:6x5'], eyes: null }],
};

/** Sentences of all differences. */
function manifestDifferences(before: Manifest | RecordedManifest, after: Manifest | RecordedManifest): string[] {
  const [a, b] = [before, after].map((one) => JSON.parse(JSON.stringify(one)) as ComparedManifest);
  const { differences, cellDifferences } = compareManifests(a, b);
  return [...differences, ...cellDifferences.map(({ text }) => text)];
}

/** Runs the small study but for its last `left` cells and writes its manifest. */
function manifestOf(change: Parameters<typeof smallSpec>[0] = {}, left = 0): Manifest {
  const spec = smallSpec(change);
  const plan = planCells(planStudy(spec), facts);
  const cells = plan.cells.slice(0, plan.cells.length - left);
  return studyManifest(engine, spec, dataset, plan, evaluateAll(spec, facts, data, plan, cells));
}

describe('studyManifest', () => {
  it('names engine, dataset, filled-in settings, splits and predictions, and survives JSON', () => {
    const manifest = manifestOf();
    expect(manifest.engine).toMatchObject({ ...engine, random: expect.stringContaining('xoroshiro128plus') });
    expect(manifest.dataset).toEqual({
      name: 'small',
      hash: 'small-dataset',
      identities: identitiesOf(facts).listing,
      images: 30,
      subjects: 5,
      rows: 6,
      cols: 5,
      preprocessing: dataset.preprocessing,
      making: dataset.making,
      commands: ['eigenbench preprocess large --name small --step resize:6x5'],
    });
    expect(Object.keys(manifest.methods[1].settings)).not.toEqual([]);
    expect(manifest.splits).toHaveLength(6);
    expect(manifest.splits[3]).toEqual({
      condition: 'k=3',
      repeat: 2,
      train: 15,
      test: 15,
      hash: splitHash(splitOf(smallSpec(), facts, 'k=3', 2)),
    });
    expect(manifest.cells.every((cell) => /^[0-9a-f]{64}$/.test(cell.predictionHash!))).toBe(true);
    const { fits, iterations } = manifest.cells.find((cell) => cell.label === 'GLRAM')!;
    expect(fits).toBe(2);
    expect(iterations).toBeGreaterThanOrEqual(2);
    expect(JSON.parse(JSON.stringify(manifest))).toEqual(manifest);
  });

  it('tells which cells summed over moments of the images', () => {
    const { cells } = manifestOf({
      protocol: { kind: 'random', trainPerSubject: [2, 5], repeats: 1 },
      methods: [
        { method: 'pca' },
        {
          method: 'glram',
          latent: [
            [5, 4],
            [5, 3],
          ],
        },
        { method: 'glram', label: 'small', latent: [[1, 1]] },
      ],
    });
    const sums = cells.map(({ label, condition, sums }) => [label, condition, sums]);
    expect(sums).toEqual([
      ['PCA', 'k=2', undefined],
      ['GLRAM', 'k=2', 'moments'],
      ['small', 'k=2', undefined],
      ['PCA', 'k=5', undefined],
      ['GLRAM', 'k=5', 'moments'],
      ['small', 'k=5', 'moments'],
    ]);
  });

  it('tells of a cell what its fits took, and has the same hash of its numbers whatever the clock said', () => {
    const spec = smallSpec({
      protocol: { kind: 'random', trainPerSubject: [2], repeats: 1 },
      methods: [{ method: 'pca', latent: [2, 3] }],
      measures: ['verification', 'time'],
    });
    const plan = planCells(planStudy(spec), facts);
    const [[key, { result }]] = evaluateAll(spec, facts, data, plan);
    const cellWith = (change: Partial<typeof result>) => {
      const outcomes = new Map([[key, { status: 'done' as const, result: { ...result, ...change } }]]);
      return studyManifest(engine, spec, dataset, plan, outcomes).cells[0];
    };
    const two = cellWith({ fits: 2, iterations: [4, 7], converged: [true, false] });
    expect(two).toMatchObject({ fits: 2, iterations: 11, notConverged: [[3]] });
    // One fit for both shapes states its iterations at each.
    expect(cellWith({ fits: 1, iterations: [7, 7], converged: [true, true] })).toMatchObject({
      iterations: 7,
      notConverged: [],
    });
    expect(cellWith({ fits: 1, iterations: [] }).iterations).toBe(0);
    const { values, curves } = result.measures!;
    const hashWith = (id: string) =>
      cellWith({ measures: { values: { ...values, [id]: [1, 2] }, curves } }).numberHash === two.numberHash;
    expect([hashWith('fit-seconds'), hashWith('verification-eer')]).toEqual([true, false]);
  });

  it('tells features and files of a row', () => {
    const elsewhere = { source: 'theirs.csv', sha256: 'a'.repeat(64), holds: 'predictions' } as const;
    const { methods } = manifestOf(
      {
        methods: [
          { method: 'pca', features: ['gradient-magnitude'] },
          { method: 'elsewhere', label: 'theirs', elsewhere },
        ],
      },
      Infinity,
    );
    expect(methods.map(({ features, elsewhere: file }) => [features, file])).toEqual([
      [['gradient-magnitude'], undefined],
      [undefined, elsewhere],
    ]);
  });

  it('tells the hashes of attached vectors that rows use, of those alone', () => {
    const attachments = {
      a: { hash: 'of a', length: 4 },
      b: { hash: 'of b', length: 4 },
      c: { hash: 'of c', length: 4 },
    };
    const described = { ...dataset, attachments };
    const vectors = (...methods: NonNullable<Parameters<typeof smallSpec>[0]>['methods'] & object) => {
      const spec = smallSpec({ methods });
      return studyManifest(engine, spec, described, planCells(planStudy(spec), described), new Map()).dataset;
    };
    expect(vectors({ method: 'pca' })).not.toHaveProperty('attachments');
    expect(vectors({ method: 'none', features: ['c'] }, { method: 'pca', features: ['a'] })).toMatchObject({
      attachments: { a: 'of a', c: 'of c' },
    });
    expect(vectors({ method: 'none', features: ['b'] })).toHaveProperty('attachments', { b: 'of b' });
  });

  it('records the networks of vectors that rows use, and the commands that compute them', () => {
    const attachments = { a: { hash: 'of a', length: 4, network: true as const }, b: { hash: 'of b', length: 4 } };
    const network = { file: 'a.onnx', hash: 'ab'.repeat(32), recipe: builtInRecipe, coloured: false };
    const described = { ...dataset, attachments, networks: { a: network, other: network } };
    const spec = smallSpec({ methods: ['a', 'b'].map((name) => ({ method: 'pca', label: name, features: [name] })) });
    const written = studyManifest(engine, spec, described, planCells(planStudy(spec), described), new Map());
    expect(written.dataset).toMatchObject({ attachments: { a: 'of a', b: 'of b' }, networks: { a: network } });
    expect(Object.keys(written.dataset.networks!)).toEqual(['a']);
    expect(written.dataset.commands.at(-1)).toBe(`eigenbench embed ${dataset.name} --model a.onnx --as a`);
    expect(parseManifest(JSON.parse(JSON.stringify(written))).dataset.networks).toEqual({ a: network });
  });

  it('tells pending and failed cells', () => {
    const spec = smallSpec();
    const plan = planCells(planStudy(spec), facts);
    const failed = new Map<string, ManifestOutcome>([[plan.cells[0].key, { status: 'failed', reason: 'singular' }]]);
    const { cells } = studyManifest(engine, spec, dataset, plan, failed);
    expect(cells[0]).toMatchObject({ status: 'failed', reason: 'singular', predictionHash: null });
    expect(cells[1]).toMatchObject({ status: 'pending', reason: null, predictionHash: null });
  });
});

describe('parseManifest', () => {
  const written = (): Record<string, unknown> => JSON.parse(JSON.stringify(manifestOf()));
  const refusal = (json: unknown): string => {
    try {
      parseManifest(json);
    } catch (error) {
      return (error as Error).message;
    }
    return '';
  };

  it('reads what was written', () => {
    expect(manifestDifferences(parseManifest(written()), manifestOf())).toEqual([]);
  });

  it('says what a file is instead, or which field is damaged', () => {
    expect(refusal(null)).toBe('is not a manifest; "eigenbench manifest <study>" writes one.');
    expect(refusal({ ...written(), format: 'spec' })).toMatch(/^is not a manifest/);
    expect(refusal({ ...written(), version: 9 })).toBe(
      'is a manifest of version 9; this program reads version 3: the version of the program that wrote it, or a newer one, reads it.',
    );
    expect(refusal({ ...written(), version: 1 })).toBe(
      `is a manifest of version 1; this program reads version 3: its splits were drawn by pixels, so use the version of the program that wrote it (1.2.3, commit abc), or write a new one from the workspace of the study.`,
    );
    expect(refusal({ format: 'eigenbench-manifest', version: 1 })).toContain('that wrote it, or write a new one');
    expect(refusal({ ...written(), cells: [{ label: 'PCA' }] })).toBe(
      'is a damaged manifest: its field cells.0.condition is not as Eigenbench writes it.',
    );
    expect(refusal({ ...written(), version: 2 })).toBe(
      'is a manifest of version 2; this program reads version 3: it has no digest, so write a new one from the workspace of the study.',
    );
    expect(refusal({ ...written(), methods: [] })).toBe(
      'is a damaged manifest: its fields methods and spec.methods differ in length.',
    );
  });

  /** What is said of a changed copy whose digest is that of the change. */
  const changed = (change: (manifest: Changeable) => void): string => {
    const manifest = structuredClone(whole) as unknown as Changeable;
    change(manifest);
    return refusal({ ...manifest, digest: manifestDigest(manifest) }).replace('is a damaged manifest: ', '');
  };
  const whole = written();
  interface Changeable {
    spec: {
      seed: number;
      methods: { method: string; settings: Record<string, unknown> }[];
      protocol: { repeats: number };
    };
    plan: { repeats: number };
    methods: { label: string; settings: Record<string, unknown>; latent: unknown }[];
    splits: { repeat: number }[];
    cells: {
      label: string;
      repeat: number;
      status: string;
      predictionHash: unknown;
      errors: unknown;
      reason: unknown;
    }[];
  }

  it('names cells that are missing, doubled, surplus or out of order, whatever the digest', () => {
    expect(changed(() => undefined)).toBe('');
    expect(changed(({ cells }) => cells.splice(0))).toBe('PCA, k=2, repeat 1 is missing, and 11 more.');
    expect(changed(({ cells }) => cells.splice(3, 1))).toBe('GLRAM, k=3, repeat 1 is missing.');
    expect(changed((manifest) => (manifest.cells = manifest.cells.filter(({ label }) => label !== 'GLRAM')))).toBe(
      'GLRAM, k=2, repeat 1 is missing, and 5 more.',
    );
    expect(changed(({ cells }) => cells.fill(cells[0]))).toBe(
      'GLRAM, k=2, repeat 1 is missing, and 10 more; PCA, k=2, repeat 1 is listed 12 times.',
    );
    expect(changed(({ cells }) => cells.push(cells[0]))).toBe('PCA, k=2, repeat 1 is listed 2 times.');
    expect(changed(({ cells }) => cells.push({ ...cells[0], repeat: 4 }))).toBe(
      'PCA, k=2, repeat 4 is not in the plan of its spec.',
    );
    expect(changed(({ cells }) => cells.reverse())).toBe(
      'GLRAM, k=3, repeat 3 is listed in the place of PCA, k=2, repeat 1.',
    );
  });

  it('names splits likewise, and a plan that its spec does not give', () => {
    expect(changed(({ splits }) => splits.pop())).toBe('the split of k=3, repeat 3 is missing.');
    expect(changed(({ splits }) => splits.push(splits[0]))).toBe('the split of k=2, repeat 1 is listed 2 times.');
    expect(changed(({ splits }) => splits.reverse())).toBe(
      'the split of k=3, repeat 3 is listed in the place of the split of k=2, repeat 1.',
    );
    expect(changed(({ spec }) => (spec.protocol.repeats = 2))).toBe(
      'the split of k=2, repeat 3 is not in the plan of its spec, and 1 more.',
    );
    expect(changed(({ plan }) => (plan.repeats = 2))).toBe('its plan states 2 repeats, its spec gives 3.');
  });

  it('refuses a plan of any size at once', () => {
    const began = performance.now();
    expect(changed(({ spec }) => (spec.protocol.repeats = 10_000))).toBe(
      'the split of k=2, repeat 4 is missing, and 19,993 more.',
    );
    expect(performance.now() - began).toBeLessThan(1000);
  });

  it('demands rows that are those of the spec, and results of finished cells alone', () => {
    expect(changed(({ methods }) => (methods[1].label = 'LDA'))).toBe('its row "LDA" is not row 2 of its spec.');
    expect(changed(({ methods }) => (methods[1].latent = 'default'))).toBe('its row "GLRAM" is not row 2 of its spec.');
    expect(
      changed(({ spec, methods }) => {
        spec.methods[1].settings = { ...methods[1].settings };
        Object.assign(methods[1].settings, { maxIterations: 3 });
      }),
    ).toBe('its row "GLRAM" is not row 2 of its spec.');
    const fields = 'but does not have the fields of such a cell.';
    expect(changed(({ cells }) => (cells[0].errors = null))).toBe(`PCA, k=2, repeat 1 is done ${fields}`);
    expect(changed(({ cells }) => (cells[0].status = 'pending'))).toBe(`PCA, k=2, repeat 1 is pending ${fields}`);
    expect(changed(({ spec }) => (spec.methods[0].method = 'pcb'))).toBe(
      'names the method "pcb", which this version of the program does not have.',
    );
  });

  it('refuses another digest', () => {
    const wrong =
      'is a damaged manifest: its digest is not that of its content, which was changed after it was written.';
    expect(refusal({ ...whole, digest: '0'.repeat(64) })).toBe(wrong);
    expect(refusal({ ...whole, dataset: { ...(whole['dataset'] as object), name: 'others' } })).toBe(wrong);
    expect(refusal({ ...whole, further: 1 })).toBe(wrong);
  });
});

describe('manifestDifferences', () => {
  it('finds none between two runs', () => {
    expect(manifestDifferences(manifestOf(), manifestOf())).toEqual([]);
  });

  it('names the cell that predicts other labels', () => {
    const after = manifestOf();
    const cells = after.cells.map((cell, i) => (i === 4 ? { ...cell, predictionHash: 'f'.repeat(64) } : cell));
    expect(manifestDifferences(manifestOf(), { ...after, cells })).toEqual([
      'Cell PCA, k=2, repeat 2 predicts other labels.',
    ]);
  });

  it('shows the errors that differ, however many are the same before', () => {
    const before = manifestOf();
    const withErrors = (errors: readonly number[]) => ({
      ...before,
      cells: before.cells.map((cell, i) => (i === 4 ? { ...cell, errors } : cell)),
    });
    const same = [9, 8, 7, 6, 5, 4, 3, 2, 1];
    expect(manifestDifferences(withErrors([...same, 5, 6]), withErrors([...same, 4, 6]))).toEqual([
      'Cell PCA, k=2, repeat 2 has other errors: from latent shape 10 on 5, 6, now 4, 6.',
    ]);
    expect(manifestDifferences(withErrors([1, 2]), withErrors([1]))).toEqual([
      'Cell PCA, k=2, repeat 2 has other errors: from latent shape 2 on 2, now none.',
    ]);
    expect(manifestDifferences(withErrors([...same, 1]), withErrors([0, ...same]))[0]).toContain(
      'errors: 9, 8, 7, 6, 5, 4, 3, 2, …, now 0, 9, 8, 7, 6, 5, 4, 3, ….',
    );
  });

  it('names cells that did not finish, and a seed that changes every split', () => {
    expect(manifestDifferences(manifestOf(), manifestOf({}, 1))).toEqual([
      'Cell GLRAM, k=3, repeat 3 was done, now pending.',
    ]);
    const differences = manifestDifferences(manifestOf(), manifestOf({ seed: 8 }));
    expect(differences[0]).toBe('Seed differs: 7, now 8.');
    expect(differences.filter((sentence) => sentence.startsWith('Split '))).toHaveLength(6);
  });
});

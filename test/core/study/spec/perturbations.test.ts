import { describe, expect, it } from 'vitest';
import { asVectors } from '../../../../src/core/images/imageSet.ts';
import { gramOfRows } from '../../../../src/core/linalg/index.ts';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import { conditionFactors, conditionsOf } from '../../../../src/core/study/spec/conditions.ts';
import { evaluateCell } from '../../../../src/core/study/cells/evaluate.ts';
import type { CellData } from '../../../../src/core/study/cells/cellTask.ts';
import { featureShape } from '../../../../src/core/features/registry.ts';
import { perturbedImages } from '../../../../src/core/study/cells/perturbCell.ts';
import { planSize, planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { listPerturbations, perturbationWarnings } from '../../../../src/core/perturbations/registry.ts';
import { parseStudySpec } from '../../../../src/core/study/spec/parse.ts';
import type { StudySpecInput } from '../../../../src/core/study/spec/spec.ts';
import { splitOf } from '../../../../src/core/study/plan/splits.ts';
import { summariseStudy } from '../../../../src/core/study/table/summarise.ts';
import { evaluateAll, taskOf } from '../evaluateAll.ts';
import { data, facts, labels, smallSpec } from '../smallDataset.ts';
import { featuresOf } from '../../../support/featuresOf.ts';

const random = { kind: 'random' as const, trainPerSubject: [2], repeats: 2 };
const specOf = (change: Partial<StudySpecInput>) =>
  smallSpec({ protocol: random, methods: [{ method: 'pca' }], ...change });
const noisy = specOf({
  perturbations: [
    { kind: 'none' },
    { kind: 'gaussian-noise', sigma: [0.5, 5] },
    { kind: 'missing', fraction: [0.1], on: 'both' },
  ],
});
const never = (): void => undefined;
const withFeatures = (features: StudySpecInput['features']): CellData => {
  const images = featuresOf(specOf({ features }).features, data.images);
  return { images, raw: data.images, labels, gram: () => gramOfRows(asVectors(images)) };
};

describe('perturbed conditions', () => {
  it('stand beside those of the protocol, unperturbed ones under their own key', () => {
    const conditions = conditionsOf(noisy.protocol, noisy.perturbations);
    expect(conditions.map(({ key, title }) => ({ key, title }))).toEqual([
      { key: 'k=2', title: 'k = 2' },
      { key: 'k=2 + gaussian-noise=0.5@test', title: 'k = 2, noise σ = 0.5 (test)' },
      { key: 'k=2 + gaussian-noise=5@test', title: 'k = 2, noise σ = 5 (test)' },
      { key: 'k=2 + missing=0.1@both', title: 'k = 2, missing 10% (train and test)' },
    ]);
    expect(conditions[1].parts).toEqual({ training: 'k = 2', perturbation: 'noise σ = 0.5 (test)' });
  });

  it('say their number and that of their perturbation, for records that are filtered by them', () => {
    const factors = conditionsOf(noisy.protocol, noisy.perturbations).map(({ key }) => conditionFactors(noisy, key));
    expect(factors).toEqual([
      { k: 2, perturbation: 'none', level: 0 },
      { k: 2, perturbation: 'gaussian-noise@test', level: 0.5 },
      { k: 2, perturbation: 'gaussian-noise@test', level: 5 },
      { k: 2, perturbation: 'missing@both', level: 0.1 },
    ]);
    const masked = specOf({
      protocol: { kind: 'leave-one-out' },
      perturbations: [{ kind: 'missing-mask', regions: [{ rows: [1, 3], cols: [0, 2] }], name: 'scarf' }],
    });
    const [{ key }] = conditionsOf(masked.protocol, masked.perturbations);
    expect(conditionFactors(masked, key)).toEqual({ k: null, perturbation: 'missing-mask@test', level: null });
  });

  it('have noise in units of the stored pixels, or as a share of their range, which scales with the pixels', () => {
    const groups = (group: object) => specOf({ perturbations: [{ kind: 'gaussian-noise', sigma: [0.2], ...group }] });
    const listed = (group: object) => listPerturbations(groups(group).perturbations)[0];
    // What a spec said before there was a unit keeps its key, and with it its cells and random numbers.
    expect(listed({ unit: 'stored' })).toEqual(listed({}));
    expect(JSON.stringify(listed({}).perturbation)).toBe('{"kind":"gaussian-noise","level":0.2,"on":"test"}');
    expect(listed({ unit: 'range' })).toMatchObject({
      suffix: ' + gaussian-noise=0.2,range@test',
      title: 'noise σ = 20% of the range (test)',
    });
    const split = splitOf(noisy, facts, 'k=2', 1);
    const noiseOn = (factor: number, group: object): Float64Array => {
      const images = { ...data.images, data: data.images.data.map((value) => factor * value) };
      const { perturbation } = listed(group);
      const cell = { perturbation: perturbation!, features: undefined, seed: 1, datasetHash: 'x', repeat: 1, split };
      const made = perturbedImages(cell, images, images, labels, never);
      const size = images.rows * images.cols;
      return made.images.data.map(
        (value, at) => value - images.data[made.order[Math.floor(at / size)] * size + (at % size)],
      );
    };
    const most = (values: Float64Array) => values.reduce((greatest, value) => Math.max(greatest, Math.abs(value)), 0);
    expect(most(noiseOn(1, { unit: 'range' }))).toBeGreaterThan(0);
    expect(most(noiseOn(1000, { unit: 'range' })) / most(noiseOn(1, { unit: 'range' }))).toBeCloseTo(1000, 6);
    expect(most(noiseOn(1000, {})) / most(noiseOn(1, {}))).toBeCloseTo(1, 6);
    // σ is that share of greatest less least pixel: the same standard normal numbers as those of any other level.
    const pixels = [...data.images.data];
    const span = Math.max(...pixels) - Math.min(...pixels);
    const deviation = (values: Float64Array) => {
      const moved = values.filter((value) => value !== 0);
      return Math.sqrt(moved.reduce((sum, value) => sum + value * value, 0) / moved.length);
    };
    const ratio = deviation(noiseOn(1, { unit: 'range' })) / (0.2 * span);
    const count = split.test.length * data.images.rows * data.images.cols;
    expect(Math.abs(ratio - 1)).toBeLessThan(4 / Math.sqrt(2 * count));
  });

  it('say the unit of σ below the table', () => {
    const footer = (...groups: object[]) => {
      const spec = specOf({
        perturbations: groups.map((group) => ({ kind: 'gaussian-noise' as const, sigma: [0.2], ...group })),
      });
      return summariseStudy(planCells(planStudy(spec), facts), new Map()).footer.join(' ');
    };
    expect(footer({})).toContain('The σ of noise is in units of the stored pixels (25.5 on pixels of 0 … 255 is 0.1');
    expect(footer({})).not.toContain('share of the range');
    expect(footer({ unit: 'range' })).toContain('The σ of noise is a share of the range of the pixels of the dataset');
    expect(footer({}, { unit: 'range' })).toMatch(/units of the stored pixels .*, or, where it says so, a share/);
  });

  it('warn of noise beyond the range of the stored pixels, which means another unit', () => {
    const groups = specOf({
      perturbations: [
        { kind: 'gaussian-noise', sigma: [0.1, 20] },
        { kind: 'gaussian-noise', sigma: [2], unit: 'range' },
      ],
    }).perturbations;
    expect(perturbationWarnings(groups, { low: 0, high: 255 })).toEqual([]);
    expect(perturbationWarnings(groups, { low: 0, high: 1 })).toEqual([
      expect.stringMatching(/^Noise of σ = 20 exceeds the range of the stored pixels, 0 … 1: .*"unit": "range"/),
    ]);
  });

  it('lose the pixels of a mask, in every image the same, which methods estimate or get filled', () => {
    const regions = [{ rows: [1, 3], cols: [0, 2] }] as [{ rows: [number, number]; cols: [number, number] }];
    const masked = specOf({
      perturbations: [{ kind: 'missing-mask', regions, name: 'scarf' }],
      methods: [{ method: 'pca' }, { method: 'ppca', latent: [2] }],
    });
    const [condition] = conditionsOf(masked.protocol, masked.perturbations);
    expect(condition.title).toBe('k = 2, missing scarf (test)');
    expect(condition.key).toMatch(/^k=2 \+ missing-mask=scarf,[0-9a-f]{8}@test$/);
    const { perturbation } = listPerturbations(masked.perturbations)[0];
    const split = splitOf(masked, facts, condition.key, 1);
    const cell = { perturbation: perturbation!, features: undefined, seed: 1, datasetHash: 'x', repeat: 1, split };
    const lost = (marked: boolean) =>
      perturbedImages({ ...cell, marked }, data.images, data.images, labels, never).images.data;
    const [marked, filled] = [lost(true), lost(false)];
    const trained = split.train.length * 30;
    expect(marked.subarray(0, trained).every((value) => !Number.isNaN(value))).toBe(true);
    for (let i = trained; i < marked.length; i++) {
      const inside = [5, 6, 10, 11].includes(i % 30);
      expect(Number.isNaN(marked[i])).toBe(inside);
      if (!inside) expect(filled[i]).toBe(marked[i]);
    }
    const plan = planCells(planStudy(masked), facts);
    const table = summariseStudy(plan, evaluateAll(masked, facts, data, plan));
    expect(table.done).toBe(4);
    expect(table.footer.join(' ')).toContain('Missing pixels are estimated by PPCA;');
  });

  it('name regions of a mask that leave the image, and a mask of the whole image', () => {
    const problems = (rows: [number, number], cols: [number, number]) =>
      checkSpec(specOf({ perturbations: [{ kind: 'missing-mask', regions: [{ rows, cols }] }] }), facts).problems.map(
        ({ message }) => message,
      );
    expect(problems([0, 6], [0, 4])).toEqual([]);
    expect(problems([2, 7], [3, 3])).toEqual([
      'perturbations[0].regions[0].rows: expected a range within 0 to 6, found 2 to 7.',
      'perturbations[0].regions[0].cols: expected a range within 0 to 5, found 3 to 3.',
    ]);
    expect(problems([0, 6], [0, 5])).toEqual([
      'perturbations[0].regions: they cover the whole image of 6 × 5; no pixel is left.',
    ]);
  });

  it('share splits, and leave the cells without perturbation as they are', () => {
    const plan = planCells(planStudy(noisy), facts);
    const plain = planCells(planStudy(specOf({})), facts);
    expect(plan.cells.filter((cell) => cell.condition === 'k=2').map((cell) => cell.key)).toEqual(
      plain.cells.map((cell) => cell.key),
    );
    for (const { key } of plan.conditions)
      expect(splitOf(noisy, facts, key, 2)).toEqual(splitOf(noisy, facts, 'k=2', 2));
  });

  it('make recognition harder the more noise there is', () => {
    const plan = planCells(planStudy(noisy), facts);
    const table = summariseStudy(plan, evaluateAll(noisy, facts, data, plan));
    const [clean, , loud] = table.rows[0].entries.map((entry) => entry.mean!);
    expect(loud).toBeGreaterThan(clean + 10);
    expect(table.footer.join(' ')).toContain("Missing pixels are filled with the mean of the image's other pixels.");
  });

  it('change the side they are for and nothing else, the same for all methods and again differently in every repeat', () => {
    const split = splitOf(noisy, facts, 'k=2', 1);
    const cell = { features: undefined, seed: 7, datasetHash: 'h', repeat: 1, split };
    const made = (on: 'test' | 'train' | 'both', repeat = 1) =>
      perturbedImages(
        { ...cell, repeat, perturbation: { kind: 'gaussian-noise', level: 1, on } },
        data.images,
        data.images,
        labels,
        never,
      );
    const size = 30;
    const changed = ({ images }: ReturnType<typeof made>): number[] =>
      [...split.train, ...split.test].flatMap((image, place) =>
        images.data[place * size] === data.images.data[image * size] ? [] : [place],
      );
    expect(changed(made('train'))).toEqual(Array.from({ length: 10 }, (_, i) => i));
    expect(changed(made('test'))).toEqual(Array.from({ length: 20 }, (_, i) => 10 + i));
    expect(changed(made('both'))).toHaveLength(30);
    expect(made('test')).toEqual(made('test'));
    expect(made('test', 2).images).not.toEqual(made('test').images);
    expect([...made('test').labels]).toEqual([...split.train, ...split.test].map((image) => labels[image]));
  });

  it('with a level near zero predict what unperturbed images do', () => {
    const faint = specOf({ perturbations: [{ kind: 'none' }, { kind: 'gaussian-noise', sigma: [1e-9], on: 'both' }] });
    const plan = planCells(planStudy(faint), facts);
    const [clean, almost] = plan.cells
      .slice(0, 2)
      .map((cell) => evaluateCell(taskOf(faint, facts, plan, cell), data, never));
    expect(almost.predictionHash).toBe(clean.predictionHash);
  });

  it('leave missing pixels to the methods that estimate them, and say so', () => {
    const lossy = specOf({
      methods: [
        { method: 'pca' },
        { method: 'psopca', latent: [[2, 2]] },
        { method: 'psopca', label: 'limit', latent: [[2, 2]], settings: { noise: 'zero' } },
      ],
      perturbations: [{ kind: 'missing', fraction: [0.3], on: 'both' }],
    });
    const plan = planCells(planStudy(lossy), facts);
    const table = summariseStudy(plan, evaluateAll(lossy, facts, data, plan));
    expect(table.footer.join(' ')).toContain(
      "Missing pixels are estimated by PSOPCA; for the other methods they are filled with the mean of the image's other pixels.",
    );
    const [, estimated, filled] = plan.cells.map((cell) =>
      evaluateCell(taskOf(lossy, facts, plan, cell), data, never).warnings.join(),
    );
    expect(estimated).toContain('30.0% of the pixels were missing');
    expect(filled).not.toContain('missing');
    // Classified by likelihood, or after feature steps, images have no holes.
    for (const change of [{ classifier: { kind: 'likelihood' as const } }, { features: ['unit-norm' as const] }]) {
      const spec = specOf({ ...lossy, protocol: { ...random, trainPerSubject: [4] }, ...change });
      const whole = planCells(planStudy(spec), facts);
      const source = change.features ? withFeatures(change.features) : data;
      const task = taskOf(spec, facts, whole, whole.cells[1]);
      if (change.classifier) expect(evaluateCell(task, source, never).logLikelihood[0]).not.toBeNull();
      expect(evaluateCell(task, source, never).warnings.join()).not.toContain('missing');
    }
  });

  it('are checked: a level listed twice, a block that leaves the image', () => {
    const problems = (perturbations: StudySpecInput['perturbations']) =>
      checkSpec(specOf({ perturbations }), facts).problems.map((problem) => problem.message);
    expect(problems([{ kind: 'gaussian-noise', sigma: [1, 1] }])).toEqual([
      'perturbations[0]: noise σ = 1 (test) is listed twice.',
    ]);
    expect(problems([{ kind: 'occlusion', side: [0.5], at: { row: 4, col: 0 } }])).toEqual([
      'perturbations[0].at: a block of 3 × 3 at row 4, column 0 leaves the image of 6 × 5.',
    ]);
    expect(problems([{ kind: 'occlusion', side: [0.5] }])).toEqual([]);
  });
});

describe('feature steps', () => {
  it('change what the methods see, and the shape they see it in', () => {
    const features: StudySpecInput['features'] = [
      { region: { rows: [1, 5], cols: [0, 4] } },
      'zero-mean-unit-variance',
      'gabor',
    ];
    expect(featureShape(specOf({ features }).features, facts)).toEqual({ rows: 10, cols: 16 });
    const spec = specOf({ features, methods: [{ method: 'glram', latent: { qc: [2], qr: [3] } }, { method: 'pca' }] });
    expect(checkSpec(spec, facts).problems).toEqual([]);
    expect(planSize(planStudy(spec), facts).methods[1].largest).toEqual([9]);
    const plan = planCells(planStudy(spec), facts);
    const table = summariseStudy(plan, evaluateAll(spec, facts, withFeatures(features), plan));
    expect(table.done).toBe(table.total);
    expect(table.footer.join(' ')).toContain(
      'region of rows 1 to 4, columns 0 to 3, zero mean and unit variance, Gabor',
    );
    expect(plan.cells[1].key).not.toBe(planCells(planStudy(specOf({ methods: spec.methods })), facts).cells[1].key);
  });

  it('follow the perturbation', () => {
    const features: StudySpecInput['features'] = ['unit-norm'];
    const spec = specOf({ features, perturbations: [{ kind: 'gaussian-noise', sigma: [1] }] });
    const [cell] = planCells(planStudy(spec), facts).cells;
    const task = taskOf(spec, facts, planCells(planStudy(spec), facts), cell);
    const { images, raw } = withFeatures(features);
    const made = perturbedImages(
      { ...task, perturbation: task.perturbation!, features: spec.features },
      raw!,
      images,
      labels,
      never,
    );
    for (let n = 0; n < made.images.count; n++) {
      expect(Math.hypot(...made.images.data.subarray(n * 30, (n + 1) * 30))).toBeCloseTo(1, 12);
    }
    expect(made.images.data.subarray(300)).not.toEqual(images.data.subarray(300));
  });

  it('are checked: a region that leaves the image, an unknown step', () => {
    expect(
      checkSpec(specOf({ features: [{ region: { rows: [0, 7], cols: [3, 3] } }] }), facts).problems.map(
        ({ message }) => message,
      ),
    ).toEqual([
      'features[0].region.rows: expected a range within 0 to 6, found 0 to 7.',
      'features[0].region.cols: expected a range within 0 to 5, found 3 to 3.',
    ]);
    // A name may be that of attached vectors, which only the dataset knows.
    expect(checkSpec(specOf({ features: ['sobel'] }), facts).problems[0].message).toMatch(
      /^features\[0\]: no feature step or attached vectors named "sobel"; the steps are equalise, /,
    );
    const parsed = parseStudySpec({ ...specOf({}), features: ['two words'] });
    expect(parsed.ok ? [] : parsed.problems.map(({ message }) => message)).toEqual([
      'features[0]: must begin with a letter and hold letters, digits, dots, hyphens or underscores; found "two words".',
    ]);
  });
});

import { describe, expect, it } from 'vitest';
import { checkSpec } from '../../../../src/core/study/spec/check.ts';
import { studySpecSchema } from '../../../../src/core/study/spec/spec.ts';
import { facts, smallSpec } from '../smallDataset.ts';

const messages = (change: Parameters<typeof smallSpec>[0], dataset = facts): string[] =>
  checkSpec(smallSpec(change), dataset).problems.map((problem) => {
    expect(problem.message.startsWith(problem.path)).toBe(true);
    return problem.message;
  });
const explicit = (train: number[], test: number[]) => ({
  protocol: { kind: 'explicit' as const, splits: [{ train, test }] },
});

describe('checkSpec', () => {
  it('finds nothing wrong with a good spec', () => {
    expect(checkSpec(smallSpec(), facts)).toEqual({ problems: [], warnings: [] });
  });

  it('names the subject with too few images and its count', () => {
    const labels = facts.labels as Int32Array;
    const short = { ...facts, labels: labels.filter((label, i) => label !== 3 || i < 10) };
    expect(messages({ protocol: { kind: 'random', trainPerSubject: [1, 2, 6], repeats: 2 } }, short)).toEqual([
      'protocol.trainPerSubject[1]: 2 training images per subject need at least 3 images of each, ' +
        'subject "subject 4" has 2.',
      'protocol.trainPerSubject[2]: 6 training images per subject need at least 7 images of each, ' +
        'subject "subject 4" has 2 (and 4 other subjects too few).',
    ]);
  });

  it('refuses a k that is listed twice', () => {
    expect(messages({ protocol: { kind: 'random', trainPerSubject: [2, 3, 2], repeats: 2 } })).toEqual([
      'protocol.trainPerSubject[2]: 2 is listed twice.',
    ]);
  });

  it('refuses a dataset of one subject', () => {
    const lonely = { ...facts, subjects: ['anna'], labels: new Int32Array(6) };
    expect(messages({}, lonely)).toContain('dataset: "small" has 1 subject; recognition needs at least 2.');
  });

  it('names an unknown method and lists the known ones', () => {
    const [message] = messages({ methods: [{ method: 'another' }] });
    expect(message).toMatch(/^methods\[0\]\.method: there is no method "another"; the methods are pca, ppca, /);
    expect(message).toMatch(/ is registered by "eigenbench methods add"\.$/);
  });

  it('names a method without a density, and shapes beyond one subject, where the classifier is by likelihood', () => {
    const classifier = { kind: 'likelihood' as const };
    const protocol = { kind: 'random' as const, trainPerSubject: [4], repeats: 2 };
    expect(messages({ classifier, protocol, methods: [{ method: 'glram' }, { method: 'ppca' }] })).toEqual([
      'methods[0].method: GLRAM has no likelihood to classify by; choose another classifier or a method with a density.',
    ]);
    expect(messages({ classifier, protocol, methods: [{ method: 'ppca', latent: [3] }] })).toEqual([
      'methods[0].latent: PPCA: q can be at most 2 here, found 3 (k = 4, 4 training images).',
    ]);
  });

  it('names an unknown setting', () => {
    const [message, ...others] = messages({ methods: [{ method: 'pca', settings: { q: 3 } }] });
    expect(message).toMatch(/^methods\[0\]\.settings\.q: PCA has no setting "q"/);
    expect(others).toEqual([]);
  });

  it('names a latent value that is too large, and the smallest training set that makes it so', () => {
    const [message, ...others] = messages({ methods: [{ method: 'pca', latent: [3, 12] }] });
    expect(message).toBe('methods[0].latent: PCA: q can be at most 9 here, found 12 (k = 2, 10 training images).');
    expect(others).toEqual([]);
  });

  it('names the shape of a list that is too large', () => {
    const [message] = messages({
      methods: [
        {
          method: 'glram',
          latent: [
            [2, 2],
            [2, 40],
          ],
        },
      ],
    });
    expect(message).toMatch(/^methods\[0\]\.latent\[1\]: GLRAM: .*\(2, 40\)/);
  });

  it('asks for different labels and different methods', () => {
    expect(messages({ methods: [{ method: 'pca' }, { method: 'pca', label: 'again' }] })).toEqual([
      'methods[1] has the method, settings and latent grid of methods[0]; one of them is superfluous.',
    ]);
    expect(
      messages({
        methods: [
          { method: 'pca', label: 'x' },
          { method: 'ppca', label: 'x' },
        ],
      }),
    ).toEqual(['methods[1].label: "x" is also the label of methods[0]; labels must differ.']);
  });

  it('names indices of explicit splits that are out of range, repeated or shared', () => {
    expect(messages(explicit([0, 1, 2, 3, 4, 30], [5, 6]))).toEqual([
      'protocol.splits[0].train[5]: there is no image 30; indices run from 0 to 29.',
    ]);
    expect(messages(explicit([0, 1, 2, 3, 4, 5, 1], [6]))).toEqual([
      'protocol.splits[0].train[6]: image 1 is listed twice.',
    ]);
    expect(messages(explicit([0, 1, 2, 3, 4, 5], [6, 5]))).toEqual([
      'protocol.splits[0].test[1]: image 5 is also a training image; test all of the training images, or none.',
    ]);
  });

  it('takes test images that are the training images, in all splits or none, and says what that means', () => {
    const fitted = explicit([0, 1, 2, 5, 6, 7], [7, 6, 5, 2, 1, 0]);
    const { problems, warnings } = checkSpec(smallSpec(fitted), facts);
    expect(problems).toEqual([]);
    expect(warnings[0]).toMatch(/^The test images are the training images: error rates are resubstitution rates/);
    const splits = [{ train: [0, 1, 5, 6], test: [10] }, ...fitted.protocol.splits];
    expect(messages({ protocol: { kind: 'explicit', splits } })).toEqual([
      'protocol.splits[1].test: it lists the training images, but protocol.splits[0] tests others; ' +
        'the fitted images are a study of their own.',
    ]);
  });

  it('restricts explicit splits to a subset, which must leave each of them images', () => {
    const { protocol } = explicit([0, 1, 2, 5, 6, 7], [10, 12]);
    const pair = (...subjects: number[]) => ({ subjects: subjects.map((s) => `subject ${s}`) });
    const methods = [{ method: 'pca' }];
    expect(messages({ protocol, subset: pair(1, 2), methods })).toEqual([]);
    expect(messages({ protocol, subset: pair(2, 5) })).toEqual([
      'subset: it leaves protocol.splits[0].test no image, expected at least 1.',
    ]);
  });

  it('counts the subjects of a two-class measure among the images of explicit splits', () => {
    const measures = ['two-class' as const];
    expect(messages({ ...explicit([0, 1, 5, 6], [10, 11]), measures, methods: [{ method: 'pca' }] })).toEqual([]);
    expect(messages({ ...explicit([0, 1, 5, 6], [10, 12]), measures })).toEqual([
      'measures[0]: "two-class" needs images of exactly 2 subjects, found 3.',
    ]);
  });

  it('refuses more neighbours than the smallest gallery has', () => {
    expect(studySpecSchema.parse({ ...smallSpec({}), classifier: { kind: 'knn' } }).classifier).toEqual({
      kind: 'knn',
      k: 3,
    });
    const knn = (k: number) => ({ classifier: { kind: 'knn' as const, k } });
    expect(messages(knn(10))).toEqual([]);
    expect(messages(knn(11))).toEqual([
      'classifier.k: 11 nearest neighbours need a gallery of at least 11 images, found 10 (k = 2).',
    ]);
    const protocol = { kind: 'gallery' as const, worldSubjects: 2, galleryPerSubject: [2, 1], repeats: 2 };
    expect(messages({ ...knn(4), protocol })).toEqual([
      'classifier.k: 4 nearest neighbours need a gallery of at least 4 images, found 3 (gallery 1).',
    ]);
  });

  it('refuses missing pixels that leave none', () => {
    expect(messages({ perturbations: [{ kind: 'missing', fraction: [0.5, 0.99] }] })).toEqual([
      'perturbations[0].fraction: 0.99 of 6 × 5 pixels rounds to all of them; no pixel is left.',
    ]);
  });

  it('warns of draws of one split that nothing tells apart', () => {
    const { protocol } = explicit([0, 1, 2, 5, 6, 7], [10, 12]);
    const warn = (change: Parameters<typeof smallSpec>[0]) =>
      checkSpec(smallSpec({ protocol: { ...protocol, repeats: 3 }, ...change }), facts).warnings.some((warning) =>
        warning.startsWith('Repeats of one split'),
      );
    expect(warn({})).toBe(true);
    expect(warn({ perturbations: [{ kind: 'none' }] })).toBe(true);
    expect(warn({ perturbations: [{ kind: 'gaussian-noise', sigma: [1] }] })).toBe(false);
    expect(warn({ protocol })).toBe(false);
  });

  it('warns of test subjects without training images', () => {
    const { problems, warnings } = checkSpec(smallSpec(explicit([0, 1, 2, 5, 6, 7], [8, 13, 10])), facts);
    expect(problems).toEqual([]);
    expect(warnings[0]).toBe(
      'Split 1 tests subject "subject 4" without training images: 2 test images of 3 cannot be recognised.',
    );
  });

  it('warns of test images that the model behind a gallery was trained on', () => {
    const splits = [{ train: [0, 1, 2, 5, 6, 7, 8], gallery: [10, 11, 12], test: [15, 7, 8, 6] }];
    const { problems, warnings } = checkSpec(smallSpec({ protocol: { kind: 'explicit', splits } }), facts);
    expect(problems).toEqual([]);
    expect(warnings).toContain('Split 1 trains the model on 3 test images of 4.');
  });

  it('counts such warnings after the third', () => {
    const split = { train: [0, 1, 2, 5, 6, 7], test: [8, 13, 10] };
    const protocol = { kind: 'explicit' as const, splits: new Array<typeof split>(6).fill(split) };
    const { warnings } = checkSpec(smallSpec({ protocol }), facts);
    expect(warnings).toHaveLength(5);
    expect(warnings[4]).toMatch(/^Repeats of one split differ by noise and random starts only/);
    expect(warnings[2]).toMatch(/^Split 3 tests subject "subject 4" without training images/);
    expect(warnings[3]).toBe('So do 3 other splits.');
  });

  it('refuses lists of a setting that others leave aside, and warns of single values and of some combinations', () => {
    const check = (settings: object) => {
      const spec = smallSpec({ methods: [{ method: 'rlda', settings }] as never });
      const { problems, warnings } = checkSpec(spec, facts);
      return [...problems.map(({ message }) => message), ...warnings.filter((text) => text.includes('no effect'))];
    };
    const sentence = 'methods[0].settings.shrinkage: shrinkage has no effect unless amount is "given"';
    expect(check({ shrinkage: [0.1, 0.3] })).toEqual([`${sentence}; leave it out.`]);
    expect(check({ shrinkage: 0.3 })).toEqual([`${sentence}.`]);
    expect(check({ shrinkage: [0.1, 0.3], amount: ['given', 'ledoit-wolf'] })).toEqual([
      `${sentence}; the combinations without it give equal results.`,
    ]);
    expect(check({ shrinkage: [0.1, 0.3], amount: 'given' })).toEqual([]);
    expect(check({ shrinkage: 0.5 })).toEqual([]);
    // An empty list is no value.
    const weights = (coefficients: number[]) =>
      checkSpec(smallSpec({ methods: [{ method: 'em-epca', settings: { coefficients } }] }), facts).warnings;
    expect(weights([])).toEqual([]);
    expect(weights([1, 2])).toEqual([
      'methods[0].settings.coefficients: coefficients has no effect unless weights is "list".',
    ]);
  });

  it('names a baseline that is no label of the study', () => {
    const check = (baseline: string) => checkSpec(smallSpec({ comparison: { baseline } }), facts).problems;
    expect(check('PCA')).toEqual([]);
    expect(check('best')).toEqual([]);
    expect(check('LDA').map((problem) => problem.message)).toEqual([
      'comparison.baseline: there is no method labelled "LDA"; the labels are "PCA", "GLRAM", or "best".',
    ]);
  });

  it('names measures that dataset or classifier cannot give, and those listed twice', () => {
    const region = { rows: [0, 6] as [number, number], cols: [2, 5] as [number, number] };
    expect(messages({ measures: ['identification', 'reconstruction', { region }] })).toEqual([]);
    expect(messages({ measures: [{ region: { ...region, rows: [3, 3] } }] })).toEqual([
      'measures[0].region.rows: expected a range within 0 to 6, found 3 to 3.',
    ]);
    expect(messages({ measures: [{ region }], features: [{ region: { rows: [0, 6], cols: [0, 4] } }] })).toEqual([
      'measures[0].region.cols: expected a range within 0 to 4, found 2 to 5.',
    ]);
    expect(messages({ measures: [{ region }, 'time', { region: { ...region, rows: [0, 2] } }] })).toEqual([
      'measures[2]: a study measures one region of interest, found a second one.',
    ]);
    expect(messages({ measures: ['time', 'two-class', 'time'] })).toEqual([
      'measures[1]: "two-class" needs images of exactly 2 subjects, found 5.',
      'measures[2]: "time" is listed twice.',
    ]);
    expect(messages({ measures: ['two-class'], subset: { subjects: ['subject 2', 'subject 4'] } })).toEqual([]);
    const byLikelihood = {
      classifier: { kind: 'likelihood' as const },
      protocol: { kind: 'random' as const, trainPerSubject: [4], repeats: 2 },
      methods: [{ method: 'ppca' }],
    };
    expect(messages({ ...byLikelihood, measures: ['verification', 'reconstruction', { region }] })).toEqual([
      'measures[1]: "reconstruction" needs one model of all training images, but this classifier fits one to every subject; use a classifier of codes.',
      'measures[2]: a region needs one model of all training images, but this classifier fits one to every subject; use a classifier of codes.',
    ]);
  });

  it('warns that one repeat gives no test of several methods', () => {
    const warnings = (repeats: number, change: Parameters<typeof smallSpec>[0] = {}, k = 2) => {
      const protocol = { kind: 'random' as const, trainPerSubject: [k], repeats };
      return checkSpec(smallSpec({ protocol, ...change }), facts).warnings;
    };
    expect(warnings(1)).toEqual([
      'The significance test needs at least 2 repeats; with 1 the table has neither deviations nor marks.',
    ]);
    expect(warnings(2)).toEqual([]);
    expect(warnings(1, { methods: [{ method: 'pca' }] })).toEqual([]);
    // Problems of the protocol come first.
    expect(warnings(1, {}, 6)).toEqual([]);
  });
});

describe('the size of a study', () => {
  const methods = [{ method: 'pca', latent: [1] }];
  const perturbations = [{ kind: 'gaussian-noise' as const, sigma: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] }];
  const protocol = { kind: 'random' as const, trainPerSubject: [2, 3], repeats: 10_000 };

  it('is at most 200,000 cells, whatever else is wrong', () => {
    expect(checkSpec(smallSpec({ methods, perturbations, protocol }), facts)).toEqual({ problems: [], warnings: [] });
    const message =
      'protocol: 20 conditions, 10,000 repeats and 2 methods make 400,000 cells; a study has at most 200,000. ' +
      'Take fewer repeats, or several studies.';
    for (const second of [{ method: 'lda' }, { method: 'unknown' }, { method: 'pca', latent: [99] }]) {
      expect(checkSpec(smallSpec({ methods: [...methods, second], perturbations, protocol }), facts)).toEqual({
        problems: [{ path: 'protocol', message }],
        warnings: [],
      });
    }
    // Every combination of settings is fitted.
    const combined = [{ method: 'rlda', settings: { amount: 'given', shrinkage: [0.1, 0.2, 0.3] } }];
    expect(messages({ methods: combined, perturbations, protocol })[0]).toContain('3 methods make 600,000 cells');
  });

  it('is at most 200 combinations of settings and classifiers of a method', () => {
    const rules = (count: number) => ({
      classifier: { kind: 'knn' as const, k: Array.from({ length: count }, (_, n) => n + 1) },
    });
    const elsewhere = { source: 'scores.csv', sha256: 'a'.repeat(64), holds: 'errors' as const };
    const tooMany = (at: number, count: number) =>
      `methods[${at}].settings: the listed values make ${count} combinations; a method has at most 200.`;
    expect(messages({ methods: [{ method: 'elsewhere', elsewhere }, ...methods], ...rules(201) })).toEqual([
      tooMany(1, 201),
    ]);
    const shrinkage = [0.1, 0.2];
    const rlda = { method: 'rlda', settings: { amount: 'given', shrinkage } };
    expect(messages({ methods: [...methods, rlda], ...rules(101) })).toEqual([tooMany(1, 202)]);
    // 100 neighbours are more than there are; 200 combinations are not.
    expect(messages({ methods: [rlda], ...rules(100) })[0]).toMatch(/^classifier\.k: 11 nearest neighbours/);
  });
});

/** Scores per pair that another program computed: equal scores give the row of a method that is computed here. */
import { describe, expect, it } from 'vitest';
import { distanceBetween } from '../../../src/core/classify/metrics/registry.ts';
import { selectImages } from '../../../src/core/images/imageSet.ts';
import { matrixStack } from '../../../src/core/linalg/matrix.ts';
import { findMethod } from '../../../src/core/methods/registry.ts';
import { importedCell } from '../../../src/core/importedResults/importedCell.ts';
import type { ResultFile, ImportTarget } from '../../../src/core/importedResults/importTarget.ts';
import { readResults } from '../../../src/core/importedResults/readResults.ts';
import { stream } from '../../../src/core/random/stream.ts';
import { planCells } from '../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../src/core/study/study.ts';
import { splitOf } from '../../../src/core/study/plan/splits.ts';
import type { StudySpec } from '../../../src/core/study/spec/spec.ts';
import { evaluateAll } from '../study/evaluateAll.ts';
import { data, facts, labels, smallSpec } from '../study/smallDataset.ts';

const files = Array.from(labels, (label, image) => `s${label}/${image}.pgm`);

interface Pair {
  readonly condition: string;
  readonly repeat: number;
  readonly reference: number;
  readonly probe: number;
  readonly score: number;
}

/** A study of PCA alone, and the score of every one of its pairs. */
function studied(protocol: StudySpec['protocol']) {
  const spec = smallSpec({
    protocol,
    methods: [{ method: 'pca', latent: [3] }],
    measures: ['verification', 'operating-points', 'decisions'],
  });
  const plan = planCells(planStudy(spec), facts);
  const outcomes = evaluateAll(spec, facts, data, plan);
  const study: ImportTarget = {
    measures: spec.measures,
    facts,
    files,
    conditions: plan.conditions,
    repeats: plan.cells.length / plan.conditions.length,
    splitOf: (condition, repeat) => splitOf(spec, facts, condition, repeat),
  };
  const method = findMethod('pca')!;
  const pairs = plan.cells.flatMap(({ condition, repeat }): Pair[] => {
    const { train, test, gallery, pairs } = splitOf(spec, facts, condition, repeat);
    const fit = method.fit(
      { images: selectImages(data.images, train), labels: null },
      [3],
      { ...plan.methods[0].settings },
      { random: stream('unused'), checkCancelled: () => undefined },
    );
    const all = method.encode(fit, data.images);
    const codes = matrixStack(all.count, all.rows, all.cols, all.data);
    const distance = distanceBetween('euclidean', codes, codes);
    const known = new Map<string, Pair>();
    for (const { probes, references } of [pairs!.evaluation, pairs!.development]) {
      probes.forEach((place, at) => {
        const [probe, reference] = [test[place], gallery![references[at]]];
        const rivals = pairs!.templates ? gallery!.filter((image) => labels[image] === labels[reference]) : [reference];
        const score = Math.max(...Array.from(rivals, (image) => -distance(image, probe)));
        known.set(`${reference} ${probe}`, { condition, repeat, reference, probe, score });
      });
    }
    return [...known.values()];
  });
  const computed = plan.cells.map(({ key, condition, repeat }) => ({
    condition,
    repeat,
    result: outcomes.get(key)!.result,
  }));
  return { study, pairs, computed };
}

const file = (name: string, lines: readonly string[]): ResultFile => ({
  name,
  bytes: new TextEncoder().encode(`${lines.join('\n')}\n`),
});

const table = (pairs: readonly Pair[]): ResultFile =>
  file('net.csv', [
    'condition,repeat,first,second,score',
    ...pairs.map(
      ({ condition, repeat, reference, probe, score }) =>
        `"${condition}",${repeat},${files[reference]},${files[probe]},${score}`,
    ),
  ]);

function expectSameCells({ study, computed }: ReturnType<typeof studied>, given: readonly ResultFile[]) {
  const { answers } = readResults(given, study);
  expect(answers).toHaveLength(computed.length);
  for (const { condition, repeat, result } of computed) {
    const own = importedCell(
      answers.find((a) => a.condition === condition && a.repeat === repeat)!,
      study,
    );
    expect(own.testCount).toBe(result.testCount);
    expect(own.wrong).toEqual(result.wrong);
    expect(own.predictionHash).toBe(result.predictionHash);
    expect([...own.nearest]).toEqual([...result.nearest]);
    // The codes of this file differ from those of the study in their last bits, and so does the threshold.
    const { 'eer-threshold': cut, ...values } = own.measures!.values;
    const { 'eer-threshold': expected, ...others } = result.measures!.values;
    expect(cut![0]).toBeCloseTo(expected![0]!, 10);
    expect(values).toEqual(others);
    expect(own.measures!.curves).toEqual(result.measures!.curves);
  }
}

describe('scores of generated pairs', () => {
  const known = studied({ kind: 'pairs', folds: 2, developmentFolds: 0 });

  it('in a table give the decisions, ranks and measures of the method that made them', () => {
    expectSameCells(known, [table(known.pairs)]);
  });

  it('may be distances, and name the two images in either order', () => {
    const lines = known.pairs.map(
      ({ condition, repeat, reference, probe, score }) => `"${condition}",${repeat},${probe},${reference},${-score}`,
    );
    expectSameCells(known, [file('far.csv', ['condition,repeat,first,second,distance', ...lines])]);
    expect(
      readResults([file('far.csv', ['condition,repeat,first,second,distance', ...lines])], known.study).holds,
    ).toBe('distances');
  });

  it('in five columns of Bob, a file per split, give them too', () => {
    const groups = Map.groupBy(known.pairs, ({ repeat }) => repeat);
    const given = [...groups].map(([repeat, pairs]) =>
      file(
        `scores/${repeat}.txt`,
        pairs.map(({ reference, probe, score }) =>
          [labels[reference], files[reference], labels[probe], files[probe], score].join(' '),
        ),
      ),
    );
    expectSameCells(known, given);
  });

  it('are refused with the pairs that lack or are there twice', () => {
    const [first, second] = known.pairs;
    const name = ({ reference, probe }: Pair) => `${files[reference]} with ${files[probe]}`;
    expect(() => readResults([table(known.pairs.slice(1))], known.study)).toThrow(
      `lacks 1 of ${known.pairs.filter(({ repeat }) => repeat === 1).length} evaluation and development pairs: ${name(first)}`,
    );
    expect(() => readResults([table([...known.pairs, second])], known.study)).toThrow(`pairs twice: ${name(second)}`);
  });

  it('are refused where a list calls a pair genuine that is not, or names no images', () => {
    const lines = known.pairs.map(({ reference, probe, score }) => `${files[reference]} ${files[probe]} ${score}`);
    expect(() => readResults([file('genuine.txt', [...new Set(lines)])], known.study)).toThrow(
      'contradict the dataset',
    );
    expect(() => readResults([file('genuine.txt', ['0.9', '0.8'])], known.study)).toThrow('names no images');
  });

  it('are expected instead of predictions and error rates', () => {
    const { condition } = known.pairs[0];
    expect(() => readResults([file('x.csv', ['image,predicted', '0,1'])], known.study)).toThrow(
      'expected a score per pair with the columns first, second and score (or distance)',
    );
    expect(() => importedCell({ condition, repeat: 1, answer: { kind: 'errors', wrong: 3 } }, known.study)).toThrow(
      'expected a score per pair, found error rates',
    );
  });
});

describe('scores of pair lists', () => {
  const pairsOf = (first: number, genuine: boolean): [number, number][] => {
    const images = Array.from(labels, (_, image) => image);
    const subjects = [first, first + 1];
    const own = images.filter((image) => subjects.includes(labels[image]));
    return own.flatMap((a) =>
      own.filter((b) => b > a && (labels[a] === labels[b]) === genuine).map((b): [number, number] => [a, b]),
    );
  };
  const list = (first: number) => ({ genuine: pairsOf(first, true), impostor: pairsOf(first, false) });
  const known = studied({ kind: 'pair-lists', lists: [list(0), list(2)], use: 'first', developmentFolds: 1 });

  it('are read from a genuine and an impostor list with the score in the last column', () => {
    const lines = (genuine: boolean) =>
      known.pairs
        .filter(({ reference, probe }) => (labels[reference] === labels[probe]) === genuine)
        .map(({ reference, probe, score }) => `${files[reference]} ${files[probe]} ${score}`);
    expectSameCells(known, [file('net-genuine.txt', lines(true)), file('net-impostor.txt', lines(false))]);
  });

  it('serve every repeat where they name none, which is said', () => {
    const { study } = studied({ kind: 'pair-lists', lists: [list(0), list(2)], use: 'folds', developmentFolds: 0 });
    const lines = known.pairs.map(({ reference, probe, score }) => `${files[reference]},${files[probe]},${score}`);
    const { answers, remarks } = readResults([file('net.csv', ['first,second,score', ...lines])], study);
    expect(answers.map(({ repeat }) => repeat)).toEqual([1, 2]);
    expect(remarks).toEqual(['The files name no repeat: every one has the same scores.']);
    // What the first list develops and the second decides, as in the study of view 1.
    expect(importedCell(answers[1], study).wrong).toEqual(known.computed[0].result.wrong);
  });
});

describe('scores of enrolled templates', () => {
  const imagesOf = (...subjects: number[]): number[] =>
    Array.from(labels, (_, image) => image).filter((image) => subjects.includes(labels[image]));
  const side = (...subjects: number[]) => ({
    enrol: subjects.flatMap((subject) => imagesOf(subject).slice(0, 2)),
    probe: subjects.flatMap((subject) => imagesOf(subject).slice(2)),
  });
  const known = studied({
    kind: 'enrolment-lists',
    lists: [{ world: imagesOf(4), development: side(0, 1), evaluation: side(2, 3) }],
    clients: 'apart',
    impostors: 'all',
  });

  it('are read from four columns of Bob, development and evaluation in files of their own', () => {
    const lines = (...subjects: number[]) =>
      known.pairs
        .filter(({ probe }) => subjects.includes(labels[probe]))
        .map(({ reference, probe, score }) => [labels[reference], labels[probe], files[probe], score].join(' '));
    expectSameCells(known, [file('scores-dev', lines(0, 1)), file('scores-eval', lines(2, 3))]);
  });
});

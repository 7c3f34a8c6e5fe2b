/**
 * Measures what defaults are compared by: `node scripts/run.js node test/bench/methods/defaults/measure.ts [ids …]`. Of
 * every comparison that is named (all without a name) it writes the error rates in all conditions to
 * docs/reproduction/defaults.json, which the reference is written from.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { asVectors, type ImageSet } from '../../../../src/core/images/imageSet.ts';
import { gramOfRows, type Matrix } from '../../../../src/core/linalg/index.ts';
import { fitFailure } from '../../../../src/core/methods/fitFailure.ts';
import { findMethod } from '../../../../src/core/methods/registry.ts';
import { evaluateCell } from '../../../../src/core/study/cells/evaluate.ts';
import { cellTask, type CellData } from '../../../../src/core/study/cells/cellTask.ts';
import { planCells } from '../../../../src/core/study/plan/plan.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { parseStudySpec } from '../../../../src/core/study/spec/parse.ts';
import { splitOf } from '../../../../src/core/study/plan/splits.ts';
import { comparisons, type Comparison, type Errors, type Results } from './comparisons.ts';
import { databases, type Database, type Images } from './conditions.ts';
import { featuresOf } from '../../../support/featuresOf.ts';

const RESULTS = resolve(import.meta.dirname, '../../../../docs/reproduction/defaults.json');

function measured(database: Database, data: CellData, name: string, { rows }: Comparison): [string, Errors][] {
  const found = rows.map((row) => errorsOf(database, data, name, row));
  return Object.keys(found[0]).map((condition) => [
    condition,
    Object.fromEntries(rows.map(({ value }, n) => [String(value), found[n][condition]])),
  ]);
}

/** Of one value, by condition. */
function errorsOf(database: Database, data: CellData, name: string, row: Comparison['rows'][number]): Errors {
  const { method, settings, latent, classifier } = row;
  const { labels, images } = data;
  const subjects = Array.from(new Set(labels), String);
  const fewest = Math.min(...database.training) * subjects.length;
  const largest = findMethod(method)!.largestLatent(images.rows, images.cols, fewest, subjects.length);
  const fits = (shape: number | readonly number[]): boolean => [shape].flat().every((q, mode) => q <= largest[mode]);
  const parsed = parseStudySpec({
    name: 'Defaults',
    dataset: name,
    seed: 31,
    protocol: { kind: 'random', trainPerSubject: [...database.training], repeats: database.repeats },
    methods: [{ method, settings, ...(latent && { latent: latent.filter(fits) }) }],
    ...(classifier && { classifier }),
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  const { spec } = parsed;
  const dataset = { hash: name, labels, subjects, rows: images.rows, cols: images.cols };
  const plan = planCells(planStudy(spec), dataset);
  const [planned] = plan.methods;
  return Object.fromEntries(
    plan.conditions.map(({ key }) => {
      const sums = new Map<string, number[]>();
      const own = plan.cells.filter(({ condition }) => condition === key);
      for (const cell of own) {
        const split = splitOf(spec, dataset, key, cell.repeat);
        const task = cellTask(cell, planned, { ...spec, datasetHash: name }, split);
        const cellResult = evaluated(() => evaluateCell(task, data, () => undefined));
        if (cellResult === null) continue;
        const { shapes, wrong, testCount } = cellResult;
        shapes.forEach((shape, s) => {
          const rates = sums.get(shape.join()) ?? [];
          rates.push((100 * wrong[s]) / testCount);
          sums.set(shape.join(), rates);
        });
      }
      const means = [...sums.values()]
        .filter((rates) => rates.length === own.length)
        .map((rates) => rates.reduce((sum, rate) => sum + rate, 0) / rates.length);
      return [`${name}, ${key}`, means.length === 0 ? null : Number(Math.min(...means).toFixed(2))];
    }),
  );
}

/** What `evaluate` answers; null where there is no fit. */
function evaluated<T>(evaluate: () => T): T | null {
  try {
    return evaluate();
  } catch (error) {
    if (fitFailure(error) === null) throw error;
    return null;
  }
}

/** The images as they are, and of unit norm. */
function treatments(title: string, { images, labels }: Images): [string, CellData][] {
  const prepared = (set: ImageSet): CellData => {
    let gram: Matrix | undefined;
    return { images: set, labels, gram: () => (gram ??= gramOfRows(asVectors(set))) };
  };
  return [
    [title, prepared(images)],
    [`${title}, unit norm`, prepared(featuresOf(['unit-norm'], images))],
  ];
}

/** As JSON, a line a condition. */
function written(results: Results): string {
  const entries = (object: object, text: (value: object) => string, indent: string): string =>
    Object.entries(object)
      .map(([key, value]: [string, object]) => `${indent}${JSON.stringify(key)}: ${text(value)}`)
      .join(',\n');
  const condition = (errors: object): string =>
    JSON.stringify(errors, null, 1).replaceAll(/\n */g, ' ').replace('{ ', '{').replace(' }', '}');
  const comparison = (conditions: object): string => `{\n${entries(conditions, condition, '    ')}\n  }`;
  return `{\n${entries(results, comparison, '  ')}\n}\n`;
}

const asked = process.argv.slice(2);
const chosen = comparisons.filter(({ id }) => asked.length === 0 || asked.includes(id));
for (const database of databases) {
  for (const [name, data] of treatments(database.title, database.read())) {
    for (const comparison of chosen) {
      const started = performance.now();
      const found = measured(database, data, name, comparison);
      const results: Results = existsSync(RESULTS) ? (JSON.parse(readFileSync(RESULTS, 'utf8')) as Results) : {};
      const { id } = comparison;
      writeFileSync(RESULTS, written({ ...results, [id]: { ...results[id], ...Object.fromEntries(found) } }));
      const seconds = ((performance.now() - started) / 1000).toFixed(1);
      console.log(`${id} (${seconds} s)`, JSON.stringify(Object.fromEntries(found)));
    }
  }
}

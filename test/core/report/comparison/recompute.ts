/** Computes the numbers of a report on a comparison again, from the values of the repeats in the table. */
import { bayesianSignedRank } from '../../../../src/core/stats/tests/bayesianSignedRank.ts';
import {
  chiSquaredUpperTail,
  fUpperTail,
  studentizedRangeUpperQuantile,
  studentizedRangeUpperTail,
} from '../../../../src/core/stats/tests/friedman.ts';
import { hierarchicalT } from '../../../../src/core/stats/tests/hierarchicalT.ts';
import { noncentralTUpperTail } from '../../../../src/core/stats/distributions/noncentralT.ts';
import { studentTUpperQuantile, studentTUpperTail } from '../../../../src/core/stats/distributions/studentT.ts';
import { isUnavailable } from '../../../../src/core/stats/tests/testResult.ts';
import { wilcoxonSignedRank } from '../../../../src/core/stats/tests/wilcoxon.ts';
import type { ComparisonParts } from '../../../../src/core/report/comparison/findings.ts';
import type { Trace } from '../../../../src/core/report/comparison/tracedProse.ts';

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
const std = (values: readonly number[]): number =>
  Math.sqrt(sum(values.map((value) => (value - mean(values)) ** 2)) / (values.length - 1));

/** Of a study of one dataset by corrected resampled t and Holm against the best, with validated shapes or without. */
export function recomputer(parts: ComparisonParts): (trace: Trace) => number {
  const { table, comparison, options, testToTrain, datasets } = parts;
  const { alpha } = comparison;
  const sign = table.measure.better === 'lower' ? 1 : -1;
  const columns = table.conditions.map(({ key }) => key);
  const shown = table.rows.some(({ entries }) => entries.some(({ validated }) => validated)) ? 'validated' : 'oracle';
  const side = (label: string, condition: string) => {
    const entry = table.rows.find((row) => row.label === label)!.entries[columns.indexOf(condition)];
    return (shown === 'oracle' ? entry : entry.validated)!;
  };
  const differences = (methods: readonly string[], condition: string): number[] => {
    const [a, b] = methods.map((label) => side(label, condition));
    return a.repeats.flatMap((repeat, i) => {
      const j = b.repeats.indexOf(repeat);
      return j < 0 ? [] : [a.values[i] - b.values[j]];
    });
  };
  const ratio = (condition: string): number => {
    const found = table.rows.map(({ label }) => side(label, condition).repeats).find((repeats) => repeats.length > 0);
    return found ? testToTrain(condition, found) : 0;
  };
  const blocks = columns.filter((key) => table.rows.every(({ label }) => side(label, key).values.length > 0));
  const means = blocks.map((key) => table.rows.map(({ label }) => mean(side(label, key).values)));
  const ranks = means.map((row) =>
    row.map((own) => {
      const better = row.filter((other) => sign * (other - own) < -1e-9).length;
      const equal = row.filter((other) => Math.abs(other - own) < 1e-9).length;
      return better + (equal + 1) / 2;
    }),
  );
  const [n, k] = [blocks.length, table.rows.length];
  const averages = table.rows.map((_, m) => mean(ranks.map((row) => row[m])));
  const average = (label: string): number => averages[table.rows.findIndex((row) => row.label === label)];
  const ties = sum(
    ranks.map((row) =>
      sum([...new Set(row)].map((rank) => row.filter((r) => r === rank).length).map((t) => t ** 3 - t)),
    ),
  );
  const chi =
    (((12 * n) / (k * (k + 1))) * (sum(averages.map((r) => r * r)) - (k * (k + 1) ** 2) / 4)) /
    (1 - ties / (n * (k ** 3 - k)));
  const f = ((n - 1) * chi) / (n * (k - 1) - chi);
  const blockDifferences = ([a, b]: readonly string[]): number[] =>
    means.map((row) => {
      const at = [a, b].map((label) => table.rows.findIndex((one) => one.label === label));
      return row[at[0]] - row[at[1]];
    });
  const holm = (all: readonly number[], own: number): number =>
    Math.max(...[...all].sort((a, b) => a - b).map((p, i) => (p <= own ? Math.min(1, p * (all.length - i)) : 0)));
  const t = (d: readonly number[], r: number): number => mean(d) / (std(d) * Math.sqrt(1 / d.length + r));
  const power = (d: readonly number[], r: number, size: number, repeats = d.length): number => {
    const shift = size / (std(d) * Math.sqrt(1 / repeats + r));
    const bound = studentTUpperQuantile(alpha / 2, repeats - 1);
    return noncentralTUpperTail(bound, repeats - 1, shift) + noncentralTUpperTail(bound, repeats - 1, -shift);
  };
  const rope = (d: readonly number[], r: number, margin: number): { better: number; equal: number; worse: number } => {
    const scale = std(d) * Math.sqrt(1 / d.length + r);
    const below = studentTUpperTail((margin + mean(d)) / scale, d.length - 1);
    const above = studentTUpperTail((margin - mean(d)) / scale, d.length - 1);
    return { better: sign > 0 ? below : above, equal: 1 - below - above, worse: sign > 0 ? above : below };
  };
  const best = [...table.rows].sort((a, b) => average(a.label) - average(b.label) || (a.label < b.label ? -1 : 1))[0];
  const rivals = table.rows.filter((row) => row !== best).map(({ label }) => label);
  const pairs = columns.flatMap((key) => rivals.map((label) => ({ key, d: differences([label, best.label], key) })));
  const spread = pairs.filter(({ d }) => d.length > 1 && std(d) > 0);

  /** One-sided p against the best of a condition, by Holm's correction over the condition. */
  const studyP = (label: string, condition: string): number => {
    const first = table.rows
      .map((row) => ({ label: row.label, ...side(row.label, condition) }))
      .filter(({ values }) => values.length > 0)
      .sort((a, b) => sign * (mean(a.values) - mean(b.values)) || std([...a.values]) - std([...b.values]))[0];
    const of = (other: string): number => {
      const d = differences([other, first.label], condition).map((value) => sign * value);
      return studentTUpperTail(t(d, ratio(condition)), d.length - 1);
    };
    const tested = table.rows
      .map((row) => row.label)
      .filter((other) => side(other, condition).values.length > 0)
      .filter(
        (other) =>
          mean(side(other, condition).values) !== mean(first.values) &&
          std(differences([other, first.label], condition)) > 0,
      );
    return holm(tested.map(of), of(label));
  };
  const testsIn = (key: string): number => table.rows.filter(({ label }) => side(label, key).p !== null).length;

  const counts: Readonly<Record<string, () => number>> = {
    'significantly worse entries': () =>
      sum(
        columns.map(
          (key) => table.rows.filter(({ label }) => side(label, key).p !== null && studyP(label, key) < alpha).length,
        ),
      ),
    'tests in all conditions': () => sum(columns.map(testsIn)),
    'tests of the smallest family': () => Math.min(...columns.map(testsIn).filter((tests) => tests > 0)),
    'tests of the largest family': () => Math.max(...columns.map(testsIn)),
    'decided pairs': () => decided(),
    'practically equal pairs': () =>
      spread.filter(({ key, d }) => rope(d, ratio(key), options.rope).equal >= 1 - alpha).length,
    'pairs below the wanted power': () =>
      spread.filter(({ key, d }) => power(d, ratio(key), asked) < options.power).length,
    'pairs where t and Wilcoxon disagree': () => answered().filter(({ same }) => !same).length,
    'pairs that both tests answer': () => answered().length,
    'entries with missing repeats': () =>
      sum(
        columns.map(
          (key, c) =>
            table.rows.filter(({ label, entries }) => side(label, key).values.length < entries[c].planned).length,
        ),
      ),
  };
  const decided = (): number =>
    spread.filter(({ key, d }) => Object.values(rope(d, ratio(key), options.rope)).some((p) => p >= 1 - alpha)).length;
  const answered = () =>
    spread.flatMap(({ d }) => {
      const ranked = wilcoxonSignedRank(d);
      if (isUnavailable(ranked)) return [];
      const student = 2 * studentTUpperTail(Math.abs(t(d, 0)), d.length - 1);
      return [{ same: student < alpha === ranked.p < alpha }];
    });
  const draws = new Map<string, ReturnType<typeof bayesianSignedRank> | ReturnType<typeof hierarchicalT>>();
  /** Three probabilities come of the same draws. */
  const practical = (order: readonly string[], test: string | undefined, margin: number) => {
    const key = JSON.stringify([order, test, margin]);
    const found =
      draws.get(key) ??
      (test === 'hierarchical-t'
        ? hierarchicalT(
            blocks.map((block) => {
              return { differences: differences(order, block), correlation: ratio(block) / (1 + ratio(block)) };
            }),
            margin,
            parts.seed,
          )
        : bayesianSignedRank(blockDifferences(order), margin));
    draws.set(key, found);
    return found;
  };
  const asked = options.difference ?? options.rope;
  const stated: Readonly<Record<string, number>> = {
    alpha,
    margin: options.rope,
    level: 0.95,
    '1 − alpha': 1 - alpha,
    power: options.power,
    difference: asked,
  };

  return ({ quantity, condition = '', methods = [], test, settings = {} }) => {
    const of = datasets.find(({ study }) => study === settings.of);
    const values = methods.length > 0 && condition !== '' ? side(methods[0], condition).values : [];
    const d = methods.length > 1 && condition !== '' ? differences(methods, condition) : [];
    const r = condition === '' ? 0 : ratio(condition);
    const reach = d.length > 1 ? studentTUpperQuantile(0.025, d.length - 1) * std(d) * Math.sqrt(1 / d.length + r) : 0;
    const posterior = (): { better: number; equal: number; worse: number } => {
      if (test === 'correlated-t') return rope(d, r, Number(settings.margin));
      // Draws belong to a sign of the differences: that of the better average rank first.
      const order = [...methods].sort((a, b) => average(a) - average(b) || (a < b ? -1 : 1));
      const found = practical(order, test, Number(settings.margin));
      if (isUnavailable(found)) throw new Error(found);
      const { less, equivalent, greater } = found;
      return sign > 0 === (order[0] === methods[0])
        ? { better: less, equal: equivalent, worse: greater }
        : { better: greater, equal: equivalent, worse: less };
    };
    switch (quantity) {
      case 'setting':
        return stated[settings.name];
      case 'count':
        return counts[settings.of]();
      case 'methods':
        return table.rows.length;
      case 'conditions':
        return columns.length;
      case 'blocks':
        return n;
      case 'datasets':
        return new Set(datasets.map(({ dataset }) => dataset)).size;
      case 'images':
        return of!.images;
      case 'subjects':
        return of!.subjects;
      case 'rows':
        return of!.rows;
      case 'columns':
        return of!.cols;
      case 'cells-done':
        return table.done;
      case 'cells-planned':
        return table.total;
      case 'test-to-train':
        return r;
      case 'mean':
        return mean(values);
      case 'deviation':
        return std(values);
      case 'repeats':
        return values.length;
      case 'planned-repeats':
        return table.rows[0].entries[columns.indexOf(condition)].planned;
      case 'average-rank':
        return average(methods[0]);
      case 'friedman':
        return chi;
      case 'friedman-df':
        return k - 1;
      case 'friedman-p':
        return chiSquaredUpperTail(chi, k - 1);
      case 'iman-davenport':
        return f;
      case 'iman-davenport-df':
        return settings.of === 'numerator' ? k - 1 : (k - 1) * (n - 1);
      case 'iman-davenport-p':
        return fUpperTail(f, k - 1, (k - 1) * (n - 1));
      case 'critical-difference':
        return (studentizedRangeUpperQuantile(alpha, k) / Math.SQRT2) * Math.sqrt((k * (k + 1)) / (6 * n));
      case 'nemenyi-p': {
        const apart = Math.abs(average(methods[0]) - average(methods[1]));
        return studentizedRangeUpperTail((apart / Math.sqrt((k * (k + 1)) / (6 * n))) * Math.SQRT2, k);
      }
      case 'wilcoxon-p': {
        const all = table.rows.flatMap((a, i) =>
          table.rows.slice(i + 1).flatMap((b) => {
            const answer = wilcoxonSignedRank(blockDifferences([a.label, b.label]));
            return isUnavailable(answer) ? [] : [answer.p];
          }),
        );
        const own = wilcoxonSignedRank(blockDifferences(methods));
        if (isUnavailable(own)) throw new Error(own);
        return holm(all, own.p);
      }
      case 'least-p':
        return 1 / 2 ** (n - 1);
      case 'study-p':
        return studyP(methods[0], condition);
      case 'difference':
        return mean(d);
      case 'interval-low':
        return mean(d) - reach;
      case 'interval-high':
        return mean(d) + reach;
      case 'test-p':
        return 2 * studentTUpperTail(Math.abs(t(d, r)), d.length - 1);
      case 'd-z':
        return mean(d) / std(d);
      case 'cliff-delta': {
        const [a, b] = methods.map((label) => side(label, condition).values);
        return mean(a.flatMap((x) => b.map((y) => Math.sign(x - y))));
      }
      case 'first-better':
        return posterior().better;
      case 'practically-equal':
        return posterior().equal;
      case 'second-better':
        return posterior().worse;
      case 'equivalence-p': {
        const scale = std(d) * Math.sqrt(1 / d.length + r);
        const margin = Number(settings.margin);
        return Math.max(
          studentTUpperTail((mean(d) + margin) / scale, d.length - 1),
          studentTUpperTail((margin - mean(d)) / scale, d.length - 1),
        );
      }
      case 'power':
        return power(d, r, Number(settings.difference));
      case 'detectable': {
        // By secants, where the report halves intervals.
        const miss = (size: number): number => power(d, r, size) - Number(settings.power);
        const unit = std(d) * Math.sqrt(1 / d.length + r);
        let [x0, x1] = [2 * unit, 4 * unit];
        let [y0, y1] = [miss(x0), miss(x1)];
        for (let step = 0; step < 30 && Math.abs(y1) > 1e-13 && y1 !== y0; step++) {
          [x0, x1, y0] = [x1, x1 - (y1 * (x1 - x0)) / (y1 - y0), y1];
          y1 = miss(x1);
        }
        return x1;
      }
      case 'repeats-needed': {
        let repeats = 2;
        while (power(d, r, Number(settings.difference), repeats) < Number(settings.power)) repeats++;
        return repeats;
      }
    }
  };
}

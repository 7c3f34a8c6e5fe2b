/** The reproduction report of the documentation is what its own results and the declarations give. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { reproductionPages, RESULTS } from '../../../../src/core/papers/export/reproductionPages.ts';
import { experimentRecordSchema } from '../../../../src/core/papers/record.ts';
import { experiments, findExperiment } from '../../../../src/core/papers/registry.ts';
import { verdictOf } from '../../../../src/core/papers/verdict.ts';

const folder = new URL('../../../../docs/reproduction/', import.meta.url);
const textOf = (name: string): string => readFileSync(new URL(name, folder), 'utf8');
const records = readdirSync(new URL(RESULTS, folder))
  .sort()
  .map((name) => experimentRecordSchema.parse(JSON.parse(textOf(`${RESULTS}/${name}`))));

describe('docs/reproduction', () => {
  const files = reproductionPages(experiments, records);

  it('is fresh; `eigenbench papers report --again` writes it', () => {
    const stale = [...files].filter(([name, text]) => !existsSync(new URL(name, folder)) || textOf(name) !== text);
    expect(stale.map(([name]) => name)).toEqual([]);
  });

  it('has no figure and no result of a run that was replaced', () => {
    const there = ['figures', RESULTS].flatMap((sub) =>
      readdirSync(new URL(sub, folder)).map((name) => `${sub}/${name}`),
    );
    expect(there.filter((name) => !files.has(name))).toEqual([]);
  });

  it('is of full size: nothing was left at the quick one', () => {
    expect(records.filter(({ size }) => size !== 'full').map(({ experiment }) => experiment)).toEqual([]);
  });

  it('says why of every experiment that has no result', () => {
    const made = new Set(records.map(({ experiment }) => experiment));
    const lacking = experiments.filter(({ id }) => !made.has(id));
    expect(lacking.map(({ id }) => id)).toEqual(['phopca-fig7']);
  });

  it('says of every experiment that is not reproduced what it is due to', () => {
    const failed = records.filter(
      ({ data, result }) => verdictOf(result.checks, data?.standIn ?? false) === 'not-reproduced',
    );
    expect(failed.length).toBeGreaterThan(5);
    for (const { experiment } of failed) expect(findExperiment(experiment)?.cause, experiment).toBeDefined();
  });
});

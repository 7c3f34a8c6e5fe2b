/** The clock of the machine jumps: it is set, a laptop wakes up, a virtual machine is moved. */
import { join } from 'node:path';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { createStudy, openBench, outcomeOf, runToEnd, specWith } from './bench.ts';

afterEach(() => {
  vi.useRealTimers();
});

async function outcome(jump: (() => void) | null): Promise<unknown> {
  const bench = openBench(join(temporaryFolder(), 'w.eigenbench'), 2);
  onTestFinished(bench.close);
  const study = createStudy(bench.workspace, specWith({}));
  const seen: { rate: number | null; secondsLeft: number | null }[] = [];
  bench.runner.subscribe(study, () => {
    seen.push(bench.runner.event(study)!.progress);
    jump?.();
  });
  await runToEnd(bench, study);
  expect(bench.faults).toEqual([]);
  expect(seen.length).toBeGreaterThan(0);
  for (const { rate, secondsLeft } of seen) {
    expect(rate ?? 0).toBeGreaterThanOrEqual(0);
    expect(secondsLeft ?? 0).toBeGreaterThanOrEqual(0);
  }
  return outcomeOf(bench.workspace, study);
}

describe('a clock that jumps', () => {
  it.each([
    ['ten years ahead', '2036-01-01'],
    ['back before the program was written', '1971-01-01'],
  ])('%s while a study runs changes neither its results nor its progress', async (_, date) => {
    const calm = await outcome(null);
    vi.useFakeTimers({ toFake: ['Date'] });
    expect(await outcome(() => vi.setSystemTime(new Date(date)))).toEqual(calm);
  });
});

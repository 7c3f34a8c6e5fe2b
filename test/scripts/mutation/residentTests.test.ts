import { describe, expect, it } from 'vitest';
import * as collected from '../../../scripts/mutation/collectedTests.ts';
import { residentTests, type Instrumented } from '../../../scripts/mutation/residentTests.ts';

/** The tests that a file would declare. */
const collect = (declare: (words: typeof collected) => void) =>
  collected.collect(async () => {
    declare(collected);
  });

/** Instrumented sources: `at` says whether a change is made, and counts that it is come by. */
function changeable(): { sources: Instrumented; at: (change: string) => boolean } {
  const sources: Instrumented = {};
  const at = (change: string): boolean => {
    if (sources.activeMutant !== change) return false;
    sources.hitCount!++;
    if (sources.hitCount! > (sources.hitLimit ?? Infinity)) throw new Error('too often');
    return true;
  };
  return { sources, at };
}

const asked = (tests: Record<string, () => void>, sources: Instrumented, times?: Map<string, number>) =>
  residentTests(
    new Map(Object.entries(tests).map(([name, test]) => [name, { name, run: async () => test() }])),
    sources,
    times,
  );
const expectTruth = (value: boolean): void => {
  if (!value) throw new Error('false');
};

describe('tests that stay loaded', () => {
  it('notice a change by the first of the short tests that fails, and else say that it went unnoticed', async () => {
    const { sources, at } = changeable();
    const tests = {
      long: () => expectTruth(!at('1')),
      short: () => expectTruth(!at('1')),
      blind: () => void at('2'),
    };
    const { ask } = asked(
      tests,
      sources,
      new Map([
        ['long', 100],
        ['short', 5],
        ['blind', 1],
      ]),
    );
    const all = Object.keys(tests);
    expect(await ask('1', all, () => 10)).toEqual({ is: 'noticed', by: 'short', failure: 'false', asked: 2 });
    expect(await ask('2', all, () => 10)).toEqual({ is: 'unnoticed', asked: 3 });
    expect(sources).toMatchObject({ activeMutant: 'none', hitCount: undefined });
  });

  it('end a loop that a change makes endless', async () => {
    const { sources, at } = changeable();
    const loop = () => {
      let left = 3;
      while (left > 0) if (!at('1')) left--;
    };
    const caught = () => {
      try {
        loop();
      } catch {
        // A test that passes in spite of it.
      }
    };
    for (const test of [loop, caught]) {
      expect(await asked({ test }, sources).ask('1', ['test'], () => 50)).toEqual({ is: 'endless' });
    }
  });

  it('are not sure of a failure that stays without the change: the change before may have left it behind', async () => {
    const { sources, at } = changeable();
    let kept: boolean | null = null;
    const tests = {
      harmless: () => void at('0'),
      keeps: () => void (kept ??= at('1')),
      reads: () => expectTruth(!(kept ?? false) && !at('2')),
    };
    const { ask } = asked(tests, sources);
    expect(await ask('0', ['harmless'], () => 10)).toEqual({ is: 'unnoticed', asked: 1 });
    expect(await ask('1', ['keeps'], () => 10)).toEqual({ is: 'unnoticed', asked: 1 });
    expect(await ask('2', ['reads'], () => 10)).toEqual({ is: 'unsure' });
    expect(await ask('0', ['harmless'], () => 10)).toEqual({ is: 'unsure' });
  });

  it('are sure of it as the first change of a process, of which the next must know', async () => {
    const { sources, at } = changeable();
    let kept: boolean | null = null;
    const { ask } = asked({ keeps: () => expectTruth(!(kept ??= at('1'))) }, sources);
    expect(await ask('1', ['keeps'], () => 10)).toMatchObject({ is: 'noticed' });
    expect(await ask('1', ['keeps'], () => 10)).toEqual({ is: 'unsure' });
  });

  it('are not sure of a change that no test has executed, since a value was kept from before', async () => {
    const { sources, at } = changeable();
    let kept: boolean | null = null;
    const tests = { keeps: () => expectTruth(!(kept ??= at('1'))) };
    expect(await asked(tests, sources).ask('other', ['keeps'], () => 10)).toEqual({ is: 'unnoticed', asked: 1 });
    const again = asked(tests, sources);
    expect((await again.runAll()).map(({ id, failure }) => [id, failure])).toEqual([['keeps', null]]);
    await again.ask('other', [], () => 10);
    expect(await again.ask('1', ['keeps'], () => 10)).toEqual({ is: 'unsure' });
  });
});

describe('collected tests', () => {
  it('have names, hooks and cases as vitest gives them, as often as they run', async () => {
    const said: unknown[] = [];
    const tests = await collect(({ afterEach, beforeAll, beforeEach, describe: suite, it: test }) => {
      beforeEach(() => said.push('before'));
      suite('suite', () => {
        beforeAll(() => said.push('once'));
        afterEach(() => said.push('after'));
        test.each([[1, 2], 'x'])('case', (...given: unknown[]) => said.push(given));
      });
      test('last', { timeout: 9 }, () => said.push('last'));
      suite.each([5])('of each', (given: unknown) => test('one', () => said.push(given)));
    });
    expect(tests.map(({ name }) => name)).toEqual([
      'suite > case (1)',
      'suite > case (2)',
      'last',
      'of each (1) > one',
    ]);
    for (const { run } of [...tests, tests[0]]) await run();
    expect(said).toEqual([
      ...['once', 'before', [1, 2], 'after', 'before', ['x'], 'after'],
      ...['before', 'last', 'before', 5, 'before', [1, 2], 'after'],
    ]);
  });

  it('fail by what they throw, their hooks run all the same', async () => {
    let after = 0;
    const [test] = await collect(({ afterEach, it: declared }) => {
      afterEach(() => after++);
      declared('fails', () => {
        throw new Error('no');
      });
    });
    await expect(test.run()).rejects.toThrow('no');
    expect(after).toBe(1);
  });
});

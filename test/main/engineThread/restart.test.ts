/** What a page and its study see of an engine that ends, hangs or fails; in both hosts. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import type { Connection } from '../../../src/renderer/api/client.ts';
import { electronDouble } from '../../support/electronDouble/electronDouble.ts';
import { eventually } from '../../support/eventually.ts';
import { sharedFolder } from '../../support/temporaryFolder.ts';
import { hosts } from './hosts.ts';
import { storedOutcome, supervised, TOTAL, undisturbed } from './supervised.ts';

vi.mock('electron', () => electronDouble().module);

/** Resolves when so many cells of the study are finished. */
async function until({ client }: Connection, id: number, done: number): Promise<void> {
  for await (const { progress } of await client.studies.watch({ id })) if (progress.done >= done) return;
}

/** Only a hang has to be waited for; a busy machine must not look like one. */
const faults = [
  { fault: 'exit', patience: 60_000, sentence: /^The engine ended unexpectedly and was started again; running/ },
  {
    fault: 'throw',
    patience: 60_000,
    sentence: /^The engine ended unexpectedly \(a defect\) and was started again; r/,
  },
  { fault: 'hang', patience: 15_000, sentence: /^The engine did not answer for 15 s and was started again; running/ },
] as const;

const folder = sharedFolder();
let expected: unknown;
beforeAll(async () => {
  expected = await undisturbed(folder);
});

describe.each(hosts)('a page of $name', ({ connect }) => {
  it.each(faults)('gets its study to the same bits through an engine that is made to $fault', async (tried) => {
    const { engine, workspacePath, study, order, restarts, lost, ends } = supervised(tried.patience);
    const page = await connect(engine.connect);
    await page.client.workspace.info();
    await order(tried.fault, 3);
    await page.client.studies.run({ id: study });
    await eventually(() => expect([page.state.value, page.epoch.value]).toEqual(['open', 2]));
    // Nobody starts it: it goes on.
    await until(page, study, TOTAL);
    await eventually(async () => expect((await page.client.studies.get({ id: study })).state).toBe('finished'));
    expect((await page.client.workspace.info()).restart).toMatch(tried.sentence);
    expect(restarts).toEqual([expect.stringMatching(tried.sentence)]);
    expect(lost).toEqual([]);
    await eventually(() =>
      expect(ends).toEqual([
        {
          ...{ id: study, name: 'study', state: 'finished', done: TOTAL, failed: 0, total: TOTAL, fault: null },
          headline: expect.stringMatching(/ error rate/),
        },
      ]),
    );
    await engine.close();
    expect(storedOutcome(workspacePath, study)).toEqual(expected);
  });
});

import { expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../support/temporaryFolder.ts';
import { deletes, faultOf, procedures, valueFor } from './contract.ts';
import { fuzzedEngine } from './fuzzedEngine.ts';
import { FUZZING, seeded } from './mutate.ts';

/** Calls per procedure; `npm run attack -- fuzz` makes more. */
const ROUNDS = 2 * FUZZING;

it('answers every procedure of the contract with data or a named error, whatever the input', async () => {
  const { engine, hints } = await fuzzedEngine(temporaryFolder());
  onTestFinished(() => engine.close());
  expect(procedures.length).toBeGreaterThan(30);
  const faults: string[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    for (const [n, procedure] of procedures.entries()) {
      if (deletes(procedure) === 1 && round < ROUNDS - 1) continue;
      const random = seeded(1000 * round + n);
      const input = procedure.schema && valueFor(procedure.schema, random, hints);
      const fault = await faultOf(engine, procedure, input);
      if (fault !== null) faults.push(`${procedure.path.join('.')} (seed ${1000 * round + n}): ${fault}`);
    }
  }
  expect(faults).toEqual([]);
});

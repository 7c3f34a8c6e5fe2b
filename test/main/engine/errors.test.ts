import { ORPCError } from '@orpc/client';
import { pino } from 'pino';
import { expect, it } from 'vitest';
import { Cancelled } from '../../../src/main/cancelled.ts';
import { toContractError } from '../../../src/main/engine/errors.ts';

it('a call whose page has gone is no failure for the log, a defect is one', () => {
  const lines: string[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(line) });
  expect(toContractError(new Cancelled(), 'studies.results', log)).toBeInstanceOf(ORPCError);
  expect(lines).toEqual([]);
  toContractError(new TypeError('x is undefined'), 'studies.results', log);
  expect(lines).toHaveLength(1);
});

import { describe, expect, it } from 'vitest';
import type { PaperResultSummary } from '../../../src/core/contract/papers.ts';
import { stateText } from '../../../src/renderer/papers/experimentState.ts';

const result: PaperResultSummary = {
  ...{ size: 'quick', database: null, standIn: false, verdict: 'reproduced' },
  ...{ holds: 1, checks: 1, at: '2026-01-01T00:00:00Z', seconds: 1 },
};

describe('the state of an experiment', () => {
  it('is the verdict of its full size, on the paper’s data before a stand-in', () => {
    const results: PaperResultSummary[] = [
      result,
      { ...result, size: 'full', standIn: true, verdict: 'order-reproduced' },
      { ...result, size: 'full', verdict: 'not-reproduced' },
    ];
    expect(stateText({ state: 'ready', results })).toEqual({ text: 'Not reproduced', tone: 'error' });
    expect(stateText({ state: 'ready', results: results.slice(0, 2) }).text).toBe('Order reproduced (stand-in)');
    expect(stateText({ state: 'ready', results: [result] })).toEqual({ text: 'Reproduced (quick)', tone: 'success' });
  });

  it('says why there is none', () => {
    expect(stateText({ state: 'ready', results: [] }).text).toBe('Not run');
    expect(stateText({ state: 'no-data', results: [] }).text).toBe('Data not available');
    expect(stateText({ state: 'missing', results: [] }).text).toBe('Not made');
  });
});

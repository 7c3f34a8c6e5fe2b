import { describe, expect, it } from 'vitest';
import { proposedParts } from '../../../../src/main/cli/shards/proposal.ts';

describe('the proposed number of parts', () => {
  it('lets parts spend a twentieth of their time on starting', () => {
    // 10 minutes of a part for 30 seconds of its start.
    expect(proposedParts({ seconds: 6000, cells: 400 }, 1, 30)).toBe(10);
    expect(proposedParts({ seconds: 6000, cells: 400 }, 2, 30)).toBe(5);
    expect(proposedParts({ seconds: 6000, cells: 400 }, 1, 2)).toBe(150);
  });

  it('is one at least, and neither more than the cells nor than an array of Slurm holds', () => {
    expect(proposedParts({ seconds: 2, cells: 400 }, 1, 30)).toBe(1);
    expect(proposedParts({ seconds: 1e6, cells: 12 }, 1, 30)).toBe(12);
    expect(proposedParts({ seconds: 1e9, cells: 1e6 }, 1, 30)).toBe(1000);
  });
});

import { describe, expect, it } from 'vitest';
import { conditionsProse } from '../../../../src/core/report/prose/conditionsProse.ts';
import { marked, pandoc, latexFormula } from '../../../../src/core/report/prose/methodsParagraph.ts';
import { conditionsOf } from '../../../../src/core/study/spec/conditions.ts';

const noise = { kind: 'gaussian-noise' as const, on: 'test' as const, sigma: [20] };
const blurred = { kind: 'gaussian-blur' as const, on: 'test' as const, sigma: [2] };
const protocol = { kind: 'random' as const, trainPerSubject: [2, 3, 4], repeats: 2 };
const perturbed = conditionsOf(protocol, [{ kind: 'none' }, noise, blurred]);
const written = (indices: readonly number[], all = perturbed): string =>
  marked(
    conditionsProse(
      indices.map((n) => all[n]),
      all,
    ),
    pandoc,
  );

describe('conditions in a sentence', () => {
  it('are the sizes of training sets where all perturbations are among them', () => {
    expect(written([0, 1, 2, 3, 4, 5, 6, 7, 8])).toBe('k = 2, 3 and 4');
    expect(written([3, 4, 5])).toBe('k = 3');
    expect(written([0, 2], conditionsOf(protocol))).toBe('k = 2 and 4');
  });

  it('name the perturbations of each size otherwise, once for equal ones', () => {
    expect(written([0, 1, 3, 4, 6, 7])).toBe('k = 2, 3 and 4, each clean and with noise σ = 20 (test)');
    expect(written([0])).toBe('k = 2, clean');
    expect(written([1, 4])).toBe('k = 2 and 3, with noise σ = 20 (test)');
    expect(written([0, 4, 5])).toBe('k = 2, clean; k = 3, with noise σ = 20 (test) and with blur σ = 2 pixels (test)');
  });

  it('are formulas in LaTeX', () => {
    const latex = { text: (text: string) => text, math: latexFormula, cite: () => '' };
    const all = conditionsOf(protocol);
    expect(marked(conditionsProse([all[0], all[2]], all), latex)).toBe('$k = 2$ and $4$');
  });

  it('are titles where no number tells training sets apart', () => {
    const titled = [
      { key: 'a', title: 'session 1' },
      { key: 'b', title: 'session 2' },
    ];
    expect(written([0, 1], titled)).toBe('session 1 and session 2');
  });
});

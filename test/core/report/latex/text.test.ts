import { describe, expect, it } from 'vitest';
import { latexFormula } from '../../../../src/core/report/prose/methodsParagraph.ts';
import { latexMathText, latexText, withoutTies, withTies } from '../../../../src/core/report/latex/text.ts';

describe('text as LaTeX', () => {
  it('escapes what would be a command', () => {
    expect(latexText('a_b & 50 % of {x} #1 [2] ~ ^ \\ $')).toBe(
      'a\\_b \\& 50 \\% of \\{x\\} \\#1 {[}2] \\textasciitilde{} \\textasciicircum{} \\textbackslash{} \\$',
    );
  });

  it('has minus signs, not hyphens, and hyphens stay', () => {
    expect(latexText('−3.2 – a well-kept')).toBe('$-$3.2 -- a well-kept');
    expect(latexMathText('t = −2.31 at x ≤ −1')).toBe('$t = -2.31$ at $x \\leq -1$');
    expect(latexFormula('q = −1')).toBe('$q = -1$');
    expect(latexFormula('1e-6')).toBe('$10^{-6}$');
    expect(latexFormula('2.5e-6')).toBe('$2.5 \\cdot 10^{-6}$');
  });

  it('takes statements for mathematics, and not names that look like them', () => {
    expect(latexMathText('noise σ = 20 (test), q_c ≥ 10 and α < 0.05')).toBe(
      'noise $\\sigma = 20$ (test), $q_c \\geq 10$ and $\\alpha < 0.05$',
    );
    expect(latexMathText('xk = 2')).toBe('xk = 2');
    expect(latexMathText('k = 2nd')).toBe('k = 2nd');
  });

  it('has formulas with roman indices', () => {
    expect(latexFormula('n_test/n_train ∈ {2 × 3}')).toBe(
      '$n_{\\mathrm{test}}/n_{\\mathrm{train}} \\in \\{2 \\times 3\\}$',
    );
  });

  it('sets the formulas of footers', () => {
    expect(latexMathText('taken as (1/n + n_test/n_train) s², because')).toBe(
      'taken as $(1/n + n_{\\mathrm{test}}/n_{\\mathrm{train}})\\,s^2$, because',
    );
    expect(latexMathText('1/n_test and 1/(n_train + n_test)')).toBe(
      '$1/n_{\\mathrm{test}}$ and $1/(n_{\\mathrm{train}} + n_{\\mathrm{test}})$',
    );
    expect(latexMathText('k training images, a t-test, s / √n')).toBe(
      '$k$ training images, a $t$-test, $s / \\sqrt{n}$',
    );
    expect(latexMathText('desk images, my_k images, "deep"')).toBe("desk images, my\\_k images, ``deep''");
  });

  it('opens and closes quotation marks, and ties numbers to their per cent', () => {
    expect(latexMathText('the "same" 5 % and "other"')).toBe("the ``same'' 5~\\% and ``other''");
  });

  it('breaks no line within a statement', () => {
    const tied = withTies('for k = 2 only');
    expect(tied).toBe('for k\u00a0=\u00a02 only');
    expect(withoutTies(tied)).toBe('for k = 2 only');
  });
});

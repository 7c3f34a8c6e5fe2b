import type { CorrectionDeclaration } from './correction.ts';

export const none: CorrectionDeclaration<'none'> = {
  kind: 'none',
  title: 'None',
  phrase: 'no correction for multiple comparisons',
  adjust: (p) => p,
};

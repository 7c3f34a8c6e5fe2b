import { bonferroni as adjust } from '../../stats/tests/corrections.ts';
import type { CorrectionDeclaration } from './correction.ts';

export const bonferroni: CorrectionDeclaration<'bonferroni'> = {
  kind: 'bonferroni',
  title: 'Bonferroni',
  phrase: "Bonferroni's correction",
  adjust,
};

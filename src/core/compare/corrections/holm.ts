import { holm as adjust } from '../../stats/corrections.ts';
import type { CorrectionDeclaration } from './correction.ts';

export const holm: CorrectionDeclaration<'holm'> = {
  kind: 'holm',
  title: 'Holm',
  phrase: "Holm's correction over the methods of a condition",
  adjust,
};

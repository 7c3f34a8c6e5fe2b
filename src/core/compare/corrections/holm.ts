import { holm as adjust } from '../../stats/tests/corrections.ts';
import type { CorrectionDeclaration } from './correction.ts';

export const holm: CorrectionDeclaration<'holm'> = {
  kind: 'holm',
  title: 'Holm',
  phrase: "Holm's correction",
  citation: {
    key: 'holm1979',
    type: 'article',
    authors: ['Sture Holm'],
    title: 'A Simple Sequentially Rejective Multiple Test Procedure',
    venue: 'Scandinavian Journal of Statistics',
    year: 1979,
    volume: '6',
    number: '2',
    pages: '65–70',
  },
  adjust,
};

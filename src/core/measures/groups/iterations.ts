import { PERCENT, COUNTED, type MeasureGroupDeclaration } from '../measureGroup.ts';

export const iterations = {
  kind: 'iterations',
  title: 'Iterations',
  requested: 'never',
  measures: [
    {
      id: 'iterations',
      title: 'Iterations',
      prose: 'the number of iterations of the fit',
      unit: '',
      ...COUNTED,
      better: 'lower',
      digits: 1,
      meaning: 'Iterations of the fit; 0 for closed forms.',
      read: (cell, at) => cell.iterations?.[at] ?? null,
    },
    {
      id: 'converged',
      title: 'Converged fits',
      prose: 'the share of fits that converged within their limit of iterations',
      ...PERCENT,
      better: 'higher',
      digits: 1,
      meaning: 'Share of fits that converged before the iteration limit.',
      read: ({ converged }, at) => {
        const met = converged?.[at];
        return met === undefined ? null : met ? 100 : 0;
      },
    },
  ],
} as const satisfies MeasureGroupDeclaration;

import { declareFigure } from '../figure.ts';
import { drawRankDiagram } from '../painters/rankDiagram.ts';
import { rankDiagram } from '../rankDiagram.ts';
import { rankFields, readRanks } from '../rankFields.ts';

export const ranks = declareFigure({
  kind: 'ranks',
  title: 'Ranks',
  help: 'Average ranks with the critical difference.',
  studies: 'several',
  fields: rankFields,
  read(figure, source) {
    const { report, appearances } = readRanks(figure, source);
    return rankDiagram(report, appearances);
  },
  draw: (diagram, { theme, sheet }) => drawRankDiagram(diagram, theme, true, sheet),
});

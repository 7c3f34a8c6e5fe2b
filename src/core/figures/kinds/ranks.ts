import { declareFigure } from '../figure.ts';
import { drawRankDiagram } from '../painters/rankDiagram.ts';
import { rankDiagram } from '../rankDiagram.ts';
import { rankFields, readRanks } from '../rankFields.ts';

export const ranks = declareFigure({
  kind: 'ranks',
  title: 'Ranks',
  help: 'Average ranks with the critical difference.',
  icon: 'M2 3H22M2 1.5V3M12 1.5V3M22 1.5V3M6 3V9H2M9 3V13H2M15 3V13H22M18 3V9H22M6 6H9',
  studies: 'several',
  fields: rankFields,
  read(figure, source) {
    const { report, appearances } = readRanks(figure, source);
    return rankDiagram(report, appearances);
  },
  draw: (diagram, { theme, sheet }) => drawRankDiagram(diagram, theme, true, sheet),
});

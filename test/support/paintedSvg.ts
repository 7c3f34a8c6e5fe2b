/** Painters and the writer of SVG in one, for tests that read the file. */
import type { Drawing } from '../../src/core/figures/drawing/drawing.ts';
import { drawConfusionMatrix } from '../../src/core/figures/kinds/confusion.ts';
import { drawHeatMap } from '../../src/core/figures/painters/heatMap.ts';
import { drawLineChart, drawLineCharts } from '../../src/core/figures/painters/lineChart.ts';
import { drawOverview } from '../../src/core/figures/painters/overview.ts';
import { drawPracticalBars } from '../../src/core/figures/painters/practicalBars.ts';
import { drawRankDiagram } from '../../src/core/figures/painters/rankDiagram.ts';
import { drawRepeatStrips } from '../../src/core/figures/painters/repeatStrips.ts';
import { figureSvg } from '../../src/core/figures/drawing/svg.ts';

const written =
  <Given extends unknown[]>(draw: (...given: Given) => Drawing) =>
  (...given: Given): string =>
    resolved(figureSvg(draw(...given)));

/** The file with every marker where it stands, as a browser resolves what is used. */
export function resolved(svg: string): string {
  const [whole = '', definitions = ''] = /<defs>(.*?)<\/defs>/s.exec(svg) ?? [];
  const defined = new Map([...definitions.matchAll(/<path id="(\w+)"([^>]*)\/>/g)].map(([, id, look]) => [id, look]));
  return svg.replace(whole, '').replaceAll(/<use([^>]*) href="#(\w+)" x="(\S+)" y="(\S+)"\/>/g, (_, mark, id, x, y) => {
    return `<path${mark}${defined.get(id)!.replace('transform="', `transform="translate(${x} ${y}) `)}/>`;
  });
}

export const confusionMatrixSvg = written(drawConfusionMatrix);
export const heatMapSvg = written(drawHeatMap);
export const lineChartSvg = written(drawLineChart);
export const lineChartsSvg = written(drawLineCharts);
export const overviewSvg = written(drawOverview);
export const practicalBarsSvg = written(drawPracticalBars);
export const rankDiagramSvg = written(drawRankDiagram);
export const repeatStripsSvg = written(drawRepeatStrips);

/** Files that figures are drawn to, and the pixels of those that have any. */

/** Pixels of a PNG per unit of the drawing and direction: twice those of the screen, for print. */
export const figureScale = 2;

/** Dots per inch of a PNG with a width on paper. */
export const figureDensity = 600;

export const figureFormats = [
  { id: 'svg', title: 'SVG', hint: 'lines and text' },
  { id: 'png', title: 'PNG', hint: 'pixels' },
  { id: 'pdf', title: 'PDF', hint: 'lines and text, fonts embedded' },
  { id: 'tex', title: 'TikZ', hint: 'lines and text in the fonts of the paper' },
] as const;

export type FigureFormat = (typeof figureFormats)[number]['id'];

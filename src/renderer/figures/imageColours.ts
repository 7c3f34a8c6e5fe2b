/** Colour coding of points. */
import { heatColour } from '../../core/figures/charts/colourScale.ts';
import { COLOURS } from '../../core/methods/appearance.ts';
import type { Theme } from './scatterFigure.ts';

export type ColourBy = 'method' | 'order' | 'subject';

export interface ImageColours {
  readonly colourOf: (index: number, theme: Theme) => string;
  /** One colour per entry, or several. */
  readonly legend: (theme: Theme) => readonly { readonly title: string; readonly colours: readonly string[] }[];
}

/** Colours in the legend of a scale. */
const SHADES = 12;

/** `subjects` holds the subject of every visible image. More subjects than there are colours share them in turn. */
export function imageColours(by: 'order' | 'subject', subjects: readonly string[]): ImageColours {
  if (by === 'order') {
    const colour = (at: number, count: number): string => shade(count > 1 ? at / (count - 1) : 0);
    const scale = Array.from({ length: SHADES }, (_, n) => colour(n, SHADES));
    return {
      colourOf: (index) => colour(index, subjects.length),
      legend: () => [{ title: 'first to last image', colours: scale }],
    };
  }
  const names = [...new Set(subjects)];
  const place = new Map(names.map((name, k) => [name, k]));
  const colour = (at: number, theme: Theme): string => COLOURS[at % COLOURS.length][theme];
  return {
    colourOf: (index, theme) => colour(place.get(subjects[index])!, theme),
    legend: (theme) =>
      names.length <= COLOURS.length
        ? names.map((title, k) => ({ title: `subject ${title}`, colours: [colour(k, theme)] }))
        : [
            {
              title: `subject ${names[0]} to ${names[names.length - 1]}, ${COLOURS.length} colours in turn`,
              colours: COLOURS.map((each) => each[theme]),
            },
          ],
  };
}

/** From dark to bright, without the palest yellow, which is invisible on a light background. */
function shade(share: number): string {
  return heatColour(1 - 0.92 * share);
}

/** Percentages of the hue of results, from the end of the scale to next to the best. */
const HEAT = [7, 14, 22, 31, 41, 52];

/** Colour of a distance from the best, from 0 to 1 at the end of the scale; the best itself has the whole hue. */
export function shadeOfDistance(away: number): string {
  const percent = HEAT[Math.min(HEAT.length - 1, Math.floor((1 - away) * HEAT.length))];
  return `color-mix(in srgb, var(--heat) ${percent}%, var(--surface))`;
}

/** Colour coding of points. */
import { heatColour } from '../../core/figures/charts/colourScale.ts';

export type ColourBy = 'method' | 'order' | 'subject';

/** Maximum number of subjects listed in the legend. */
const NAMED = 8;

export interface ImageColours {
  readonly colourOf: (index: number) => string;
  /** One colour per entry, or a scale. */
  readonly legend: readonly { readonly title: string; readonly colours: readonly string[] }[];
}

/** Colours in the legend of a scale. */
const SHADES = 12;

/** `subjects` holds the subject of every visible image. */
export function imageColours(by: 'order' | 'subject', subjects: readonly string[]): ImageColours {
  const names = [...new Set(subjects)];
  const place = new Map(names.map((name, k) => [name, k]));
  const colour = (at: number, count: number): string => shade(count > 1 ? at / (count - 1) : 0);
  const scale = Array.from({ length: SHADES }, (_, n) => colour(n, SHADES));
  if (by === 'order') {
    return {
      colourOf: (index) => colour(index, subjects.length),
      legend: [{ title: 'first to last image', colours: scale }],
    };
  }
  return {
    colourOf: (index) => colour(place.get(subjects[index])!, names.length),
    legend:
      names.length <= NAMED
        ? names.map((title, k) => ({ title: `subject ${title}`, colours: [colour(k, names.length)] }))
        : [{ title: `subject ${names[0]} to ${names[names.length - 1]}`, colours: scale }],
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

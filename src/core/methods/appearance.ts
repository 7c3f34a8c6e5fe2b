/** One colour and marker a method, the same in every chart, table and legend. */
import type { Mark, Method } from './method.ts';
import { findMethod } from './registry.ts';

/** The one colour and marker of a method, in every chart, table and legend. */
export interface Appearance {
  readonly light: string;
  readonly dark: string;
  readonly marker: Mark['marker'];
  readonly dash: readonly number[];
}

/** Okabe and Ito's palette for all kinds of colour vision; black turns white on a dark ground. */
const COLOURS: readonly { light: string; dark: string }[] = [
  { light: '#0072B2', dark: '#0072B2' },
  { light: '#E69F00', dark: '#E69F00' },
  { light: '#009E73', dark: '#009E73' },
  { light: '#D55E00', dark: '#D55E00' },
  { light: '#CC79A7', dark: '#CC79A7' },
  { light: '#56B4E9', dark: '#56B4E9' },
  { light: '#F0E442', dark: '#F0E442' },
  { light: '#000000', dark: '#FFFFFF' },
];

/** Line patterns: one a round through the palette. */
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 2], [8, 3, 2, 3]];

/** The colour, marker and dash that a method declares. */
export function appearanceOf({ appearance: { index, marker } }: Pick<Method, 'appearance'>): Appearance {
  return {
    ...COLOURS[index % COLOURS.length],
    marker,
    dash: DASHES[Math.floor(index / COLOURS.length) % DASHES.length],
  };
}

/**
 * The appearances in one study, by label: of one method with several settings, each further label has the next line
 * pattern. Throws RangeError for a method that is not registered.
 */
export function appearancesOf(
  entries: readonly { readonly label: string; readonly methodId: string }[],
): Map<string, Appearance> {
  const variants = new Map<string, number>();
  return new Map(
    entries.map(({ label, methodId }) => {
      const method = findMethod(methodId);
      if (!method) throw new RangeError(`appearancesOf: "${methodId}" is not a registered method`);
      const variant = variants.get(methodId) ?? 0;
      variants.set(methodId, variant + 1);
      const appearance = appearanceOf(method);
      const dash = DASHES[(DASHES.indexOf(appearance.dash) + variant) % DASHES.length];
      return [label, { ...appearance, dash }];
    }),
  );
}

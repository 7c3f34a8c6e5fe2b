/** One colour and marker per method, the same in every chart, table and legend. */
import type { Mark, Method } from './method.ts';
import { findMethod } from './registry.ts';

/** How a marker is filled; star and cross, which have no area, appear alone or inside a ring. */
const MARKER_FILLS = ['full', 'hollow'] as const;

/** The one colour and marker of a method, in every chart, table and legend. */
export interface Appearance {
  readonly light: string;
  readonly dark: string;
  readonly marker: Mark['marker'];
  readonly fill: (typeof MARKER_FILLS)[number];
  readonly dash: readonly number[];
}

/**
 * Twelve colours, the hues of Okabe and Ito first, which suit all kinds of colour vision; each has a contrast of at
 * least 3:1 with the background of its theme.
 */
export const COLOURS: readonly { light: string; dark: string }[] = [
  { light: '#0072B2', dark: '#4BA3DB' },
  { light: '#C27A00', dark: '#E69F00' },
  { light: '#008A65', dark: '#2FB894' },
  { light: '#D55E00', dark: '#F0803A' },
  { light: '#C0588F', dark: '#DD94BD' },
  { light: '#2B93CF', dark: '#7CC6EE' },
  { light: '#8C8400', dark: '#F0E442' },
  { light: '#1C1C1A', dark: '#F4F4F2' },
  { light: '#7748C4', dark: '#B294EC' },
  { light: '#9C1540', dark: '#F07A9B' },
  { light: '#8A5A2B', dark: '#D0A06C' },
  { light: '#0F6E84', dark: '#5CC0D6' },
];

/** Line pattern of the unprojected baseline, and of values that do not depend on the dimension. */
export const DASHED: readonly number[] = [6, 4];

/** The unprojected baseline: a grey dash, which no other method has. */
const BASELINE: Appearance = { light: '#767671', dark: '#A4A6A9', marker: 'dash', fill: 'full', dash: DASHED };

/** Line patterns, one per cycle through the colours. */
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 2], [8, 3, 2, 3]];

/** Twelve markers, those of one shape side by side. */
const MARKERS = (['circle', 'rect', 'triangle', 'rectRot', 'star', 'cross'] as const).flatMap((marker) =>
  MARKER_FILLS.map((fill) => ({ marker, fill })),
);

/** The appearance that a method declares. */
export function appearanceOf({ appearance: { index, marker } }: Pick<Method, 'appearance'>): Appearance {
  if (marker === 'dash') return BASELINE;
  const fill = MARKER_FILLS[Math.floor(index / COLOURS.length) % MARKER_FILLS.length];
  return { ...COLOURS[index % COLOURS.length], marker, fill, dash: [] };
}

/**
 * The appearances in one study, by label. Up to twelve rows have a colour and a marker each that no other row has; up
 * to 144 have a pair of both that no other row has. Rows look as their methods declare as far as no earlier row does,
 * the first row of each method before its variants. Throws RangeError for a method that is not registered.
 */
export function appearancesOf(
  entries: readonly { readonly label: string; readonly methodId: string }[],
): Map<string, Appearance> {
  const variants = new Map<string, number>();
  const declared = entries.map(({ label, methodId }) => {
    const method = findMethod(methodId);
    if (!method) throw new RangeError(`appearancesOf: "${methodId}" is not a registered method`);
    const variant = variants.get(methodId) ?? 0;
    variants.set(methodId, variant + 1);
    return { label, variant, appearance: appearanceOf(method), index: method.appearance.index };
  });
  const appearances = new Map<string, Appearance>();
  const usedPairs = new Set<string>();
  const baseline = declared.find(({ appearance }) => appearance === BASELINE);
  const others = declared.filter((entry) => entry !== baseline).toSorted((a, b) => a.variant - b.variant);
  for (let first = 0; first < others.length; first += COLOURS.length) {
    const round = others.slice(first, first + COLOURS.length);
    const colours = distinct(
      round.map(({ index }) => startingAt([...COLOURS.keys()], index % COLOURS.length)),
      () => true,
      1,
    );
    // Each round has every colour at most once: a colour has a marker left in each of twelve rounds.
    const isFree = (marker: number, i: number): boolean => !usedPairs.has(`${colours[i]} ${marker}`);
    const markers = distinct(
      round.map(({ appearance: { marker, fill } }) => {
        const usual = MARKERS.findIndex((one) => one.marker === marker && one.fill === fill);
        const others = startingAt([...MARKERS.keys()], Math.max(0, usual));
        const isOfShape = (at: number): boolean => MARKERS[at].marker === marker;
        return [...others.filter(isOfShape), ...others.filter((at) => !isOfShape(at))];
      }),
      isFree,
      MARKER_FILLS.length,
    );
    const dash = DASHES[(first / COLOURS.length) % DASHES.length];
    round.forEach(({ label }, i) => {
      usedPairs.add(`${colours[i]} ${markers[i]}`);
      appearances.set(label, { ...COLOURS[colours[i]], ...MARKERS[markers[i]], dash });
    });
  }
  if (baseline) appearances.set(baseline.label, BASELINE);
  return new Map(entries.map(({ label }) => [label, appearances.get(label)!]));
}

/**
 * Picks a different value from each list of preferences. All lists take turns at their first `own` values before any
 * takes a later one. If all allowed values are taken, a list shares one.
 */
function distinct(
  preferences: readonly (readonly number[])[],
  isAllowed: (value: number, at: number) => boolean,
  own: number,
): number[] {
  const taken = new Set<number>();
  const chosen = preferences.map((): number | undefined => undefined);
  for (const reach of [...Array.from({ length: own }, (_, i) => i + 1), Infinity])
    preferences.forEach((values, at) => {
      chosen[at] ??= values.slice(0, reach).find((one) => !taken.has(one) && isAllowed(one, at));
      if (chosen[at] !== undefined) taken.add(chosen[at]);
    });
  return preferences.map((values, at) => chosen[at] ?? values.find((value) => isAllowed(value, at)) ?? values[0]);
}

function startingAt<T>(list: readonly T[], first: number): T[] {
  return [...list.slice(first), ...list.slice(0, first)];
}

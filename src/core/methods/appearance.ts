/** One colour and marker per method, the same in every chart, table and legend. */
import { IMPORTED } from './importedMethod.ts';
import type { Mark, Method } from './method.ts';
import { findMethod } from './registry.ts';

/** How a marker is filled; star and cross, which have no area, appear alone or inside a ring, a square or a diamond. */
export const MARKER_FILLS = ['full', 'hollow', 'half', 'dotted'] as const;

/** The one colour and marker of a method, in every chart, table and legend. */
export interface Appearance {
  readonly light: string;
  readonly dark: string;
  readonly marker: Mark['marker'];
  readonly fill: (typeof MARKER_FILLS)[number];
  readonly dash: readonly number[];
}

/** Okabe and Ito's palette, which suits all kinds of colour vision; black becomes white on a dark background. */
export const COLOURS: readonly { light: string; dark: string }[] = [
  { light: '#0072B2', dark: '#0072B2' },
  { light: '#E69F00', dark: '#E69F00' },
  { light: '#009E73', dark: '#009E73' },
  { light: '#D55E00', dark: '#D55E00' },
  { light: '#CC79A7', dark: '#CC79A7' },
  { light: '#56B4E9', dark: '#56B4E9' },
  { light: '#F0E442', dark: '#F0E442' },
  { light: '#000000', dark: '#FFFFFF' },
];

/** An entry of a study before its appearance is made unique. */
interface Entry {
  readonly label: string;
  /** Key of the entries that share a colour. */
  readonly method: string;
  readonly appearance: Appearance;
  /** Index among the entries of its method, from 0. */
  readonly variant: number;
}

/** Line patterns, one per cycle through the palette. */
const DASHES: readonly (readonly number[])[] = [[], [6, 3], [2, 2], [8, 3, 2, 3]];

/** Fallback markers for methods whose own colours and fills are all usedLooks. */
const MARKERS: readonly Mark['marker'][] = ['circle', 'triangle', 'rect', 'rectRot', 'star', 'cross'];

/**
 * The colour, marker, fill and dash that a method declares: each cycle through the palette has its own fill and dash.
 */
export function appearanceOf({ appearance: { index, marker } }: Pick<Method, 'appearance'>): Appearance {
  const round = Math.floor(index / COLOURS.length);
  return {
    ...COLOURS[index % COLOURS.length],
    marker,
    fill: MARKER_FILLS[round % MARKER_FILLS.length],
    dash: DASHES[round % DASHES.length],
  };
}

/**
 * The appearances in one study, by label: no two share colour, marker and fill, and up to eight methods have different
 * colours. The first entry of a method looks as the method declares, except for a colour that an earlier method uses.
 * Each further entry has the next line pattern and the first free marker: another fill of its own, then another colour,
 * then another shape. Imported rows all count as different methods: each has the next colour and the next shape. Throws
 * RangeError for a method that is not registered.
 */
export function appearancesOf(
  entries: readonly { readonly label: string; readonly methodId: string }[],
): Map<string, Appearance> {
  const variants = new Map<string, number>();
  const declared = entries.map(({ label, methodId }): Entry => {
    const method = findMethod(methodId);
    if (!method) throw new RangeError(`appearancesOf: "${methodId}" is not a registered method`);
    const variant = variants.get(methodId) ?? 0;
    variants.set(methodId, variant + 1);
    const isImported = methodId === IMPORTED;
    const appearance = appearanceOf(isImported ? elsewhereAt(method, variant) : method);
    return { label, method: isImported ? `${methodId} ${variant}` : methodId, appearance, variant };
  });
  const coloured = inOwnColours(declared);
  const usedLooks = new Set<string>();
  const appearances = new Map<string, Appearance>();
  // Declared appearances come first: a variant of one method never takes the look of another.
  for (const { label, appearance, variant } of coloured.toSorted((a, b) => a.variant - b.variant)) {
    const free = looksFrom(appearance).find((look) => !usedLooks.has(lookKey(look))) ?? appearance;
    usedLooks.add(lookKey(free));
    appearances.set(label, { ...free, dash: DASHES[(DASHES.indexOf(appearance.dash) + variant) % DASHES.length] });
  }
  return new Map(coloured.map(({ label }) => [label, appearances.get(label)!]));
}

/**
 * A colour for each method: the declared one for the first method that declares it, the next free one for the others;
 * settings of one method share it.
 */
function inOwnColours(entries: readonly Entry[]): readonly Entry[] {
  const methods = [...new Map(entries.map(({ method, appearance }) => [method, appearance])).entries()];
  if (methods.length > COLOURS.length) return entries;
  const owners = new Map<string, string>();
  for (const [method, { light }] of methods) if (!owners.has(light)) owners.set(light, method);
  const colours = new Map<string, (typeof COLOURS)[number]>();
  for (const [method, appearance] of methods) {
    const first = COLOURS.findIndex(({ light }) => light === appearance.light);
    const colour = startingAt(COLOURS, first).find(({ light }) => (owners.get(light) ?? method) === method)!;
    owners.set(colour.light, method);
    colours.set(method, colour);
  }
  return entries.map((entry) => ({ ...entry, appearance: { ...entry.appearance, ...colours.get(entry.method) } }));
}

/** The declared appearance, shifted by `place` colours and shapes. */
function elsewhereAt({ appearance: { index, marker } }: Method, place: number): Pick<Method, 'appearance'> {
  return { appearance: { index: index + place, marker: MARKERS[(MARKERS.indexOf(marker) + place) % MARKERS.length] } };
}

function lookKey({ light, marker, fill }: Appearance): string {
  return `${light} ${marker} ${fill}`;
}

/** All looks, the closest to the given one first. */
function looksFrom(appearance: Appearance): Appearance[] {
  const markers = startingAt(MARKERS, MARKERS.indexOf(appearance.marker));
  const colours = startingAt(
    COLOURS,
    COLOURS.findIndex(({ light }) => light === appearance.light),
  );
  const fills = startingAt(MARKER_FILLS, MARKER_FILLS.indexOf(appearance.fill));
  return markers.flatMap((marker) =>
    colours.flatMap((colour) => fills.map((fill) => ({ ...appearance, ...colour, marker, fill }))),
  );
}

function startingAt<T>(list: readonly T[], first: number): T[] {
  return [...list.slice(first), ...list.slice(0, first)];
}

/** Measures of a method at every latent shape of a cell. */
import { z } from 'zod';
import { regionSchema } from '../region.ts';
import { decisions } from './groups/decisions.ts';
import { identification } from './groups/identification.ts';
import { iterations } from './groups/iterations.ts';
import { likelihood } from './groups/likelihood.ts';
import { openSet } from './groups/openSet.ts';
import { operatingPoints } from './groups/operatingPoints.ts';
import { recognition } from './groups/recognition.ts';
import { reconstruction } from './groups/reconstruction.ts';
import { region } from './groups/region.ts';
import { time } from './groups/time.ts';
import { twoClass } from './groups/twoClass.ts';
import { verification } from './groups/verification.ts';
import type { MeasureDeclaration, MeasureFacts, MeasureGroupDeclaration } from './measureGroup.ts';

/** Groups in the order of forms and tables. */
const groups = [
  recognition,
  identification,
  verification,
  operatingPoints,
  decisions,
  openSet,
  twoClass,
  reconstruction,
  region,
  likelihood,
  time,
  iterations,
] as const;

type Group = (typeof groups)[number];

export type MeasureGroup = Extract<Group, { requested: 'by name' }>['kind'];

/** Groups that a study can request by name. */
export const namedGroups: readonly Extract<Group, { requested: 'by name' }>[] = groups.filter(
  (group) => group.requested === 'by name',
);

/** A group, or a region of interest in which the reconstruction is also measured. */
export const measureRequestSchema = z.union([
  z.enum(namedGroups.map(({ kind }) => kind)),
  z.strictObject({ region: regionSchema }),
]);

export type MeasureRequest = z.infer<typeof measureRequestSchema>;

export type MeasureId = Group['measures'][number]['id'];

export interface Measure extends MeasureFacts<MeasureId> {
  /** The request that gives it; null: every cell has it. */
  readonly given: MeasureGroup | 'region' | null;
}

/** A group that a study requests. */
export type RequestedGroup = Extract<MeasureGroupDeclaration, { requested: 'by name' | 'by region' }>;

/** Plain data: tables contain measures and cross processes. */
export const MEASURES: readonly Measure[] = groups.flatMap((group) => {
  const given = group.requested === 'never' ? null : group.kind;
  const measures: readonly MeasureDeclaration<MeasureId>[] = group.measures;
  return measures.map(({ id, title, unit, better, range, margin, subjects, digits, meaning }): Measure => {
    return { id, title, unit, better, range, margin, ...(subjects && { subjects }), digits, given, meaning };
  });
});

const byId = new Map(MEASURES.map((measure) => [measure.id, measure]));

const declarations = new Map<string, MeasureDeclaration>(
  groups.flatMap((group) => group.measures.map((measure): [string, MeasureDeclaration] => [measure.id, measure])),
);

/** The measure with this id. */
export function measureOf(id: MeasureId): Measure {
  return byId.get(id)!;
}

/** Scale of the pixels that methods see. */
export interface PixelScale {
  /** Minimum and maximum stored pixel of the dataset. */
  readonly range: readonly [number, number];
  /** The feature steps of the study, which replace grey values by features. */
  readonly features?: readonly unknown[];
}

/** Decimal places of differences between pixels that are not grey levels, e.g. pixels from 0 to 1. */
const PURE_DIGITS = 4;

/**
 * Adapts a measure to a study: pixels from 0 to 1, standardised pixels and features are not grey levels, and no margin
 * of practical equality suits all their scales.
 */
export function measureOn<M extends MeasureFacts>(measure: M, { range, features = [] }: PixelScale): M {
  const grey = range[0] >= 0 && range[1] > 1 && features.length === 0;
  return measure.unit !== 'grey levels' || grey ? measure : { ...measure, unit: '', margin: null, digits: PURE_DIGITS };
}

/** How the measure with this id is read from cells. */
export function readingOf(id: MeasureId): Pick<MeasureDeclaration, 'read' | 'count' | 'isShareOfTests'> {
  return declarations.get(id)!;
}

/** The group that a request asks for. */
export function groupOf(request: MeasureRequest): RequestedGroup {
  const kind = typeof request === 'string' ? request : region.kind;
  const allGroups: readonly MeasureGroupDeclaration[] = groups;
  return allGroups.find((group): group is RequestedGroup => group.requested !== 'never' && group.kind === kind)!;
}

/** Whether a measure is computed from the scores of the classifier. */
export function isScoreBased({ given }: Measure): boolean {
  const allGroups: readonly MeasureGroupDeclaration[] = groups;
  return allGroups.some((group) => group.requested !== 'never' && group.kind === given && group.needs === 'scores');
}

/** The measures that the cells of a study have, in the order of `MEASURES`. */
export function measuresOf({ measures = [] }: { readonly measures?: readonly MeasureRequest[] }): Measure[] {
  const given = new Set<string>(measures.map((request) => groupOf(request).kind));
  return MEASURES.filter((measure) => measure.given === null || given.has(measure.given));
}

/** "TAR at FAR 1% (%)" */
export function withUnit({ title, unit }: Pick<Measure, 'title' | 'unit'>): string {
  return unit === '' ? title : `${title} (${unit})`;
}

/** Name in papers of the measure with this id; `verification`: for comparisons, not single images. */
export function measureProse(id: MeasureId, verification: boolean): string {
  const { prose, pairProse } = declarations.get(id)!;
  return verification ? (pairProse ?? prose) : prose;
}

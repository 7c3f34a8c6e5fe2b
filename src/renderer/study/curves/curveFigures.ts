/** The figures that the panel of curves has of a study, and what it asks of the engine for each. */
import type { StudyDetails } from '../../../core/contract/studies.ts';
import { factsOf, type Fields } from '../../../core/field.ts';
import type { FigureSubject } from '../../../core/figures/figure.ts';
import { figureDeclarations, figureOf, type FigureKind, type FigureSpecInput } from '../../../core/figures/registry.ts';
import { uncapitalised } from '../../../core/text/phrases.ts';
import { conditionAxes, type ConditionAxis } from '../../../core/study/spec/conditionAxes.ts';
import type { Curve } from '../../../core/study/table/table.ts';

/** A figure by the value of its choice. */
export interface FigureChoice {
  readonly value: string;
  readonly title: string;
  readonly kind: FigureKind;
  /** Fields that the choice decides. */
  readonly fixed: Readonly<Record<string, unknown>>;
  readonly axis?: ConditionAxis;
  readonly curve?: Curve;
}

/** Kinds that other panels show. */
const ELSEWHERE: readonly FigureKind[] = [
  'overview',
  'confusion',
  'power',
  'ranks',
  'practical',
  'difference',
  'hardest',
  'mistake',
  'wrong-pairs',
  'split',
];

/** One entry per kind that the study has measured; per number of the conditions, and per grid. */
export function figureChoices(curves: readonly Curve[], spec: StudyDetails['spec']): FigureChoice[] {
  const { measures = [] } = spec;
  return figureDeclarations
    .filter(({ kind }) => !ELSEWHERE.includes(kind))
    .flatMap(({ kind, title, group }): FigureChoice[] => {
      if (kind === 'conditions') return conditionAxes(spec).map(axisChoice);
      if (kind === 'heat-map') return curves.filter(isGrid).map(gridChoice);
      return group === undefined || measures.includes(group) ? [{ value: kind, title, kind, fixed: {} }] : [];
    });
}

/** The kinds among choices, one of which may have several: per number of the conditions, and per grid. */
export function kindChoices(
  choices: readonly FigureChoice[],
): { readonly value: FigureKind; readonly title: string }[] {
  return [...Map.groupBy(choices, ({ kind }) => kind)].map(([kind, [first, ...others]]) => ({
    value: kind,
    title: others.length === 0 ? first.title : figureOf(kind).title,
  }));
}

function axisChoice(axis: ConditionAxis): FigureChoice {
  const title = `Against ${uncapitalised(axis.title)}`;
  return { value: `axis ${axis.id}`, title, kind: 'conditions', fixed: { axis: axis.id }, axis };
}

function isGrid({ latentNames, points }: Curve): boolean {
  return latentNames.length === 2 && points.length > 0;
}

function gridChoice(curve: Curve): FigureChoice {
  const { label } = curve;
  return { value: `grid ${label}`, title: `${label} grid`, kind: 'heat-map', fixed: { label }, curve };
}

/** What the panel shows, for the fields that ask for it. */
export interface ShownFields {
  readonly condition: string;
  readonly measure: string;
  readonly selection: 'oracle' | 'validated';
  /** Absent: all methods. */
  readonly labels: readonly string[] | undefined;
}

/** The figure as the engine draws it for papers; `choices`: what the reader has chosen, by name. */
export function engineFigure(
  { kind, fixed }: FigureChoice,
  shown: ShownFields,
  choices: Readonly<Record<string, unknown>>,
): FigureSpecInput {
  const fields = Object.entries(figureOf(kind).fields);
  const values = fields.flatMap(([name, schema]): [string, unknown][] => {
    const { methods, shows } = factsOf(schema);
    if (methods) return methods.most > 1 ? [[name, shown.labels]] : [];
    return [[name, shows ? shown[shows] : choices[name]]];
  });
  return { kind, ...Object.fromEntries(values), ...fixed } as FigureSpecInput;
}

/** Whether the shapes that a figure draws may be chosen in either way. */
export function hasSelection(kind: FigureKind): boolean {
  return 'selection' in figureOf(kind).fields;
}

/** The fields of a kind that the reader is asked for, by name. */
export function askedFields(kind: FigureKind, subject: FigureSubject): Fields {
  const isAsked = ([, schema]: [string, Fields[string]]): boolean => {
    const { title, offered } = factsOf<FigureSubject>(schema);
    return title !== undefined && (offered?.(subject) ?? true);
  };
  return Object.fromEntries(Object.entries(figureOf(kind).fields).filter(isAsked));
}

/** Above this number of methods the chart begins with the best of them. */
const MOST_AT_ONCE = 10;

/** Labels that a chart leaves out at first; `ordered` is the best first, `kept` are in whatever their place. */
export function hiddenAtFirst(ordered: readonly string[], kept: readonly string[] = []): ReadonlySet<string> {
  if (ordered.length <= MOST_AT_ONCE) return new Set();
  const always = ordered.filter((label) => kept.includes(label));
  const others = ordered.filter((label) => !kept.includes(label));
  return new Set(others.slice(Math.max(0, MOST_AT_ONCE - always.length)));
}

/** The figures over the latent dimension or a threshold that a study has, and how the engine draws them. */
import type { StudyDetails } from '../../core/contract/studies.ts';
import { characteristicKinds, figureTitle } from '../../core/figures/figureKinds.ts';
import type { FigureSpecInput } from '../../core/figures/figureSpec.ts';
import type { Curve } from '../../core/study/table/curve.ts';
import type { CurveId } from '../../core/measures/curves.ts';

export type CurveFigure =
  | { readonly kind: 'curves' }
  | { readonly kind: 'grid'; readonly curve: Curve }
  | { readonly kind: 'characteristic'; readonly curve: CurveId };

/** A figure by the value of its choice. */
export interface FigureChoice {
  readonly value: string;
  readonly title: string;
  readonly figure: CurveFigure;
}

/** Those of one condition: curves, the characteristics that are measured, a grid for every bilinear method. */
export function figureChoices(curves: readonly Curve[], { measures = [] }: StudyDetails['spec']): FigureChoice[] {
  return [
    { value: 'curves', title: figureTitle('curves'), figure: { kind: 'curves' } },
    ...characteristicKinds
      .filter(({ group }) => measures.includes(group))
      .map(({ id, title }): FigureChoice => ({
        value: id,
        title,
        figure: { kind: 'characteristic', curve: id },
      })),
    ...curves
      .filter(({ latentNames, points }) => latentNames.length === 2 && points.length > 0)
      .map((curve): FigureChoice => ({
        value: `grid ${curve.label}`,
        title: `${curve.label} ${figureTitle('heat-map').toLowerCase()}`,
        figure: { kind: 'grid', curve },
      })),
  ];
}

type Wanted<K extends FigureSpecInput['kind']> = Omit<Extract<FigureSpecInput, { kind: K }>, 'kind'>;

/** The figure as the engine draws it for papers. */
export function engineFigure(
  figure: CurveFigure,
  { selection, ...look }: Wanted<'curves'> & Pick<Wanted<'characteristic'>, 'selection'>,
): FigureSpecInput {
  const { condition, labels, range, measure } = look;
  switch (figure.kind) {
    case 'curves':
      return { kind: 'curves', ...look };
    case 'grid':
      return { kind: 'heat-map', condition, label: figure.curve.label, measure, range };
    case 'characteristic':
      return { kind: 'characteristic', condition, labels, selection, curve: figure.curve };
  }
}

/** Above this number of methods the chart begins with the best of them. */
const MOST_AT_ONCE = 10;

/** Labels that a chart leaves out at first; `ordered` is the best first. */
export function hiddenAtFirst(ordered: readonly string[]): ReadonlySet<string> {
  return new Set(ordered.length > MOST_AT_ONCE ? ordered.slice(MOST_AT_ONCE) : []);
}

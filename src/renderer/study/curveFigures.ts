/** The figures over the latent dimension or a threshold that a study has, and how the engine draws them. */
import type { StudyDetails } from '../../core/contract/studies.ts';
import type { FigureSpecInput } from '../../core/figures/figureSpec.ts';
import type { Curve } from '../../core/study/table/curve.ts';
import type { MeasureGroup } from '../../core/measures/measures.ts';

export type CharacteristicId = 'cmc' | 'roc' | 'two-class-roc';

export type CurveFigure =
  | { readonly kind: 'curves' }
  | { readonly kind: 'grid'; readonly curve: Curve }
  | { readonly kind: 'characteristic'; readonly curve: CharacteristicId };

/** A figure by the value of its choice. */
export interface FigureChoice {
  readonly value: string;
  readonly title: string;
  readonly figure: CurveFigure;
}

const CHARACTERISTICS: readonly {
  readonly group: MeasureGroup;
  readonly curve: CharacteristicId;
  readonly title: string;
}[] = [
  { group: 'identification', curve: 'cmc', title: 'Cumulative match' },
  { group: 'verification', curve: 'roc', title: 'ROC' },
  { group: 'two-class', curve: 'two-class-roc', title: 'ROC of two classes' },
];

/** Those of one condition: curves, the characteristics that are measured, a grid for every bilinear method. */
export function figureChoices(curves: readonly Curve[], { measures = [] }: StudyDetails['spec']): FigureChoice[] {
  return [
    { value: 'curves', title: 'Curves', figure: { kind: 'curves' } },
    ...CHARACTERISTICS.filter(({ group }) => measures.includes(group)).map(({ curve, title }): FigureChoice => ({
      value: curve,
      title,
      figure: { kind: 'characteristic', curve },
    })),
    ...curves
      .filter(({ latentNames, points }) => latentNames.length === 2 && points.length > 0)
      .map((curve): FigureChoice => ({
        value: `grid ${curve.label}`,
        title: `${curve.label} grid`,
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

/** Axes of a spec: numbers along which the conditions of a study differ. */
import { listPerturbations, perturbationOfKind } from '../../perturbations/registry.ts';
import { declarationOf } from '../../protocols/registry.ts';
import type { StudySpec } from './spec.ts';

/** Conditions that differ in one number only. */
export interface ConditionLine {
  /** What they have in common, "k = 2" or "noise σ = 20 (test)"; '' if nothing else varies. */
  readonly title: string;
  /** In ascending order of the number. */
  readonly points: readonly {
    readonly value: number;
    /** Key. */
    readonly condition: string;
  }[];
}

export interface ConditionAxis {
  /** "training", or the kind of a perturbation and the images it is applied to: "gaussian-noise@test". */
  readonly id: string;
  /** "Training images per subject, k" */
  readonly title: string;
  /** One line per setting of everything else, in the order of the spec. */
  readonly lines: readonly ConditionLine[];
}

/** The axes with at least two numbers. Unperturbed images have the number 0 on every axis of perturbation. */
export function conditionAxes({
  protocol,
  perturbations = [],
}: Pick<StudySpec, 'protocol' | 'perturbations'>): ConditionAxis[] {
  const declared = declarationOf(protocol);
  const trainings = declared.conditions(protocol);
  const levels = listPerturbations(perturbations.length > 0 ? perturbations : undefined);
  const sizes = declared.axis?.values(protocol) ?? [];
  const training: ConditionAxis = {
    id: 'training',
    title: declared.axis?.title ?? '',
    lines: levels.map(({ suffix, title }) => ({
      title: levels.length > 1 ? title || 'clean' : '',
      points: ascending(sizes.map((value, i) => ({ value, condition: trainings[i].key + suffix }))),
    })),
  };
  const clean = levels.some(({ suffix }) => suffix === '') ? [{ value: 0, suffix: '' }] : [];
  const noises = perturbations.flatMap((group): ConditionAxis[] => {
    const groupLevels = listPerturbations([group]).flatMap(({ suffix, perturbation }) => {
      const level = perturbation && perturbationOfKind(perturbation).axis?.(perturbation);
      return level ? [{ ...level, suffix, on: perturbation.on }] : [];
    });
    if (groupLevels.length === 0) return [];
    const [{ title, on }] = groupLevels;
    const steps = [...clean, ...groupLevels];
    return [
      {
        id: `${group.kind}@${on}`,
        title,
        lines: trainings.map((condition) => ({
          title: trainings.length > 1 ? condition.title : '',
          points: ascending(steps.map(({ value, suffix }) => ({ value, condition: condition.key + suffix }))),
        })),
      },
    ];
  });
  const all = [training, ...noises].filter(({ lines: [line] }) => line.points.length > 1);
  // Two groups of a kind, such as blocks of two grey values, are axes of their own.
  return all.map((axis, i) => {
    const before = all.slice(0, i).filter(({ id }) => id === axis.id).length;
    return before === 0 ? axis : { ...axis, id: `${axis.id}#${before + 1}` };
  });
}

function ascending(points: ConditionLine['points'][number][]): ConditionLine['points'] {
  return points.sort((a, b) => a.value - b.value);
}

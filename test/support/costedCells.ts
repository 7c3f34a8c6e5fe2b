/** Cells whose time is estimated and measured: one method on ORL's forty subjects in some size. */
import { findMethod } from '../../src/core/methods/registry.ts';
import { costedCells, studyCost, type MeasuredCost, type MachineSpeed } from '../../src/core/study/plan/cost.ts';
import { parseStudySpec } from '../../src/core/study/spec/parse.ts';
import type { StudySpec, StudySpecInput } from '../../src/core/study/spec/spec.ts';
import { planStudy } from '../../src/core/study/study.ts';

export interface CostedSize {
  readonly method: string;
  /** Two shapes, or the method's own grid. */
  readonly grid: 'few' | 'default';
  readonly rows: number;
  readonly cols: number;
  /** Images per subject to train, of ten. */
  readonly training: number;
}

export function costSpec({ method, grid, training }: CostedSize, change: Partial<StudySpecInput> = {}): StudySpec {
  const parsed = parseStudySpec({
    name: 'costs',
    dataset: 'faces',
    protocol: { kind: 'random', trainPerSubject: [training], repeats: 1 },
    methods: [{ method, latent: grid === 'default' ? 'default' : fewShapes(method) }],
    ...change,
  });
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.problems));
  return parsed.spec;
}

function fewShapes(method: string): 'default' | number[] | { tied: number[] } {
  const axes = findMethod(method)!.latentNames.length;
  return axes === 1 ? [4, 8] : axes === 2 ? { tied: [4, 8] } : 'default';
}

export function costFacts({ rows, cols }: Pick<CostedSize, 'rows' | 'cols'>) {
  return {
    hash: 'faces',
    rows,
    cols,
    labels: Int32Array.from({ length: 400 }, (_, n) => Math.floor(n / 10)),
    subjects: Array.from({ length: 40 }, (_, s) => `s${s + 1}`),
    attributes: [],
  };
}

export function estimatedSeconds(
  size: CostedSize,
  speed: MachineSpeed,
  measured: readonly MeasuredCost[] = [],
): number {
  return studyCost(costedCells(planStudy(costSpec(size)), costFacts(size), speed), measured).seconds;
}

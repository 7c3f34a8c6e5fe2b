/** Queries of figures to refitted models, and the replies. */
import type { LatentShape } from '../methods/method.ts';
import type { ModelQueryResult, ModelQuery, ModelQueryName } from '../study/model/answers.ts';

/** A question to one cell of the study at one latent shape. */
export interface CellQuery<N extends ModelQueryName = ModelQueryName> {
  readonly cell: {
    readonly label: string;
    readonly condition: string;
    readonly repeat: number;
    readonly shape: LatentShape;
  };
  readonly name: N;
  readonly question: ModelQuery<N>;
}

/** Why a cell has no answer: one sentence. */
export interface CellQueryRefusal {
  readonly refused: string;
}

export type CellQueryResult<N extends ModelQueryName = ModelQueryName> = ModelQueryResult<N> | CellQueryRefusal;

export type RefittedCells = <N extends ModelQueryName>(asked: CellQuery<N>) => CellQueryResult<N>;

/** `answers` are in the order of `questions`. */
export function fittedCells(questions: readonly CellQuery[], answers: readonly CellQueryResult[]): RefittedCells {
  const found = new Map(questions.map((question, at) => [JSON.stringify(question), answers[at]]));
  return <N extends ModelQueryName>(asked: CellQuery<N>) =>
    (found.get(JSON.stringify(asked)) as CellQueryResult<N> | undefined) ?? {
      refused: 'This figure asked nothing of the cell.',
    };
}

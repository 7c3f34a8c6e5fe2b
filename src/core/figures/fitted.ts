/** Queries of figures to refitted models, and the replies. */
import type { LatentShape } from '../methods/method.ts';
import type { Answer, Question, QuestionName } from '../study/model/answers.ts';

/** A question to one cell of the study at one latent shape. */
export interface CellQuestion<N extends QuestionName = QuestionName> {
  readonly cell: {
    readonly label: string;
    readonly condition: string;
    readonly repeat: number;
    readonly shape: LatentShape;
  };
  readonly name: N;
  readonly question: Question<N>;
}

/** Why a cell has no answer: one sentence. */
export interface Unanswered {
  readonly refused: string;
}

export type CellAnswer<N extends QuestionName = QuestionName> = Answer<N> | Unanswered;

export type FittedCells = <N extends QuestionName>(asked: CellQuestion<N>) => CellAnswer<N>;

/** `answers` are in the order of `questions`. */
export function fittedCells(questions: readonly CellQuestion[], answers: readonly CellAnswer[]): FittedCells {
  const found = new Map(questions.map((question, at) => [JSON.stringify(question), answers[at]]));
  return <N extends QuestionName>(asked: CellQuestion<N>) =>
    (found.get(JSON.stringify(asked)) as CellAnswer<N> | undefined) ?? {
      refused: 'This figure asked nothing of the cell.',
    };
}

/** The parts of the model room, and which of them a model has. */
import type { ModelSummary } from '../../core/contract/models.ts';
import { amountText } from '../../core/methods/amounts.ts';
import { numberText } from '../../core/report/numbers.ts';
import type { ModelFacts } from '../../core/study/model/openModel.ts';
import { duration, plural } from '../words/format.ts';

interface RoomPart {
  readonly value: string;
  readonly title: string;
  readonly has: (facts: ModelFacts) => boolean;
}

/** In the order of their tabs. */
const parts = [
  { value: 'basis', title: 'Basis images', has: ({ answers }) => answers.reconstructions },
  { value: 'rebuilt', title: 'Reconstructions', has: ({ answers }) => answers.reconstructions },
  { value: 'latent', title: 'Latent space', has: () => true },
  { value: 'spectrum', title: 'Spectrum', has: ({ answers }) => answers.spectrum },
  { value: 'samples', title: 'Samples', has: ({ answers }) => answers.samples },
  { value: 'imputation', title: 'Missing pixels', has: ({ answers }) => answers.imputation },
  { value: 'components', title: 'Components', has: ({ answers }) => answers.components },
  { value: 'convergence', title: 'Convergence', has: ({ traces }) => traces.length > 0 },
] as const satisfies readonly RoomPart[];

export type RoomName = (typeof parts)[number]['value'];

export function roomsOf(facts: ModelFacts): readonly { readonly value: RoomName; readonly title: string }[] {
  return parts.filter(({ has }) => has(facts));
}

/** What a reader must know of the fit, one sentence. */
export function factsText({ facts, seconds, same, tests }: ModelSummary): string {
  return [
    `Fitted in ${duration(seconds)}`,
    facts && (facts.iterations === 0 ? 'closed form' : plural(facts.iterations, 'iteration')),
    facts && facts.iterations > 0 && !facts.converged && 'not converged',
    facts && facts.logLikelihood !== null && `log-likelihood ${numberText(facts.logLikelihood, 1)} nats`,
    ...(facts?.amounts ?? []).map(amountText),
    same === tests
      ? 'recognises every test image as the study did'
      : `recognises ${same} of ${plural(tests, 'test image')} as the study did`,
  ]
    .filter((fact) => typeof fact === 'string')
    .join('; ');
}

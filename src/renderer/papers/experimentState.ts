/** The state of an experiment in one or two words. */
import type { PaperExperiment } from '../../core/contract/papers.ts';
import { VERDICTS, type Verdict } from '../../core/papers/verdict.ts';

export type StateTone = 'success' | 'warning' | 'error' | 'secondary';

export const TONES: Readonly<Record<Verdict, StateTone>> = {
  reproduced: 'success',
  'order-reproduced': 'warning',
  'not-reproduced': 'error',
};

/** The verdict of its best result (full before quick, the paper's data before a stand-in), or why there is none. */
export function stateText({ state, results }: Pick<PaperExperiment, 'state' | 'results'>): {
  readonly text: string;
  readonly tone: StateTone;
} {
  const [best] = [...results].sort(
    (a, b) => Number(a.size === 'quick') - Number(b.size === 'quick') || Number(a.standIn) - Number(b.standIn),
  );
  if (best) {
    const remarks = [...(best.size === 'quick' ? ['quick'] : []), ...(best.standIn ? ['stand-in'] : [])];
    const text = remarks.length > 0 ? `${VERDICTS[best.verdict]} (${remarks.join(', ')})` : VERDICTS[best.verdict];
    return { text, tone: TONES[best.verdict] };
  }
  if (state === 'missing') return { text: 'Not made', tone: 'secondary' };
  return { text: state === 'no-data' ? 'Data not available' : 'Not run', tone: 'secondary' };
}

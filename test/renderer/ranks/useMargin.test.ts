import { describe, expect, it } from 'vitest';
import { nextTick, ref } from 'vue';
import { measureOf, type MeasureId } from '../../../src/core/measures/measures.ts';
import { useMargin } from '../../../src/renderer/ranks/useMargin.ts';

const fieldOf = (first: MeasureId) => {
  const id = ref(first);
  return { id, ...useMargin(() => measureOf(id.value)) };
};

describe('the field for the margin', () => {
  it('holds that of the measure, and of another measure its own again', async () => {
    const { id, text, margin } = fieldOf('error-rate');
    expect([text.value, margin.value]).toEqual(['1', 1]);
    text.value = '0,5';
    expect(margin.value).toBe(0.5);
    id.value = 'verification-auc';
    await nextTick();
    expect([text.value, margin.value]).toEqual(['0.01', 0.01]);
  });

  it('is empty with a hint where the measure has none, which is no mistake', () => {
    const { text, margin, problems, hint } = fieldOf('log-likelihood');
    expect([text.value, margin.value, problems.value]).toEqual(['', null, []]);
    expect(hint.value).not.toBe('');
    text.value = '3';
    expect(margin.value).toBe(3);
  });

  it('refuses what is no number, and a margin that is not below the range', () => {
    const { text, margin, problems } = fieldOf('verification-auc');
    for (const wrong of ['', 'x', '-1', '1']) {
      text.value = wrong;
      expect([margin.value, problems.value.length], wrong).toEqual([null, 1]);
    }
    expect(problems.value[0].message).toContain('not below the range');
  });
});

/** The tests and corrections on offer, in the words of the form. */
import { corrections } from '../../core/compare/corrections/registry.ts';
import { pairTests } from '../../core/compare/tests/registry.ts';

export const testChoices = pairTests.map(({ kind, title }) => ({ value: kind, title }));

export const correctionChoices = corrections.map(({ kind, title }) => ({ value: kind, title }));

import { isInstalled } from '../../../scripts/lint/linter.ts';
import { skipWhen } from '../../support/skips.ts';

/** Options of a test that asks oxlint. */
export const withLinter = skipWhen(!isInstalled(), 'oxlint is not installed: npm run check does it');

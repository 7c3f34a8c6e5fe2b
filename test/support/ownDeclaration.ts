/** What a method from outside declares in tests. */
import { parseDeclaration, type Declaration } from '../../src/core/methods/external/declaration.ts';

export function ownDeclaration(change: object = {}): Declaration {
  return parseDeclaration({
    eigenbench: 1,
    id: 'own',
    title: 'Own',
    fullName: 'a method of a test',
    description: 'For tests.',
    formula: 'z = 0',
    latentNames: ['q'],
    command: ['program'],
    ...change,
  });
}

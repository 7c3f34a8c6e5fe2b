import { afterEach, describe, expect, it } from 'vitest';
import { externalMethod, otherRuntime } from '../../../../src/core/methods/external/externalMethod.ts';
import { registerExternal } from '../../../../src/core/methods/registry.ts';
import { changedRows, changedSentence } from '../../../../src/core/study/plan/changedRows.ts';
import { planStudy } from '../../../../src/core/study/study.ts';
import { omittedSettings, resolveSpecSettings } from '../../../../src/core/study/spec/resolvedSpec.ts';
import type { StudySpec } from '../../../../src/core/study/spec/spec.ts';
import { ownDeclaration } from '../../../support/ownDeclaration.ts';
import { smallSpec } from '../smallDataset.ts';

const [FIRST, SECOND] = ['1', '2'].map((digit) => digit.repeat(16));
const register = (version: string, origin: Parameters<typeof externalMethod>[2] = {}): void =>
  registerExternal([externalMethod(ownDeclaration(), version, origin)]);
afterEach(() => registerExternal([]));

/** A spec with a row of a method of one's own, as it is stored. */
function stored() {
  register(FIRST);
  return resolveSpecSettings(smallSpec({ methods: [{ method: 'pca' }, { method: 'own', label: 'A' }] }));
}
const cellsOf = (spec: StudySpec) => planStudy(spec).methods.map(({ label, key }) => ({ label, methodKey: key }));
const changes = (spec: StudySpec) => changedRows(planStudy(spec), cellsOf(spec));

describe('rows whose method has changed', () => {
  it('are those of another version, not those of the same one or of none', () => {
    const spec = stored();
    expect(changes(spec)).toEqual([]);
    register(SECOND);
    expect(changes(spec)).toEqual([{ label: 'A', change: 'version 11111111 then, 22222222 now' }]);
    registerExternal([]);
    expect(changes(spec)).toEqual([]);
  });

  it('have not changed where only the interpreter counted, as in earlier releases', () => {
    const spec = stored();
    register(SECOND, { formerVersion: FIRST });
    expect(changes(spec)).toEqual([]);
  });

  it('are those with edited files', () => {
    const spec = stored();
    register(FIRST, { edited: true, unavailable: 'Edited.' });
    expect(changes(spec)).toEqual([{ label: 'A', change: expect.stringContaining('register them again') as string }]);
  });

  it('are built-in ones under other keys than those planned, by the label of their row', () => {
    const spec = smallSpec({
      methods: [{ method: 'pca' }, { method: 'kpca', settings: { gamma: [0.5, 1] } }],
      selection: { innerSplits: 1 },
    });
    const cells = cellsOf(spec);
    expect(changedRows(planStudy(spec), cells)).toEqual([]);
    const other = cells.with(2, { ...cells[2], methodKey: 'of then' });
    expect(changedRows(planStudy(spec), other)).toEqual([
      { label: 'Kernel PCA', change: 'this release computes it by other rules or settings' },
    ]);
  });

  it('are named in one sentence', () => {
    const [a, b] = ['A', 'B'].map((label) => ({ label, change: 'x' }));
    expect(changedSentence('s', [a])).toBe('"A" (x) has changed since its results in "s"');
    expect(changedSentence('s', [a, b])).toBe('"A" (x) and "B" (x) have changed since their results in "s"');
  });
});

describe('settings that a spec leaves out', () => {
  it('are those of its study that are not the defaults', () => {
    const rows = (settings: Record<string, number>) =>
      smallSpec({ methods: [{ method: 'bppca', settings }, { method: 'pca' }] });
    const spec = resolveSpecSettings(rows({ maxIterations: 3 }));
    expect(omittedSettings(spec, rows({}))).toEqual([
      { label: 'BPPCA', name: 'maxIterations', value: 3, standard: expect.any(Number) as number },
    ]);
    expect(omittedSettings(spec, rows({ maxIterations: 4 }))).toEqual([]);
    expect(omittedSettings(resolveSpecSettings(rows({})), rows({}))).toEqual([]);
  });
});

describe('what ran one program twice', () => {
  it.each([
    ['Python 3.11.2, numpy 1.24.2', 'Python 3.11.2, numpy 2.1.0', 'same program, numpy 2.1.0 instead of 1.24.2'],
    ['Python 3.11.2', 'Python 3.12.1, numpy 2.1.0', 'same program, Python 3.12.1 instead of 3.11.2, with numpy 2.1.0'],
    ['GNU Octave 8.4.0, image 2.14.0', 'GNU Octave 8.4.0', 'same program, without image'],
    ['Node 24.1.0', 'Node 24.1.0', null],
  ])('is compared: %s, %s', (recorded, here, sentence) => {
    expect(otherRuntime(recorded, here)).toBe(sentence);
  });
});

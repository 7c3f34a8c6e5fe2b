/** What two rows of a study differ in, apart from their methods. */
import { featureTitle } from '../../features/registry.ts';
import { canonicalJson } from '../../identity.ts';
import { listed } from '../../text/words.ts';
import { methodRows, plannedMethods, rowLists, rowName, rowSettings, type MethodRow } from '../plan/plan.ts';
import { classifierPhrase } from '../spec/classifierGrid.ts';
import type { StudySpec } from '../spec/spec.ts';

/**
 * One sentence on features, classifier and, of one method, the settings that differ, as in "PCA and PCA (cosine) differ
 * in the classifier (nearest neighbour; nearest neighbour by the cosine)."; null where they differ in none of these, or
 * a label is not of the study.
 */
export function rowDifference(spec: StudySpec, first: string, second: string): string | null {
  // Of 40 methods the others took the page 10 ms to plan, as each is hashed. A program may have a title of its own.
  const methods = spec.methods.filter((entry) => entry.program || [first, second].includes(rowName(entry)));
  const rows = methodRows(plannedMethods({ ...spec, methods }));
  const [a, b] = [first, second].map((label) => rows.find((row) => row.label === label));
  if (!a || !b) return null;
  const found = [
    difference('features', featuresOf(spec, a), featuresOf(spec, b)),
    ...(a.methodId === b.methodId ? settingsOf(a, b) : []),
    difference('classifier', classifierOf(spec, a), classifierOf(spec, b)),
  ].filter((part) => part !== null);
  return found.length === 0 ? null : `${first} and ${second} differ in ${listed(found)}.`;
}

function difference(what: string, a: string, b: string): string | null {
  return a === b ? null : `the ${what} (${a}; ${b})`;
}

function settingsOf(a: MethodRow, b: MethodRow): (string | null)[] {
  const [one, other] = [rowSettings(a), rowSettings(b)];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].map((name) =>
    difference(`setting ${name}`, canonicalJson(one[name] ?? null), canonicalJson(other[name] ?? null)),
  );
}

function featuresOf({ features: common = [] }: StudySpec, { methods: [{ features = common }] }: MethodRow): string {
  return features.map(featureTitle).join(', ') || 'grey values';
}

/** Of a row that chooses among parameters of its classifier, what it chooses from. */
function classifierOf(spec: StudySpec, row: MethodRow): string {
  const [{ classifier = spec.classifier }] = row.methods;
  const lists = rowLists(row).filter(([name]) => name.startsWith('classifier '));
  const chosen = lists.map(([name, values]) => `${name.replace('classifier ', '')} from ${listed(values.map(String))}`);
  return [lists.length > 0 ? classifier.kind : classifierPhrase(classifier), ...chosen].join(', ');
}

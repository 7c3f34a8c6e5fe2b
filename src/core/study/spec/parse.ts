/** Parses JSON of unknown origin into a study spec, or into one clear sentence per mistake. */
import type { z } from 'zod';
import type { Problem } from '../../methods/problems.ts';
import { allMethods } from '../../methods/registry.ts';
import { findNamed, canonicalName, nearestName } from '../../text/nameLookup.ts';
import { rowName } from '../study.ts';
import { namedGroups } from '../../measures/measures.ts';
import { escapedHidden } from '../../text/hiddenCharacters.ts';
import { withClassifierRows } from './classifierGrid.ts';
import { duplicateFields, pathText } from './jsonText.ts';
import { studySpecSchema, type StudySpec } from './spec.ts';

export type ParsedSpec =
  | { readonly ok: true; readonly spec: StudySpec }
  | { readonly ok: false; readonly problems: readonly Problem[] };

type Issue = z.core.$ZodIssue;
type Path = readonly PropertyKey[];

/**
 * Parses a study spec and fills in its defaults. A single value stands for a list of one, the id of a method for a
 * method with its defaults, a list of classifiers for as many rows; "$schema", which is for editors, is ignored. Paths
 * of problems are written as in "methods[1].latent.qc"; an empty path means the whole spec. Methods are found by id or
 * title and the baseline by label, case-insensitively; unknown ones stay unchanged. checkSpec checks whether the spec
 * suits a dataset.
 */
export function parseStudySpec(given: unknown): ParsedSpec {
  const { json, parsed } = withLists(withClassifierRows(withMethodObjects(given)));
  if (parsed === null) {
    const message = 'The study spec has an object with a field "length" where a list or a text belongs.';
    return { ok: false, problems: [{ path: '', message }] };
  }
  if (parsed.success) return { ok: true, spec: asNamed(parsed.data) };
  const problems = parsed.error.issues.flatMap((issue) => explain(issue, [], json));
  // Two broken rules may give the same sentence.
  return { ok: false, problems: problems.filter((problem, i) => !problems.slice(0, i).some(isSame(problem))) };
}

/** The spec with an object for every method that is a text: "pca" stands for { "method": "pca" }. */
function withMethodObjects(json: unknown): unknown {
  if (json === null || typeof json !== 'object' || !('methods' in json)) return json;
  const { methods: given } = json;
  const entries = Array.isArray(given) ? given : [given];
  if (!entries.some((entry) => typeof entry === 'string')) return json;
  return { ...json, methods: entries.map((entry) => (typeof entry === 'string' ? { method: entry } : entry)) };
}

/** Maximum depth of nested lists in specs. */
const DEEPEST_LIST = 3;

/** The spec with single values wrapped in lists where the schema expects a list, and its parse result. */
function withLists(given: unknown): { readonly json: unknown; readonly parsed: ReturnType<typeof checked> } {
  let json = given;
  for (let depth = 0; ; depth++) {
    const parsed = checked(json);
    const lists = (parsed?.error?.issues ?? []).filter(
      (issue) =>
        issue.code === 'invalid_type' &&
        issue.expected === 'array' &&
        issue.path.length > 0 &&
        (issue.input ?? null) !== null,
    );
    if (lists.length === 0 || depth === DEEPEST_LIST) return { json, parsed };
    json = structuredClone(json);
    for (const { path, input } of lists) {
      const holder = valueAt(json, path.slice(0, -1)) as Record<PropertyKey, unknown>;
      holder[path.at(-1)!] = [input];
    }
  }
}

/** The parse result; null if the schema compares the "length" of an object that cannot be compared. */
function checked(json: unknown): ReturnType<typeof studySpecSchema.safeParse> | null {
  try {
    return studySpecSchema.safeParse(withoutSchema(json), { reportInput: true });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

/** Replaces names in the spec by the ids and labels that they stand for. */
function asNamed(spec: StudySpec): StudySpec {
  const registered = allMethods();
  const methods = spec.methods.map((entry) => {
    const match =
      findNamed(entry.method, registered, ({ id }) => id) ?? findNamed(entry.method, registered, ({ title }) => title);
    return match && match.id !== entry.method ? { ...entry, method: match.id } : entry;
  });
  const { baseline } = spec.comparison;
  if (baseline === undefined || baseline === 'best') return { ...spec, methods };
  const labels = methods.map(rowName);
  return { ...spec, methods, comparison: { ...spec.comparison, baseline: canonicalName(baseline, labels) } };
}

function withoutSchema(json: unknown): unknown {
  if (json === null || typeof json !== 'object' || !('$schema' in json) || typeof json.$schema !== 'string')
    return json;
  const { $schema: _, ...spec } = json;
  return spec;
}

/**
 * Parses the text of a spec like parseStudySpec; a field that is set twice is a problem. Throws SyntaxError if it is
 * not JSON.
 */
export function parseSpecText(text: string): ParsedSpec {
  const json: unknown = JSON.parse(text);
  const problems = duplicateFields(text);
  return problems.length > 0 ? { ok: false, problems } : parseStudySpec(json);
}

const isSame =
  ({ path, message }: Problem) =>
  (other: Problem): boolean =>
    other.path === path && other.message === message;

/** The sentences for a schema issue; `prefix` is the path of the union it was found in. */
function explain(issue: Issue, prefix: Path, json: unknown): Problem[] {
  const full = [...prefix, ...issue.path];
  const path = pathText(full);
  const say = (message: string): Problem => ({ path, message });
  const where = path === '' ? 'The study spec' : path;
  const actual = describe(valueAt(json, full));
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => {
        const fields = fieldsAt(full, json);
        const list = fields.length > 0 ? `; the fields are ${fields.join(', ')}` : '';
        return { path: pathText([...full, key]), message: `${where} has no field "${key}"${list}.` };
      });
    case 'invalid_type':
      return [say(`${where} must be ${typeName(issue.expected)}, found ${actual}.`)];
    case 'invalid_value':
      return [
        say(`${where} must be ${alternatives(issue.values)}, found ${actual}${suggestion(json, full, issue.values)}`),
      ];
    case 'too_small':
    case 'too_big':
      return [say(`${where} must ${limit(issue)}, found ${actual}.`)];
    case 'invalid_union':
      return explainUnion(issue, full, json);
    default:
      return [say(`${where}: ${issue.message}; found ${actual}.`)];
  }
}

/**
 * The intended branch of a union is the one whose own type fits, with problems in its members only. If none or several
 * fit, the sentence lists the forms.
 */
function explainUnion(issue: Extract<Issue, { code: 'invalid_union' }>, path: Path, json: unknown): Problem[] {
  const value = valueAt(json, path);
  const branches = issue.errors.flatMap(flattenBranch);
  const fitting = branches.filter((branch) => branch.every((inner) => inner.path.length > 0));
  if (fitting.length === 1) return fitting[0].flatMap((inner) => explain(inner, path, json));
  // A parameter of the classifier is a value or a list of such values.
  const [single, list] = path.includes('classifier') && branches.length === 2 ? branches : [];
  if (single) return (Array.isArray(value) ? list : single).flatMap((inner) => explain(inner, path, json));
  const where = pathText(path);
  const forms =
    'options' in issue && Array.isArray(issue.options)
      ? alternatives(issue.options)
      : (LIST_FORMS[String(path[0])] ??
        UNION_FORMS[String(path[path.length - 1])] ??
        'a number, a text, true or false, or a list');
  const options = 'options' in issue && Array.isArray(issue.options) ? issue.options : [];
  return [
    { path: where, message: `${where} must be ${forms}, found ${describe(value)}${suggestion(json, path, options)}` },
  ];
}

/** Replaces a branch that is itself a union by its branches. */
function flattenBranch(branch: readonly Issue[]): (readonly Issue[])[] {
  const [first] = branch;
  if (branch.length === 1 && first.code === 'invalid_union' && first.path.length === 0) {
    return first.errors.flatMap(flattenBranch);
  }
  return [branch];
}

const AXIS_FORMS = '"all", a list of whole numbers from 1, or a range {"from", "to", "step"}';
const UNION_FORMS: Readonly<Record<string, string>> = {
  latent: `"default", "adaptive", "full", ${AXIS_FORMS}, a product {"qc", "qr"} of two such, {"tied"} or {"matched"} with one such, or a list of shapes such as [[10, 3], [12, 3]]`,
  qc: AXIS_FORMS,
  qr: AXIS_FORMS,
  tied: AXIS_FORMS,
  matched: AXIS_FORMS,
};
const REGION_FORM = '{"region": {"rows": [0, 32], "cols": [0, 32]}}';
/** Forms of the entries of a list, by its field. */
const LIST_FORMS: Readonly<Record<string, string>> = {
  features: `a step such as "gradient-magnitude" or ${REGION_FORM}`,
  measures: `${alternatives(namedGroups.map(({ kind }) => kind))}, or a region of interest such as ${REGION_FORM}`,
};

function limit(issue: Extract<Issue, { code: 'too_small' | 'too_big' }>): string {
  const bound = issue.code === 'too_small' ? issue.minimum : issue.maximum;
  const atLeast = issue.code === 'too_small';
  switch (issue.origin) {
    case 'string':
      if (atLeast && Number(bound) === 1) return 'not be empty';
      return `have ${atLeast ? 'at least' : 'at most'} ${bound} characters`;
    case 'array':
      return `have ${atLeast ? 'at least' : 'at most'} ${bound} ${Number(bound) === 1 ? 'entry' : 'entries'}`;
    default:
      if (issue.inclusive) return `be ${atLeast ? 'at least' : 'at most'} ${bound}`;
      return `be ${atLeast ? 'greater' : 'less'} than ${bound}`;
  }
}

/** The end of a sentence on a value that is none of `values`: a full stop, or the nearest of them as a question. */
function suggestion(json: unknown, path: Path, values: readonly unknown[]): string {
  const value = valueAt(json, path);
  const nearest = typeof value === 'string' ? nearestName(value, values.map(String)) : null;
  return nearest === null ? '.' : `; did you mean ${JSON.stringify(nearest)}?`;
}

function typeName(expected: string): string {
  const names: Readonly<Record<string, string>> = {
    int: 'a whole number',
    number: 'a number',
    string: 'a text',
    boolean: 'true or false',
    array: 'a list',
    tuple: 'a pair of numbers',
    object: 'an object',
    record: 'an object',
  };
  return names[expected] ?? expected;
}

function alternatives(values: readonly unknown[]): string {
  const texts = values.map((value) => JSON.stringify(value));
  return texts.length < 2 ? texts.join('') : `${texts.slice(0, -1).join(', ')} or ${texts[texts.length - 1]}`;
}

/** Describes a value in a sentence: literal if short, else its kind. */
function describe(value: unknown): string {
  if (value === undefined) return 'nothing';
  if (Array.isArray(value) && value.length === 0) return 'an empty list';
  const text = literal(value);
  if (text !== undefined && text.length <= 40) return text;
  if (Array.isArray(value)) return `a list of ${value.length} entries`;
  return typeof value === 'string' ? `a text of ${value.length} characters` : 'an object';
}

/** The value as JSON; a client may send more than JSON holds, such as 1n. */
function literal(value: unknown): string | undefined {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'bigint') return `${value}n`;
  const json = JSON.stringify(value, (_key, inner) => (typeof inner === 'bigint' ? `${inner}n` : inner));
  return json === undefined ? undefined : escapedHidden(json);
}

/** Names of the fields that the object at a path may have. */
function fieldsAt(path: Path, json: unknown): readonly string[] {
  const schemas = path.reduce<readonly Schema[]>(
    (parents, key, depth) => parents.flatMap((schema) => member(schema, key, valueAt(json, path.slice(0, depth)))),
    [studySpecSchema],
  );
  const names = schemas.flatMap((schema) => objectsOf(schema, valueAt(json, path))).flatMap(Object.keys);
  return [...new Set(names)];
}

type Schema = z.core.$ZodType;
type Shape = Readonly<Record<string, Schema>>;

/** The schemas that apply to a member of a value. */
function member(schema: Schema, key: PropertyKey, value: unknown): Schema[] {
  const def = definitionOf(schema);
  if (def.type === 'array') return [def.element];
  if (def.type === 'union' && typeof key === 'number') {
    return def.options.flatMap((option) => member(option, key, value));
  }
  return objectsOf(schema, value).flatMap((shape) => shape[String(key)] ?? []);
}

/** Definition of a schema's input, behind defaults and transformations. */
function definitionOf(schema: Schema): z.core.$ZodTypes['_zod']['def'] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
    case 'default':
    case 'prefault':
      return definitionOf(def.innerType);
    case 'pipe':
      return definitionOf(def.in);
    default:
      return def;
  }
}

/**
 * The fields by name of the objects that a schema allows; for a union only the objects that have something in common
 * with the value.
 */
function objectsOf(schema: Schema, value: unknown): Shape[] {
  const def = definitionOf(schema);
  if (def.type === 'object') return [def.shape];
  if (def.type !== 'union') return [];
  const shapes = def.options.flatMap((option) => objectsOf(option, value));
  const kind = 'discriminator' in def ? String(def.discriminator) : null;
  return shapes.filter((shape) => (kind === null ? sharesName(shape, value) : isOfKind(shape, kind, value)));
}

function sharesName(shape: Shape, value: unknown): boolean {
  return Object.keys(Object(value)).some((name) => name in shape);
}

function isOfKind(shape: Shape, field: string, value: unknown): boolean {
  return shape[field]._zod.values?.has((value as Record<string, z.core.util.Primitive> | null)?.[field]) === true;
}

function valueAt(json: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (value, key) => (value === null || value === undefined ? undefined : (value as Record<PropertyKey, unknown>)[key]),
    json,
  );
}

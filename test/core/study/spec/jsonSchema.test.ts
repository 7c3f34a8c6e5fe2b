/** The JSON Schema that editors complete and check specs by. */
import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fieldHelp, SCHEMA_FILE, schemaText, specJsonSchema } from '../../../../src/core/study/spec/jsonSchema.ts';

interface Node {
  readonly description?: string;
  readonly const?: unknown;
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly anyOf?: readonly Node[];
  readonly oneOf?: readonly Node[];
}

/** Every field by its path, with the node of each place where it stands. */
function fieldsOf(node: Node, path = ''): [string, Node][] {
  const own = Object.entries(node.properties ?? {}).flatMap(([name, inner]): [string, Node][] => {
    const at = path === '' ? name : `${path}.${name}`;
    // The declaration of a method of one's own is documented as method.json.
    return [[at, inner], ...(at.endsWith('.declaration') ? [] : fieldsOf(inner, at))];
  });
  const items = node.items ? fieldsOf(node.items, `${path}[]`) : [];
  return [...own, ...items, ...(node.anyOf ?? node.oneOf ?? []).flatMap((member) => fieldsOf(member, path))];
}

const fields = fieldsOf(specJsonSchema() as Node);

describe('the JSON Schema of specs', () => {
  it('says of every field what it means', () => {
    expect(fields.length).toBeGreaterThan(150);
    const silent = fields.filter(([path, { description }]) => !description && !path.endsWith('kind'));
    expect(silent.map(([path]) => path)).toEqual([]);
  });

  it('is published as a file, which the presets name; `npm run docs:reference` writes it', () => {
    const resources = new URL('../../../../resources/', import.meta.url);
    expect(readFileSync(new URL(SCHEMA_FILE, resources), 'utf8')).toBe(schemaText());
    expect(JSON.parse(schemaText()).$id).toMatch(/^urn:/);
    for (const name of readdirSync(new URL('studies/', resources))) {
      const { $schema } = JSON.parse(readFileSync(new URL(`studies/${name}`, resources), 'utf8'));
      expect(new URL($schema, new URL('studies/', resources)).href, name).toBe(new URL(SCHEMA_FILE, resources).href);
    }
  });

  it('has every field that the help describes', () => {
    const paths = new Set(fields.map(([path]) => path));
    expect(Object.keys(fieldHelp).filter((path) => !paths.has(path))).toEqual([]);
  });
});

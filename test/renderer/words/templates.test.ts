/** Texts that users read are in the scripts of components or in words.ts; templates hold no English. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { babelParse, parse } from 'vue/compiler-sfc';

const root = resolve(import.meta.dirname, '../../../src/renderer');
const components = readdirSync(root, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.vue'))
  .map((name) => join(root, name));

/** Letters that are no English: symbols of mathematics, and keys that are pressed. */
const SYMBOLS = new Set(['π', 'σ²', 'α', 'p', 'q', 'n', 'm', 'u', 'd', 'z', 'RGB']);

/** Attributes and properties whose values are read. */
const TEXTS = new Set([
  ...[
    'label',
    'title',
    'aria-label',
    'aria-roledescription',
    'aria-valuetext',
    'placeholder',
    'help',
    'alt',
    'caption',
  ],
  ...['summary', 'legend', 'retry', 'what', 'unit', 'verb', 'hint', 'note', 'text', 'detail', 'empty', 'description'],
]);
/** Words of the program that such an attribute takes: kinds of things, not text. */
const KINDS: Readonly<Record<string, readonly string[]>> = { what: ['dataset', 'study'] };

const isEnglish = (text: string) => /\p{L}/u.test(text) && !SYMBOLS.has(text.trim());

interface Node {
  readonly type: string;
  readonly [field: string]: unknown;
}

/** Literal texts of an expression where they come to be its value, or an entry of TEXTS of it. */
function textsOf(node: Node, read: boolean): string[] {
  const inner = (name: string, now = read): string[] => textsOf(node[name] as Node, now);
  const all = (name: string): string[] =>
    (node[name] as (Node | null)[]).flatMap((one) => (one ? textsOf(one, read) : []));
  switch (node.type) {
    case 'StringLiteral':
      return read ? [node.value as string] : [];
    case 'TemplateLiteral': {
      const quasis = node.quasis as readonly { readonly value: { readonly cooked: string } }[];
      return [...(read ? quasis.map(({ value }) => value.cooked) : []), ...all('expressions')];
    }
    case 'ConditionalExpression':
      return [...inner('consequent'), ...inner('alternate')];
    case 'LogicalExpression':
      return [...inner('left'), ...inner('right')];
    case 'BinaryExpression':
      return node.operator === '+' ? [...inner('left'), ...inner('right')] : [];
    case 'ArrayExpression':
      return all('elements');
    case 'ArrowFunctionExpression':
      return inner('body');
    case 'CallExpression': {
      const { name } = node.callee as { readonly name?: string };
      const callee = node.callee as Node;
      const owner = callee.type === 'MemberExpression' ? textsOf(callee.object as Node, read) : [];
      const given = node.arguments as readonly Node[];
      // What a count is of is read; other functions are given keys.
      const taken = given.filter((one) => name === 'plural' || one.type === 'ArrowFunctionExpression');
      return [...owner, ...taken.flatMap((one) => textsOf(one, read))];
    }
    case 'ObjectExpression':
      return (node.properties as readonly Node[]).flatMap((property) => {
        if (property.type !== 'ObjectProperty') return [];
        const key = property.key as { readonly name?: string; readonly value?: string };
        return textsOf(property.value as Node, TEXTS.has(key.name ?? key.value ?? ''));
      });
    default:
      return [];
  }
}

function expression(source: string, read: boolean): string[] {
  const statement = babelParse(`(${source})`, { plugins: ['typescript'] }).program.body[0] as unknown as Node;
  return textsOf(statement.expression as Node, read);
}

interface Element {
  readonly type: number;
  readonly content?: string | { readonly loc: { readonly source: string } };
  readonly children?: readonly Element[];
  readonly props?: readonly {
    readonly type: number;
    readonly name: string;
    readonly value?: { readonly content: string };
    readonly arg?: { readonly content: string };
    readonly exp?: { readonly loc: { readonly source: string } };
  }[];
}
const [TEXT, INTERPOLATION, ATTRIBUTE] = [2, 5, 6];

function englishOf(element: Element): string[] {
  const own: string[] = [];
  if (element.type === TEXT) own.push(element.content as string);
  if (element.type === INTERPOLATION) {
    own.push(...expression((element.content as { readonly loc: { readonly source: string } }).loc.source, true));
  }
  for (const { type, name, value, arg, exp } of element.props ?? []) {
    if (type === ATTRIBUTE) {
      if (TEXTS.has(name) && value && !KINDS[name]?.includes(value.content)) own.push(value.content);
    } else if (name === 'bind' && arg && exp) {
      own.push(...expression(exp.loc.source, TEXTS.has(arg.content)));
    }
  }
  return [...own.filter(isEnglish).map((text) => text.trim()), ...(element.children ?? []).flatMap(englishOf)];
}

/** Texts in the template of a component that its script should hold. */
function english(source: string): string[] {
  const { template } = parse(source).descriptor;
  return template?.ast ? englishOf(template.ast as unknown as Element) : [];
}

describe('words of the page', () => {
  it('are seen in every place where a template can hold them', () => {
    const source = `<template><p title="One" :label="ready ? 'Two' : words.two" :choices="[{ value: 'x', title: 'Three' }]">
      Four {{ a === 'no' ? \`Five \${a}\` : words.six }} {{ plural(n, 'image') }} <i>p</i> {{ words.of('key') }}</p></template>`;
    expect(english(source)).toEqual(['One', 'Two', 'Three', 'Four', 'Five', 'image']);
  });

  it('stand in scripts, not in templates', () => {
    expect(components.length).toBeGreaterThan(150);
    const found = components.flatMap((file) =>
      english(readFileSync(file, 'utf8')).map((text) => `${relative(root, file)}: ${text}`),
    );
    expect(found).toEqual([]);
  });

  it('are taken from the nearest words of the room itself', () => {
    /** The words of a folder, or of the one around it that is still in the room. */
    const nearest = (folder: string): string => {
      const own = join(folder, 'words.ts');
      return existsSync(own) || dirname(folder) === root ? own : nearest(dirname(folder));
    };
    const foreign = components.filter((file) =>
      [...readFileSync(file, 'utf8').matchAll(/from '(\.[^']*\/words\.ts)'/g)].some(
        ([, from]) => !from.includes('/core/') && resolve(dirname(file), from) !== nearest(dirname(file)),
      ),
    );
    expect(foreign.map((file) => relative(root, file))).toEqual([]);
  });
});

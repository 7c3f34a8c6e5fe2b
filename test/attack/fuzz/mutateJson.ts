/** Damage to a document that stays JSON: by its values, where changes of its bytes end in the parser. */
import type { Random } from './mutate.ts';

/** A place in a document. */
interface Place {
  readonly parent: Record<string, unknown>;
  readonly key: string;
}

/** Made when it is chosen: some are long. */
const ODD: readonly (() => unknown)[] = [
  () => null,
  () => '',
  () => '\u0000\u001b[2J\u202e\n',
  () => '__proto__',
  () => 'x'.repeat(5000),
  () => -1,
  () => 0,
  () => 0.5,
  () => 1e308,
  () => 2 ** 53,
  () => true,
  () => [],
  () => ({}),
  () => nested(70),
  () => new Array<number>(2000).fill(0),
  () => ['a', 1, null],
  () => JSON.parse('{"__proto__": {"polluted": true}, "constructor": 1}') as unknown,
];

function nested(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = level % 2 === 0 ? [value] : { a: value };
  return value;
}

/** One to three values replaced, left out, doubled, moved, renamed or shifted a little. */
export function mutateJson(text: string, random: Random): string {
  const root = { document: JSON.parse(text) as unknown };
  for (let change = 1 + random(3); change > 0; change--) {
    const places = placesIn(root);
    if (places.length === 0) break;
    const { parent, key } = places[random(places.length)];
    const other = places[random(places.length)];
    switch (random(7)) {
      case 0:
      case 1:
        parent[key] = ODD[random(ODD.length)]();
        break;
      case 2:
        if (Array.isArray(parent)) parent.splice(Number(key), 1);
        else delete parent[key];
        break;
      case 3:
        if (Array.isArray(parent)) parent.splice(Number(key), 0, structuredClone(parent[Number(key)]));
        else parent[`${key}${random(2) === 0 ? '2' : ' '}`] = structuredClone(parent[key]);
        break;
      case 4:
        parent[key] = structuredClone(other.parent[other.key]);
        break;
      case 5:
        if (!Array.isArray(parent)) parent[ODD_KEYS[random(ODD_KEYS.length)]] = parent[key];
        break;
      default:
        parent[key] = shifted(parent[key], random);
    }
  }
  return JSON.stringify(root.document) ?? 'null';
}

const ODD_KEYS = ['', 'toString', 'length', 'id', '0', '-1'];

function shifted(value: unknown, random: Random): unknown {
  if (typeof value === 'number') return [value + 1, value - 1, -value, value * 1e6, value / 3][random(5)];
  if (typeof value === 'string') return [value.slice(1), `${value} `, value.toUpperCase(), value + value][random(4)];
  return typeof value === 'boolean' ? !value : value;
}

function placesIn(root: object): Place[] {
  const places: Place[] = [];
  const visit = (parent: Record<string, unknown>): void => {
    for (const key of Object.keys(parent)) {
      places.push({ parent, key });
      const value = parent[key];
      if (value !== null && typeof value === 'object') visit(value as Record<string, unknown>);
    }
  };
  visit(root as Record<string, unknown>);
  return places;
}

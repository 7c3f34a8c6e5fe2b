/**
 * Nesting in MAT-files of level 5: fields of structures become arrays named "data.fea"; cells and the fields of
 * structure arrays are joined if they are of one size.
 */
import { FormatError } from '../formatError.ts';
import {
  CLASSES,
  type Element,
  elementsOf,
  type Head,
  headFrom,
  isNumeric,
  isSparse,
  isText,
  MATRIX,
  takePart,
  viewOf,
} from './matElements.ts';

/** An unconverted array of numbers or characters. */
export interface MatLeaf {
  readonly head: Head;
  /** Its numbers or characters; of a sparse matrix, the numbers that it stores. */
  readonly content: Element;
  /** Rows of the stored numbers, and where each column begins among them; only of a sparse matrix. */
  readonly sparse?: { readonly rows: Element; readonly starts: Element };
}

/** A named array of the file, from one leaf or from several joined ones. */
export interface MatArray {
  readonly name: string;
  readonly kind: 'numbers' | 'text';
  readonly dims: readonly number[];
  /** Joined leaves follow each other in memory, the first index fastest. */
  readonly leaves: readonly MatLeaf[];
  /** Images per cell, of a stack that was joined from the stacks of a cell array. */
  readonly cells?: readonly number[];
}

interface MatOther {
  readonly name: string;
  readonly kind: 'other';
  /** Its actual type, e.g. "sparse" or "cell of arrays of different sizes". */
  readonly type: string;
}

type Node =
  | { readonly kind: 'numbers' | 'text'; readonly leaf: MatLeaf }
  | { readonly kind: 'list'; readonly type: 'cell' | 'struct'; readonly items: readonly Node[] }
  | { readonly kind: 'record'; readonly fields: ReadonlyMap<string, Node> }
  | { readonly kind: 'other'; readonly type: string };

/** Maximum nesting of structures; files of images have fewer levels. */
const MAX_DEPTH = 16;

/** True if `arraysOf` may find arrays in it. */
export function isContainer({ classCode }: Pick<Head, 'classCode'>): boolean {
  return CLASSES[classCode] === 'cell' || CLASSES[classCode] === 'struct';
}

/**
 * The arrays of a matrix element, with those of its cells and fields if `nested` is set. Throws FormatError if it ends
 * early.
 */
export function arraysOf(element: Element, nested: boolean): (MatArray | MatOther)[] {
  const parts = elementsOf(element.body, element.little);
  const head = headFrom(parts);
  return [...flattened(head.name, nodeOf(head, parts, nested ? 0 : MAX_DEPTH))];
}

function nodeOf(head: Head, parts: Generator<Element>, depth: number): Node {
  if (isNumeric(head) || isText(head)) {
    const { value, done } = parts.next();
    const what = isText(head) ? 'text' : 'numbers';
    if (done) throw new FormatError(`expected the ${what} of variable "${head.name}", found the end of its element`);
    return { kind: what, leaf: { head, content: value } };
  }
  if (isSparse(head)) {
    const [rows, starts] = [takePart(parts, 'row indices', [5]), takePart(parts, 'column starts', [5])];
    const { value, done } = parts.next();
    if (done) throw new FormatError(`expected the numbers of variable "${head.name}", found the end of its element`);
    return { kind: 'numbers', leaf: { head, content: value, sparse: { rows, starts } } };
  }
  const type = (head.complex ? 'complex ' : '') + (CLASSES[head.classCode] ?? 'unknown');
  if (!isContainer(head) || depth >= MAX_DEPTH) return { kind: 'other', type };
  const count = head.dims.reduce((product, size) => product * size, 1);
  if (type === 'cell') return { kind: 'list', type: 'cell', items: childrenOf(head, parts, count, depth) };
  const names = fieldsOf(parts);
  // Without fields the number of structures is an unbounded claim.
  if (names.length === 0 || count === 0) return { kind: 'other', type };
  const children = childrenOf(head, parts, count * names.length, depth);
  const items = Array.from({ length: count }, (_, i): Node => {
    const entries = names.map((name, f): [string, Node] => [name, children[i * names.length + f]]);
    return { kind: 'record', fields: new Map(entries) };
  });
  return count === 1 ? items[0] : { kind: 'list', type: 'struct', items };
}

/** Names of fields, all padded with zeros to one length. */
function fieldsOf(parts: Generator<Element>): string[] {
  const size = takePart(parts, 'length of field names', [5]);
  const names = takePart(parts, 'field names', [1]).body;
  const length = size.body.length < 4 ? 0 : viewOf(size.body).getInt32(0, size.little);
  if (length <= 0 || names.length % length !== 0) {
    throw new FormatError(`expected field names of ${length} bytes each, found ${names.length} bytes`);
  }
  return Array.from({ length: names.length / length }, (_, f) =>
    new TextDecoder().decode(names.subarray(f * length, (f + 1) * length)).replace(/\0.*$/s, ''),
  );
}

function childrenOf({ name }: Head, parts: Generator<Element>, count: number, depth: number): Node[] {
  const children: Node[] = [];
  for (const element of parts) {
    if (children.length === count) break;
    if (element.type !== MATRIX) {
      throw new FormatError(`expected arrays in "${name}", found an element of type ${element.type}`);
    }
    // Unset fields are empty arrays.
    if (element.body.length === 0) children.push({ kind: 'other', type: 'empty' });
    else {
      const inner = elementsOf(element.body, element.little);
      children.push(nodeOf(headFrom(inner), inner, depth + 1));
    }
  }
  if (children.length < count) throw new FormatError(`expected ${count} arrays in "${name}", found ${children.length}`);
  return children;
}

function* flattened(name: string, node: Node): Generator<MatArray | MatOther> {
  switch (node.kind) {
    case 'numbers':
    case 'text':
      yield { name, kind: node.kind, dims: node.leaf.head.dims, leaves: [node.leaf] };
      break;
    case 'record':
      for (const [field, child] of node.fields) yield* flattened(`${name}.${field}`, child);
      break;
    case 'list':
      yield* joined(name, node);
      break;
    case 'other':
      yield { name, kind: 'other', type: node.type };
  }
}

function* joined(name: string, { items, type }: Extract<Node, { kind: 'list' }>): Generator<MatArray | MatOther> {
  if (items.length === 0) return void (yield { name, kind: 'other', type: 'empty cell' });
  if (items.length === 1) return yield* flattened(name, items[0]);
  const records = items.filter((item) => item.kind === 'record');
  if (records.length === items.length) {
    for (const field of records[0].fields.keys()) {
      const values = records.map(({ fields }): Node => fields.get(field) ?? { kind: 'other', type: 'empty' });
      yield* joined(`${name}.${field}`, { kind: 'list', type: 'struct', items: values });
    }
    return;
  }
  const leaves = items.flatMap((item) => (item.kind === 'numbers' || item.kind === 'text' ? [item.leaf] : []));
  const [{ kind }] = items;
  const what = type === 'cell' ? 'cell' : 'field of structures';
  if (leaves.length < items.length || items.some((item) => item.kind !== kind) || leaves.some(({ sparse }) => sparse)) {
    return void (yield { name, kind: 'other', type: `${what} of different kinds` });
  }
  if (kind === 'text') {
    const oneLine = leaves.every(({ head }) => head.dims[0] <= 1);
    yield oneLine
      ? { name, kind, dims: [items.length, Math.max(...leaves.map(({ head }) => head.dims[1]))], leaves }
      : { name, kind: 'other', type: `${what} of texts of several lines` };
    return;
  }
  const [{ dims, classCode, logical }] = leaves.map(({ head }) => head);
  const stacks = type === 'cell' ? joinedStacks(leaves) : null;
  if (stacks !== null) return void (yield { name, kind: 'numbers', leaves, ...stacks });
  const alike = leaves.every(
    ({ head }) => head.dims.join() === dims.join() && head.classCode === classCode && head.logical === logical,
  );
  if (!alike) return void (yield { name, kind: 'other', type: `${what} of arrays of different sizes` });
  yield { name, kind: 'numbers', dims: [...joinedDims(dims), items.length].slice(-3), leaves };
}

/**
 * Cells of stacks, rows × columns × images of one subject each, as one stack; null for other cells. A cell of one image
 * has two dimensions.
 */
function joinedStacks(leaves: readonly MatLeaf[]): Pick<MatArray, 'dims' | 'cells'> | null {
  const heads = leaves.map(({ head }) => head);
  const [{ dims, classCode, logical }] = heads;
  const stacked = heads.some((head) => head.dims.length === 3);
  const alike = heads.every(
    (head) =>
      head.dims.length <= 3 &&
      head.dims[0] === dims[0] &&
      head.dims[1] === dims[1] &&
      head.classCode === classCode &&
      head.logical === logical,
  );
  if (!stacked || !alike || leaves.some(({ sparse }) => sparse)) return null;
  const cells = heads.map((head) => head.dims[2] ?? 1);
  return { dims: [dims[0], dims[1], cells.reduce((sum, count) => sum + count, 0)], cells };
}

/**
 * Numbers are joined to a vector, vectors to the columns of a matrix, matrices to a stack of rows × columns × number.
 */
function joinedDims(dims: readonly number[]): readonly number[] {
  const long = dims.filter((size) => size !== 1);
  if (long.length === 0) return [1];
  return long.length === 1 ? long : dims;
}

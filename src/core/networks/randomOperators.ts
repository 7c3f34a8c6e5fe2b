/** Finds operators of an ONNX file that draw random numbers, without loading the model. */

const RANDOM = new Set([
  'Bernoulli',
  'Multinomial',
  'RandomNormal',
  'RandomNormalLike',
  'RandomUniform',
  'RandomUniformLike',
]);

/** Numbers of fields in onnx.proto. */
const MODEL = { graph: 7, functions: 25 } as const;
const GRAPH_NODE = 1;
const FUNCTION_NODE = 7;
const NODE = { operator: 4, attribute: 5 } as const;
const ATTRIBUTE = { graph: 6, graphs: 11 } as const;

/** Nesting of graphs in attributes that is followed. */
const DEEPEST = 50;

/**
 * Their names, sorted; also in the branches and bodies of control flow and in functions. Empty for bytes that are no
 * model, which the runtime refuses.
 */
export function randomOperators(model: Uint8Array): string[] {
  const names = new Set<string>();
  for (const { field, content } of fieldsOf(model)) {
    if (field === MODEL.graph) searchNodes(content, GRAPH_NODE, names, 0);
    if (field === MODEL.functions) searchNodes(content, FUNCTION_NODE, names, 0);
  }
  return [...names].sort();
}

function searchNodes(graph: Uint8Array, nodeField: number, names: Set<string>, depth: number): void {
  if (depth > DEEPEST) return;
  for (const { field, content: node } of fieldsOf(graph)) {
    if (field !== nodeField) continue;
    for (const part of fieldsOf(node)) {
      const name = part.field === NODE.operator ? new TextDecoder().decode(part.content) : '';
      if (RANDOM.has(name)) names.add(name);
      if (part.field !== NODE.attribute) continue;
      for (const { field: inner, content } of fieldsOf(part.content)) {
        if (inner === ATTRIBUTE.graph || inner === ATTRIBUTE.graphs) searchNodes(content, GRAPH_NODE, names, depth + 1);
      }
    }
  }
}

/** The fields of a message in protocol buffers that hold bytes; ends at the first that is damaged. */
function* fieldsOf(message: Uint8Array): Generator<{ readonly field: number; readonly content: Uint8Array }> {
  let offset = 0;
  const varint = (): number => {
    let value = 0;
    for (let scale = 1; offset < message.length; scale *= 128) {
      const byte = message[offset++];
      value += (byte & 127) * scale;
      if (byte < 128) return value;
    }
    return NaN;
  };
  while (offset < message.length) {
    const tag = varint();
    const field = Math.floor(tag / 8);
    switch (tag % 8) {
      case 0:
        varint();
        break;
      case 1:
        offset += 8;
        break;
      case 2: {
        const length = varint();
        if (!(offset + length <= message.length)) return;
        yield { field, content: message.subarray(offset, offset + length) };
        offset += length;
        break;
      }
      case 5:
        offset += 4;
        break;
      default:
        return;
    }
  }
}

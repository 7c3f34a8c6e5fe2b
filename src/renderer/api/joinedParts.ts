import { isPart, type ReplyChunk } from '../../core/contract/delivery.ts';

type Listener = (event: { data?: unknown }) => void;

/** A port of the shell as the client expects it: long answers, which come in parts, are put together. */
export function joinedParts(port: MessagePort): Pick<MessagePort, 'addEventListener' | 'postMessage'> {
  let parts: ReplyChunk[] = [];
  const whole = (data: unknown): unknown => {
    if (!isPart(data)) return data;
    parts.push(data);
    if (!data.last) return undefined;
    const bytes = parts.length === 1 ? data.bytes : joined(parts);
    parts = [];
    return data.text ? new TextDecoder().decode(bytes) : bytes;
  };
  const addEventListener = (name: string, listener: Listener): void =>
    port.addEventListener(name, (event) => {
      if (name !== 'message') return listener(event as MessageEvent);
      const data = whole((event as MessageEvent).data);
      // Nothing but a port that is about to close sends anything else.
      if (typeof data === 'string' || data instanceof Uint8Array) listener({ data });
    });
  return { addEventListener, postMessage: port.postMessage.bind(port) } as MessagePort;
}

function joined(parts: readonly ReplyChunk[]): Uint8Array {
  const all = new Uint8Array(parts.reduce((sum, { bytes }) => sum + bytes.length, 0));
  let offset = 0;
  for (const { bytes } of parts) {
    all.set(bytes, offset);
    offset += bytes.length;
  }
  return all;
}

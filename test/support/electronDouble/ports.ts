/** MessagePortMain: queues until it is started, clones what is sent, and drops what is sent after it was closed. */
import { EventEmitter } from 'node:events';

/** Throws what Electron throws for what its ports cannot carry. */
export function cloned<T>(message: T): T {
  refuse(message, new Set());
  return structuredClone(message);
}

function refuse(value: unknown, seen: Set<unknown>): void {
  if (typeof value === 'function' || value instanceof SharedArrayBuffer || value instanceof Blob) {
    throw new Error('An object could not be cloned.');
  }
  if (typeof value !== 'object' || value === null || seen.has(value)) return;
  seen.add(value);
  if (ArrayBuffer.isView(value)) return refuse(value.buffer, seen);
  for (const part of Array.isArray(value) ? value : Object.values(value)) refuse(part, seen);
}

/** The other end of a port, in a page. */
export interface FarEnd {
  readonly deliver: (data: unknown) => void;
  readonly close: () => void;
}

export class DoublePort extends EventEmitter {
  readonly #far: FarEnd;
  #queue: unknown[] | null = [];
  #closed = false;

  constructor(far: FarEnd) {
    super();
    this.#far = far;
  }

  start(): void {
    const waiting = this.#queue ?? [];
    this.#queue = null;
    for (const data of waiting) this.#emitMessage(data);
  }

  postMessage(message: unknown): void {
    const copy = cloned(message);
    if (!this.#closed) this.#far.deliver(copy);
  }

  close(): void {
    if (this.#closed) return;
    this.#far.close();
    this.#end();
  }

  /** A message of the page. */
  arrive(data: unknown): void {
    if (this.#closed) return;
    const copy = cloned(data);
    if (this.#queue === null) this.#emitMessage(copy);
    else this.#queue.push(copy);
  }

  /** The page has closed its end, or is gone. */
  farClosed(): void {
    if (!this.#closed) this.#end();
  }

  #emitMessage(data: unknown): void {
    this.emit('message', { data, ports: [] });
  }

  #end(): void {
    this.#closed = true;
    this.emit('close');
  }
}

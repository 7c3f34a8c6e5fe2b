/** Events as Electron emits them: objects that know whether a listener has prevented the default. */
import type { EventEmitter } from 'node:events';

export class DoubleEvent {
  #prevented = false;
  get defaultPrevented(): boolean {
    return this.#prevented;
  }
  preventDefault(): void {
    this.#prevented = true;
  }
}

/** Emits with an event first, which carries `details` as well; answers whether the default may go on. */
export function emitEvent(emitter: EventEmitter, name: string, details: object = {}, ...rest: unknown[]): boolean {
  const event = Object.assign(new DoubleEvent(), details);
  emitter.emit(name, event, ...rest);
  return !event.defaultPrevented;
}

/** What remains of Electron's type without the overloads of its listeners, which an EventEmitter brings. */
export type Methods<T> = Partial<{ [K in keyof T as K extends keyof EventEmitter ? never : K]: T[K] }>;

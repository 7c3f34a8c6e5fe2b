import type { WebSocket } from 'ws';
import type { Closing, PageEnd } from '../engineThread/relay.ts';

/** Codes of RFC 6455: inconsistent data; the service restarts. */
const CODES: Readonly<Record<Closing, number>> = { malformed: 1007, restarted: 1012 };
const REASONS: Readonly<Record<Closing, string>> = {
  malformed: 'Expected a call.',
  restarted: 'The engine was started again.',
};

/** The page behind an accepted WebSocket. */
export function pageSocket(socket: WebSocket): PageEnd {
  return {
    send(delivery) {
      if (typeof delivery === 'string') socket.send(delivery);
      else socket.send(delivery.bytes, { binary: !delivery.text });
    },
    close: (why) => socket.close(CODES[why], REASONS[why]),
    onMessage: (listener) => void socket.on('message', (data, isBinary) => listener(isBinary ? data : data.toString())),
    onClose: (listener) => void socket.on('close', listener),
  };
}

// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { connect } from '../../../src/renderer/api/connect.ts';

afterEach(() => vi.unstubAllGlobals());

it.each([
  ['#token=abc-1', '#/'],
  ['#token=abc-1&page=/studies/3', '#/studies/3'],
])('takes the token out of the address %s, which becomes %s', (hash, page) => {
  const protocols: unknown[] = [];
  vi.stubGlobal(
    'WebSocket',
    class extends EventTarget {
      constructor(_url: string, offered: unknown) {
        super();
        protocols.push(offered);
      }
    },
  );
  location.hash = hash;
  connect();
  expect(location.hash).toBe(page);
  expect(protocols[0]).toEqual(['eigenbench', 'token.abc-1']);
});

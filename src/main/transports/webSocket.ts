import { createORPCClient } from '@orpc/client';
import { RPCLink } from '@orpc/client/websocket';
import type { ContractRouterClient } from '@orpc/contract';
import { RPCHandler } from '@orpc/server/ws';
import type { WebSocket as NodeWebSocket } from 'ws';
import type { Contract } from '../../core/contract/contract.ts';
import type { EngineRouter } from '../engine/router.ts';

/** Answers calls that arrive over an accepted WebSocket, until it closes; then running streams end. */
export function serveWebSocket(router: EngineRouter, socket: NodeWebSocket): void {
  void new RPCHandler(router).upgrade(socket);
}

/** A client over a WebSocket (the browser's or Node's own). Calls made before it opens wait for it. */
export function connectWebSocket(socket: WebSocket): ContractRouterClient<Contract> {
  return createORPCClient(new RPCLink({ websocket: socket }));
}

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIPv4, type Socket } from 'node:net';
import { HeldOpen } from './held-open.ts';
import { networkOf } from './network.ts';

/** How long the server waits for a caller. */
export interface Patience {
  /** For the next byte of an announced body. */
  readonly bodyMs: number;
  /** For a whole body. Every byte that arrives extends it, so a slow line is served and a body in drops is not. */
  readonly wholeBodyMs: number;
  /** For the caller to read the next part of its answer. A slow phone empties the system's buffers in large steps. */
  readonly readerMs: number;
}

/** Node's code for a request that arrives too late. */
const LATE = 'ERR_HTTP_REQUEST_TIMEOUT';

/** Slower than any line that a page can be loaded over. */
const BODY_BYTES_PER_SECOND = 500;

export const PATIENCE: Patience = { bodyMs: 15_000, wholeBodyMs: 90_000, readerMs: 120_000 };

/** As in the shipped nginx.conf: more than the largest upload with its form. */
const BODY_MAX_BYTES = 2_097_152;
/** Each piece of a body takes time, however short it is. Networks and proxies deliver far more at once. */
const PIECE_MIN_BYTES = 64;
const SHORT_PIECES_MAX = 1000;

/** Browsers and proxies wait for each answer before they send the next request on a connection. */
const UNANSWERED_MAX = 8;

interface ConnectionOptions extends Pick<Patience, 'bodyMs' | 'wholeBodyMs'> {
  /** Addresses and ranges. A proxy forwards for many networks, so the number of its connections has no limit. */
  readonly proxies: readonly string[];
  /** Connections without a request that one network may have. */
  readonly mostIdle: number;
}

/**
 * Closes connections whose announced body does not arrive or is longer or in more pieces than any client sends, those
 * with too many requests at once, and idle ones of a network that has too many.
 */
export function limitConnections(server: Server, options: ConnectionOptions): void {
  const { bodyMs, wholeBodyMs, proxies, mostIdle } = options;
  const isProxy = makeIsProxy(proxies);
  const idle = new HeldOpen(mostIdle);
  const releases = new WeakMap<Socket, () => void>();
  const unanswered = new WeakMap<Socket, number>();

  const leaveIdle = (socket: Socket) => releases.get(socket)?.();
  const holdIdle = (socket: Socket) => {
    const { remoteAddress } = socket;
    leaveIdle(socket);
    if (socket.destroyed || remoteAddress === undefined || isProxy(remoteAddress)) return;
    releases.set(
      socket,
      idle.hold(networkOf(remoteAddress), () => socket.destroy()),
    );
  };

  server.on('connection', (socket: Socket) => {
    holdIdle(socket);
    socket.once('close', () => leaveIdle(socket));
  });
  // In place of fastify's own listener: Node reports all requests of a packet, also once the connection is closed.
  const listeners = server.listeners('request');
  server.removeAllListeners('request');
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    const count = (unanswered.get(socket) ?? 0) + 1;
    if (count > UNANSWERED_MAX) socket.destroy();
    if (socket.destroyed) return;
    unanswered.set(socket, count);
    leaveIdle(socket);
    limitBody(request);
    if (announcesBody(request)) {
      request.setTimeout(bodyMs);
      request.once('timeout', () => endLate(server, response));
      endDrops(request, wholeBodyMs, () => endLate(server, response));
      request.once('end', () => socket.setTimeout(server.timeout));
    }
    response.once('close', () => {
      unanswered.set(socket, (unanswered.get(socket) ?? 1) - 1);
      holdIdle(socket);
      // The server answered before the body arrived. The rest of the body gets no more time than before.
      if (!request.complete) request.setTimeout(bodyMs);
    });
    for (const listener of listeners) listener.call(server, request, response);
  });
}

/** Returns true if a request has a body that the server waits for. */
export function announcesBody({ method, headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (method === 'GET' || method === 'HEAD') return false;
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
}

/** Counts where Node hands over a body, before anybody reads it: some bodies are read late, or by a library, or not at all. */
function limitBody(request: IncomingMessage): void {
  const { socket } = request;
  let [bytes, pieces] = [0, 0];
  const push = request.push.bind(request);
  request.push = (piece: Buffer | null) => {
    bytes += piece?.length ?? 0;
    pieces += 1;
    if (pieces > SHORT_PIECES_MAX + bytes / PIECE_MIN_BYTES) socket.destroy();
    // The rest of too long a body is not read: the handler may be about to answer, and otherwise the body is late.
    return !socket.destroyed && bytes <= BODY_MAX_BYTES && push(piece);
  };
}

/** Calls `end` once a body has arrived more slowly than any line needs, after `graceMs`. */
function endDrops(request: IncomingMessage, graceMs: number, end: () => void): void {
  const { socket } = request;
  const begun = { at: performance.now(), bytes: socket.bytesRead };
  const leftMs = () =>
    begun.at +
    graceMs +
    ((socket.bytesRead - begun.bytes) * 1000) / BODY_BYTES_PER_SECOND -
    performance.now();
  const look = () => {
    const ms = leftMs();
    if (ms > 0) timer = setTimeout(look, ms);
    else end();
  };
  let timer = setTimeout(look, graceMs);
  const stop = () => clearTimeout(timer);
  request.once('end', stop);
  request.once('close', stop);
}

/** Ends a request whose body is late: with 408, unless its answer has begun. */
export function endLate(server: Server, { req, headersSent }: ServerResponse): void {
  if (headersSent) req.socket.destroy();
  else server.emit('clientError', Object.assign(new Error('The body is late.'), { code: LATE }), req.socket);
}

/** Makes the function that tells whether an address is one of these addresses and ranges. */
export function makeIsProxy(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const proxy of proxies) {
    const [address = '', bits] = proxy.split('/');
    const family = isIPv4(address) ? 'ipv4' : 'ipv6';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6');
}

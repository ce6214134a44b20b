import type { Readable } from 'node:stream';
import { errorCodes, type FastifyInstance } from 'fastify';
import { MalformedError } from '#server/domain/ground/errors.ts';

const MALFORMED = 'The request is not valid JSON.';
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;
/** A string (to the end of the text if nothing closes it), or a sign between values. */
const TOKEN = /"(?:[^"\\]|\\.?)*(?:"|$)|[[\]{},:]/gs;
/** Key, colon, value and comma of every answer to a form with a thousand questions, and of a label with each. */
const TOKENS_MAX = 8000;
/** No call of the contract needs half of it. */
const DEPTH_MAX = 8;
const [QUOTE, ESCAPE, COLON, COMMA, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] =
  Buffer.from('"\\:,[]{}');

/** Accepts only JSON in UTF-8, uncompressed. An empty body counts as no body, whatever its content type. */
export function readJsonOnly(fastify: FastifyInstance): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/json', (request, payload, done) => {
    const read = (body: Buffer) => {
      if (body.length === 0) return done(null, undefined);
      const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
      const [, charset = 'utf-8'] = CHARSET.exec(type) ?? [];
      if (!/^utf-?8$/i.test(charset) || encoding.toLowerCase() !== 'identity') {
        return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type));
      }
      let text: string;
      try {
        text = utf8.decode(body);
        checkKeys(text);
      } catch {
        return done(new MalformedError(MALFORMED));
      }
      void parse(request, text, (error, value) =>
        error === null ? done(null, value) : done(new MalformedError(MALFORMED)),
      );
    };
    const { bodyLimit } = request.routeOptions;
    if (Number(request.headers['content-length']) > bodyLimit)
      return done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    receive(payload, bodyLimit).then(read, done);
  });
}

/**
 * Returns a body. Of one that is too large, it keeps nothing: to collect many of them would take most of their time. The
 * rest is let through, because a connection that closes on unread bytes can lose the answer.
 *
 * @throws {FastifyError} for more bytes, tokens or levels than any call needs
 */
function receive(payload: Readable, mostBytes: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const isSmall = makeIsSmall();
    const pieces: Buffer[] = [];
    let bytes = 0;
    const end = () => resolve(Buffer.concat(pieces));
    const take = (piece: Buffer) => {
      bytes += piece.length;
      pieces.push(piece);
      if (bytes <= mostBytes && isSmall(piece)) return;
      pieces.length = 0;
      payload.off('data', take).off('end', end).resume();
      reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    };
    payload.on('data', take).on('end', end);
    payload.once('error', () => reject(new MalformedError(MALFORMED)));
  });
}

/**
 * Makes the function that returns false once the pieces of a body have more tokens or more levels than any call needs. To
 * name what is wrong with each of many thousand members would cost more than all other work. It looks at bytes, because text
 * and matches of such a body would cost most of its time.
 */
function makeIsSmall(): (piece: Uint8Array) => boolean {
  let [tokens, depth, isText, isEscaped] = [0, 0, false, false];
  return (piece) => {
    for (let at = 0; at < piece.length; at += 1) {
      const byte = piece[at];
      if (isEscaped) {
        isEscaped = false;
        continue;
      }
      if (byte === QUOTE) isText = !isText;
      if (isText && byte !== QUOTE) {
        isEscaped = byte === ESCAPE;
        continue;
      }
      if (byte === OPEN_LIST || byte === OPEN_OBJECT) depth += 1;
      else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth = Math.max(0, depth - 1);
      else if (byte !== COLON && byte !== COMMA && !(byte === QUOTE && isText)) continue;
      tokens += 1;
      if (tokens > TOKENS_MAX || depth > DEPTH_MAX) return false;
    }
    return true;
  };
}

/** @throws {Error} if an object repeats a key, and so is ambiguous, or a key cannot be read */
function checkKeys(text: string): void {
  const open: Set<unknown>[] = [];
  let key = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === ']' || token === '}') open.pop();
    else if (token === '[' || token === '{') open.push(new Set());
    else if (token === ':') addNew(open.at(-1), JSON.parse(key));
    else if (token !== ',') key = token;
  }
}

function addNew(keys: Set<unknown> | undefined, key: unknown): void {
  if (keys?.has(key) === true) throw new MalformedError(MALFORMED);
  keys?.add(key);
}

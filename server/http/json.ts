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

/** Accepts only JSON in UTF-8, uncompressed. An empty body counts as no body, whatever its content type. */
export function readJsonOnly(fastify: FastifyInstance): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    const { 'content-type': type = '', 'content-encoding': encoding = 'identity' } = request.headers;
    const [, charset = 'utf-8'] = CHARSET.exec(type) ?? [];
    if (!/^utf-?8$/i.test(charset) || encoding.toLowerCase() !== 'identity') {
      return done(new errorCodes.FST_ERR_CTP_INVALID_MEDIA_TYPE(type));
    }
    let text: string;
    try {
      text = utf8.decode(body);
      if (!isSmall(text)) return done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    } catch {
      return done(new MalformedError(MALFORMED));
    }
    void parse(request, text, (error, value) =>
      error === null ? done(null, value) : done(new MalformedError(MALFORMED)),
    );
  });
}

/**
 * Returns false, without reading on, if a text has more tokens or more levels than any call needs. To name what is wrong
 * with each of many thousand members would cost more than all other work.
 *
 * @throws {Error} if an object repeats a key, and so is ambiguous, or a key cannot be read
 */
function isSmall(text: string): boolean {
  const open: Set<unknown>[] = [];
  let tokens = 0;
  let key = '';
  for (const [token] of text.matchAll(TOKEN)) {
    tokens += 1;
    if (token === ']' || token === '}') open.pop();
    else if (token === '[' || token === '{') open.push(new Set());
    else if (token === ':') addNew(open.at(-1), JSON.parse(key));
    else if (token !== ',') key = token;
    if (tokens > TOKENS_MAX || open.length > DEPTH_MAX) return false;
  }
  return true;
}

function addNew(keys: Set<unknown> | undefined, key: unknown): void {
  if (keys?.has(key) === true) throw new MalformedError(MALFORMED);
  keys?.add(key);
}

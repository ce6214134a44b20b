import { errorCodes, type FastifyInstance } from 'fastify';
import { MalformedError } from '#server/domain/errors.ts';

const MALFORMED = 'The request is not valid JSON.';
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;
const [QUOTE, COLON, BACKSLASH] = [0x22, 0x3a, 0x5c];

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
    } catch {
      return done(new MalformedError(MALFORMED));
    }
    void parse(request, text, (error, value) =>
      error === null && colonsIn(text) === keysIn(value)
        ? done(null, value)
        : done(new MalformedError(MALFORMED)),
    );
  });
}

/**
 * Counts the members in the text of valid JSON. If the value has fewer, a key is repeated, and the body is ambiguous.
 */
function colonsIn(text: string): number {
  let colons = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) isInString = !isInString;
    else if (unit === BACKSLASH) at += 1;
    else if (unit === COLON && !isInString) colons += 1;
  }
  return colons;
}

/** Counts the members of a value. Not recursive, because nesting can be deeper than the stack allows. */
function keysIn(value: unknown): number {
  let keys = 0;
  const open = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next !== 'object' || next === null) continue;
    const inner: unknown[] = Object.values(next);
    if (!Array.isArray(next)) keys += inner.length;
    for (const one of inner) if (typeof one === 'object') open.push(one);
  }
  return keys;
}

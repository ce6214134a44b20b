import { errorCodes, type FastifyInstance } from 'fastify';
import { MalformedError } from '#server/domain/ground/errors.ts';

const MALFORMED = 'The request is not valid JSON.';
const CHARSET = /;\s*charset\s*=\s*"?([^";\s]+)/i;
const [QUOTE, BACKSLASH, COMMA, COLON] = [0x22, 0x5c, 0x2c, 0x3a];
const [LIST, END_LIST, OBJECT, END_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d];
/** Every answer of a form with a thousand questions, and a label with each. */
const VALUES_MAX = 2000;
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
    } catch {
      return done(new MalformedError(MALFORMED));
    }
    const members = membersIn(text);
    if (members === undefined) return done(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
    void parse(request, text, (error, value) =>
      // A value with fewer members repeats a key, and is ambiguous.
      error === null && members === keysIn(value) ? done(null, value) : done(new MalformedError(MALFORMED)),
    );
  });
}

/**
 * Counts the members in the text of valid JSON. Any other text is refused when it is parsed.
 *
 * @returns `undefined`, without reading on, if there are more values or more levels than any call needs. To name what
 *   is wrong with each of many thousand would cost more than all other work
 */
function membersIn(text: string): number | undefined {
  let members = 0;
  let values = 0;
  let depth = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) isInString = !isInString;
    else if (unit === BACKSLASH) at += 1;
    else if (isInString) continue;
    else if (unit === COLON) members += 1;
    else if (unit === COMMA) values += 1;
    else if (unit === END_LIST || unit === END_OBJECT) depth -= 1;
    else if (unit === LIST || unit === OBJECT) {
      values += 1;
      depth += 1;
    }
    if (values > VALUES_MAX || depth > DEPTH_MAX) return undefined;
  }
  return members;
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

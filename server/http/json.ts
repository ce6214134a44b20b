import type { FastifyInstance } from 'fastify';
import { MalformedError } from '#server/domain/errors.ts';

const MALFORMED = 'The request is not valid JSON.';

/** JSON is the only body that calls take; an empty one counts as none, whatever the header says. */
export function readJsonOnly(fastify: FastifyInstance): void {
  const utf8 = new TextDecoder('utf-8', { fatal: true });
  const parse = fastify.getDefaultJsonParser('error', 'error');
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser<Buffer>('application/json', { parseAs: 'buffer' }, (request, body, done) => {
    if (body.length === 0) return done(null, undefined);
    let text: string;
    try {
      text = utf8.decode(body);
    } catch {
      return done(new MalformedError(MALFORMED));
    }
    void parse(request, text, (error, value) =>
      error === null ? done(null, value) : done(new MalformedError(MALFORMED)),
    );
  });
}

import type { FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { NotFoundError } from '#server/domain/ground/errors.ts';
import { UNSUBSCRIBE_PATH, type OptOut } from '#server/domain/accounts/reminders.ts';
import { PUBLIC_BODY_MAX_BYTES, type App } from '#server/http/calls.ts';
import { sendPage } from '#server/http/html-page.ts';
import { networkOf } from '#server/http/network.ts';

const ID_MAX_CHARS = 100;
const optOutLink = z.strictObject({
  id: z.string().check(z.maxLength(ID_MAX_CHARS)),
  signature: z.string().check(z.maxLength(ID_MAX_CHARS)),
});

/**
 * Ends reminders through the link in each of them. Not a call of the contract. GET changes nothing, because mail
 * scanners open every link. The page's button, or the mail program's own (RFC 8058), posts.
 */
export function unsubscribeRoutes({ context, fastify, inTurn }: App): void {
  const { reminders } = context;

  void fastify.register(async (scope) => {
    // Ignore the body that a form or a mail program posts: the address contains everything.
    scope.removeAllContentTypeParsers();
    const options = { parseAs: 'buffer', bodyLimit: PUBLIC_BODY_MAX_BYTES } as const;
    scope.addContentTypeParser('*', options, (_request, _body, done) => done(null));

    scope.get(UNSUBSCRIBE_PATH, async (request, reply) =>
      withLink(request, reply, (link) => {
        reminders.check(link);
        return sendPage(
          reply,
          'Reminders about your application',
          '<p>Do you want no more reminders about your unfinished application? Your application stays as it is.</p><form method="post"><button style="font: inherit; min-height: 44px; padding: 0 1.5rem">Stop reminders</button></form>',
        );
      }),
    );

    scope.post(UNSUBSCRIBE_PATH, async (request, reply) =>
      withLink(request, reply, async (link) => {
        await inTurn(reminders.check(link), () => reminders.optOut(link, networkOf(request.ip)));
        return sendPage(
          reply,
          'No more reminders',
          '<p>You will get no more reminders. Your application stays as it is.</p>',
        );
      }),
    );
  });
}

async function withLink(
  request: FastifyRequest,
  reply: FastifyReply,
  use: (link: OptOut) => FastifyReply | Promise<FastifyReply>,
): Promise<FastifyReply> {
  const link = z.safeParse(optOutLink, request.query);
  try {
    if (!link.success) throw new NotFoundError();
    return await use(link.data);
  } catch (error) {
    // People open this link in a browser, so answer with a page, not JSON.
    if (!(error instanceof NotFoundError)) throw error;
    return sendPage(
      reply.code(404),
      'This link does not work',
      '<p>It is incomplete, or too old. Please use the link in the newest reminder.</p>',
    );
  }
}

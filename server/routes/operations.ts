import type { ClientRoute } from '#contract/client-routes.ts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { DAY_MS } from '#server/adapters/clock.ts';
import { onceASecond } from '#server/adapters/once-a-second.ts';
import { statesOf } from '#server/adapters/readiness.ts';
import { RELEASE } from '#server/domain/ground/release.ts';
import type { App } from '#server/http/calls.ts';
import { page as htmlPage, type HtmlPage } from '#server/http/html-page.ts';
import { openApiDocument, type OpenApiDocument } from '#server/http/openapi.ts';
import { openApiPage } from '#server/http/openapi-page.ts';
import { json, text } from '#server/http/pages.ts';
import { securityEmail } from '#tenant/security-email.ts';

const common = { method: 'GET', access: 'public', isLimited: false } as const;
const operators = { ...common, isForOperators: true } as const;

/** Serves health, readiness and metrics, for operators. */
export function operationsRoutes({ context, page }: App): void {
  const { clock, env, metrics, readiness } = context;

  page({ ...operators, path: '/healthz', returns: json }, async () => ({ status: 'ok' }));

  const recentStates = onceASecond(() => statesOf(readiness), clock);
  page({ ...operators, path: '/readyz', returns: health }, async () => {
    const parts = await recentStates();
    const isReady =
      !context.isDraining() && Object.values(parts).every((state) => state === 'ok' || state === 'missing');
    return { status: isReady ? 'ok' : 'unavailable', parts };
  });

  const { METRICS_TOKEN: bearer } = env;
  const access = bearer === undefined ? 'this machine' : ({ bearer } as const);
  page({ ...operators, path: '/metrics', access, returns: text(metrics.contentType) }, async () =>
    metrics.metrics(),
  );
}

function health(_request: FastifyRequest, reply: FastifyReply, answer: { readonly status: string }) {
  return reply.code(answer.status === 'ok' ? 200 : 503).send(answer);
}

const CONTACT_DAYS = 180;
const CHANGE_PASSWORD: ClientRoute = '/forgot';

/** The tag shows whether a proxy changes tags, which `doctor --from-outside` checks. */
function tagged(_request: FastifyRequest, reply: FastifyReply, answer: object) {
  return reply.header('etag', `"${RELEASE}"`).send(answer);
}

/** Serves the API's description, where to report a vulnerability (RFC 9116), and where to choose a new password. */
export function descriptionRoutes({ calls, context, page }: App): void {
  let document: OpenApiDocument | undefined;
  const made = () => (document ??= openApiDocument(calls, context.publicUrl));
  page({ ...common, path: '/openapi.json', returns: tagged }, async () => made());
  let readable: HtmlPage | undefined;
  page({ ...common, path: '/openapi', returns: htmlPage }, async () => (readable ??= openApiPage(made())));

  // Password managers open this address.
  const changePassword = { ...common, path: '/.well-known/change-password', returns: htmlPage };
  page(changePassword, async () => ({ redirect: CHANGE_PASSWORD }));

  const contact = {
    ...common,
    path: '/.well-known/security.txt',
    returns: text('text/plain; charset=utf-8'),
  };
  page(contact, async () => {
    const expires = new Date(context.clock.now().getTime() + CONTACT_DAYS * DAY_MS);
    return `Contact: mailto:${securityEmail}\nExpires: ${expires.toISOString()}\nPreferred-Languages: en\n`;
  });
}

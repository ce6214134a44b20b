import type { FastifyReply, FastifyRequest } from 'fastify';
import { html, type Html } from '#server/adapters/html.ts';
import { tenant } from '#tenant/tenant.ts';

const { accentLight, accentDark } = tenant.colors;
const SERIF = 'font-family: Caladea, Georgia, serif; line-height: 1.2';
const ACCENT = `color: light-dark(${accentLight}, ${accentDark})`;

export interface HtmlPage {
  readonly document: Html;
  /** The content security policy, if it is not the usual one. */
  readonly policy?: string;
  /** 200 if absent. */
  readonly status?: number;
}

/** Leads the browser to another address. */
interface Redirect {
  readonly redirect: string;
}

/** Sends a page, or leads to one. */
export function page(
  _request: FastifyRequest,
  reply: FastifyReply,
  answer: HtmlPage | Redirect,
): FastifyReply {
  if ('redirect' in answer) return reply.redirect(answer.redirect, 303);
  const { document, policy, status } = answer;
  if (status !== undefined) reply.code(status);
  if (policy !== undefined) reply.header('content-security-policy', policy);
  return reply.type('text/html; charset=utf-8').send(document.text);
}

/** Makes a small self-contained page. */
export function smallPage(title: string, body: Html): HtmlPage {
  const document = html`<!doctype html><html lang="en"><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">
<title>${title} – ${tenant.shortName}</title>
<body style="font: 1.125rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem">
<header style="${SERIF}; ${ACCENT}; font-weight: bold">${tenant.name}</header>
<main style="overflow-wrap: anywhere"><h1 style="${SERIF}">${title}</h1>${body}</main>
<footer style="margin-top: 2.5rem">Questions? <a style="${ACCENT}" href="mailto:${tenant.helpEmail}">${tenant.helpEmail}</a></footer></body></html>`;
  return { document };
}

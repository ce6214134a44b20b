import type { FastifyReply } from 'fastify';
import { tenant } from '#tenant/tenant.ts';
import { escapeHtml } from '#server/adapters/escape-html.ts';

const { accentLight, accentDark } = tenant.colors;
const SERIF = 'font-family: Caladea, Georgia, serif; line-height: 1.2';
const ACCENT = `color: light-dark(${accentLight}, ${accentDark})`;

/** Sends a small self-contained page. `body` is HTML; the caller escapes text in it. */
export function sendPage(reply: FastifyReply, title: string, body: string): FastifyReply {
  const page = [
    '<!doctype html><html lang="en"><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(title)} – ${escapeHtml(tenant.shortName)}</title>`,
    '<body style="font: 1.125rem/1.5 system-ui, sans-serif; max-width: 40rem; margin: 2rem auto; padding: 0 1rem">',
    `<header style="${SERIF}; ${ACCENT}; font-weight: bold">${escapeHtml(tenant.name)}</header>`,
    `<main style="overflow-wrap: anywhere"><h1 style="${SERIF}">${escapeHtml(title)}</h1>${body}</main>`,
    `<footer style="margin-top: 2.5rem">Questions? <a style="${ACCENT}" href="mailto:${escapeHtml(tenant.helpEmail)}">${escapeHtml(tenant.helpEmail)}</a></footer></body></html>`,
  ];
  return reply.header('cache-control', 'no-store').type('text/html; charset=utf-8').send(page.join('\n'));
}

import { escapeHtml } from '#server/adapters/escape-html.ts';

const page = (title: string, rest: string) => ({
  title,
  body: `<main><h1 class="office">${title}</h1>${rest}</main>`,
});

/** For every link and address that opens nothing, whatever the reason. */
export const DEAD_LINK = page(
  'This page cannot be opened',
  '<p>Open your link again. If that does not help, it has ended: ask whoever runs the application form for a new one.</p>',
);

export const LOGGED_OUT = page('You are logged out', '<p>To come back, open your link again.</p>');

/** For what may work in a minute, such as a PDF that is being made. `url` is the address that was asked for. */
export function notNow(sentence: string, url: string) {
  const refusal = page(
    'Please try again in a moment',
    `<p>${escapeHtml(sentence)}</p><ul class="links"><li><a href="${escapeHtml(url)}">Try again</a></li><li><a href="/office">All applications</a></li></ul>`,
  );
  // Whoever it is can be logged in.
  return { ...refusal, clerk: '' };
}

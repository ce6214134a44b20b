import { expect, test } from 'vitest';
import { Html, html } from './html.ts';

test.each([
  {
    what: 'text',
    made: html`<p>${'<b>"A" & \'B\'</b>'}</p>`,
    sent: '<p>&#60;b&#62;&#34;A&#34; &#38; &#39;B&#39;&#60;/b&#62;</p>',
  },
  {
    what: 'an attribute',
    made: html`<a title="${'" onclick="x'}">`,
    sent: '<a title="&#34; onclick=&#34;x">',
  },
  { what: 'a list', made: html`<ul>${['<', html`<li>`]}</ul>`, sent: '<ul>&#60;<li></ul>' },
  { what: 'nothing', made: html`a${undefined}${[]}b`, sent: 'ab' },
  { what: 'a number', made: html`${0} of ${3}`, sent: '0 of 3' },
  { what: 'HTML', made: html`<p>${new Html('<b>')}${html`${'&'}`}</p>`, sent: '<p><b>&#38;</p>' },
])('$what within a template becomes $sent', ({ made, sent }) => {
  expect(made.text).toBe(sent);
});

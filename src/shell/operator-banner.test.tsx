import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { OperatorBanner } from './operator-banner.tsx';

test('is a status that takes no room while it has nothing to say, and shows text as text', () => {
  expect(renderToStaticMarkup(<OperatorBanner text={undefined} />)).toBe(
    '<div class="operator-banner" role="status"></div>',
  );
  const html = renderToStaticMarkup(<OperatorBanner text="Away <b>tonight</b>" />);
  expect(html).toContain('role="status"');
  expect(html).toContain('<span>Away &lt;b&gt;tonight&lt;/b&gt;</span>');
});

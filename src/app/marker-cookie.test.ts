import { afterEach, expect, test, vi } from 'vitest';
import { tenant } from '#tenant/tenant.ts';
import { dropMarkers } from './marker-cookie.ts';

afterEach(() => vi.unstubAllGlobals());

const ours = tenant.identityCookiePrefix;

test.each([
  { cookie: '', dropped: [] },
  { cookie: `theme=dark; ${ours.slice(0, -1)}X.session=1`, dropped: [] },
  { cookie: `theme=dark; ${ours}.session=a=b; ${ours}.user=2`, dropped: [`${ours}.session`, `${ours}.user`] },
])('of "$cookie", it deletes $dropped', ({ cookie, dropped }) => {
  const written: string[] = [];
  vi.stubGlobal('location', { protocol: 'https:' });
  vi.stubGlobal('document', {
    get cookie() {
      return cookie;
    },
    set cookie(text: string) {
      written.push(text);
    },
  });
  dropMarkers();
  expect(written).toEqual(dropped.map((name) => `${name}=; path=/; max-age=0; secure`));
});

import { afterEach, expect, test, vi } from 'vitest';
import { dropMarkers } from './marker-cookie.ts';

afterEach(() => vi.unstubAllGlobals());

test.each([
  { cookie: '', dropped: [] },
  { cookie: 'theme=dark; PartnerX.session=1', dropped: [] },
  { cookie: 'theme=dark; Partner.session=a=b; Partner.user=2', dropped: ['Partner.session', 'Partner.user'] },
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
  dropMarkers('Partner.');
  expect(written).toEqual(dropped.map((name) => `${name}=; path=/; max-age=0; secure`));
});

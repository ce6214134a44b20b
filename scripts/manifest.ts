import type { VitePWAOptions } from 'vite-plugin-pwa';
import { otherRoutes } from '#contract/client-routes.ts';
import { ABOUT_YOU, EDUCATION, FINAL_STEPS, formRoutes } from '#form/routes.ts';
import { tenant } from '#tenant/tenant.ts';

const icon = (file: string, size: number, purpose: 'any' | 'maskable' | 'monochrome') => ({
  src: `/icons/${file}`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

const screenshot = (form_factor: 'narrow' | 'wide', sizes: string, label: string) => ({
  src: `/screenshots/${form_factor}.webp`,
  sizes,
  type: 'image/webp',
  form_factor,
  label,
});

/** The web app manifest, made from the tenant. */
export const manifest = {
  id: '/',
  name: `${tenant.name} graduate application`,
  short_name: `${tenant.shortName} apply`,
  description: `Apply for graduate study at ${tenant.name}. Your answers are kept on your device until you send them.`,
  lang: 'en',
  dir: 'ltr' as const,
  categories: ['education'],
  start_url: '/about',
  scope: '/',
  display: 'standalone' as const,
  background_color: '#ffffff',
  theme_color: tenant.colors.accentLight,
  icons: [
    icon('icon-192.png', 192, 'any'),
    icon('icon-512.png', 512, 'any'),
    icon('maskable-192.png', 192, 'maskable'),
    icon('maskable-512.png', 512, 'maskable'),
    icon('monochrome-512.png', 512, 'monochrome'),
  ],
  screenshots: [
    screenshot('narrow', '780x1688', 'The form on a phone'),
    screenshot('wide', '1280x800', 'The form on a computer'),
  ],
  shortcuts: [
    { name: ABOUT_YOU, url: formRoutes[0] },
    { name: EDUCATION, url: formRoutes[1] },
    { name: FINAL_STEPS, url: formRoutes[2] },
  ],
};

// oxlint-disable-next-line typescript/consistent-type-assertions -- `undefined` is the plug-in's documented way to list nothing
const noInjection = { injectionPoint: undefined } as unknown as { readonly injectionPoint: string };

/**
 * Options for building the worker: our own from `sw/`, which waits until the applicant accepts it (docs/offline.md).
 *
 * @param isKilled true to build a worker that replaces the installed one and removes itself
 */
export function pwaOptions(isKilled: boolean): Partial<VitePWAOptions> {
  return {
    strategies: 'injectManifest',
    srcDir: isKilled ? 'sw/kill' : 'sw',
    filename: 'sw.ts',
    registerType: 'prompt',
    injectRegister: null,
    manifest,
    manifestFilename: 'manifest.webmanifest',
    injectManifest: {
      ...(isKilled && noInjection),
      globPatterns: ['**/*.{html,js,css,svg,woff2}', 'icons/icon-192.png'],
      // These are not cached: few visitors return to a card offline.
      globIgnores: otherRoutes.map((path) => `${path.slice(1)}.html`),
    },
  };
}

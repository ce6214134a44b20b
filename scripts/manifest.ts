import type { VitePWAOptions } from 'vite-plugin-pwa';
import { CHOSEN, otherRoutes } from '#contract/client-routes.ts';
import { ABOUT_YOU, EDUCATION, FINAL_STEPS, formRoutes, type FormRoute } from '#form/routes.ts';
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

/** Its mark in the address keeps the account's last page from being opened instead. */
const shortcut = (name: string, path: FormRoute) => ({
  name,
  url: `${path}?${CHOSEN}`,
  icons: [icon('icon-192.png', 192, 'any')],
});

/** The web app manifest, made from the tenant. */
export const manifest = {
  id: '/',
  name: `${tenant.name} graduate application`,
  // Under an icon, a phone shows 12 letters.
  short_name: tenant.shortName,
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
    shortcut(ABOUT_YOU, formRoutes[0]),
    shortcut(EDUCATION, formRoutes[1]),
    shortcut(FINAL_STEPS, formRoutes[2]),
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

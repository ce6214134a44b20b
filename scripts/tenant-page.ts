import type { HtmlTagDescriptor, Plugin } from 'vite';
import { tenant } from '#tenant/tenant.ts';
import { pageDescription } from '#tenant/texts.ts';
import { manifest } from './manifest.ts';

const NAME = 'virtual:tenant-colors.css';

/**
 * Puts the tenant into the page before any script runs: its description, its colors as a style sheet
 * (`--tenant-accent-light` and so on, on `:root`), and the color of the browser's frame.
 */
export function tenantPage(): Plugin {
  return {
    name: 'tenant-page',
    transformIndexHtml: () => [
      { tag: 'meta', attrs: { name: 'description', content: pageDescription }, injectTo: 'head' },
      // What a shared link shows.
      openGraph('title', manifest.name),
      openGraph('description', pageDescription),
      openGraph('image', '/icons/icon-512.png'),
      themeColor('light', tenant.colors.accentLight),
      themeColor('dark', tenant.colors.onAccentDark),
    ],
    resolveId: (id) => (id === NAME ? `\0${NAME}` : undefined),
    load(id) {
      if (id !== `\0${NAME}`) return undefined;
      const properties = Object.entries(tenant.colors).map(
        ([name, value]) =>
          `--tenant-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}: ${value};`,
      );
      return `:root { ${properties.join(' ')} }`;
    },
  };
}

function openGraph(name: string, content: string): HtmlTagDescriptor {
  return { tag: 'meta', attrs: { property: `og:${name}`, content }, injectTo: 'head' };
}

function themeColor(scheme: 'light' | 'dark', content: string): HtmlTagDescriptor {
  const attrs = { name: 'theme-color', media: `(prefers-color-scheme: ${scheme})`, content };
  return { tag: 'meta', attrs, injectTo: 'head' };
}

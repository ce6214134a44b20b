import type { Plugin } from 'vite';
import { tenant } from '#tenant/tenant.ts';

const NAME = 'virtual:tenant-colors.css';

/** The tenant's colours as a style sheet: `--tenant-accent-light` and so on, on `:root`. */
export function tenantColors(): Plugin {
  return {
    name: 'tenant-colors',
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

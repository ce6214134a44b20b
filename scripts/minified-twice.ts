import { minify } from 'terser';
import type { Plugin } from 'vite';

/** Minifies the named chunks once more: after Vite's own minifier, Terser still finds a percent. */
export function minifiedTwice(names: readonly string[]): Plugin {
  return {
    name: 'minified-twice',
    apply: 'build',
    generateBundle: {
      // After the plug-ins that insert lines at the top.
      order: 'post',
      async handler(_options, bundle) {
        for (const file of Object.values(bundle)) {
          if (file.type !== 'chunk' || !names.includes(file.name)) continue;
          const { code } = await minify(file.code, { module: true, compress: { passes: 3 } });
          if (code === undefined) throw new Error(`${file.fileName} has come out empty.`);
          file.code = code;
        }
      },
    },
  };
}

import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';

const ASSETS = 'dist/assets';
/** The assets of the last two releases, the newest first. */
const RELEASES_FILE = 'build/releases.json';
const RELEASES_KEPT = 2;

/** @returns {string[][]} */
function releases() {
  return existsSync(RELEASES_FILE) ? JSON.parse(readFileSync(RELEASES_FILE, 'utf8')) : [];
}

function assets() {
  if (!existsSync(ASSETS)) return [];
  return readdirSync(ASSETS, { withFileTypes: true }).flatMap((entry) =>
    entry.isFile() ? [entry.name] : [],
  );
}

/**
 * Reads the assets of the last build, so that a page opened before an update still finds its parts afterwards. Call
 * it before the build empties the folders. Call the returned function when the new build is complete.
 */
export function rememberLastRelease() {
  const before = releases();
  const names = assets();
  const files = new Map(names.map((name) => [name, readFileSync(`${ASSETS}/${name}`)]));
  return () => {
    const built = assets().sort();
    const others = before.filter((release) => release.join() !== built.join());
    const kept = [built, ...others].slice(0, RELEASES_KEPT);
    for (const name of kept.flat()) {
      const content = files.get(name);
      if (content !== undefined && !existsSync(`${ASSETS}/${name}`))
        writeFileSync(`${ASSETS}/${name}`, content);
    }
    mkdirSync('build', { recursive: true });
    writeFileSync(RELEASES_FILE, JSON.stringify(kept));
  };
}

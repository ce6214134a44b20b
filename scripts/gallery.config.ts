import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';
import { tenantPage } from './tenant-page.ts';

/** Builds the gallery of widgets with React's warnings, which the tests listen for. A built page loads faster. */
export default defineConfig({
  root: `${import.meta.dirname}/..`,
  mode: 'development',
  plugins: [react(), tenantPage()],
  build: {
    outDir: 'build/gallery',
    minify: false,
    rolldownOptions: { input: 'src/testing/gallery/gallery.html' },
    assetsInlineLimit: 0,
  },
});

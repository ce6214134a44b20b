import { existsSync } from 'node:fs';

const SHELL = '/usr/bin/chromium-headless-shell';

/** How tests start Chromium. Its shell without a window needs half the processor time of the whole browser. */
export const launchOptions = {
  executablePath: process.env['CHROMIUM_PATH'] ?? (existsSync(SHELL) ? SHELL : '/usr/bin/chromium'),
  args: ['--no-sandbox', '--disable-quic', '--disable-background-networking', '--disable-component-update'],
};

import { expect, test } from 'vitest';
import { parseEnv } from './env.ts';
import { hasLinksToItself, isOpenWithoutHttps, publicUrlOf, smtpTlsOf, warningsOf } from './reach.ts';

test.each([
  { source: {}, url: 'http://localhost:3000' },
  { source: { HOST: '0.0.0.0', PORT: '80' }, url: 'http://localhost:80' },
  { source: { HOST: '192.0.2.1' }, url: 'http://192.0.2.1:3000' },
  { source: { PUBLIC_URL: 'https://apply.example.edu/' }, url: 'https://apply.example.edu' },
])('links lead to $url for $source', ({ source, url }) => {
  expect(publicUrlOf(parseEnv(source))).toBe(url);
});

test.each([
  { source: {}, isTold: true },
  { source: { HOST: '0.0.0.0' }, isTold: true },
  { source: { PUBLIC_URL: 'https://apply.example.edu' }, isTold: false },
  { source: { PUBLIC_URL: 'http://localhost:3000' }, isTold: false },
  { source: { HOST: 'admissions.lan' }, isTold: false },
  { source: { NODE_ENV: 'development' }, isTold: false },
])('with $source the mails of a production server have links to itself: $isTold', ({ source, isTold }) => {
  const env = parseEnv({ NODE_ENV: 'production', SMTP_URL: 'smtp://mail.example.edu', ...source });
  expect(hasLinksToItself(env)).toBe(isTold);
});

test.each([
  { source: {}, isOpen: false },
  { source: { HOST: 'localhost' }, isOpen: false },
  { source: { HOST: '::1' }, isOpen: false },
  { source: { HOST: '127.0.0.2' }, isOpen: false },
  { source: { PUBLIC_URL: 'http://apply.example.edu' }, isOpen: true },
  { source: { HOST: '0.0.0.0' }, isOpen: true },
  { source: { HOST: '::' }, isOpen: true },
  { source: { HOST: '192.168.1.20' }, isOpen: true },
  { source: { HOST: 'admissions.lan' }, isOpen: true },
  { source: { HOST: '0.0.0.0', PUBLIC_URL: 'http://apply.example.edu' }, isOpen: true },
  { source: { HOST: '0.0.0.0', PUBLIC_URL: 'https://apply.example.edu' }, isOpen: false },
  // A container whose port only this machine can reach.
  { source: { HOST: '0.0.0.0', PUBLIC_URL: 'http://localhost:3000' }, isOpen: false },
  { source: { HOST: '0.0.0.0', PUBLIC_URL: 'http://[::1]:3000' }, isOpen: false },
])('is for other machines without https: $isOpen, for $source', ({ source, isOpen }) => {
  expect(isOpenWithoutHttps(parseEnv(source))).toBe(isOpen);
});

test.each([
  { source: { SMTP_URL: 'smtp://mail.example.edu' }, tls: 'required' },
  { source: { SMTP_URL: 'smtp://user:password@10.0.0.5:587' }, tls: 'required' },
  { source: { SMTP_URL: 'smtps://mail.example.edu' }, tls: 'required' },
  { source: { SMTP_URL: 'smtp://localhost:1025' }, tls: 'if offered' },
  { source: { SMTP_URL: 'smtp://127.0.0.1' }, tls: 'if offered' },
  { source: { SMTP_URL: 'smtp://[::1]:25' }, tls: 'if offered' },
  { source: { SMTP_URL: 'smtp://localhost.example.edu' }, tls: 'required' },
  { source: { SMTP_URL: 'smtp://mail.example.edu', SMTP_TLS: 'off' }, tls: 'off' },
  { source: { SMTP_URL: 'smtp://user:password@localhost', SMTP_TLS: 'off' }, tls: 'off' },
])('with $source, TLS to the mail server is "$tls"', ({ source, tls }) => {
  expect(smtpTlsOf(parseEnv(source))).toBe(tls);
});

test.each([
  { source: {}, says: [] },
  { source: { HOST: '0.0.0.0' }, says: [/^HOST 0\.0\.0\.0 opens .+ without https/, /^Nobody gets/] },
  { source: { HOST: '0.0.0.0', WORKERS: 'only' }, says: [/^Nobody gets/] },
  {
    source: { PUBLIC_URL: 'http://apply.example.edu' },
    says: [/^PUBLIC_URL http:.+ without https/, /^Nobody gets the mails .+ without SMTP_URL/],
  },
  { source: { NODE_ENV: 'production' }, says: [/^Nobody gets the mails/] },
  {
    source: { NODE_ENV: 'production', SMTP_URL: 'smtp://localhost', PUBLIC_URL: 'https://apply.example.edu' },
    says: [],
  },
  { source: { NODE_ENV: 'production', SMTP_URL: 'smtps://mail.example.edu' }, says: [/PUBLIC_URL\.$/] },
])('a start with $source has the right warnings', ({ source, says }) => {
  const warnings = warningsOf(parseEnv(source));
  expect(warnings).toEqual(says.map((pattern) => expect.stringMatching(pattern)));
});

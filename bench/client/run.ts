// npm run bench:client -- [--quick] [--typing] [--rounds N] [--only product,plain,least] [--no-report]
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { buildPeer, forms, grownForms, peers, SITES, type PeerName } from './build.ts';
import { buildGrownProduct } from './grown-product.ts';
import { bringHeaviest } from './heaviest.ts';
import { installPeers } from './install.ts';
import { precacheKilobytes, startProduct, type Product } from './product.ts';
import { printTable, printTyping, writeReport } from './report.ts';
import { median, type Results } from './results.ts';
import { serveSites } from './serve.ts';
import { measureTyping, typingInPlain } from './typing.ts';
import { cost, look, typeEarly, type Measures } from './visit.ts';

const PEERS_PORT = 3260;
const PRODUCT_PORT = 3261;
const GROWN_PORT = 3262;
const DEFAULT_ROUNDS = 3;
/** The peers that the product is compared with most closely. */
const COMPARED: readonly string[] = ['least', 'plain'];
/** Visits a round to those that the budgets compare: one visit differs from the next by more than a budget allows. */
const NUM_COMPARED_VISITS = 3;
/** Their processor time is measured, too. */
const COSTED: readonly string[] = ['plain', 'react'];
/** Visits to a grown form that measure its processor time. */
const NUM_COST_VISITS = 9;
/** More first letters, for these and the product: a letter's moment varies more than anything else. */
const NUM_LETTER_VISITS = 16;
/**
 * Under a driver, the browser reads a script again when an error is created, to find the error's place. No phone does
 * that, so the browser notes the places when it first reads the script. React creates errors as it starts, and was
 * blocked for 100 ms.
 */
const PLACES_AHEAD = '--js-flags=--no-enable-lazy-source-positions';
const PHONE = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, deviceScaleFactor: 2 };

const { values: options } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    typing: { type: 'boolean', default: false },
    rounds: { type: 'string' },
    only: { type: 'string' },
    'no-report': { type: 'boolean', default: false },
  },
});
const only = options.only?.split(',');
const isWanted = (name: string) => only === undefined || only.includes(name);
const isPeer = (name: string): name is PeerName => name in peers;
const isTypingAlone = options.typing;
const isBrief = options.quick || isTypingAlone;
const chosen = Object.keys(peers)
  .filter(isPeer)
  .filter((name) => (isTypingAlone ? name === 'plain' : isWanted(name)));
const rounds = isTypingAlone ? 0 : options.quick ? 1 : Number(options.rounds ?? DEFAULT_ROUNDS);
const grown = isBrief ? [] : Object.entries(grownForms);

if (chosen.some((name) => peers[name].packages.length > 0)) installPeers(import.meta.dirname);
for (const formName of ['about', ...grown.map(([name]) => name)]) {
  const form = forms[formName]?.() ?? [];
  for (const name of chosen) await buildPeer(name, formName, form);
}
if (isWanted('product')) {
  for (const [name, numQuestions] of grown)
    await buildGrownProduct(join(SITES, `product-${name}`), numQuestions);
}

const site = await serveSites(SITES, PEERS_PORT);
const product = isWanted('product') ? await startProduct(PRODUCT_PORT) : undefined;
const launch = {
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: [
    '--no-sandbox',
    '--disable-quic',
    '--disable-background-networking',
    '--disable-component-update',
    PLACES_AHEAD,
  ],
};
const browser = await chromium.launch(launch);
const samples = new Map<string, Measures[]>();
let typing: Results['typing'] = [];

try {
  for (let round = 1; round <= rounds; round += 1) {
    for (let visit = 1; visit <= (isBrief ? 1 : NUM_COMPARED_VISITS); visit += 1) {
      for (const name of chosen) {
        if (visit === 1 || COMPARED.includes(name)) await firstAndRepeat(name, `${site.url}/${name}-about/`);
      }
      if (product) await firstAndRepeat('product', `${product.url}/about`);
    }
    for (let visit = 1; visit <= (isBrief ? 0 : NUM_LETTER_VISITS); visit += 1) {
      for (const name of COMPARED) if (isWanted(name)) await firstLetter(name, `${site.url}/${name}-about/`);
      if (product) await firstLetter('product', `${product.url}/about`);
    }
    for (let visit = 1; visit <= (isBrief ? 1 : NUM_COMPARED_VISITS); visit += 1) {
      for (const name of COSTED) if (isWanted(name)) await processorTime(name, `${site.url}/${name}-about/`);
      if (product) await processorTime('product', `${product.url}/about`);
    }
    if (isWanted('plain')) await opened('plain', `${site.url}/plain-about/`);
    if (product) {
      await opened('product', `${product.url}/about`);
      await withAccount(product, round);
    }
    console.error(`Round ${round} of ${rounds} is done.${round >= 4 ? processorRatios() : ''}`);
  }
  for (const [formName] of grown) {
    const grownProduct = product && (await serveSites(join(SITES, `product-${formName}`), GROWN_PORT));
    for (let visit = 1; visit <= NUM_COMPARED_VISITS; visit += 1) {
      for (const name of chosen.filter((other) => other !== 'least')) {
        if (visit === 1 || name === 'plain')
          await growth(`${name} ${formName}`, `${site.url}/${name}-${formName}/`);
      }
      if (grownProduct) await growth(`product ${formName}`, `${grownProduct.url}/about`);
    }
    for (let visit = 1; visit <= NUM_COST_VISITS; visit += 1) {
      if (chosen.includes('plain'))
        await processorTime('plain', `${site.url}/plain-${formName}/`, `plain ${formName}`);
      if (grownProduct) await processorTime('product', `${grownProduct.url}/about`, `product ${formName}`);
    }
    await grownProduct?.stop();
  }
  if (product && !options.quick) {
    const plain = chosen.includes('plain')
      ? await typingInPlain(browser, `${site.url}/plain-about/`, PHONE)
      : [];
    typing = [...plain, ...(await measureTyping(browser, product, PHONE))];
  }
} finally {
  await browser.close();
  await site.stop();
  await product?.stop();
}

const results: Results = {
  rounds,
  browser: browser.version(),
  precacheKb: product ? await precacheKilobytes() : null,
  medians: Object.fromEntries([...samples].map(([name, found]) => [name, medianOf(found)])),
  typing,
};
console.log(isTypingAlone ? printTyping(results) : printTable(results));
if (!isBrief && !options['no-report'] && only === undefined) await writeReport(results);

/** A first visit that is measured by the processor time of the page's main thread. */
async function processorTime(name: string, url: string, kept = `${name} first`): Promise<void> {
  const context = await browser.newContext(PHONE);
  keep(kept, await cost(context, url));
  await context.close();
}

/** Repeat visits: in a new tab of the running browser, as from a link in a mail, and in a new browser. */
async function opened(name: string, url: string): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'bench-client-profile-'));
  const start = () => chromium.launchPersistentContext(folder, { ...launch, ...PHONE });
  const before = await start();
  await look(before, url);
  if (name === 'product') await settleWorker(before, url);
  keep(`${name} tab`, await look(before, url, { isAtOnce: true }));
  await before.close();
  const again = await start();
  keep(`${name} browser`, await look(again, url));
  await again.close();
  await rm(folder, { recursive: true, force: true });
}

/** Repeat visits by an applicant with an account and a long draft. */
async function withAccount(started: Product, round: number): Promise<void> {
  const context = await browser.newContext(PHONE);
  const page = await bringHeaviest(context, started, `returning-${round}@example.org`);
  await page.close();
  const url = `${started.url}/about`;
  await settleWorker(context, url);
  for (let visit = 1; visit <= NUM_COMPARED_VISITS; visit += 1)
    keep('product account', await look(context, url));
  await context.close();
}

/** How much these ratios still move shows whether the rounds were enough. */
function processorRatios(): string {
  const of = (name: string, what: string) => medianOf(samples.get(`${name} first`) ?? [])[what] ?? Number.NaN;
  const key = of('product', 'keyBusy') / of('plain', 'keyBusy');
  const rest = of('product', 'busy') / of('react', 'busy');
  return ` A key ÷ plain HTML: ${key.toFixed(3)}. Until at rest ÷ bare React: ${rest.toFixed(3)}.`;
}

/** A first visit to the form of another length. */
async function growth(name: string, url: string): Promise<void> {
  const context = await browser.newContext(PHONE);
  keep(name, await look(context, url, { isThorough: true }));
  await context.close();
}

/** A first visitor types at once. */
async function firstLetter(name: string, url: string): Promise<void> {
  const context = await browser.newContext(PHONE);
  keep(`${name} first`, await typeEarly(context, url, samples.get(`${name} first`)?.length ?? 0));
  await context.close();
}

/** A first visitor looks; another one types at once; then both visit again. */
async function firstAndRepeat(name: string, url: string): Promise<void> {
  const looker = await browser.newContext(PHONE);
  const typist = await browser.newContext(PHONE);
  const isProduct = name === 'product';
  const nth = samples.get(`${name} first`)?.length ?? 0;
  try {
    keep(`${name} first`, await look(looker, url, { isThorough: true }));
    keep(`${name} first`, await typeEarly(typist, url, nth));
    // The worker fetches the rest of its files once the page is idle; a second visit begins after that.
    if (isProduct) await settleWorker(looker, url);
    keep(`${name} repeat`, await look(looker, url));
    if (isProduct) await settleWorker(typist, url);
    keep(`${name} repeat`, await typeEarly(typist, url, nth));
    if (isProduct) {
      // Before each visit that is compared, the same page was closed a moment ago.
      await settleWorker(looker, url);
      await looker.setOffline(true);
      keep(`${name} offline`, await look(looker, url, { isOffline: true }));
      keep(`${name} offline`, await typeEarly(looker, url, nth, true));
    }
  } catch (error) {
    console.error(`${name}: ${String(error)}`);
  }
  await looker.close();
  await typist.close();
}

async function settleWorker(context: Awaited<ReturnType<typeof browser.newContext>>, url: string) {
  const page = await context.newPage();
  await page.goto(url);
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready;
  });
  await page.waitForTimeout(1500);
  await page.close();
}

function keep(name: string, measures: Measures): void {
  samples.set(name, [...(samples.get(name) ?? []), measures]);
}

function medianOf(found: readonly Measures[]): Measures {
  const names = new Set(found.flatMap((measures) => Object.keys(measures)));
  return Object.fromEntries(
    [...names].map((name) => [name, median(found.flatMap((measures) => measures[name] ?? []))]),
  );
}

import {
  environmentManager,
  focusManager,
  onlineManager,
  type QueryClient,
  QueryObserver,
} from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ServerError } from './errors.ts';
import { lists, makeQueryClient, ofTabs, queryKeys, readConversion, readUnder, reload } from './queries.ts';

const DAY_MS = 86_400_000;
const ends: (() => void)[] = [];

beforeEach(() => {
  vi.useFakeTimers();
  // Without a window, the library believes that it runs on a server, and never fetches again.
  environmentManager.setIsServer(() => false);
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
  vi.useRealTimers();
});

const unsent = { counts: { college: 3 }, chosenTabs: {} };

function clientOf(onError: (error: unknown) => void = () => undefined): QueryClient {
  const client = makeQueryClient(
    onError,
    () => 'ada',
    () => unsent,
  );
  client.mount();
  ends.push(() => client.unmount());
  return client;
}

/** Does what a part of the page does that reads the tabs. Mounting it again makes another reader. */
function readerOf(queryFn: () => Promise<unknown>, onError: (error: unknown) => void = () => undefined) {
  const client = clientOf(onError);
  return () => {
    const observer = new QueryObserver(client, { queryKey: ['tabs'], queryFn });
    ends.push(observer.subscribe(() => undefined));
    return observer;
  };
}

async function comesBack(): Promise<void> {
  focusManager.setFocused(false);
  focusManager.setFocused(true);
  onlineManager.setOnline(false);
  onlineManager.setOnline(true);
  await vi.advanceTimersByTimeAsync(1000);
}

test('loaded data is not requested again when the page is shown, mounted, online or a day old', async () => {
  const asked = vi.fn(async () => ({}));
  const mount = readerOf(asked);
  mount();
  await vi.advanceTimersByTimeAsync(DAY_MS);
  await comesBack();
  mount();
  await comesBack();
  expect(asked).toHaveBeenCalledOnce();
});

test('data that nobody reads stays for the next reader', async () => {
  const asked = vi.fn(async () => ({}));
  const mount = readerOf(asked);
  mount();
  await vi.advanceTimersByTimeAsync(1000);
  ends.pop()?.();
  await vi.advanceTimersByTimeAsync(DAY_MS);
  mount();
  await comesBack();
  expect(asked).toHaveBeenCalledOnce();
});

test('a failed query is not retried, and its error is reported once', async () => {
  const broken = new ServerError(500, 'It broke.');
  const asked = vi.fn(() => Promise.reject(broken));
  const onError = vi.fn<(error: unknown) => void>();
  const reader = readerOf(asked, onError)();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(asked).toHaveBeenCalledOnce();
  expect(onError.mock.calls[0]?.[0]).toBe(broken);
  expect(onError).toHaveBeenCalledOnce();
  expect(reader.getCurrentResult()).toMatchObject({ status: 'error', error: broken });
});

test.each([500, 503, 422])('a query that fails with %i is not repeated by itself', async (status) => {
  const asked = vi.fn(() => Promise.reject(new ServerError(status, 'No.')));
  readerOf(asked)();
  await vi.advanceTimersByTimeAsync(DAY_MS);
  expect(asked).toHaveBeenCalledOnce();
});

test('every error goes to a boundary', () => {
  expect(clientOf().getDefaultOptions().queries).toMatchObject({
    retry: false,
    throwOnError: true,
    gcTime: Number.POSITIVE_INFINITY,
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnMount: false,
    refetchOnWindowFocus: false,
  });
});

describe('with a server', () => {
  const heard: string[] = [];
  let broken: string | undefined;
  const bodies: Record<string, object> = {
    '/api/add-another': { college: 2, job: 1 },
    '/api/tabs': { employ_experience_tabs: 'employ_resume' },
    '/api/document-answer': {},
    '/api/pdf/document-answer/employ_resume': { status: 'IN_PROGRESS', message: '' },
  };

  beforeEach(() => {
    heard.length = 0;
    broken = undefined;
    vi.spyOn(console, 'error').mockReturnValue(undefined);
    vi.stubGlobal('fetch', async (path: string) => {
      heard.push(path);
      const status = path === broken ? 500 : 200;
      const response = Response.json(bodies[path], { status });
      Object.defineProperty(response, 'url', { value: `http://localhost${path}` });
      return response;
    });
  });
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.restoreAllMocks();
  });

  const load = (client: QueryClient) => {
    for (const queryKey of lists) void client.prefetchQuery({ queryKey });
  };

  test('lists are loaded once, and unsent values override them', async () => {
    const client = clientOf();
    load(client);
    await vi.advanceTimersByTimeAsync(0);
    load(client);
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual(['/api/add-another', '/api/tabs', '/api/document-answer']);
    expect(client.getQueryData(queryKeys.addAnother)).toEqual({ college: 3, job: 1 });
  });

  test('a list that failed is loaded again with the others', async () => {
    broken = '/api/tabs';
    const client = clientOf();
    load(client);
    await vi.advanceTimersByTimeAsync(0);
    expect(client.getQueryState(queryKeys.tabs)?.status).toBe('error');
    broken = undefined;
    heard.length = 0;
    reload(client, ...lists);
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual(['/api/add-another', '/api/tabs', '/api/document-answer']);
    expect(client.getQueryData(queryKeys.tabs)).toEqual(bodies['/api/tabs']);
  });

  test('resetting the error of a tab reloads the documents and their conversions too', async () => {
    const client = clientOf();
    load(client);
    await readConversion(client, 'employ_resume');
    heard.length = 0;
    bodies['/api/pdf/document-answer/employ_resume'] = { status: 'COMPLETED', message: '' };
    reload(client, ...ofTabs);
    await vi.advanceTimersByTimeAsync(0);
    expect(heard).toEqual(['/api/tabs', '/api/document-answer', '/api/pdf/document-answer/employ_resume']);
    expect(client.getQueryData(queryKeys.conversion('employ_resume'))).toMatchObject({
      status: 'COMPLETED',
    });
  });

  test.each([
    { what: 'a server that names places', tags: { 'document-tags': '' }, place: 'uploads/7' },
    { what: 'a framework that adds tags by itself', tags: undefined, place: undefined },
  ])('the tag of a document, from $what', async ({ tags, place }) => {
    vi.stubGlobal('fetch', async (path: string) =>
      Response.json(path === '/api/document-answer' ? {} : { status: 'COMPLETED' }, {
        headers: { etag: 'W/"uploads/7"', ...(path === '/api/document-answer' && tags) },
      }),
    );
    const client = clientOf();
    expect(await readConversion(client, 'employ_resume')).toEqual({ status: 'COMPLETED' });
    await client.fetchQuery({ queryKey: queryKeys.documentAnswers });
    expect(await readConversion(client, 'employ_resume')).toEqual({ status: 'COMPLETED', place });
  });

  test('each poll of a conversion asks the server, and the cache has the last status', async () => {
    const client = clientOf();
    bodies['/api/pdf/document-answer/employ_resume'] = { status: 'UNPROCESSED', message: '' };
    await readConversion(client, 'employ_resume');
    bodies['/api/pdf/document-answer/employ_resume'] = { status: 'IN_PROGRESS', message: '' };
    await readConversion(client, 'employ_resume');
    expect(heard).toHaveLength(2);
    expect(client.getQueryData(queryKeys.conversion('employ_resume'))).toMatchObject({
      status: 'IN_PROGRESS',
    });
  });
});

test.each([
  { what: 'nothing waits', before: {}, after: {}, shown: { college: 2, job: 1 } },
  { what: 'one waits', before: { college: 3 }, after: { college: 3 }, shown: { college: 3, job: 1 } },
  {
    what: 'one is sent while the server is asked',
    before: { college: 3 },
    after: {},
    shown: { college: 3, job: 1 },
  },
  {
    what: 'one comes while the server is asked',
    before: {},
    after: { job: 4 },
    shown: { college: 2, job: 4 },
  },
  {
    what: 'one is followed by another',
    before: { college: 3 },
    after: { college: 4 },
    shown: { college: 4, job: 1 },
  },
])('unsent values override what is read: $what', async ({ before, after, shown }) => {
  let waiting: Readonly<Record<string, number>> = before;
  const read = async () => {
    waiting = after;
    return { college: 2, job: 1 };
  };
  expect(await readUnder(() => waiting, read)).toEqual(shown);
});

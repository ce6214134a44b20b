import { expect, test, vi } from 'vitest';
import { portOf, RawClient } from '#server/testing/raw-client.ts';
import { useTestServer } from '#server/testing/test-server.ts';

const server = useTestServer({ site: ['index.html'] });
const PATHS = ['/about', '/healthz', '/public/banner', '/nowhere.js'];

const connected = async () => new RawClient(await portOf(server().app));
/** Requests in one packet. */
const packet = (path: string, times: number) =>
  `GET ${path} HTTP/1.1\r\nhost: localhost\r\n\r\n`.repeat(times);
const numAnswers = ({ received }: RawClient) => received.split('HTTP/1.1 ').length - 1;

test.each(PATHS)(
  'eight requests for %s that wait on one connection are answered, and eight more',
  async (path) => {
    const client = await connected();
    for (const times of [8, 16]) {
      client.socket.write(packet(path, 8));
      await vi.waitFor(() => expect(numAnswers(client)).toBe(times), 5000);
    }
    client.socket.destroy();
  },
);

/** How many requests the server has counted so far. */
async function numWorkedOn(): Promise<number> {
  const { metrics } = server().context;
  const { values } = (await metrics.getSingleMetric('admissions_http_requests_total')?.get()) ?? {
    values: [],
  };
  return values.reduce((sum, { value }) => sum + value, 0);
}

test.each(PATHS)('of many more for %s, the server works on eight and closes the connection', async (path) => {
  const before = await numWorkedOn();
  const client = await connected();
  client.socket.write(packet(path, 3000));
  await client.closed;
  expect(numAnswers(client)).toBeLessThanOrEqual(8);
  expect((await numWorkedOn()) - before).toBeLessThanOrEqual(8);
});

import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const SOCKET = '.s.PGSQL.5432';

export interface SilentRelay {
  /** The host to use instead of PostgreSQL's. */
  readonly host: string;
  /** Stops passing bytes and closes nothing, as if the other machine had lost power. */
  goSilent(): void;
  comeBack(): void;
  /** Closes all connections, so that both ends notice. */
  hangUp(): void;
  close(): void;
}

/** Starts a relay to a PostgreSQL that can fall silent without closing connections. */
export async function startSilentRelay(postgresHost: string): Promise<SilentRelay> {
  const host = mkdtempSync(join(tmpdir(), 'silence-'));
  const sockets = new Set<Socket>();
  let isSilent = false;
  const relay = createServer((near) => {
    const far = connect(join(postgresHost, SOCKET));
    for (const [from, to] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(from);
      from.on('data', (bytes) => void (isSilent || to.write(bytes)));
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
  });
  const hangUp = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => relay.listen(join(host, SOCKET), resolve));
  return {
    host,
    goSilent: () => void (isSilent = true),
    comeBack: () => void (isSilent = false),
    hangUp,
    close() {
      hangUp();
      relay.close();
      rmSync(host, { recursive: true });
    },
  };
}

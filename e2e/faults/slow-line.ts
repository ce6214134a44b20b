import { connect, createServer, type Server, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** A line between browser and server that is slow in real time, for what a browser sends in some of its requests. */
export class SlowLine {
  /** Which requests are slow, by their first line. */
  slows = /^POST \/storage\//;
  /** 0 is a dead line: it stays open, and nothing passes. */
  bytesPerSecond = Number.POSITIVE_INFINITY;
  /** The line's address, once started. */
  url = '';
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();

  constructor(target: string) {
    const { hostname, port } = new URL(target);
    this.#server = createServer((browser) => {
      const server = connect(Number(port), hostname);
      browser.pipe(this.#brake()).pipe(server).pipe(browser);
      for (const [socket, other] of [
        [browser, server],
        [server, browser],
      ] as const) {
        this.#sockets.add(socket);
        socket.on('error', () => other.destroy());
        socket.once('close', () => {
          this.#sockets.delete(socket);
          other.destroy();
        });
      }
    });
  }

  async start(): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    const address = this.#server.address();
    if (typeof address !== 'object' || address === null) throw new Error('The line has no port.');
    this.url = `http://127.0.0.1:${address.port}`;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  /** Passes bytes on as fast as the line is, and takes no more until then. */
  #brake(): Transform {
    let isSlow = false;
    return new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        const start = chunk.toString('latin1', 0, 200);
        if (/^[A-Z]+ \//.test(start)) isSlow = this.slows.test(start);
        const ms = isSlow ? (chunk.length * 1000) / this.bytesPerSecond : 0;
        if (ms === Number.POSITIVE_INFINITY) return;
        if (ms === 0) done(null, chunk);
        else setTimeout(() => done(null, chunk), ms);
      },
    });
  }
}

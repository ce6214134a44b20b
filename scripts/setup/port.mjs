import { createServer } from 'node:net';

/** @param {number} port @returns {Promise<boolean>} whether a server can listen there */
function isFree(port) {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, process.env['HOST'] ?? '127.0.0.1', () => server.close(() => resolve(true)));
  });
}

/**
 * Finds the port to listen on, before anything slow begins. A port that somebody chose is taken or refused. Otherwise
 * the next free one is taken.
 *
 * @param {number} usual
 * @param {string} [chosen] as the environment has it
 */
export async function freePort(usual, chosen) {
  if (chosen !== undefined && chosen !== '0' && !(await isFree(Number(chosen)))) {
    console.error(`Port ${chosen} is in use. Stop the other program, or set PORT to another number.`);
    process.exit(1);
  }
  if (chosen !== undefined) return chosen;
  let port = usual;
  while (!(await isFree(port))) port += 1;
  if (port !== usual) console.log(`Port ${usual} is in use. Using ${port}.`);
  return String(port);
}

/** One tab of a browser, with what both protocols can do. Everything else is a script in the page. */
export interface Tab {
  /** Goes to the address. Resolves once the page is loaded. */
  readonly goTo: (url: string) => Promise<void>;
  /** Runs the source of an async function in the page, with arguments and a result that JSON can carry. */
  readonly run: (source: string, args: readonly unknown[]) => Promise<unknown>;
  /** Moves the mouse to a point of the window and presses its button. */
  readonly click: (x: number, y: number) => Promise<void>;
  /** Presses keys, each a character or WebDriver key code. Those that stand together are held together. */
  readonly type: (keys: readonly string[]) => Promise<void>;
  /** Chooses files from this disk in the file input with this selector. */
  readonly chooseFiles: (selector: string, paths: readonly string[]) => Promise<void>;
  /** The page as a PDF file. Absent if the driver cannot print. */
  readonly print?: () => Promise<Buffer>;
  readonly close: () => Promise<void>;
}

/** A browser with a new profile of its own. */
export interface Driver {
  /** Name and version of the browser. */
  readonly name: string;
  readonly newTab: () => Promise<Tab>;
  readonly quit: () => Promise<void>;
}

/** An iPhone's window. */
export const WINDOW = { width: 390, height: 844 };

export function mouseActions(x: number, y: number): readonly object[] {
  const at = { x: Math.round(x), y: Math.round(y) };
  const actions = [
    { type: 'pointerMove', ...at },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ];
  return [{ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions }];
}

export function keyActions(keys: readonly string[]): readonly object[] {
  const actions = keys.flatMap((held) => [
    ...[...held].map((value) => ({ type: 'keyDown', value })),
    ...[...held].toReversed().map((value) => ({ type: 'keyUp', value })),
  ]);
  return [{ type: 'key', id: 'keyboard', actions }];
}

/** Waits until the program prints something that matches, and returns the match. */
export function heard(
  program: {
    readonly stderr: NodeJS.ReadableStream;
    readonly once: (event: 'exit', listener: () => void) => void;
  },
  pattern: RegExp,
): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let said = '';
    program.once('exit', () => reject(new Error(`The program ended: ${said}`)));
    program.stderr.on('data', (chunk) => {
      const match = pattern.exec((said += String(chunk)));
      if (match !== null) resolve(match);
    });
  });
}

// oxlint-disable-next-line typescript/no-explicit-any -- the answers of a protocol, each of another shape
export type Answer = any;

/** Sends commands over a WebSocket. `more` stands beside the parameters. */
export type Send = (method: string, params?: object, more?: object) => Promise<Answer>;

export async function connect(
  address: string,
  onEvent: (event: Answer) => void = () => undefined,
): Promise<Send> {
  const socket = new WebSocket(address);
  await new Promise((resolve, reject) => {
    socket.addEventListener('open', resolve);
    socket.addEventListener('error', () => reject(new Error(`No connection to ${address}.`)));
  });
  const waiting = new Map<number, PromiseWithResolvers<unknown>>();
  socket.addEventListener('message', ({ data }) => {
    const said = JSON.parse(String(data));
    const { id, result, error, message } = said;
    if (id === undefined) onEvent(said);
    else if (error === undefined) waiting.get(id)?.resolve(result);
    else waiting.get(id)?.reject(new Error(`${error.message ?? error}: ${message}`));
    waiting.delete(id);
  });
  let last = 0;
  return (method, params = {}, more = {}) => {
    const answer = Promise.withResolvers<unknown>();
    waiting.set((last += 1), answer);
    socket.send(JSON.stringify({ id: last, method, params, ...more }));
    return answer.promise;
  };
}

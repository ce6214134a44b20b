// Another university's server: what the product's specification says of calls (§3, §7, §8), and nothing that we have
// added to it. What the specification leaves open is as a framework has it: absent, null, a number, `"OK"`, `{}`.
import { randomUUID } from 'node:crypto';
import path from 'node:path';
import express, { type NextFunction, type Request, type Response } from 'express';

const DIST = path.resolve(import.meta.dirname, '../../dist');
const CODE = '246810';
/** Said with a status by which our server means something else. */
export const NOT_PAID = 'Your application fee has not arrived yet.';
/** A file of this name cannot be converted. */
export const BROKEN = 'broken.pdf';

interface ForeignAccount {
  password: string;
  isConfirmed: boolean;
  resetId: string;
  logins: { at: number }[];
  lastPage?: string;
  readonly answers: Record<string, unknown>;
  readonly statuses: { web_status: string; id: number }[];
  readonly documents: Map<string, { name: string; size: number; polls: number }>;
  counts?: Record<string, string>;
  tabs?: Record<string, string>;
  errors?: Record<string, readonly string[]>;
  copyPolls: number;
  hasPaid: boolean;
}

type WithAccount = (account: ForeignAccount, request: Request, response: Response) => void;

/** Starts the server on a free port, with the built client. */
export async function startForeignServer(cookiePrefix: string) {
  const accounts = new Map<string, ForeignAccount>();
  const sessions = new Map<string, ForeignAccount>();
  const mails: { to: string; subject: string; text: string }[] = [];
  let lastUpload = 0;

  // Its ETags are its own: of every body, on every call, weak.
  const app = express();
  app.post('/bucket', express.raw({ type: () => true, limit: '3mb' }), ({ body }, response) => {
    lastUpload = Buffer.isBuffer(body) ? body.length : 0;
    response.sendStatus(204);
  });
  app.use(express.json());

  const refuse = (response: Response, status: number) => response.status(status).json({});
  const textOf = (value: unknown) => (typeof value === 'string' ? value : '');
  const mailCode = (to: string) => mails.unshift({ to, subject: 'Your code', text: CODE });
  const known = ({ body }: Request) => accounts.get(textOf(body.username));

  app.post('/public/signup', ({ body }, response) => {
    if (accounts.has(body.username)) return refuse(response, 409);
    accounts.set(body.username, { ...newAccount(), password: textOf(body.password) });
    mailCode(body.username);
    return response.json('OK');
  });
  app.post('/public/confirm', (request, response) => {
    const account = known(request);
    if (account === undefined || request.body.code !== CODE) return refuse(response, 400);
    account.isConfirmed = true;
    return response.json({ ok: true });
  });
  app.post('/public/login', (request, response) => {
    const account = known(request);
    if (account === undefined || account.password !== request.body.password) return refuse(response, 401);
    if (!account.isConfirmed) return refuse(response, 403);
    const id = randomUUID();
    sessions.set(id, account);
    account.logins.push({ at: account.logins.length });
    response.cookie('sid', id, { httpOnly: true });
    response.cookie(`${cookiePrefix}.user`, 1);
    return response.json('OK');
  });
  app.post('/public/resend-confirm', ({ body }, response) => {
    mailCode(textOf(body.username));
    response.json({});
  });
  app.post('/public/forgot-password', (request, response) => {
    const account = known(request);
    if (account !== undefined) account.resetId = randomUUID();
    response.json(null);
  });
  app.post('/public/reset-password', (request, response) => {
    const account = known(request);
    if (account === undefined || account.resetId !== request.body.id) return refuse(response, 404);
    account.password = textOf(request.body.password);
    return response.json(1);
  });
  app.get('/public/tmp', (_request, response) =>
    response.json({ answer: { first_name: 'Carried', zip: 18509, middle_name: null } }),
  );
  app.get('/service/tmp-pdf', ({ query }, response) => {
    const account = accounts.get(textOf(query['service_token']));
    return account === undefined ? refuse(response, 404) : response.json({ answer: account.answers });
  });
  app.get('/lookup/find', ({ query }, response) => {
    if (query['id'] === '7')
      return response.json({ name: 'Westbrook College', city: 'Troy', state: 'NY', zip: 12180, ceeb: 1234 });
    return response.json([{ text: 'Westbrook College', id: 7, sub_text: null }, { text: null }]);
  });

  const withAccount = (act: WithAccount) => (request: Request, response: Response) => {
    const id = /\bsid=([\w-]+)/.exec(request.headers.cookie ?? '')?.[1] ?? '';
    const account = sessions.get(id);
    if (account === undefined) return refuse(response, 401);
    return act(account, request, response);
  };
  app.get('/api/logout', (_request, response) => {
    response.clearCookie('sid').clearCookie(`${cookiePrefix}.user`).json('OK');
  });
  app.get(
    '/api/profile',
    withAccount((account, _request, response) => {
      const { answers, documents, lastPage, logins, statuses } = account;
      response.json({
        username: [...accounts].find(([, one]) => one === account)?.[0],
        answer: Object.keys(answers).length === 0 ? null : answers,
        successful_login: logins,
        ...(lastPage !== undefined && { last_page: lastPage }),
        ...(documents.size > 0 && { document_answer: documentsOf(account) }),
        ...(statuses.length > 0 && { web_status: statuses }),
      });
    }),
  );
  app.put(
    '/api/answer',
    withAccount(({ answers }, { body }, response) => {
      for (const [key, value] of Object.entries<string>(body.answers)) answers[key] = stored(value);
      response.json({ message: 'Saved.' });
    }),
  );
  app.post(
    '/api/web-status',
    withAccount(({ statuses }, { body }, response) => {
      statuses.push({ web_status: body.web_status, id: statuses.length });
      response.json('OK');
    }),
  );
  app.put(
    '/api/last-page',
    withAccount((account, { body }, response) => {
      account.lastPage = body.last_page;
      response.json([]);
    }),
  );
  app.post(
    '/api/validations',
    withAccount((account, { body }, response) => {
      account.errors = body;
      response.json(true);
    }),
  );
  app.post(
    '/api/submit',
    withAccount((account, _request, response) => {
      if (!account.hasPaid) return response.status(409).json({ message: NOT_PAID });
      account.statuses.push({ web_status: 'submitted', id: account.statuses.length });
      return response.json('OK');
    }),
  );
  app
    .route('/api/add-another')
    .get(withAccount(({ counts }, _request, response) => void response.json(counts ?? null)))
    .put(
      withAccount((account, { body }, response) => {
        account.counts = { ...account.counts, [body.button_id]: String(body.num_components) };
        response.json(account.counts);
      }),
    );
  app
    .route('/api/tabs')
    .get(withAccount(({ tabs }, _request, response) => void response.json(tabs ?? [])))
    .put(
      withAccount((account, { body }, response) => {
        account.tabs = { ...account.tabs, [body.tab_id]: body.chosen_tab };
        response.json('OK');
      }),
    );
  app.post(
    '/api/presigned-url',
    withAccount((_account, _request, response) => {
      response.json({ url: '/bucket', fields: { key: randomUUID(), expires: 600, acl: null } });
    }),
  );
  app.get(
    '/api/document-answer',
    withAccount((account, _request, response) => void response.json(documentsOf(account))),
  );
  app
    .route('/api/pdf/document-answer/:key')
    .get(
      withAccount(({ documents }, { params }, response) => {
        const document = documents.get(textOf(params['key']));
        if (document !== undefined) document.polls += 1;
        response.json({ status: statusOf(document) });
      }),
    )
    .post(
      withAccount(({ documents }, { params, body }, response) => {
        documents.set(textOf(params['key']), { name: body.file_name, size: lastUpload, polls: 0 });
        response.json('OK');
      }),
    );
  const forget = withAccount(({ documents }, { params }, response) => {
    documents.delete(textOf(params['key']));
    response.json({});
  });
  app.delete('/api/pdf/document-answer/:key', forget);
  app.delete('/api/document-answer/:key', forget);
  app.get(
    '/api/pdf',
    withAccount((account, _request, response) => {
      account.copyPolls += 1;
      const isReady = account.copyPolls > 1;
      response.json({ status: isReady ? 'COMPLETED' : 'IN_PROGRESS', url: isReady ? '/copy.pdf' : null });
    }),
  );

  app.get('/mails.json', (_request, response) => response.json(mails));
  app.use(['/api', '/public', '/service', '/lookup'], (_request: Request, response: Response) => {
    response.status(404).json({ error: 'Not Found' });
  });
  app.use(express.static(DIST, { index: false }));
  app.use((_request: Request, response: Response, _next: NextFunction) => {
    response.sendFile(path.join(DIST, 'index.html'));
  });

  const server = app.listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    mailbox: `http://127.0.0.1:${port}/mails`,
    accounts,
    /** Makes a confirmed account. */
    join(username: string, password: string, answers: Readonly<Record<string, unknown>> = {}): void {
      accounts.set(username, { ...newAccount(), password, isConfirmed: true, answers: { ...answers } });
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function newAccount(): ForeignAccount {
  const empty = { answers: {}, statuses: [], documents: new Map(), logins: [] };
  return { password: '', isConfirmed: false, resetId: randomUUID(), copyPolls: 0, hasPaid: false, ...empty };
}

/** Blank answers are null, checked boxes booleans, and texts of digits numbers. */
function stored(value: unknown): unknown {
  if (value === '' || value === 'true') return value === '' ? null : true;
  return typeof value === 'string' && /^[1-9]\d{0,8}$/.test(value) ? Number(value) : value;
}

function statusOf(document: { readonly name: string; readonly polls: number } | undefined): string {
  if (document === undefined) return 'NOT_ANSWERED';
  const ended = document.name === BROKEN ? 'FAILED' : 'COMPLETED';
  return ['UNPROCESSED', 'IN_PROGRESS'][document.polls] ?? ended;
}

function documentsOf({ documents }: ForeignAccount) {
  return {
    employ_resume: { status: 'NOT_ANSWERED' },
    ...Object.fromEntries(
      [...documents].map(([key, document]) => [
        key,
        { file_name: document.name, file_size: String(document.size), status: statusOf(document) },
      ]),
    ),
  };
}

import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter, RouterProvider } from 'react-router-dom';
import { AnswersProvider } from '#answers/answers-context.tsx';
import { DocumentsProvider } from '#documents/documents-context.ts';
import { SessionProvider } from '#session/use-session.ts';
import { paths } from '#shell/paths.ts';
import { tenant } from '#tenant/tenant.ts';
import '#ui/tokens.css';
import '#ui/base.css';
import './app.css';
import { ApplicationProvider } from './application-context.ts';
import { makeApplication } from './application.ts';
import { routesOf } from './routes.tsx';

for (const [name, value] of Object.entries(tenant.colors)) {
  document.documentElement.style.setProperty(
    `--tenant-${name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
    value,
  );
}

if (import.meta.env.DEV) await import('./developer-checks.ts');

const application = makeApplication({
  goToLogin: (error) => void router.navigate(paths.login, { state: { error } }),
  reload: () => void application.answers.flush(0).then(() => location.reload()),
});
await application.device.open();
await application.answers.open();

const router = createBrowserRouter(routesOf(application));
const root = document.getElementById('root');
if (root !== null) {
  createRoot(root).render(
    <StrictMode>
      <ApplicationProvider value={application}>
        <QueryClientProvider client={application.queries}>
          <SessionProvider value={application}>
            <AnswersProvider value={application.answers}>
              <DocumentsProvider value={application.documents}>
                <RouterProvider router={router} />
              </DocumentsProvider>
            </AnswersProvider>
          </SessionProvider>
        </QueryClientProvider>
      </ApplicationProvider>
    </StrictMode>,
  );
}
application.updates.start();

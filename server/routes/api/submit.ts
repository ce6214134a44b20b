import { postSubmit } from '#contract/submit.ts';
import type { App } from '#server/http/calls.ts';
import { acceptedVersions, etagOf } from '#server/http/versions.ts';

export function submitRoutes(app: App): void {
  const { applications } = app.context;

  app.answer(postSubmit, async ({ account, network, arrivedAt, headers, setHeaders }) => {
    const accepted = acceptedVersions(headers['if-match']);
    const { answer, version } = await applications.submit(account, network, accepted, arrivedAt);
    const { number, ...body } = answer;
    setHeaders({ etag: etagOf(version), 'application-number': number });
    return body;
  });
}

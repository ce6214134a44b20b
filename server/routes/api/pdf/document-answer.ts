import { deleteConversion, getConversion, postConversion } from '#contract/conversion.ts';
import type { App } from '#server/http/calls.ts';
import { acceptedPlaces, placesIn, tagHeader } from '#server/http/document-tags.ts';

export function conversionRoutes(app: App): void {
  const { conversions, documents } = app.context;

  app.answer(postConversion, async ({ account, params, body, headers, setHeaders }) => {
    const accepted = acceptedPlaces(headers);
    const { message, place } = await conversions.request(account.id, params.key, body, accepted);
    setHeaders(tagHeader(place));
    return { message };
  });
  app.answer(getConversion, async ({ account, params, setHeaders }) => {
    const { place, ...state } = await conversions.state(account.id, params.key);
    setHeaders(tagHeader(place));
    return state;
  });
  app.answer(deleteConversion, async ({ account, params, headers }) =>
    documents.forget(account.id, params.key, placesIn(headers['if-match'])),
  );
}

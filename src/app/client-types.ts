import type { ApplicationDocument } from '#contract/application-document.ts';
import type { ServiceView } from '#contract/token-views.ts';
import type { ServiceScreen } from '#screens/service.tsx';
import type { Account } from './account.tsx';

/** Who is here, and what is shown to them. */
export type Loaded =
  | { readonly kind: 'visitor' }
  | { readonly kind: 'applicant'; readonly account: Account }
  | {
      readonly kind: 'service';
      readonly Screen: typeof ServiceScreen;
      readonly view: ServiceView;
      readonly headers: Headers;
      readonly kept: ApplicationDocument | undefined;
    }
  | { readonly kind: 'dead-link' };

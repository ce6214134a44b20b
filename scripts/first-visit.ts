/**
 * The code of a first visit is in two large files: React with the other packages, and our own. The browser compiles
 * and runs each by itself. Small files would each cost a request and its headers. Parts that load when they are near
 * the screen are not included, and neither is the code that only an account needs.
 */
export const firstVisitChunks = [
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|react-error-boundary|scheduler|react-router|react-router-dom|idb-keyval)\/|src\/app\/react-dom/,
    priority: 4,
  },
  {
    name: 'form',
    test: (id: string) => (ROOMS.test(id) && !LATER.test(id)) || FORM_SCREENS.test(id) || START.test(id),
    priority: 3,
  },
  // Every visit requests the operator's banner, without the contract.
  {
    name: 'banner',
    test: /\/src\/(api\/(banner|client-error|fetch-json|release-at-server)|contract\/banner-path)/,
    priority: 2.5,
  },
  // Code that the cards for signing up and logging in share with an account.
  {
    name: 'calls',
    test: /\/src\/(api\/(request|refusals)|contract\/|form\/(stored-keys|lookup-categories|email-address))|node_modules\/zod\//,
    priority: 2,
  },
  // What lies over the page. An account needs a part of it, too.
  { name: 'layer', test: /\/src\/ui\/(layer|stray-presses)/, priority: 1.5 },
  {
    name: 'account',
    test: /\/src\/(app\/(account|load-client|served)|device\/(one-tab|changes)|api\/(?!banner|lookup)|application\/account\/|files\/|form\/(messages|closing|read-answer|years-before|labels|answer-text|masked-ssn)|fields\/(add-another|error-summary|query-boundary|remove-component|tabs-fail|upload-in-progress)|screens\/pdf-offer|shell\/logout-dialogs|ui\/use-kept-focus)|node_modules\/(@tanstack|date-fns)\//,
    priority: 1,
  },
  // Code that is later used together is one file. The file of the first visit lists each by its name.
  {
    name: 'cards',
    test: /\/src\/(screens\/(auth-card|use-auth-form|carried-answers|(username|new-password)-field|resend-button|password-checklist)\.|ui\/(password|checklist))/,
    priority: 0.5,
  },
  {
    name: 'copies',
    test: /\/src\/(fields\/(save-draft|bring-back|draft-copy-|choose-draft)|ui\/file-button)/,
    priority: 0.5,
  },
  { name: 'dialogs', test: /\/src\/(shell\/(help|privacy)-dialog|tenant\/(help|privacy))/, priority: 0.5 },
  { name: 'widgets', test: /node_modules\/(react-aria|react-stately)/, minShareCount: 2, priority: 0.5 },
];

/** Chunks in which nearly every function is called before the first letter is typed. */
export const calledAtStart = ['react', 'form'];

/** True if every page begins with this file, so that no later part has to preload it. */
export function isThereFromTheStart(file: string): boolean {
  return /^assets\/(react|form)-/.test(file);
}

const ROOMS =
  /\/src\/(limits|partner|plain-text|dates|tenant|form|contract|device|api|application|files|first-visit|fields|ui|shell)[./]/;
const FORM_SCREENS =
  /\/src\/screens\/(about|form-page|section-list|use-form-actions|focus-question|international)/;
const START = /\/src\/app\/(?!account|install-notice|load-client|say-failed|served|page-again)|tenant-colors/;
const LATER = new RegExp(
  [
    // Copies of the answers, and files.
    'draft-(file|copy)|save-draft|bring-back|shown-(value|answers)|form/offered|beginning-of',
    'photo|fit-(file|dialog)|document-field|ui/(file-|skeleton)|looked-up',
    // Parts that replace a widget once it is near the screen.
    'ui/(late-|rich-|list-box|mask-binding|password|checklist|make-way|layer|stray-presses)|-panel',
    // Fields of some pages alone.
    'fields/(tabs|repeater|file-question|month-question|textarea-question)-field|ui/(card|tabs|text-area|count|month-)|one-line',
    // An account: its calls, the query cache, documents, and the dialogs about them.
    'src/api/(?!errors|server-state|client-count|load-part)|src/files/|src/application/(account/|claim)|file-tabs|upload-in-progress|fields/add-another|query-boundary|tabs-fail|remove-component|device/(one-tab|changes)|conflict|foreign-draft|inactivity|error-summary|logout-dialogs|use-kept-focus',
    'src/form/(messages|closing|read-answer|years-before|labels|answer-text|email-address|size-text|stored-keys|lookup-categories|masked-ssn|file-name|unasked)',
    'src/contract/(?!web-status-values|marker-cookie|sentences|normalize-)|tenant/(completion|help|privacy)|(help|privacy)-dialog',
  ].join('|'),
);

/**
 * What a first visit needs comes in two files: packages, and ours. Small files of their own would each cost a
 * request and its headers. What is loaded when near, and what only an account needs, stays out of them.
 */
export const firstVisitChunks = [
  {
    name: 'packages',
    test: /node_modules\/(react|react-dom|scheduler|react-router|react-router-dom|zod|@tanstack|idb-keyval|date-fns)\//,
  },
  {
    name: 'form',
    test: (id: string) => (ROOMS.test(id) && !LATER.test(id)) || FORM_SCREENS.test(id),
  },
];

const ROOMS =
  /\/src\/(limits|partner|tenant|form|contract|device|api|answers|documents|session|fields|ui|shell)[./]/;
const FORM_SCREENS =
  /\/src\/screens\/(about|form-page|section-list|use-form-actions|focus-question|international)/;
const LATER = new RegExp(
  [
    // Copies of the answers, and files.
    'sealed-file|draft-(file|copy)|save-draft|bring-back|shown-value',
    'photo|fit-(file|dialog)|document-field|ui/(file-|skeleton)',
    // What takes a widget's place when near.
    'ui/(rich-|given|mask-binding|password|gallery)|-panel',
  ].join('|'),
);

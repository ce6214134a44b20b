/**
 * The business constants of specification §9, in one place; sizes and breakpoints are in style sheets, from `ui/tokens.css` on. The name of a
 * number includes its unit.
 */

export const IDLE_TIMEOUT_MS = 900_000;
export const IDLE_WARNING_LEAD_MS = 60_000;

export const PASSWORD_MIN_CHARS = 12;
/** Ours: the server refuses a longer one before any hashing. Long enough for every passphrase. */
export const PASSWORD_MAX_CHARS = 256;
export const CONFIRMATION_CODE_DIGITS = 6;
/** Ours: how long a code is valid after it was mailed. */
export const CODE_TTL_MINUTES = 10;
/** Ours: the most that is searched for a code, an address or a link's secret, with the words around it. */
export const PASTED_MAX_CHARS = 1000;
/** The longest address that RFC 5321 allows. */
export const EMAIL_MAX_CHARS = 254;

export const TEXT_MAX_CHARS = 45;
export const TEXTAREA_MAX_CHARS = 1500;

export const MAX_FILE_BYTES = 1_048_576;
export const MAX_FILE_TEXT = '1 MB';
export const FILE_NAME_MAX_CHARS = 32;
export const FILE_TYPES = ['png', 'jpeg', 'jpg', 'pdf', 'docx'] as const;

export const ADD_ANOTHER_MAX = 10;
export const ADD_ANOTHER_DEFAULT_COUNT = 1;
export const MAX_COLLEGES = 5;

export const MIN_AGE_YEARS = 13;
export const OLDEST_BIRTH_DATE_YEARS = 100;
export const ZIP_MIN_CHARS_USA = 5;

export const SUCCESS_TOAST_MS = 5000;
export const ERROR_TOAST_MS = 300_000;
export const TOAST_SWIPE_THRESHOLD_PX = 50;
export const TOAST_HOTKEY = 'F8';

export const CONVERSION_POLL_MS = 2000;
/** Ours: polling ends after this time online. The server fails a conversion whose job is gone 15 to 30 minutes after. */
export const CONVERSION_LONGEST_MS = 1_200_000;
export const PDF_POLL_MS = 1000;
export const PDF_DONE_POLL_MS = 600_000;
export const STATUS_POST_RETRIES = 2;

export const LOOKUP_MAX_RESULTS = 5;
export const LOOKUP_DEBOUNCE_MS = 200;
export const LOOKUP_MAX_WAIT_MS = 500;

export const SELECT_COLLISION_PADDING_PX = 100;
export const MENU_HOVER_DELAY_MS = 200;
export const MENU_SKIP_DELAY_MS = 300;
export const MENU_CLOSE_DELAY_MS = 150;

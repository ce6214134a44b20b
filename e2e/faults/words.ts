/** The answers of this device. */
export const KEYS = ['first_name', 'middle_name', 'last_name', 'city'];
/** Only the other device changes this answer. */
export const ELSEWHERE = 'preferred_name';
/** A word to look for in the browser's files. */
export const CANARY = 'Kanarienvogel';
export const WORDS = ['Zoë ', 'Ann-', 'O’Neill ', 'Öz', '李 ', 'x', '👩🏽‍🎓', 'van der ', CANARY];

/**
 * What came of a person's act: it is done, or it was done before, or the application was submitted or reopened since the
 * person looked at it. Only with `done` was anything changed.
 */
export type Outcome = 'done' | 'already' | 'changed';

/** Statuses that the client sends; the server sets `submitted` itself. */
export const postedWebStatuses = ['started', 'validating'] as const;

/** In the order in which an application reaches them; it never goes back. */
export const webStatuses = [...postedWebStatuses, 'submitted'] as const;
export type WebStatus = (typeof webStatuses)[number];

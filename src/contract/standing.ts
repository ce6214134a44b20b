/** In the order that an application goes through them; never backwards. */
export const webStatuses = ['started', 'validating', 'submitted'] as const;
export type WebStatus = (typeof webStatuses)[number];

/** Those that the client posts; the server itself sets the last one. */
export const postedWebStatuses = ['started', 'validating'] as const;

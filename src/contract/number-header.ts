import * as z from 'zod/mini';

/** The application's number for people, such as `7K4Q-2M`. Not in the specification: other servers may leave it out. */
export const numberHeader = { 'application-number': z.optional(z.string()) };

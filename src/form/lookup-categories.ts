/** What can be looked up while typing. Each has records of its own, which the server comes with. */
export const lookupCategories = ['college_ceeb', 'hs_ceeb', 'address'] as const;
export type LookupCategory = (typeof lookupCategories)[number];

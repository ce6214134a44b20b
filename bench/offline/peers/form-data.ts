import type { BenchForm } from '../../client/form.ts';

/** The build puts the product's questions here as plain data. No peer carries the product's code. */
export const form: BenchForm = [];

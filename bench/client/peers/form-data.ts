import type { BenchForm } from '../form.ts';

/** The build puts a form's questions here, as plain data: no peer carries the product's code. */
export const form: BenchForm = [];

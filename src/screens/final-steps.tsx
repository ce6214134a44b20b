import { finalSteps } from '#form/final-steps/final-steps.ts';
import { FormPage } from './form-page.tsx';

export function Component() {
  return <FormPage page={finalSteps} />;
}

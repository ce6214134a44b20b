import { education } from '#form/education/education.ts';
import { paths } from '#shell/paths.ts';
import { FormPage } from './form-page.tsx';

export function Component() {
  return <FormPage page={education} next={paths.finalSteps} />;
}

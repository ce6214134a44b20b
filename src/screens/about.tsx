import { aboutYou } from '#form/about-you/about-you.ts';
import { paths } from '#shell/paths.ts';
import { FormPage } from './form-page.tsx';

export function Component() {
  return <FormPage page={aboutYou} next={paths.education} />;
}

import { aboutYou } from '#form/about-you/about-you.ts';
import { citizenship } from '#form/about-you/citizenship.ts';
import { paths } from '#shell/paths.ts';
import { FormPage } from './form-page.tsx';
import { InternationalNote } from './international-note.tsx';

const after = { [citizenship.id]: <InternationalNote /> };

export function Component() {
  return <FormPage page={aboutYou} next={paths.education} after={after} />;
}

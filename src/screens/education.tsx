import { RepeaterField } from '#fields/repeater-field.tsx';
import { TabsField } from '#fields/tabs-field.tsx';
import { education } from '#form/education/education.ts';
import { paths } from '#shell/paths.ts';
import { FormPage } from './form-page.tsx';

const rare = { RepeaterField, TabsField };

export function Component() {
  return <FormPage page={education} next={paths.finalSteps} rare={rare} />;
}

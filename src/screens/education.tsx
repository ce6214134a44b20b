import { FileQuestionField } from '#fields/file-question-field.tsx';
import { RepeaterField } from '#fields/repeater-field.tsx';
import { TabsField } from '#fields/tabs-field.tsx';
import { TextareaQuestionField } from '#fields/textarea-question-field.tsx';
import { education } from '#form/education/education.ts';
import { paths } from '#shell/paths.ts';
import { FormPage } from './form-page.tsx';

const rare = { FileQuestionField, RepeaterField, TabsField, TextareaQuestionField };

export function Component() {
  return <FormPage page={education} next={paths.finalSteps} rare={rare} />;
}

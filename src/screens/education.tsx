import { FileQuestionField } from '#fields/file-question-field.tsx';
import { MonthQuestionField } from '#fields/month-question-field.tsx';
import { OneLineField } from '#fields/one-line-field.tsx';
import { RepeaterField } from '#fields/repeater-field.tsx';
import { TabsField } from '#fields/tabs-field.tsx';
import { TextareaQuestionField } from '#fields/textarea-question-field.tsx';
import { education } from '#form/education/education.ts';
import { paths } from '#shell/paths.ts';
import { ClosedTerm } from './closed-term.tsx';
import { FormPage } from './form-page.tsx';

const rare = {
  FileQuestionField,
  MonthQuestionField,
  OneLineField,
  RepeaterField,
  TabsField,
  TextareaQuestionField,
};

export function Component() {
  return (
    <ClosedTerm>
      <FormPage page={education} next={paths.finalSteps} rare={rare} />
    </ClosedTerm>
  );
}

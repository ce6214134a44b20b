import { useDocument } from '#documents/use-document.ts';
import type { FileQuestion } from '#form/question.ts';
import { FILE_TYPES } from '#limits.ts';
import { FileDrop } from '#ui/file-drop.tsx';
import { Hint } from '#ui/hint.tsx';
import { useFieldProps } from './field-props.ts';
import { useFormStanding } from './form-context.tsx';

const FILE_ACCEPT = FILE_TYPES.map((type) => `.${type}`).join(',');

export function FileQuestionField({ question }: { readonly question: FileQuestion }) {
  const { isLoggedIn } = useFormStanding();
  const props = useFieldProps(question);
  const document = useDocument(question.key);
  if (!isLoggedIn) {
    return (
      <div id={question.key}>
        <p className="ui-label">{question.label}</p>
        <Hint>This question can be finished once you have created an account.</Hint>
      </div>
    );
  }
  return <FileDrop {...props} accept={FILE_ACCEPT} hasCamera state={document.state} onFile={document.choose} />;
}

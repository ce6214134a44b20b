import type { FileQuestion } from '#form/question.ts';
import { LabelText } from '#ui/field.tsx';
import { Hint } from '#ui/hint.tsx';
import { Skeleton } from '#ui/skeleton.tsx';
import { definePart, usePart } from '#ui/use-part.ts';
import { useFormState } from './form-context.tsx';
import { useIsRequired } from './use-derived.ts';

interface FileQuestionFieldProps {
  readonly question: FileQuestion;
}

/** Only an account has documents, so a first visit does not load the code that handles them. */
const documentField = definePart(() => import('./document-field.tsx'));

export function FileQuestionField({ question }: FileQuestionFieldProps) {
  const { isLoggedIn } = useFormState();
  const isRequired = useIsRequired(question);
  const DocumentField = usePart(documentField, isLoggedIn)?.DocumentField;
  if (DocumentField !== undefined) return <DocumentField question={question} />;
  return (
    <div id={question.key} className="ui-field ui-stack">
      <p className="ui-label">
        <LabelText label={question.label} isRequired={isRequired} />
      </p>
      {isLoggedIn ? (
        <Skeleton label={`Loading ${question.label}`} />
      ) : (
        <Hint>This question can be finished once you have created an account.</Hint>
      )}
    </div>
  );
}

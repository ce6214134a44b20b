import { useFormState } from '#fields/form-context.tsx';
import { agreement, finalSteps } from '#form/final-steps/final-steps.ts';
import { FormPage } from './form-page.tsx';

const after = { [agreement.id]: <OwnPdfOffer /> };

export function Component() {
  return <FormPage page={finalSteps} after={after} />;
}

function OwnPdfOffer() {
  return useFormState().own?.pdfOffer;
}

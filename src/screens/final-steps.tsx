import { useState } from 'react';
import { useFormState } from '#fields/form-context.tsx';
import { agreement, finalSteps } from '#form/final-steps/final-steps.ts';
import { HelpAddress } from '#shell/help-address.tsx';
import { Disclosure } from '#ui/disclosure.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { definePart, usePart } from '#ui/use-part.ts';
import { FormPage } from './form-page.tsx';
import { useFormActions } from './use-form-actions.ts';

const review = definePart(() => import('./review.tsx'));

const before = { [agreement.id]: <WholeApplication /> };
const after = { [agreement.id]: <AfterAgreement /> };

export function Component() {
  return <FormPage page={finalSteps} before={before} after={after} />;
}

/** The whole application, to be read before it is submitted. */
function WholeApplication() {
  const [isOpen, setIsOpen] = useState(false);
  const { leave } = useFormActions();
  const Review = usePart(review, isOpen)?.Review;
  return (
    <Disclosure
      control="button"
      label="Read your whole application"
      openLabel="Close your whole application"
      isOpen={isOpen}
      onOpenChange={setIsOpen}
    >
      {Review === undefined ? <Spinner /> : <Review current={finalSteps.path} onLeave={leave} />}
    </Disclosure>
  );
}

function AfterAgreement() {
  const { own } = useFormState();
  return (
    <>
      <p className="form-intro">
        After you submit, you cannot change your application. If something must be corrected later, write to{' '}
        <HelpAddress />.
      </p>
      {own?.pdfOffer}
    </>
  );
}

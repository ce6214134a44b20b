import { useHasAnswers } from '#answers/answers-context.tsx';

/** Tells whoever has answered something before having an account, or before logging in, that it is not lost. */
export function CarriedAnswers() {
  return useHasAnswers() && <p>Your answers so far will be saved to your account.</p>;
}

import { useHasAnswers } from '#answers/answers-context.tsx';

/** Tells applicants who answered questions before they sign up or log in that these answers are kept. */
export function CarriedAnswers() {
  return useHasAnswers() && <p>Your answers so far will be saved to your account.</p>;
}

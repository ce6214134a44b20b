import { useHasAnswers, useWho } from '#application/hooks.ts';

/** Tells applicants who answered questions before they sign up or log in that these answers are kept. */
export function CarriedAnswers() {
  const { is_logged_in: isLoggedIn } = useWho();
  // Answers of one account never move to another.
  return useHasAnswers() && !isLoggedIn && <p>Your answers so far will be saved to your account.</p>;
}

import { useState } from 'react';
import { sentenceFor } from '#api/errors.ts';
import { call } from '#api/request.ts';
import { CODE_RESENT, resendConfirm } from '#contract/resend-confirm.ts';
import { sentenceIn } from '#contract/sentences.ts';
import { paths } from '#shell/paths.ts';
import { Button } from '#ui/button.tsx';
import { toasts } from '#ui/toast-queue.ts';
import { CARD_TOAST } from './use-auth-form.ts';
import { useNavigateFromHere } from './use-navigate-from-here.ts';

/** Sends another code, and opens the card where it is entered. */
export function ResendButton({ username }: { readonly username: string }) {
  const navigate = useNavigateFromHere();
  const [isPending, setIsPending] = useState(false);

  async function resend() {
    const fail = (sentence: string) =>
      toasts.addError('Resend Confirmation Code Error', sentence, CARD_TOAST);
    const verdict = resendConfirm.body.safeParse({ username });
    if (!verdict.success) {
      fail(verdict.error.issues[0]?.message ?? '');
      document.getElementById('username-input')?.focus();
      return;
    }
    toasts.close(CARD_TOAST);
    setIsPending(true);
    try {
      const { message } = await call(resendConfirm, { body: verdict.data });
      await navigate(paths.confirm, {
        state: { username: verdict.data.username, success: sentenceIn(message, CODE_RESENT) },
      });
    } catch (error) {
      fail(sentenceFor(error));
    } finally {
      setIsPending(false);
    }
  }

  return (
    <Button variant="quiet" isPending={isPending} onPress={() => void resend()}>
      Resend confirmation code?
    </Button>
  );
}

import { useEffect, useState } from 'react';
import { deletionOf } from '#api/deleted-account.ts';
import { useApplication } from '#application/hooks.ts';
import { proofsOn } from '#device/proofs.ts';
import { tenant } from '#tenant/tenant.ts';
import { Notice } from '#ui/notice.tsx';

/** Tells whoever holds answers of an account on this device that the account was deleted. Only this device can ask. */
export function DeletedAccount() {
  const { device } = useApplication();
  const [deletion, setDeletion] = useState<Awaited<ReturnType<typeof deletionOf>>>();
  useEffect(() => {
    const find = async () => {
      const found = await Promise.all((await proofsOn(device)).map(deletionOf));
      setDeletion(found.find((one) => one !== undefined));
    };
    void find();
  }, [device]);
  if (deletion === undefined) return null;
  // Not `dateAtUniversity`: its file would join the first visit's scripts.
  const day = new Date(deletion.at).toLocaleDateString('en-US', {
    dateStyle: 'long',
    timeZone: tenant.timeZone,
  });
  return (
    <Notice tone="warning" heading="An account was deleted">
      <p>
        Answers of an account are on this device, but the account was deleted on {day}
        {deletion.isByRule && ' because it had not been used for a long time'}. The answers are still here,
        locked. Sign up again with the same e-mail address, and they will be in your new account.
      </p>
    </Notice>
  );
}

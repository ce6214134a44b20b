import { useState } from 'react';
import { useSession } from '#session/use-session.ts';
import { Button } from '#ui/button.tsx';
import { PdfDownload } from './pdf-download.tsx';

/** A copy of the application before it is submitted, made only for those who ask. */
export function PdfOffer() {
  const { is_logged_in: isLoggedIn } = useSession();
  const [isWanted, setIsWanted] = useState(false);
  if (!isLoggedIn) return null;
  if (isWanted) return <PdfDownload />;
  return (
    <Button variant="secondary" onPress={() => setIsWanted(true)}>
      Get a PDF copy
    </Button>
  );
}

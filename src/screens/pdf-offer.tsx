import { useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { definePart, usePart } from '#ui/use-part.ts';

const download = definePart(
  () => import('./pdf-download.tsx'),
  ({ PdfDownload }) => PdfDownload,
);

/** A copy of the application before it is submitted, made only for those who ask. */
export function PdfOffer() {
  const [isWanted, setIsWanted] = useState(false);
  const PdfDownload = usePart(download, isWanted);
  if (isWanted) return PdfDownload === null ? <Spinner /> : <PdfDownload />;
  return (
    <Button variant="secondary" onPress={() => setIsWanted(true)}>
      Get a PDF copy
    </Button>
  );
}

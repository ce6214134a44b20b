import { useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { definePart, usePart } from '#ui/use-part.ts';
import './pdf-offer.css';

const download = definePart(() => import('./pdf-download.tsx'));

/** Offers a copy of the application before it is submitted. The server makes it only on request. */
export function PdfOffer() {
  const [isWanted, setIsWanted] = useState(false);
  const PdfDownload = usePart(download, isWanted, true)?.PdfDownload;
  const place = useRef<HTMLDivElement>(null);

  function want() {
    setIsWanted(true);
    // The button disappears, so keep the focus where the link will be.
    place.current?.focus();
  }

  return (
    <div ref={place} className="pdf-offer" role="group" aria-label="PDF copy" tabIndex={-1}>
      {!isWanted && (
        <Button variant="secondary" onPress={want}>
          Get a PDF copy
        </Button>
      )}
      {isWanted && PdfDownload === undefined && (
        <div role="status">
          <Spinner />
          <span className="ui-hidden">Loading</span>
        </div>
      )}
      {PdfDownload !== undefined && <PdfDownload />}
    </div>
  );
}

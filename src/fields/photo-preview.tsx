import { useEffect, useRef, useState } from 'react';
import { Button } from '#ui/button.tsx';
import { ZoomInIcon, ZoomOutIcon } from '#ui/late-icons.tsx';
import './photo-preview.css';

/** A picture of a page, whole or at its own size. Only at its own size can one judge whether it is readable. */
export function PhotoPreview({
  src,
  alt,
  name,
}: {
  readonly src: string | undefined;
  readonly alt: string;
  /** The page's name in the button's label, such as "Enlarge: page 1". */
  readonly name: string;
}) {
  const [isEnlarged, setIsEnlarged] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isEnlarged) frame.current?.scrollIntoView({ block: 'nearest' });
  }, [isEnlarged]);

  const words = isEnlarged ? 'Show whole' : 'Enlarge';
  return (
    <div ref={frame} className="photo-preview" data-enlarged={isEnlarged || undefined}>
      <Button
        variant="secondary"
        size="small"
        className="photo-preview-toggle"
        icon={isEnlarged ? <ZoomOutIcon /> : <ZoomInIcon />}
        aria-label={`${words}: ${name}`}
        onPress={() => setIsEnlarged(!isEnlarged)}
      >
        {words}
      </Button>
      <div
        className="photo-preview-sheet"
        // In some browsers the arrow keys scroll the picture only if it is focusable.
        {...(isEnlarged && { role: 'group', tabIndex: 0, 'aria-label': `${alt}, enlarged` })}
      >
        <img src={src} alt={alt} />
      </div>
    </div>
  );
}
